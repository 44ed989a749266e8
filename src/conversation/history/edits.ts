// An edit of a message that was answered. Of the last turn's message, soon after: a branch, with what the turn had set
// taken back, and the turn is done anew with the new words. Of an older one: a line for the history.

import { sql } from 'kysely';
import type { Entry, NewEntry, SpokenMessage } from '../../context/entry.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { ConversationKey, TurnId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { type InboxEvent, readEvent } from '../../delivery/event.ts';
import { sameWords } from '../../delivery/inbox.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import type { EditPayload, MessagePayload } from '../../delivery/payload.ts';
import { sayFor } from '../../language/say.ts';
import { loadPerson } from '../../people/store.ts';
import { handleOf, withdrawOfTurn } from '../../schedule/store.ts';
import type { Note, Noted } from '../../tools/approvals/noted.ts';
import { withdrawQuestions } from '../../tools/approvals/settle.ts';
import { closeEffects, type StandingEffect, standingEffects, undoEffect } from '../../tools/effects.ts';
import { branchOff, lastTurns, type PastTurn } from './branch-off.ts';
import { loadPath } from './tree.ts';

const minutesAtMost = 10;

/** What an edit means, by the path it arrives on. Pure. */
export type EditMeaning =
  | { readonly type: 'again'; readonly turn: PastTurn; readonly messages: readonly SpokenMessage[] }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'nothing' };

/** @param by who edited: only an author's own edit counts */
function meaningOfEdit(
  path: readonly Entry[],
  edit: EditPayload,
  by: Row<'inbox'>['person_id'],
): EditMeaning {
  const entry = path.findLast(
    (one) => one.type === 'user' && one.payload.messages.some(({ messageId }) => messageId === edit.edited),
  );
  const old =
    entry?.type === 'user'
      ? entry.payload.messages.find(({ messageId }) => messageId === edit.edited)
      : undefined;
  if (entry?.type !== 'user' || !old || old.person !== by) return { type: 'nothing' };
  if (sameWords(old.text, edit.text)) return { type: 'nothing' };
  const [last] = lastTurns(path, 1);
  const minutes = (Date.parse(edit.sentAt) - Date.parse(old.sentAt)) / 60_000;
  if (!last?.entries.includes(entry) || minutes > minutesAtMost)
    return { type: 'note', text: `${old.name} edited an earlier message; it now reads: "${edit.text}"` };
  const messages = saidIn(last, entry.turn).map((one) =>
    one.messageId === edit.edited ? { ...one, text: edit.text, editedAt: edit.sentAt } : one,
  );
  return { type: 'again', turn: last, messages };
}

/** All that a turn was for, what was said while it worked included; once, also if it was tried again. */
function saidIn({ entries }: PastTurn, turn: TurnId | null): readonly SpokenMessage[] {
  const said = entries.flatMap((one) =>
    one.type === 'user' && one.turn === turn ? one.payload.messages : [],
  );
  return [...new Map(said.map((one) => [one.messageId, one])).values()];
}

/**
 * Takes an edit. If the turn is to be done anew, the row becomes the message of that turn, in one transaction with the
 * branch and with what was taken back.
 *
 * @returns true if so: the row is then the next work; false if the row is to be folded in
 * @throws PeacrabError LEASE_LOST
 */
export async function takeEdit(
  database: Database,
  lease: Lease,
  row: InboxEvent<'edit'>,
  now: Date,
  noted: Note,
): Promise<boolean> {
  const edit = row.payload;
  const withdrawn: Noted[] = [];
  const isAgain = await database.transaction(async (tx) => {
    const held = await underLease(tx, lease);
    const meaning = meaningOfEdit(await wholePath(tx, held), edit, row.person_id);
    if (meaning.type !== 'again') return isFirstWords(tx, row);
    const undone: string[] = [];
    for (const each of await turnsOf(tx, lease.conversation, edit.edited))
      undone.push(...(await takeBack(tx, row, each, now, withdrawn)));
    // The old words are not told: the model might do both.
    const name = meaning.messages.find(({ messageId }) => messageId === edit.edited)?.name ?? 'The person';
    const text = `${name} edited the message below; the answer to its first form was withdrawn with all that it had set`;
    await branchOff(tx, lease.conversation, meaning.turn, row.person_id, text);
    const payload: MessagePayload = {
      text: edit.text,
      attachments: meaning.messages.flatMap(({ attachments }) => attachments),
      sentAt: edit.sentAt,
      late: false,
      again: {
        messages: meaning.messages,
        undone,
        ...(meaning.turn.turn === null ? {} : { turn: meaning.turn.turn }),
      },
    };
    await tx
      .updateTable('inbox')
      .set({ kind: 'message', payload: JSON.stringify(payload) })
      .where('id', '=', row.id)
      .execute();
    return true;
  });
  withdrawn.forEach(noted);
  return isAgain;
}

