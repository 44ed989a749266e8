// Seeded schedules of all kinds in six zones, and the rows they stand in.
import type { Database } from '../../src/database/database.ts';
import type { ConversationKey, PersonId, RoomId, ScheduleId } from '../../src/database/ids.ts';
import { next } from '../../src/schedule/recurrence/next.ts';
import type { Schedule } from '../../src/schedule/schedule.ts';
import { direct, type Platform } from './platform.ts';

export const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Auckland',
] as const;

export interface Stored {
  readonly id: ScheduleId;
  readonly spec: Schedule;
  readonly task: boolean;
}

const people = 20;
const pick = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** Makes people with a DM each and some channels, a few of them gone. */
export async function populate(database: Database, platform: Platform): Promise<void> {
  for (let n = 0; n < people; n++) {
    const person = `slack:T1:U${n}` as PersonId;
    await database.db
      .insertInto('person')
      .values({
        id: person,
        platform: 'slack',
        name: `U${n}`,
        zone: null,
        zone_source: null,
        locale: null,
        persona: null,
      })
      .execute();
    const places = [direct(person), channel(n)];
    for (const { room, kind, conversation, thread } of places) {
      await database.db
        .insertInto('room')
        .values({ id: room, platform: 'slack', kind, name: null, topic: null })
        .execute();
      await database.db
        .insertInto('conversation')
        .values({ id: conversation, room_id: room, thread })
        .execute();
    }
  }
  for (const n of [1, 2, 3]) platform.goneRooms.add(channel(n).room);
  platform.gonePeople.add('slack:T1:U3');
}

function channel(n: number) {
  const room = `slack:T1:C${n}` as RoomId;
  return { room, kind: 'channel' as const, conversation: `${room}:1` as ConversationKey, thread: '1' };
}

/** Stores so many schedules as they stand at `start`. */
export async function store(
  database: Database,
  random: () => number,
  count: number,
  start: Date,
  end: Date,
  make: (n: number) => Schedule = () => seededSchedule(random, start, end),
): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (let n = 0; n < count; n++) {
    const spec = make(n);
    const who = Math.floor(random() * people);
    const person = `slack:T1:U${who}` as PersonId;
    const place = random() < 0.5 ? direct(person) : channel(who);
    const task = random() < 0.05;
    const { id } = await database.db
      .insertInto('schedule')
      .values({
        owner_id: person,
        addressee_id: person,
        room_id: place.room,
        conversation_id: place.conversation,
        text: `thing ${n} of ${start.toISOString()}`,
        words: '',
        spec: JSON.stringify(spec),
        spec_key: JSON.stringify(spec),
        zone: spec.zone,
        task,
        state: 'active',
        next_at: next(spec, start),
        catch_up: random() < 0.3 ? pick(random, ['each', 'latest', 'skip'] as const) : null,
        turn_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    stored.push({ id, spec, task });
  }
  return stored;
}

function seededSchedule(random: () => number, start: Date, end: Date): Schedule {
  const zone = pick(random, zones);
  const time = () =>
    `${String(Math.floor(random() * 24)).padStart(2, '0')}:${pick(random, ['00', '15', '30', '45'])}`;
  const anchor = start.toISOString();
  switch (Math.floor(random() * 10)) {
    case 0:
    case 1:
    case 2: {
      const at = start.getTime() + 1000 + Math.floor(random() * (end.getTime() - start.getTime()));
      return { kind: 'once', at: new Date(at).toISOString(), zone };
    }
    case 3:
      return {
        kind: 'cron',
        expression: `${Math.floor(random() * 60)} ${pick(random, ['1,2,3', '*/6', '2'])} * * *`,
        zone,
      };
    case 4:
      return {
        kind: 'cron',
        expression: pick(random, ['*/20 2-3 * * *', '30 1,2 * * 0,6', '0 9 * * 1-5']),
        zone,
      };
    case 5:
      return { kind: 'interval', everySeconds: pick(random, [1800, 3600, 21_600, 90_000]), anchor, zone };
    case 6: {
      const window = { from: '22:00', to: '04:00' };
      return { kind: 'interval', everySeconds: pick(random, [3600, 5400]), anchor, zone, window };
    }
    case 7: {
      const days = { weekdays: [1, 6, 7] };
      return {
        kind: 'calendar',
        every: 1,
        unit: 'week',
        anchor: anchor.slice(0, 10),
        times: [time()],
        zone,
        ...days,
      };
    }
    default: {
      const times = random() < 0.5 ? ['02:30'] : [time()];
      return {
        kind: 'calendar',
        every: random() < 0.8 ? 1 : 2,
        unit: 'day',
        anchor: anchor.slice(0, 10),
        times,
        zone,
      };
    }
  }
}
