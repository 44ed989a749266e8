// next() over the four kinds, with the clock changes that make it hard. Wall times are written as they stand
// on the wall, so that each scenario can be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCron } from '../../src/schedule/recurrence/cron.ts';
import { next, nextN } from '../../src/schedule/recurrence/next.ts';
import { toInstant, toLocal, zoneOf } from '../../src/schedule/recurrence/zoned.ts';
import type { CalendarSchedule, Schedule } from '../../src/schedule/schedule.ts';

const at = (wall: string, zone: string): Date =>
  new Date(toInstant(Date.parse(`${wall.replace(' ', 'T')}:00Z`), zone));
const wall = (instant: Date, zone: string): string =>
  new Date(toLocal(instant.getTime(), zone)).toISOString().slice(0, 16).replace('T', ' ');

function firings(schedule: Schedule, from: string, count: number): readonly string[] {
  return nextN(schedule, at(from, schedule.zone), count).map((instant) => wall(instant, schedule.zone));
}

const daily = (time: string, zone: string): CalendarSchedule => ({
  kind: 'calendar',
  every: 1,
  unit: 'day',
  anchor: '2026-01-01',
  times: [time],
  zone,
});

test('a wall time in a gap moves forward by the gap, and in an overlap it is the first pass', () => {
  const newYork = 'America/New_York';
  assert.equal(wall(at('2026-03-08 02:30', newYork), newYork), '2026-03-08 03:30');
  assert.equal(at('2026-11-01 01:30', newYork).toISOString(), '2026-11-01T05:30:00.000Z');
  const lordHowe = 'Australia/Lord_Howe';
  assert.equal(wall(at('2026-10-04 02:15', lordHowe), lordHowe), '2026-10-04 02:45');
  assert.equal(at('2026-04-05 01:45', lordHowe).toISOString(), '2026-04-04T14:45:00.000Z');
});

test('zones may be offsets, and an unknown one counts as UTC', () => {
  assert.equal(at('2026-06-01 09:00', '+05:30').toISOString(), '2026-06-01T03:30:00.000Z');
  assert.equal(at('2026-06-01 09:00', 'No/Where').toISOString(), '2026-06-01T09:00:00.000Z');
  assert.equal(zoneOf('No/Where'), null);
});

test('a single instant fires once and never again', () => {
  const once: Schedule = { kind: 'once', at: '2026-11-21T08:00:00.000Z', zone: 'Europe/Berlin' };
  assert.deepEqual(nextN(once, new Date('2026-11-20T00:00:00Z'), 3), [new Date('2026-11-21T08:00:00Z')]);
  assert.equal(next(once, new Date('2026-11-21T08:00:00Z')), null);
});

test('a daily time in a gap fires late that day, and in an overlap once', () => {
  assert.deepEqual(firings(daily('02:30', 'America/New_York'), '2026-03-07 12:00', 3), [
    '2026-03-08 03:30',
    '2026-03-09 02:30',
    '2026-03-10 02:30',
  ]);
  const overlap = nextN(daily('01:30', 'America/New_York'), at('2026-10-31 12:00', 'America/New_York'), 2);
  assert.deepEqual(
    overlap.map((i) => i.toISOString()),
    ['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z'],
  );
});

test('cron keeps the same rule in gaps and overlaps, and merges what the gap pushes together', () => {
  const cron = (expression: string, zone: string): Schedule => ({ kind: 'cron', expression, zone });
  assert.deepEqual(firings(cron('0 2,3 * * *', 'America/New_York'), '2026-03-07 12:00', 3), [
    '2026-03-08 03:00',
    '2026-03-09 02:00',
    '2026-03-09 03:00',
  ]);
  assert.deepEqual(firings(cron('0 2 * * *', 'Australia/Lord_Howe'), '2026-10-03 12:00', 2), [
    '2026-10-04 02:30',
    '2026-10-05 02:00',
  ]);
  assert.deepEqual(firings(cron('30 1 * * *', 'Europe/London'), '2026-10-24 12:00', 2), [
    '2026-10-25 01:30',
    '2026-10-26 01:30',
  ]);
  // asked in the second pass, the first pass is not given again
  const inSecondPass = new Date('2026-10-25T01:10:00Z');
  assert.equal(
    next(cron('30 1 * * *', 'Europe/London'), inSecondPass)?.toISOString(),
    '2026-10-26T01:30:00.000Z',
  );
});

test('cron day fields: either of two restricted ones, both if one starts with a star', () => {
  const cron = (expression: string): Schedule => ({ kind: 'cron', expression, zone: 'UTC' });
  assert.deepEqual(firings(cron('0 9 13 * 5'), '2026-11-10 00:00', 3), [
    '2026-11-13 09:00',
    '2026-11-20 09:00',
    '2026-11-27 09:00',
  ]);
  assert.deepEqual(firings(cron('0 9 */2 * 1'), '2026-11-10 00:00', 2), [
    '2026-11-23 09:00',
    '2026-12-07 09:00',
  ]);
  assert.deepEqual(firings(cron('0 0 29 2 *'), '2097-01-01 00:00', 1), ['2104-02-29 00:00']);
});

test('cron lines are checked for sense and for how close they fire', () => {
  const now = new Date('2026-11-18T10:00:00Z');
  assert.equal(checkCron('*/5 * * * *', now), 'ok');
  assert.equal(checkCron('*/7 * * * *', now), 'too-frequent');
  assert.equal(checkCron('58 23 * * *', now), 'ok');
  assert.equal(checkCron('1,58 * * * *', now), 'too-frequent');
  assert.equal(checkCron('0 0 30 2 *', now), 'never');
  assert.equal(checkCron('60 * * * *', now), 'invalid');
  assert.equal(checkCron('0 9 * *', now), 'invalid');
});

