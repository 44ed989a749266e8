// Schedules as rows: create, find, change. Every function takes the person it acts for, and its SQL touches nobody
// else's rows; across rooms only in one's own DM.
import type { Queries } from '../database/database.ts';
import type { ConversationKey, PersonId, RoomId, ScheduleId, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { Schedule } from './schedule.ts';

/** For whom and where a schedule is looked for. */
export interface ScheduleScope {
  readonly person: PersonId;
  readonly room: RoomId;
  readonly roomKind: 'dm' | 'channel';
}

export interface NewSchedule {
  readonly scope: ScheduleScope;
  readonly conversation: ConversationKey;
  readonly text: string;
  readonly words: string;
  /** Null: a wall time of a person without a zone; it waits for the answer. */
  readonly resolved: { readonly schedule: Schedule; readonly first: Date } | null;
  readonly turn: TurnId | null;
  readonly tainted: boolean;
  /** When it was asked for. */
  readonly askedAt: Date;
}

/** What is shown and may be changed: not ended, not cancelled. */
const live = ['active', 'paused', 'asking'] as const;

/**
 * Stores a schedule. The same person, conversation, time and text is the same schedule.
 *
 * @returns the row, and whether it stood there before
 */
export async function createSchedule(
  queries: Queries,
  wanted: NewSchedule,
): Promise<{ row: Row<'schedule'>; stood: boolean }> {
  const { scope, resolved } = wanted;
  const specKey = resolved ? JSON.stringify(resolved.schedule) : `asking:${wanted.words.toLowerCase()}`;
  const created = await queries
    .insertInto('schedule')
    .values({
      owner_id: scope.person,
      addressee_id: scope.person,
      room_id: scope.room,
      conversation_id: wanted.conversation,
      text: wanted.text,
      words: wanted.words,
      spec: resolved ? JSON.stringify(resolved.schedule) : null,
      spec_key: specKey,
      zone: resolved?.schedule.zone ?? null,
      state: resolved ? 'active' : 'asking',
      next_at: resolved?.first ?? null,
      turn_id: wanted.turn,
      tainted: wanted.tainted,
      created_at: wanted.askedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return { row: created, stood: false };
  const row = await queries
    .selectFrom('schedule')
    .selectAll()
    .where('owner_id', '=', scope.person)
    .where('conversation_id', '=', wanted.conversation)
    .where('spec_key', '=', specKey)
    .where((eb) => eb(eb.fn('lower', ['text']), '=', wanted.text.toLowerCase()))
    .where('state', 'in', ['active', 'asking'])
    .executeTakeFirstOrThrow();
  return { row, stood: true };
}

/** The person's live schedules: all of them in their DM, those of the room elsewhere. Soonest first. */
export async function listSchedules(queries: Queries, scope: ScheduleScope): Promise<Row<'schedule'>[]> {
  return withinScope(queries, scope)
    .where('state', 'in', live)
    .orderBy('next_at')
    .orderBy('id')
    .limit(50)
    .execute();
}

/** One schedule by its number, if this person may see it here. Ended ones too, so that a fired reminder can be snoozed. */
export async function findSchedule(
  queries: Queries,
  scope: ScheduleScope,
  id: ScheduleId,
): Promise<Row<'schedule'> | undefined> {
  return withinScope(queries, scope).where('id', '=', id).executeTakeFirst();
}

/** The schedule that fired last in this conversation for this person: what "snooze that" means. */
export async function lastFired(
  queries: Queries,
  scope: ScheduleScope,
  conversation: ConversationKey,
): Promise<Row<'schedule'> | undefined> {
  return withinScope(queries, scope)
    .where('conversation_id', '=', conversation)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('occurrence')
          .select('occurrence.id')
          .whereRef('occurrence.schedule_id', '=', 'schedule.id'),
      ),
    )
    .orderBy(
      (eb) =>
        eb
          .selectFrom('occurrence')
          .select((sub) => sub.fn.max('occurrence.due_at').as('at'))
          .whereRef('occurrence.schedule_id', '=', 'schedule.id'),
      'desc',
    )
    .executeTakeFirst();
}

/** Writes a new state, time or text of a schedule. */
export async function updateSchedule(
  queries: Queries,
  id: ScheduleId,
  change: {
    readonly state?: Row<'schedule'>['state'];
    readonly resolved?: { readonly schedule: Schedule; readonly first: Date };
    readonly nextAt?: Date | null;
    readonly words?: string;
  },
): Promise<Row<'schedule'>> {
  return queries
    .updateTable('schedule')
    .set({
      ...(change.state ? { state: change.state } : {}),
      ...(change.words ? { words: change.words } : {}),
      ...(change.nextAt === undefined ? {} : { next_at: change.nextAt }),
      ...(change.resolved
        ? {
            spec: JSON.stringify(change.resolved.schedule),
            spec_key: JSON.stringify(change.resolved.schedule),
            zone: change.resolved.schedule.zone,
            next_at: change.resolved.first,
          }
        : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What Undo of a change needs to put a row back. */
export type ScheduleSnapshot = Pick<Row<'schedule'>, 'state' | 'spec' | 'spec_key' | 'zone' | 'words'> & {
  readonly next_at: string | null;
};

export function snapshotOf(row: Row<'schedule'>): ScheduleSnapshot {
  return {
    state: row.state,
    spec: row.spec,
    spec_key: row.spec_key,
    zone: row.zone,
    words: row.words,
    next_at: row.next_at?.toISOString() ?? null,
  };
}

/** Puts a row back as it was. */
export async function restoreSchedule(
  queries: Queries,
  id: ScheduleId,
  snapshot: ScheduleSnapshot,
): Promise<void> {
  await queries
    .updateTable('schedule')
    .set({ ...snapshot, spec: snapshot.spec ? JSON.stringify(snapshot.spec) : null })
    .where('id', '=', id)
    .execute();
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
  const match = /^\s*[r#]?\s*(\d{1,15})\s*$/i.exec(words);
  return match ? (Number(match[1]) as ScheduleId) : null;
}
