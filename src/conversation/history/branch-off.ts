// Starts a branch of the session tree: the leaf goes back before a turn, and one line replaces what was left. Nothing
// is deleted; the old branch can still be read again. Pure parts first.

import { type Entry, isMarker, type NewEntry } from '../../context/entry.ts';
import { NOTICE } from '../../context/notices.ts';
import { branchSummary } from '../../context/render/branch.ts';
import { isOfOthers } from '../../context/render/provenance.ts';
import type { Tx } from '../../database/database.ts';
import type { ConversationKey, EntryId, PersonId, TurnId } from '../../database/ids.ts';
import { appendEntries, firstKeptAt } from './tree.ts';

/** A turn of a path: where it begins, and what belongs to it. */
export interface PastTurn {
  readonly turn: TurnId | null;
  /** Its first entry: the user's, or the line of the task or the approved call that it was for. */
  readonly first: Entry;
  readonly entries: readonly Entry[];
}

/**
 * The last `count` turns of a path, the newest first, each with all that came after it. A turn that failed and was tried again
 * right after is one.
 */
export function lastTurns(path: readonly Entry[], count: number): readonly PastTurn[] {
  const turns: PastTurn[] = [];
  for (let index = path.length - 1; index >= 0 && turns.length < count; index -= 1) {
    const entry = path[index];
    if (entry?.type !== 'user') continue;
    const earlier = path.findLastIndex((one, at) => at < index && one.type === 'user');
    if (earlier >= 0 && entry.turn !== null && path[earlier]?.turn === entry.turn) continue;
    const from = isOpener(path[index - 1], entry) ? index - 1 : index;
    const first = path[from];
    if (first) turns.push({ turn: entry.turn, first, entries: path.slice(from) });
  }
  return turns;
}

/** Whose turn it is: of those who spoke in it, or of the person who asked for its task or decided on its call. */
export const isTurnOf = ({ first, entries }: PastTurn, person: PersonId): boolean => {
  const said = entries.find((entry) => entry.type === 'user');
  const spoken = said?.type === 'user' ? said.payload.messages : [];
  return spoken.length > 0 ? spoken.every((message) => message.person === person) : first.person === person;
};

/** Whether a turn without words began with this line: a task's, or that of a call that was approved. */
const isOpener = (before: Entry | undefined, user: Entry): boolean =>
  (before?.type === 'task' || before?.type === 'decision') && before.turn === user.turn;

/**
 * Lets the conversation go on before a turn. The caller holds the lease.
 *
 * @param text what replaces the branch that is left; by default what was asked and answered there
 * @returns the new leaf: the line that replaces the branch that was left
 */
export async function branchOff(
  tx: Tx,
  conversation: ConversationKey,
  from: PastTurn,
  person: PersonId,
  text = branchSummary(from.entries),
): Promise<EntryId> {
  const line: NewEntry = {
    type: 'branch_summary',
    payload: { text: text || `${NOTICE.wentBack}.` },
    tainted: from.entries.some((entry) => entry.tainted || isOfOthers(entry, person, false)),
    person,
  };
  const back = from.first.parentId;
  const ids = await appendEntries(tx, conversation, back, null, [line, ...sinceThen(from)]);
  const leaf = ids.at(-1);
  if (leaf === undefined) throw new Error('an entry was not written');
  await tx
    .updateTable('conversation')
    .set({ leaf_id: leaf, first_kept_entry_id: await firstKeptAt(tx, back) })
    .where('id', '=', conversation)
    .execute();
  return leaf;
}

/** What was folded in beside the turns that go happened all the same: reminders delivered, buttons pressed, personas. */
function sinceThen({ entries }: PastTurn): readonly NewEntry[] {
  return entries.flatMap((entry) => {
    if (entry.turn !== null || !isMarker(entry) || entry.type === 'branch_summary') return [];
    const { type, payload, tainted, person = null } = entry;
    return [{ type, payload, tainted, person } as NewEntry];
  });
}