test('every other week counts from the anchor, whatever day it is asked', () => {
  const schedule: CalendarSchedule = {
    kind: 'calendar',
    every: 2,
    unit: 'week',
    weekdays: [2, 4],
    anchor: '2026-11-19',
    times: ['09:00'],
    zone: 'Europe/Berlin',
  };
  assert.deepEqual(firings(schedule, '2026-11-18 12:00', 4), [
    '2026-11-19 09:00',
    '2026-12-01 09:00',
    '2026-12-03 09:00',
    '2026-12-15 09:00',
  ]);
  assert.deepEqual(firings(schedule, '2026-12-05 12:00', 1), ['2026-12-15 09:00']);
});

test('months skip the days they lack, and the last day is whatever it is', () => {
  const month = (days: readonly number[]): CalendarSchedule => ({
    kind: 'calendar',
    every: 1,
    unit: 'month',
    monthDays: days,
    anchor: '2027-01-01',
    times: ['09:00'],
    zone: 'UTC',
  });
  assert.deepEqual(firings(month([31]), '2027-01-15 00:00', 3), [
    '2027-01-31 09:00',
    '2027-03-31 09:00',
    '2027-05-31 09:00',
  ]);
  assert.deepEqual(firings(month([-1]), '2028-01-15 00:00', 3), [
    '2028-01-31 09:00',
    '2028-02-29 09:00',
    '2028-03-31 09:00',
  ]);
});

test('the nth weekday of a month, and the last working day', () => {
  const nth = (n: number, weekdays: readonly number[]): CalendarSchedule => ({
    kind: 'calendar',
    every: 1,
    unit: 'month',
    nth: [{ n, weekdays }],
    anchor: '2026-11-01',
    times: ['09:00'],
    zone: 'UTC',
  });
  assert.deepEqual(firings(nth(5, [5]), '2026-11-18 00:00', 2), ['2027-01-29 09:00', '2027-04-30 09:00']);
  assert.deepEqual(firings(nth(-1, [1, 2, 3, 4, 5]), '2026-11-18 00:00', 2), [
    '2026-11-30 09:00',
    '2026-12-31 09:00',
  ]);
});

test('a pattern that never comes round gives null, and gives it at once', () => {
  const never: CalendarSchedule = {
    kind: 'calendar',
    every: 1,
    unit: 'year',
    months: [2],
    monthDays: [30],
    anchor: '2026-01-01',
    times: ['09:00'],
    zone: 'UTC',
  };
  assert.equal(next(never, new Date('2026-11-18T00:00:00Z')), null);
  assert.equal(
    next({ kind: 'cron', expression: '0 0 31 4 *', zone: 'UTC' }, new Date('2026-11-18T00:00:00Z')),
    null,
  );
});

test('an interval without a window is elapsed time across a clock change', () => {
  const schedule: Schedule = {
    kind: 'interval',
    everySeconds: 6 * 3600,
    anchor: '2026-11-01T00:00:00.000Z',
    zone: 'America/New_York',
  };
  assert.deepEqual(firings(schedule, '2026-10-31 20:30', 3), [
    '2026-11-01 01:00',
    '2026-11-01 07:00',
    '2026-11-01 13:00',
  ]);
});

test('a window starts its grid anew each day, both ends included, only on its weekdays', () => {
  const window = { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] };
  const schedule: Schedule = {
    kind: 'interval',
    everySeconds: 7200,
    anchor: '2026-11-20T13:00:00.000Z',
    zone: 'Europe/Berlin',
    window,
  };
  assert.deepEqual(firings(schedule, '2026-11-20 14:30', 3), [
    '2026-11-20 15:00',
    '2026-11-20 17:00',
    '2026-11-23 09:00',
  ]);
});

test('a window past midnight belongs to the day it starts on', () => {
  const window = { from: '22:00', to: '02:00', weekdays: [5] };
  const schedule: Schedule = {
    kind: 'interval',
    everySeconds: 7200,
    anchor: '2026-11-01T00:00:00.000Z',
    zone: 'Europe/Berlin',
    window,
  };
  assert.deepEqual(firings(schedule, '2026-11-20 12:00', 4), [
    '2026-11-20 22:00',
    '2026-11-21 00:00',
    '2026-11-21 02:00',
    '2026-11-27 22:00',
  ]);
});

test('firings are strictly ascending, for random schedules around both changes of the clock', () => {
  const seed = 20261118;
  let state = seed;
  const random = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
  const zones = [
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
    'America/St_Johns',
  ];
  const two = (n: number) => String(n).padStart(2, '0');
  for (let i = 0; i < 300; i++) {
    const zone = zones[random(zones.length)] ?? 'UTC';
    const time = `${two(random(4))}:${two(random(12) * 5)}`;
    const minutes = 15 + random(90);
    const kinds: readonly Schedule[] = [
      daily(time, zone),
      { kind: 'cron', expression: `${random(12) * 5} ${random(4)} * * *`, zone },
      { kind: 'cron', expression: `*/${10 + random(20)} * * * *`, zone },
      {
        kind: 'interval',
        everySeconds: minutes * 60,
        anchor: '2026-03-01T00:00:00.000Z',
        zone,
        window: { from: '00:00', to: '05:00' },
      },
    ];
    const schedule = kinds[random(kinds.length)] ?? daily(time, zone);
    const from = at(random(2) ? '2026-03-06 12:00' : '2026-10-30 12:00', zone);
    let last = from;
    for (const firing of nextN(schedule, from, 40)) {
      assert.ok(
        firing > last,
        `seed ${seed}, round ${i}: ${JSON.stringify(schedule)} gave ${firing.toISOString()} after ${last.toISOString()}`,
      );
      last = firing;
    }
  }
});
