// What is erased of a person outside of conversations: notes, reminders, their own row. The ids stay, as a tombstone.
import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { PersonId } from '../../../database/ids.ts';
import { wantRewrite } from '../../../database/rewrite.ts';
import { storeOwn } from '../../../delivery/inbox.ts';
import type { ErasePayload } from '../../../delivery/payload.ts';
import { heardIn } from '../discussions.ts';
import { clearRooms, rowsShownBy, type ShownRows } from './rows.ts';

/** What replaces blanked words. */
export const ERASED = '(erased)';

/** What was erased, counted: for the sentence to the person. */
interface Erased {
  readonly notes: number;
  readonly reminders: number;
  /** Conversations in which their words are blanked, each by its own holder. */
  readonly conversations: number;
}

/**
 * Blanks a person's notes, those of others in their private scope too, cancels their reminders and those for them, and asks
 * each conversation that holds words of theirs to blank them. Part of the caller's transaction.
 */
export async function erasePerson(tx: Tx, person: PersonId, now: Date): Promise<Erased> {
  const shown = await rowsShownBy(tx, person);
  await clearRooms(tx, person);
  await forgetStranger(tx, person);
  await forgetErrors(tx, person);
  await wantRewrite(tx, 'now');
  const notes = await tx
    .updateTable('note')
    .set({
      text: ERASED,
      erased_at: now,
      retracted_at: sql<Date>`coalesce(retracted_at, ${now})`,
    })
    .where((eb) => eb.or([eb('author_id', '=', person), eb('scope', '=', `person:${person}`)]))
    .where('erased_at', 'is', null)
    .returning('id')
    .execute();
  const reminders = await tx
    .updateTable('schedule')
    .set({
      text: ERASED,
      words: '',
      state: sql<'cancelled'>`case when state in ('active', 'paused', 'asking') then 'cancelled' else state end`,
      next_at: null,
    })
    .where((eb) => eb.or([eb('owner_id', '=', person), eb('addressee_id', '=', person)]))
    .returning('id')
    .execute();
  await tx
    .updateTable('person')
    .set({
      name: 'someone',
      zone: null,
      zone_source: null,
      locale: null,
      language: null,
      persona: null,
      erased_at: now,
    })
    .where('id', '=', person)
    .execute();
  return {
    notes: notes.length,
    reminders: reminders.length,
    conversations: await askAll(tx, person, now, shown),
  };
}

/** The name under which they asked to be let in, and what admins were asked. Whether they were stays. */
async function forgetStranger(tx: Tx, person: PersonId): Promise<void> {
  await tx.updateTable('admission').set({ name: 'someone' }).where('person_id', '=', person).execute();
  await tx
    .updateTable('outbox')
    .set({ payload: JSON.stringify({ text: ERASED, buttons: [] }) })
    .where((eb) => eb(eb.fn<boolean>('starts_with', ['key', eb.val(`stranger:${person}:`)]), '=', true))
    .where('state', 'in', ['sent', 'failed'])
    .execute();
}

/**
 * Errors of what was set aside: they may quote what was refused, and in a conversation those may be any person's words. Why it
 * was stays.
 */
async function forgetErrors(tx: Tx, person: PersonId): Promise<void> {
  await sql`
    update trouble set detail = null where detail is not null and (
      person_id = ${person} or (person_id is null and conversation_id is null)
      or conversation_id in (select conversation_id from inbox where person_id = ${person}))`.execute(tx);
}

/** A row for each conversation that the person has written in, that was started for them, or where theirs may be repeated. */
async function askAll(tx: Tx, person: PersonId, now: Date, shown: ShownRows): Promise<number> {
  const rows = await tx
    .selectFrom('inbox')
    .innerJoin('room', 'room.id', 'inbox.room_id')
    .select(['inbox.conversation_id', 'inbox.room_id', 'room.platform'])
    .distinct()
    .where('inbox.person_id', '=', person)
    .execute();
  const spoken = await tx
    .selectFrom('entry')
    .innerJoin('conversation', 'conversation.id', 'entry.conversation_id')
    .innerJoin('room', 'room.id', 'conversation.room_id')
    .select(['entry.conversation_id', 'conversation.room_id', 'room.platform'])
    .distinct()
    .where('entry.person_id', '=', person)
    .execute();
  // What is a room's is shown in all its conversations.
  const near =
    shown.size === 0
      ? []
      : await tx
          .selectFrom('conversation')
          .innerJoin('room', 'room.id', 'conversation.room_id')
          .select(['conversation.id as conversation_id', 'room.id as room_id', 'room.platform'])
          .where('room.id', 'in', [...shown.keys()])
          .execute();
  const heard = await heardIn(tx, person);
  const all = new Map([...rows, ...spoken, ...near, ...heard].map((row) => [row.conversation_id, row]));
  for (const { conversation_id, room_id, platform } of all.values())
    await storeOwn(tx, {
      platform,
      room_id,
      message_id: `erase:${person}:${conversation_id}:${now.getTime()}`,
      conversation_id,
      person_id: person,
      kind: 'erase',
      payload: JSON.stringify({ erase: person, rows: shown.get(room_id) ?? [] } satisfies ErasePayload),
    });
  return all.size;
}
