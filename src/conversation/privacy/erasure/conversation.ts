// Erases a person's words in one conversation, by its holder: entries, logs and summaries, what waits in no queue any more,
// effects, questions, tasks. Numbers of requests stay: they hold no words.
import { sql } from 'kysely';
import type { EntryBody } from '../../../context/entry.ts';
import type { Tx } from '../../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../../database/ids.ts';
import type { InboxEvent } from '../../../delivery/event.ts';
import { withdrawQuestions } from '../../../tools/approvals/settle.ts';
import { showList } from '../../../tools/tasks/show.ts';
import { blankDiscussionsOf } from '../discussions.ts';
import { blanked, turnsThatSaw, withoutRepeated } from './blank.ts';
import { ERASED } from './person.ts';
import { type Repeats, repeating } from './repeats.ts';

/** Part of the caller's transaction, under the conversation's lease. @param asked the row that asks for it */
export async function eraseIn(
  tx: Tx,
  conversation: ConversationKey,
  asked: Pick<InboxEvent<'erase'>, 'person_id' | 'payload'>,
): Promise<void> {
  const { person_id: person } = asked;
  const repeats = repeating(asked.payload.rows ?? []);
  const turns = await turnsOf(tx, conversation, person);
  const sawRows = await eraseEntries(tx, conversation, person, new Set(turns), repeats);
  await eraseQueues(tx, conversation, person, turns);
  await eraseRepeated(tx, conversation, person, sawRows, repeats);
  await eraseChanges(tx, conversation, person, turns);
}

/** The person's turns. The head blocks of all go: others' may show their notes and reminders. */
async function turnsOf(tx: Tx, conversation: ConversationKey, person: PersonId): Promise<TurnId[]> {
  const rows = await tx
    .updateTable('turn')
    .set({ head: null, asks: null })
    .where('conversation_id', '=', conversation)
    .where('state', '<>', 'running')
    .returning(['id', 'person_id'])
    .execute();
  return rows.flatMap((row) => (row.person_id === person ? [row.id] : []));
}

async function eraseEntries(
  tx: Tx,
  conversation: ConversationKey,
  person: PersonId,
  turns: ReadonlySet<TurnId>,
  repeats: Repeats,
): Promise<ReadonlySet<TurnId>> {
  const rows = await tx
    .selectFrom('entry')
    .select(['id', 'type', 'payload', 'turn_id', 'person_id'])
    .where('conversation_id', '=', conversation)
    .execute();
  const entries = rows.map((row) => {
    const entry = { type: row.type, payload: row.payload, turn: row.turn_id, person: row.person_id };
    return { id: row.id, entry: entry as EntryBody & typeof entry };
  });
  const sawRows = turnsThatSaw(
    entries.map(({ entry }) => entry),
    repeats,
  );
  for (const row of entries) {
    const { entry } = row;
    const after =
      blanked(entry, person, turns) ??
      withoutRepeated(entry, repeats, entry.turn !== null && sawRows.has(entry.turn));
    if (after)
      await tx
        .updateTable('entry')
        .set({ payload: JSON.stringify(after.payload) })
        .where('id', '=', row.id)
        .execute();
  }
  return sawRows;
}

/** What was answered to others with the person's rows in it. A command's answer shows rows as they are. */
async function eraseRepeated(
  tx: Tx,
  conversation: ConversationKey,
  person: PersonId,
  sawRows: ReadonlySet<TurnId>,
  repeats: Repeats,
): Promise<void> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['id', 'payload', 'turn_id'])
    .where('conversation_id', '=', conversation)
    .where('state', 'in', ['sent', 'failed'])
    .execute();
  for (const { id, payload, turn_id: turn } of rows) {
    const { text = '' } = payload as { readonly text?: string };
    if (repeats(text, turn === null || sawRows.has(turn)))
      await tx
        .updateTable('outbox')
        .set({ payload: JSON.stringify({ text: ERASED, buttons: [] }) })
        .where('id', '=', id)
        .execute();
  }
  await tx
    .updateTable('inbox')
    .set({ payload: sql`payload - 'rows'` })
    .where('conversation_id', '=', conversation)
    .where('kind', '=', 'erase')
    .where('person_id', '=', person)
    .execute();
}

/** What was taken in and what was sent. What still waits is left: it was said after the wish to be forgotten. */
async function eraseQueues(
  tx: Tx,
  conversation: ConversationKey,
  person: PersonId,
  turns: readonly TurnId[],
): Promise<void> {
  await tx
    .updateTable('inbox')
    .set({ payload: JSON.stringify({ text: ERASED, attachments: [], sentAt: '', late: false }) })
    .where('conversation_id', '=', conversation)
    .where('person_id', '=', person)
    .where('state', '=', 'done')
    .execute();
  await blankDiscussionsOf(tx, conversation, person);
  await tx
    .updateTable('outbox')
    // All of it: beside the text there may be a reminder's own words, or a file.
    .set({ payload: JSON.stringify({ text: ERASED, buttons: [] }) })
    .where('conversation_id', '=', conversation)
    .where('state', 'in', ['sent', 'failed'])
    .where((eb) =>
      eb.or([eb('person_id', '=', person), ...(turns.length > 0 ? [eb('turn_id', 'in', turns)] : [])]),
    )
    .execute();
  // The list's message may show any person's words.
  await tx
    .updateTable('outbox')
    .set({ payload: sql<string>`(payload - 'tasks') || ${JSON.stringify({ text: ERASED })}::jsonb` })
    .where('conversation_id', '=', conversation)
    .where('state', 'in', ['sent', 'failed'])
    .where(sql<boolean>`payload ? 'tasks'`)
    .execute();
}

async function eraseChanges(
  tx: Tx,
  conversation: ConversationKey,
  person: PersonId,
  turns: readonly TurnId[],
): Promise<void> {
  await withdrawQuestions(tx, turns);
  const nothing = JSON.stringify({});
  // What an admin permitted everywhere stays, within its bounds; the arguments that were seen were the person's.
  await tx
    .updateTable('permission')
    .set({ args: nothing })
    .where('approval_id', 'in', (eb) =>
      eb
        .selectFrom('approval')
        .select('approval.id')
        .where('approval.conversation_id', '=', conversation)
        .where('approval.person_id', '=', person),
    )
    .execute();
  await tx
    .updateTable('approval')
    .set({ args: nothing, bound: nothing, result: null })
    .where('conversation_id', '=', conversation)
    .where('person_id', '=', person)
    .execute();
  await tx
    .updateTable('permission')
    .set({ args: nothing, bound: nothing, revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('conversation_id', '=', conversation)
    .where('person_id', '=', person)
    .execute();
  const result = JSON.stringify({ ok: true, text: ERASED });
  await tx
    .updateTable('effect')
    .set({ result, receipt: null, inverse: null, undone_at: sql<Date>`coalesce(undone_at, now())` })
    .where('conversation_id', '=', conversation)
    .where('person_id', '=', person)
    .execute();
  const tasks = await tx
    .updateTable('task')
    .set({
      text: ERASED,
      state: sql<'dropped'>`case when ended_at is null then 'dropped' else state end`,
      ended_at: sql<Date>`coalesce(ended_at, now())`,
    })
    .where('conversation_id', '=', conversation)
    .where('person_id', '=', person)
    .returning(['list', 'private_to'])
    .execute();
  const shared = tasks.filter((task) => task.private_to === null);
  const latest = Math.max(0, ...shared.map(({ list }) => list));
  if (latest > 0) await showList(tx, conversation, latest);
}
