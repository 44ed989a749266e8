// What stands before an item's turn, and what its model does in it, so that the state after it is the one that the item tells.
import { DateTime } from 'luxon';
import type { Queries } from '../../../src/database/database.ts';
import type { ConversationKey, PersonId, RoomId, TurnId } from '../../../src/database/ids.ts';
import { writeNote } from '../../../src/memory/notes.ts';
import { next } from '../../../src/schedule/recurrence/next.ts';
import type { Schedule } from '../../../src/schedule/schedule.ts';
import { createSchedule } from '../../../src/schedule/store.ts';
import type { ScriptedCall } from '../../../test/fakes/model/steps.ts';
import type { Item, Stored } from '../item.ts';

/** Who an item's person is, and where they write. */
export interface Seat {
  readonly user: string;
  readonly person: PersonId;
  readonly room: RoomId;
  readonly conversation: ConversationKey;
}

export function seatOf(user: string): Seat {
  const room = `slack:T1:D${user}`;
  return {
    user,
    person: `slack:T1:${user}` as PersonId,
    room: room as RoomId,
    conversation: room as ConversationKey,
  };
}

export function scheduleOf({ kind, due }: Stored, zone: string): Schedule {
  return kind === 'once'
    ? { kind: 'once', at: new Date(due).toISOString(), zone }
    : { kind: 'cron', expression: due, zone };
}

/** A reminder that a change of this turn is said to have moved: it stands at another time before. */
const isMoved = (item: Item, stored: Stored): boolean =>
  item.claim === 'changed' && item.expect === 'ok' && !stored.created_this_turn && stored.kind === 'once';

/** Person, room, conversation with its persona, and the schedules that stood before. */
export async function setUp(db: Queries, item: Item, seat: Seat): Promise<void> {
  const once = { platform: 'slack', name: seat.user } as const;
  await db
    .insertInto('person')
    .values({ id: seat.person, ...once, zone: item.tz, locale: item.lang })
    .execute();
  await db
    .insertInto('room')
    .values({ id: seat.room, kind: 'dm', ...once })
    .execute();
  const persona = item.persona === 'default' || switches(item) ? null : item.persona;
  await db
    .insertInto('conversation')
    .values({
      id: seat.conversation,
      room_id: seat.room,
      thread: null,
      ...(persona === null ? {} : { persona }),
    })
    .execute();
  for (const stored of item.stored.filter((row) => !row.created_this_turn)) {
    const day = isMoved(item, stored) ? 24 : 0;
    await store(db, item, seat, stored, null, day);
  }
  if (item.forgotten === true) {
    const author = { id: seat.person, zone: item.tz };
    const about = { conversation: seat.conversation, turn: null, tainted: false };
    await writeNote(
      db,
      { scope: `person:${seat.person}`, author, text: item.user, ...about },
      new Date(item.now),
    );
  }
}

/** @param later hours after its own time */
export async function store(
  db: Queries,
  item: Item,
  seat: Seat,
  stored: Stored,
  turn: TurnId | null,
  later = 0,
): Promise<void> {
  const own = scheduleOf(stored, item.tz);
  const schedule =
    own.kind === 'once' && later > 0
      ? { ...own, at: new Date(Date.parse(own.at) + later * 3_600_000).toISOString() }
      : own;
  const now = new Date(item.now);
  const first = schedule.kind === 'once' ? new Date(schedule.at) : next(schedule, now);
  if (!first || first <= now) return;
  await createSchedule(db, {
    scope: { person: seat.person, room: seat.room, roomKind: 'dm' },
    conversation: seat.conversation,
    text: stored.text,
    words: '',
    resolved: { schedule, first, wallTime: true },
    turn,
    tainted: false,
    askedAt: new Date(now.getTime() - 3_600_000),
  });
}

/** Whether the persona after the turn is one that was put on in it. */
const switches = (item: Item): boolean => item.claim === 'persona' && item.persona !== 'default';

/** What the model does before it answers. */
export async function callsOf(db: Queries, item: Item, seat: Seat): Promise<readonly ScriptedCall[]> {
  const calls: ScriptedCall[] = item.stored
    .filter((row) => row.created_this_turn)
    .flatMap((row) => {
      const when = wordsOf(row, item.tz);
      return when === null ? [] : [{ name: 'set_reminder', args: { text: row.text, when } }];
    });
  for (const row of item.stored.filter((each) => isMoved(item, each))) {
    const standing = await db
      .selectFrom('schedule')
      .select('id')
      .where('owner_id', '=', seat.person)
      .where('text', '=', row.text)
      .executeTakeFirst();
    const when = wordsOf(row, item.tz);
    if (standing && when !== null)
      calls.push({ name: 'change_reminder', args: { reminder: `r${standing.id}`, action: 'move', when } });
  }
  if (item.memory_written) calls.push({ name: 'remember', args: { text: item.user } });
  if (switches(item)) calls.push({ name: 'switch_persona', args: { persona: item.persona } });
  return calls;
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A stored time in words of the tool; null for one that needs more than these. */
export function wordsOf({ kind, due }: Stored, zone: string): string | null {
  if (kind === 'once') return DateTime.fromISO(due, { zone }).toFormat("yyyy-MM-dd 'at' HH:mm");
  const [, minute = '', hour = '', day = '', days = ''] =
    /^(\d+) (\d+) (\d+|\*) \* (\*|[\d,-]+)$/u.exec(due) ?? [];
  if (hour === '') return null;
  const at = `at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day !== '*')
    return days === '*' ? `every month on the ${day}. ${at}`.replace('.', suffixOf(day)) : null;
  if (days === '*') return `every day ${at}`;
  if (days === '1-5') return `every weekday ${at}`;
  if (days.includes('-')) return null;
  return `every ${days
    .split(',')
    .map((one) => DAYS[Number(one)])
    .join(' and ')} ${at}`;
}

const suffixOf = (day: string): string =>
  /1\d$/u.test(day)
    ? 'th'
    : (({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<string, string>)[day.at(-1) ?? ''] ?? 'th');
