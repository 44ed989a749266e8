// What a person plainly asks to be taken away, and no tool does: a note of their own, or their last change here. Done like the
// commands "memory forget n3" and "undo", under the same rules and the turn's lease; where it is not clear which, nothing is.
import { telling } from '../../../claims/index.ts';
import type { Tx } from '../../../database/database.ts';
import { underLease } from '../../../delivery/lease.ts';
import { english, type Line, sayFor } from '../../../language/say.ts';
import { type Note, notesFor, retractNote } from '../../../memory/notes.ts';
import { scopeOf } from '../../../memory/scope.ts';
import { asOfNow, authorizeUnasked } from '../../../tools/authorize.ts';
import { effectOf, lastNoted, recordEffect, undoEffect } from '../../../tools/effects.ts';
import { receiptIn } from '../../../tools/tool-context.ts';
import { settingFor } from '../gate.ts';
import type { RunningTurn } from '../state.ts';

/** Forgets the one note of the person's own that these words tell of; without telling words the one that was kept last here. */
export async function forgetNote(turn: RunningTurn, what: string): Promise<boolean> {
  return changing(turn, 'forget', { what }, async (tx) => {
    const { facts, services, lease } = turn;
    const { person, room } = facts;
    if (isBare(what)) {
      const last = await lastNoted(tx, person.id, lease.conversation);
      return last === null ? null : undone(tx, turn, last);
    }
    const scope = scopeOf(room, person);
    const note = theOne(
      what,
      (await notesFor(tx, scope)).filter(({ author }) => author === person.id),
    );
    if (!note || !(await retractNote(tx, scope, note.id, services.clock.now()))) return null;
    return (say) => say('memory.forgotten', { text: note.text, handle: note.handle });
  });
}

/** Takes back the person's last change here, if these words tell of no other. */
export async function undoLast(turn: RunningTurn, what: string): Promise<boolean> {
  return changing(turn, 'undo', { what }, async (tx) => {
    const { facts, lease } = turn;
    const last = await effectOf(tx, facts.person.id, lease.conversation, null);
    // "undo that, I am on holiday": the rest is why
    const [named = ''] = what.split(/[,.;:!?、，。]/u);
    const isMeant = last && (isBare(named) || telling(named, last.receipt ?? '').length > 0);
    return isMeant ? undone(tx, turn, last.id) : null;
  });
}

/** "That", and nothing else: in Chinese and Japanese a few letters. */
const isBare = (what: string): boolean =>
  telling(what).length === 0 && what.length <= 20 && what.split(/\s+/u).length <= 2;

/** The note that has more of these words than any other. */
function theOne(what: string, notes: readonly Note[]): Note | null {
  const found = notes
    .map((note) => ({ note, shared: telling(what, note.text).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared);
  const [first, second] = found;
  return first && first.shared > (second?.shared ?? 0) ? first.note : null;
}

async function undone(
  tx: Tx,
  { facts, lease, services }: RunningTurn,
  id: Parameters<typeof undoEffect>[3],
): Promise<Line | null> {
  const taken = await undoEffect(tx, facts.person.id, lease.conversation, id, services.clock.now());
  return taken.ok ? taken.line : null;
}

/** Runs it in one transaction under the lease, if the rules let the harness; what it did is an effect of the turn. */
async function changing(
  turn: RunningTurn,
  name: string,
  args: Readonly<Record<string, unknown>>,
  change: (tx: Tx) => Promise<Line | null>,
): Promise<boolean> {
  const { services, lease, row, facts, tools } = turn;
  const effect = await services.database.transaction(async (tx) => {
    await underLease(tx, lease);
    const setting = await asOfNow(tx, settingFor(services.defaultPersona, facts));
    if (!authorizeUnasked(services.policy.rules, { name, args }, setting)) return null;
    const line = await change(tx);
    if (!line) return null;
    const receipt = receiptIn(line, sayFor(facts.person));
    const made = { conversation: lease.conversation, person: facts.person.id, turn: row.id, name };
    const result = { ok: true, text: line(english), effect: receipt };
    return recordEffect(tx, { ...made, key: `${name}:${JSON.stringify(args)}`, result });
  });
  if (effect) tools.did(effect);
  return effect !== null;
}
