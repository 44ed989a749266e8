// Schedules as rows: create, find, change. Every function takes the person it acts for, and its SQL touches nobody
// else's rows; across rooms only in one's own DM.

import type { Queries } from '../database/database.ts';
import type { ConversationKey, PersonId, RoomId, ScheduleId, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { within } from '../text/reading-limits.ts';
import type { Remark } from './parse/index.ts';
import type { Schedule } from './schedule.ts';

/** For whom and where a schedule is looked for. */
export interface ScheduleScope {
  readonly person: PersonId;
  readonly room: RoomId;
  readonly roomKind: 'dm' | 'channel';
}

interface NewSchedule {
  readonly scope: ScheduleScope;
  readonly conversation: ConversationKey;
  readonly text: string;
  readonly words: string;
  /** Null: a wall time of a person without a zone; it waits for the answer. */
  readonly resolved: Resolved | null;
  readonly turn: TurnId | null;
  readonly tainted: boolean;
  /** When it was asked for. */
  readonly askedAt: Date;
  /** Whose it is, if not the scope's person's: an occurrence that another person puts off stays its owner's. */
  readonly owner?: PersonId;
  /** Whom it is for; null: everyone in the room; absent: the owner. */
  readonly addressee?: PersonId | null;
  readonly task?: boolean;
  readonly agenda?: boolean;
  readonly parent?: ScheduleId;
}

export interface Resolved {
  readonly schedule: Schedule;
  readonly first: Date;
  /** False for elapsed time and for times with a zone of their own: those stay when a person's zone changes. */
  readonly wallTime: boolean;
  /** What a receipt says beside the time; not stored. */
  readonly remarks?: readonly Remark[];
}

/** What is shown and may be changed: not ended, not cancelled. */
const live = ['active', 'paused', 'asking'] as const;

/**
 * Stores a schedule. The same person, conversation, time and text is the same schedule.
 *
 * @returns the row, and whether it was there before
 */
export async function createSchedule(
  queries: Queries,
  wanted: NewSchedule,
): Promise<{ row: Row<'schedule'>; stood: boolean }> {
  const { scope, resolved } = wanted;
  const owner = wanted.owner ?? scope.person;
  const addressee = wanted.addressee === undefined ? owner : wanted.addressee;
  const row = {
    owner_id: owner,
    addressee_id: addressee,
    task: wanted.task ?? false,
    agenda: wanted.agenda ?? false,
  };
  const specKey = specKeyOf(row, resolved?.schedule ?? null, wanted.words);
  const created = await queries
    .insertInto('schedule')
    .values({
      ...row,
      room_id: scope.room,
      conversation_id: wanted.conversation,
      text: wanted.text,
      words: wanted.words,
      spec: resolved ? JSON.stringify(resolved.schedule) : null,
      spec_key: specKey,
      zone: resolved?.schedule.zone ?? null,
      wall: resolved?.wallTime ?? true,
      state: resolved ? 'active' : 'asking',
      next_at: resolved?.first ?? null,
      turn_id: wanted.turn,
      tainted: wanted.tainted,
      parent_id: wanted.parent ?? null,
      created_at: wanted.askedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return { row: created, stood: false };
  const twin = { owner_id: owner, conversation_id: wanted.conversation, text: wanted.text };
  return { row: await twinOf(queries, twin, specKey).executeTakeFirstOrThrow(), stood: true };
}

type Keyed = Pick<Row<'schedule'>, 'owner_id' | 'addressee_id' | 'task' | 'agenda'>;

/** What must differ for two schedules of a person and conversation with the same text to be two. */
function specKeyOf(row: Keyed, spec: Schedule | null, words: string): string {
  const time = spec ? sameText(spec) : `asking:${words.toLowerCase()}`;
  const audience = row.addressee_id === row.owner_id ? '' : ` for ${row.addressee_id ?? 'everyone'}`;
  return `${time}${audience}${row.task ? ' task' : ''}${row.agenda ? ' agenda' : ''}`;
}

/** JSON with its keys in order: a spec that was read from the database says the same as one that was just made. */
function sameText(spec: Schedule): string {
  return JSON.stringify(spec, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The active or waiting row of the same owner, conversation and text with this key, the row itself included. */
export function twinOf(
  queries: Queries,
  row: Pick<Row<'schedule'>, 'owner_id' | 'conversation_id' | 'text'>,
  specKey: string,
) {
  return queries
    .selectFrom('schedule')
    .selectAll()
    .where('owner_id', '=', row.owner_id)
    .where('conversation_id', '=', row.conversation_id)
    .where('spec_key', '=', specKey)
    .where((eb) => eb(eb.fn('lower', ['text']), '=', eb.fn('lower', [eb.val(row.text)])))
    .where('state', 'in', ['active', 'asking']);
}

/** How many live schedules a person has, everywhere. */
export async function countSchedules(queries: Queries, owner: PersonId): Promise<number> {
  const row = await queries
    .selectFrom('schedule')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner)
    .where('state', 'in', live)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The person's live schedules: all of them in their DM, those of the room elsewhere. Soonest first. */
export async function listSchedules(queries: Queries, scope: ScheduleScope): Promise<Row<'schedule'>[]> {
  return withinScope(queries, scope).where('state', 'in', live).orderBy('next_at').orderBy('id').execute();
}

/** One schedule by its number, if this person may see it here. Ended ones too, so that a fired reminder can be snoozed. */
export async function findSchedule(
  queries: Queries,
  scope: ScheduleScope,
  id: ScheduleId,
): Promise<Row<'schedule'> | undefined> {
  return withinScope(queries, scope).where('id', '=', id).executeTakeFirst();
}

/** Any schedule of this room, for an admin who sees its message. */
export async function findInRoom(
  queries: Queries,
  room: RoomId,
  id: ScheduleId,
): Promise<Row<'schedule'> | undefined> {
  return queries
    .selectFrom('schedule')
    .selectAll()
    .where('room_id', '=', room)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The schedule that fired last in this conversation for this person, and when: what "snooze that" means. */
export async function lastFired(
  queries: Queries,
  scope: ScheduleScope,
  conversation: ConversationKey,
): Promise<(Row<'schedule'> & { readonly due_at: Date }) | undefined> {
  return withinScope(queries, scope)
    .innerJoin('occurrence', 'occurrence.schedule_id', 'schedule.id')
    .select('occurrence.due_at')
    .where('conversation_id', '=', conversation)
    .where('occurrence.state', 'in', ['pending', 'delivered', 'late', 'failed'])
    .orderBy('occurrence.due_at', 'desc')
    .orderBy('occurrence.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The row as it is then, or the other row that it would have become the same as: then nothing was written. */
type Updated = { readonly row: Row<'schedule'> } | { readonly twin: Row<'schedule'> };

/** Writes a new time, or makes a row active again. */
export async function updateSchedule(
  queries: Queries,
  row: Row<'schedule'>,
  change: {
    readonly state?: 'active';
    /** What was cancelled and is wanted again stems from these newer words. */
    readonly turn?: TurnId | null;
    readonly resolved?: Resolved;
    readonly nextAt?: Date | null;
    readonly words?: string;
  },
): Promise<Updated> {
  const { resolved } = change;
  const state = change.state ?? row.state;
  const specKey = resolved ? specKeyOf(row, resolved.schedule, row.words) : row.spec_key;
  const twin =
    state === 'active' && (await twinOf(queries, row, specKey).where('id', '<>', row.id).executeTakeFirst());
  if (twin) return { twin };
  const updated = await queries
    .updateTable('schedule')
    .set({
      state,
      ...(change.words ? { words: change.words } : {}),
      ...(change.turn !== undefined && row.state === 'cancelled'
        ? { turn_id: change.turn, parent_id: null }
        : {}),
      ...(resolved
        ? {
            spec: JSON.stringify(resolved.schedule),
            spec_key: specKey,
            zone: resolved.schedule.zone,
            wall: resolved.wallTime,
            next_at: resolved.first,
          }
        : {}),
      ...(change.nextAt === undefined ? {} : { next_at: change.nextAt }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row: updated };
}

/** Sets a row aside: it does not fall due any more. */
export async function setAside(
  queries: Queries,
  row: Row<'schedule'>,
  state: 'paused' | 'ended' | 'cancelled',
): Promise<Row<'schedule'>> {
  return queries
    .updateTable('schedule')
    .set({ state, next_at: null })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function withinScope(queries: Queries, scope: ScheduleScope) {
  const mine = queries
    .selectFrom('schedule')
    .selectAll('schedule')
    .where((eb) => eb.or([eb('owner_id', '=', scope.person), eb('addressee_id', '=', scope.person)]));
  return scope.roomKind === 'dm' ? mine : mine.where('room_id', '=', scope.room);
}

export const handleOf = (id: ScheduleId) => `r${id}`;

/** The number in "r12", "#12", "R 12" or "12"; null if the words are none. */
export function parseHandle(words: string): ScheduleId | null {
  const match = /^[r#]?\s*(\d{1,15})$/i.exec(within('handle', words.trim()));
  return match ? (Number(match[1]) as ScheduleId) : null;
}

/**
 * Withdraws what a turn had set, and what was put off or chosen from that: nothing of it is to come any more, or again. For a
 * turn whose message was edited.
 *
 * @returns all of them, and those that were to come
 */
export async function withdrawOfTurn(
  tx: Queries,
  turn: TurnId,
): Promise<{
  readonly ids: readonly ScheduleId[];
  readonly cancelled: readonly Pick<Row<'schedule'>, 'id' | 'text'>[];
}> {
  const rows = await tx
    .selectFrom('schedule')
    .select(['id', 'text', 'state'])
    .where((eb) =>
      eb.or([
        eb('turn_id', '=', turn),
        eb('parent_id', 'in', eb.selectFrom('schedule').select('id').where('turn_id', '=', turn)),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .updateTable('schedule')
      .set({ state: 'cancelled', next_at: null })
      .where('id', 'in', ids)
      .execute();
  return { ids, cancelled: rows.filter(({ state }) => live.some((each) => each === state)) };
}
