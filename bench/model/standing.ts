// What stands of a person after a turn, read from the rows: their reminders, the notes of the place, its persona, its tasks.
import { DateTime } from 'luxon';
import type { Database } from '../../src/database/database.ts';
import type { ConversationKey, PersonId, RoomId } from '../../src/database/ids.ts';
import type { Row } from '../../src/database/tables.ts';
import { scopeOf } from '../../src/memory/scope.ts';

export interface StandingReminder {
  readonly text: string;
  /** Local time of its next, `2026-11-19T09:00`; null if it has none. */
  readonly at: string | null;
  readonly repeats: boolean;
  /** `ringing`: it has fired for the last time and was not ticked off. */
  readonly state: 'active' | 'paused' | 'asking' | 'ringing';
  /** The name of whom it is for; `everyone` for the room. */
  readonly to: string;
  readonly work: boolean;
}

export interface Standing {
  readonly reminders: readonly StandingReminder[];
  /** They have fired and stand no more, but were not ticked off. */
  readonly ringing: readonly StandingReminder[];
  readonly notes: readonly string[];
  /** Its slug. */
  readonly persona: string;
  readonly tasks: { readonly open: readonly string[]; readonly done: readonly string[] };
}

/** Whose, and where. */
export interface Seat {
  readonly person: PersonId;
  readonly room: { readonly id: RoomId; readonly kind: 'dm' | 'channel' };
  readonly conversation: ConversationKey;
}

/** @param zone in which local times are told */
export async function standingOf({ db }: Database, seat: Seat, zone: string): Promise<Standing> {
  const schedules = await db
    .selectFrom('schedule')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', '=', seat.person), eb('addressee_id', '=', seat.person)]))
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .execute();
  const people = await db.selectFrom('person').select(['id', 'name']).execute();
  const nameOf = (id: PersonId | null) => people.find((one) => one.id === id)?.name ?? 'everyone';
  const read = (row: Row<'schedule'>): StandingReminder => ({
    text: row.text,
    at: row.next_at ? DateTime.fromJSDate(row.next_at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") : null,
    repeats: ((row.spec as { kind?: string } | null)?.kind ?? 'once') !== 'once',
    state: row.state === 'ended' || row.state === 'cancelled' ? 'ringing' : row.state,
    to: row.addressee_id === null ? 'everyone' : nameOf(row.addressee_id),
    work: row.task,
  });
  const ticked = await db
    .selectFrom('occurrence')
    .select('schedule_id')
    .where('done_at', 'is not', null)
    .execute();
  const isTicked = new Set(ticked.map(({ schedule_id }) => schedule_id));
  const ended = schedules.filter(({ state, id }) => state === 'ended' && !isTicked.has(id));
  return {
    reminders: schedules.filter(({ state }) => state !== 'ended').map(read),
    ringing: ended.map(read),
    ...(await othersOf({ db }, seat)),
  };
}

async function othersOf({ db }: Pick<Database, 'db'>, seat: Seat) {
  const notes = await db
    .selectFrom('note')
    .select('text')
    .where('scope', '=', scopeOf(seat.room, { id: seat.person }))
    .where('retracted_at', 'is', null)
    .orderBy('id')
    .execute();
  const conversation = await db
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', seat.conversation)
    .executeTakeFirst();
  const tasks = await db
    .selectFrom('task')
    .select(['text', 'state'])
    .where('conversation_id', '=', seat.conversation)
    .where('state', '<>', 'dropped')
    .orderBy('id')
    .execute();
  const textsIn = (...states: readonly string[]) =>
    tasks.filter(({ state }) => states.includes(state)).map(({ text }) => text);
  return {
    notes: notes.map(({ text }) => text),
    persona: conversation?.persona ?? 'assistant',
    tasks: { open: textsIn('open', 'doing'), done: textsIn('done') },
  };
}
