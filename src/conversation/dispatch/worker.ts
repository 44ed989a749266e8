// One piece of work under a lease: a turn with the model, or an event that is handled without it.
import { isOfTheWorld } from '../../database/faults.ts';
import type { InboxEvent, TurnEvent } from '../../delivery/event.ts';
import type { Lease } from '../../delivery/lease.ts';
import type { Personas } from '../../personas/personas.ts';
import { commandIn, isWordless } from '../commands/in-message.ts';
import { takeEdit } from '../history/edits.ts';
import { stillStands } from '../turn/approved-call.ts';
import { runTurn } from '../turn/run-turn.ts';
import type { TurnServices } from '../turn/services.ts';
import { deathsAtMost, resumeTurn, type StartedTurn } from '../turn/turn-row.ts';
import type { Worker } from './dispatcher.ts';
import { Forgiving } from './forgive-attempts.ts';
import { countAttempt, type EventServices, handleEvent } from './handle-event.ts';
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

/** Decides who does it: a turn with the model, or a handler. */
function createWork(parts: WorkerServices): Worker {
  return async (lease, work, signal, shutdown) => {
    const handle = async (event: InboxEvent) => {
      await handleEvent(parts, lease, event);
      parts.handled();
    };
    if (work.type === 'resume') {
      const row = await resumeTurn(parts.database, lease, work.turn);
      return runTurn(parts, lease, { row, events: work.events }, { lost: signal, shutdown });
    }
    if (work.type === 'single')
      return (await becomesMessage(parts, lease, work.event)) ? undefined : handle(work.event);
    const started = await start(parts, lease, work.events);
    if (started === null) return;
    if ('kind' in started) return handle(started);
    await runTurn(parts, lease, started, { lost: signal, shutdown });
  };
}

/**
 * Begins a turn.
 *
 * @returns the event that needs no model and is to be handled instead; null if a limit forbids it: then its messages
 *   are answered by that
 */
async function start(
  parts: WorkerServices,
  lease: Lease,
  waiting: readonly TurnEvent[],
): Promise<StartedTurn | TurnEvent | null> {
  const [first] = waiting;
  if (first?.kind === 'decision' && !(await stillStands(parts.database.db, first))) return first;
  if (first?.kind === 'message' && commandIn(first, parts.personas)) return first;
  const events = untilCommand(waiting, parts.personas);
  const loop = first?.kind === 'message' ? await loopOf(parts, first) : null;
  if (!loop && first?.kind === 'message' && waiting.length === 1 && isWordless(first, parts.readImages))
    return first;
  const started = loop ?? (await beginWithin(parts, lease, events));
  if (started === null || 'events' in started) return started;
  await turnAway(parts, lease, events, started);
  parts.handled();
  return null;
}

/** An edit of the last turn's message becomes that message: it is taken up next. */
async function becomesMessage(parts: WorkerServices, lease: Lease, event: InboxEvent): Promise<boolean> {
  if (event.kind !== 'edit') return false;
  // Counted first: what ends the process here is given up by handle-event.ts.
  if ((await countAttempt(parts.database, event.id)) > deathsAtMost) return false;
  return takeEdit(parts.database, lease, event, parts.clock.now(), parts.noted);
}

/** The messages before the first that is a command: that one is handled by itself, in its order. */
function untilCommand(events: readonly TurnEvent[], personas: Personas): readonly TurnEvent[] {
  const command = events.findIndex(
    (event) => event.kind === 'message' && commandIn(event, personas) !== null,
  );
  return command < 0 ? events : events.slice(0, command);
}