/** Also what was compacted: an edit of it is told. */
const wholePath = (tx: Tx, conversation: Row<'conversation'>) =>
  loadPath(tx, { ...conversation, first_kept_entry_id: null });

/** A message without words was asked to be written in words: then its edit is that message. */
async function isFirstWords(tx: Tx, row: InboxEvent<'edit'>): Promise<boolean> {
  const edit = row.payload;
  const asked = await tx
    .selectFrom('inbox')
    .select(['kind', 'payload'])
    .where('platform', '=', row.platform)
    .where('room_id', '=', row.room_id)
    .where('message_id', '=', edit.edited)
    .where('person_id', '=', row.person_id)
    .executeTakeFirst();
  const message = asked && readEvent(asked);
  if (message?.kind !== 'message' || message.payload.text.trim() !== '' || edit.text.trim() === '')
    return false;
  const { payload } = message;
  const words: MessagePayload = {
    text: edit.text,
    attachments: payload.attachments,
    ...(payload.files ? { files: payload.files } : {}),
    sentAt: edit.sentAt,
    late: false,
  };
  // Its own first form now has words: the next edit is an edit.
  await tx
    .updateTable('inbox')
    .set({ payload: JSON.stringify({ ...payload, text: edit.text }) })
    .where('platform', '=', row.platform)
    .where('room_id', '=', row.room_id)
    .where('message_id', '=', edit.edited)
    .execute();
  await tx
    .updateTable('inbox')
    .set({ kind: 'message', payload: JSON.stringify(words) })
    .where('id', '=', row.id)
    .execute();
  return true;
}

/** The turns that a message was ever taken into, those that were left since included; the newest first. */
async function turnsOf(tx: Tx, conversation: ConversationKey, message: string): Promise<readonly TurnId[]> {
  const said = JSON.stringify([{ messageId: message }]);
  const rows = await tx
    .selectFrom('entry')
    .select('turn_id')
    .distinct()
    .where('conversation_id', '=', conversation)
    .where('type', '=', 'user')
    .where(sql<boolean>`payload -> 'messages' @> ${said}::jsonb`)
    .orderBy('turn_id', 'desc')
    .execute();
  return rows.flatMap(({ turn_id: turn }) => turn ?? []);
}

/**
 * What the replaced turn had changed, taken back, the last change first. What it had set goes whatever clicks and commands
 * have made of it since; what it had changed of older things stays as it is if it was changed again.
 *
 * @param withdrawn gets the questions that are no longer asked
 * @returns a line for each, for people
 */
async function takeBack(
  tx: Tx,
  row: InboxEvent<'edit'>,
  turn: TurnId,
  now: Date,
  withdrawn: Noted[],
): Promise<readonly string[]> {
  const say = sayFor(await loadPerson(tx, row.person_id));
  const lines: string[] = [];
  const refused: { readonly effect: StandingEffect['effect']; readonly line: string }[] = [];
  for (const { id, name, effect } of (await standingEffects(tx, turn)).toReversed()) {
    const undone = await undoEffect(tx, row.person_id, row.conversation_id, id, now);
    if (undone.ok) lines.push(undone.line(say));
    else if (effect.inverse) refused.push({ effect, line: undone.line(say) });
    else if (effect.outside) lines.push(say('reply.done-outside', { receipt: effect.receipt ?? name }));
  }
  for (const { id, tool } of await withdrawQuestions(tx, [turn])) {
    lines.push(say('reply.no-longer-asked', { tool, id }));
    withdrawn.push({ approval: id, tool, state: 'withdrawn', by: row.person_id });
  }
  const { ids, cancelled } = await withdrawOfTurn(tx, turn);
  await closeEffects(tx, turn, ids);
  const kept = refused.filter(
    ({ effect: { inverse } }) => inverse?.do !== 'undo-schedule' || !ids.includes(inverse.schedule),
  );
  return [
    ...lines,
    ...cancelled.map(({ id, text }) => say('undo.done', { receipt: `${text} (${handleOf(id)})` })),
    ...kept.map(({ line }) => line),
  ];
}

/** What the history holds of an edit that makes no branch; none if nothing was really changed. */
export async function editEntries(
  tx: Tx,
  conversation: Row<'conversation'>,
  row: InboxEvent<'edit'>,
): Promise<readonly NewEntry[]> {
  const meaning = meaningOfEdit(await wholePath(tx, conversation), row.payload, row.person_id);
  if (meaning.type !== 'note') return [];
  return [{ type: 'notice', payload: { text: meaning.text }, tainted: true, person: row.person_id }];
}
