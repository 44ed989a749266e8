// One piece of work under a lease: a turn with the model, or something that is folded in without it.
import { isOfTheWorld } from '../../database/faults.ts';
import type { Row } from '../../database/tables.ts';
import type { Lease } from '../../delivery/lease.ts';
import type { Personas } from '../../personas/personas.ts';
import { commandIn, isWordless } from '../commands/in-message.ts';
import { takeEdit } from '../history/edits.ts';
import { stillStands } from '../turn/approved-call.ts';
import { runTurn, type TurnServices } from '../turn/turn.ts';
import { resumeTurn } from '../turn/turn-row.ts';
import type { Worker } from './dispatcher.ts';
import { Forgiving } from './forgive-attempts.ts';
import { attemptsAtMost, countAttempt, type EventServices, handleEvent } from './handle-event.ts';
import { beginWithin, loopOf, turnAway } from './limits.ts';
import { setAside } from './set-aside.ts';

export type WorkerServices = TurnServices & EventServices & { readonly handled: () => void };

/**
 * The dispatcher's worker. What would fail in the same way for ever is set aside at once; what fails because the database is
 * away is tried again, and such a try does not count.
 */
export function createWorker(parts: WorkerServices): Worker {
  const work = createWork(parts);
  const forgiving = new Forgiving(parts.database);
  return async (lease, piece, signal, shutdown) => {
    await forgiving.owed(lease);
    try {
      await work(lease, piece, signal, shutdown);
    } catch (error) {
      if (signal.aborted) throw error;
      if (!isOfTheWorld(error)) return setAside(parts, lease, piece, error);
      await forgiving.forgive(lease, piece);
      throw error;
    }
  };
}

/** Decides between a turn and a fold. */
function createWork(parts: WorkerServices): Worker {
  return async (lease, work, signal, shutdown) => {
    if (work.type === 'single') {
      if (await becomesTurn(parts, lease, work.row)) return;
      await handleEvent(parts, lease, work.row, null);
      parts.handled();
      return;
    }
    const first = work.rows[0];
    if (
      first?.kind === 'decision' &&
      work.type === 'turn' &&
      !(await stillStands(parts.database.db, first))
    ) {
      await handleEvent(parts, lease, first, null);
      return;
    }
    const typed = work.type === 'turn' && first ? commandIn(first, parts.personas) : null;
    if (typed && first) {
      await handleEvent(parts, lease, first, typed);
      parts.handled();
      return;
    }
    if (work.type === 'turn' && first?.kind === 'message') {
      const loop = await loopOf(parts, first);
      if (loop) {
        await turnAway(parts, lease, untilCommand(work.rows, parts.personas), loop);
        parts.handled();
        return;
      }
    }
    if (
      work.type === 'turn' &&
      first?.kind === 'message' &&
      work.rows.length === 1 &&
      isWordless(first, parts.readImages)
    ) {
      await handleEvent(parts, lease, first, null);
      parts.handled();
      return;
    }
    const started =
      work.type === 'turn'
        ? await start(parts, lease, untilCommand(work.rows, parts.personas))
        : { begun: await resumeTurn(parts.database, lease, work.turn), rows: work.rows };
    if (started) await runTurn(parts, lease, started, signal, shutdown);
  };
}

/** Begins a turn; null if a limit stands against it: then its messages are answered by that. */
async function start(parts: WorkerServices, lease: Lease, rows: readonly Row<'inbox'>[]) {
  const started = await beginWithin(parts, lease, rows);
  if (started === null || 'begun' in started) return started;
  await turnAway(parts, lease, rows, started);
  parts.handled();
  return null;
}

/** An edit of the last turn's message becomes that message: it is taken up next. */
async function becomesTurn(parts: WorkerServices, lease: Lease, row: Row<'inbox'>): Promise<boolean> {
  if (row.kind !== 'edit') return false;
  // Counted first: what ends the process here is given up by fold.ts.
  if ((await countAttempt(parts.database, row.id)) > attemptsAtMost) return false;
  return takeEdit(parts.database, lease, row, parts.clock.now(), parts.noted);
}

/** The messages before the first that is a command: that one is folded in by itself, in its order. */
function untilCommand(rows: readonly Row<'inbox'>[], personas: Personas): readonly Row<'inbox'>[] {
  const command = rows.findIndex((row) => commandIn(row, personas) !== null);
  return command < 0 ? rows : rows.slice(0, command);
}
