// A reply that names a time as our receipts do, or as people say it, is judged kept when that very row stands. The
// schedule room reads and writes times too: what it can say, a promise may say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClaims, reconcile } from '../../src/claims/index.ts';
import { describeInstant, describePattern } from '../../src/schedule/describe.ts';
import type { CalendarSchedule, Schedule } from '../../src/schedule/schedule.ts';

const now = new Date('2026-03-10T09:00:00Z');
const zone = 'Europe/Berlin';

function verdict(reply: string, schedule: Schedule, locale = 'en-GB', user = 'remind me to stretch') {
  const claims = findClaims(reply, { user, now, zone, locale });
  assert.ok(claims.length > 0, `no claim: ${reply}`);
  const rows = [{ schedule, text: 'stretch', createdThisTurn: true }];
  return reconcile(claims, { now, zone, rows, persona: 'default', memoryWritten: false }).expect;
}

const once = (at: string): Schedule => ({ kind: 'once', at, zone });
const calendar = (
  every: number,
  unit: CalendarSchedule['unit'],
  more: Partial<CalendarSchedule> = {},
): Schedule => ({ kind: 'calendar', every, unit, anchor: '2026-03-04', times: ['08:30'], zone, ...more });
const interval = (
  everySeconds: number,
  window?: { from: string; to: string; weekdays?: number[] },
): Schedule => ({
  kind: 'interval',
  everySeconds,
  anchor: '2026-03-10T08:00:00Z',
  zone,
  ...(window && { window }),
});

const schedules: readonly Schedule[] = [
  once('2026-03-10T20:00:00Z'),
  once('2026-03-11T08:00:00Z'),
  once('2026-03-12T11:15:00Z'),
  once('2026-04-02T06:05:00Z'),
  once('2026-11-21T08:00:00Z'),
  once('2027-01-02T22:59:00Z'),
  calendar(1, 'day'),
  calendar(1, 'day', { times: ['08:00', '20:00'] }),
  calendar(1, 'day', { times: ['08:00', '13:30', '21:00'] }),
  calendar(2, 'day'),
  calendar(3, 'day'),
  calendar(1, 'week', { weekdays: [1, 2, 3, 4, 5] }),
  calendar(1, 'week', { weekdays: [6, 7] }),
  calendar(1, 'week', { weekdays: [1] }),
  calendar(1, 'week', { weekdays: [2, 4] }),
  calendar(1, 'week', { weekdays: [1, 3, 5], times: ['07:00', '18:45'] }),
  calendar(2, 'week', { weekdays: [3] }),
  calendar(3, 'week', { weekdays: [1, 5] }),
  calendar(1, 'month', { monthDays: [1] }),
  calendar(1, 'month', { monthDays: [1, 15] }),
  calendar(1, 'month', { monthDays: [-1], times: ['17:00'] }),
  calendar(1, 'month', { nth: [{ n: 1, weekdays: [1] }] }),
  calendar(1, 'month', { nth: [{ n: -1, weekdays: [5] }] }),
  calendar(3, 'month', { monthDays: [15] }),
  calendar(1, 'year', { months: [5], monthDays: [12] }),
  calendar(1, 'year', { months: [3, 9], monthDays: [1] }),
  interval(1200),
  interval(5400),
  interval(6 * 3600),
  interval(7200, { from: '09:00', to: '17:00' }),
  interval(1800, { from: '08:30', to: '12:00', weekdays: [1, 2, 3, 4, 5] }),
];

for (const schedule of schedules) {
  for (const locale of ['en-GB', 'en-US']) {
    const said =
      schedule.kind === 'once'
        ? describeInstant(new Date(schedule.at), { now, zone, locale })
        : describePattern(schedule);
    test(`"${said}" in our own spelling is kept (${locale})`, () => {
      assert.equal(verdict(`Done! I'll remind you ${said} to stretch.`, schedule, locale), 'ok');
      assert.equal(verdict(`Done! I'll remind you **${said}** to stretch.`, schedule, locale), 'ok');
    });
  }
}

test('times as people say them, in the reply', () => {
  const said: readonly (readonly [string, string])[] = [
    ['Ich erinnere dich in 1 Stunde und 30 Minuten ans Dehnen.', '2026-03-10T10:30:00Z'],
    ["I'll remind you in 2.25 hours to stretch.", '2026-03-10T11:15:00Z'],
    ["I'll remind you Sat at 9:00 to stretch.", '2026-03-14T08:00:00Z'],
    ["I'll remind you tonight at 12 to stretch.", '2026-03-10T23:00:00Z'],
    ["I'll remind you on 12/3 at 9:00 to stretch.", '2026-03-12T08:00:00Z'],
    ['Reminder set:\n- **When:** Sat at 9:00\n- **What:** stretch', '2026-03-14T08:00:00Z'],
    ["Sat at 9:00 it is. I'll remind you to stretch.", '2026-03-14T08:00:00Z'],
  ];
  for (const [reply, at] of said) {
    assert.equal(verdict(reply, once(at)), 'ok', reply);
    assert.notEqual(verdict(reply, once('2026-03-13T14:00:00Z')), 'ok', reply);
  }
});

test('times as people say them, in the request that a bare "Done!" answers', () => {
  for (const [user, at] of [
    ['remind me in 2.25 hours to stretch', '2026-03-10T11:15:00Z'],
    ['remind me Sat at 9:00 to stretch', '2026-03-14T08:00:00Z'],
    ['erinnere mich in 1 Stunde und 30 Minuten ans Dehnen', '2026-03-10T10:30:00Z'],
  ] as const) {
    assert.equal(verdict('Done!', once(at), 'en-GB', user), 'ok', user);
  }
});

test('a time that stands aside is no other reading', () => {
  for (const [reply, at] of [
    ["I'll ping you at 13:45 for your 14:00 call.", '2026-03-10T13:00:00Z'],
    ['Your alarm is now set for 8:00 AM instead of 7:00.', '2026-03-11T06:00:00Z'],
    ["I'll remind you tomorrow at 9, before your 10:30 train.", '2026-03-11T09:30:00Z'],
    ["Every day at 8:00 and 20:00 I'll remind you to stretch.", '2026-03-11T07:00:00Z'],
  ] as const)
    assert.equal(verdict(reply, once(at)), 'mismatch', reply);
});

test('a repetition that says no beginning may have begun at any time', () => {
  const fortnight = calendar(2, 'week', { weekdays: [3], anchor: '2026-03-11' });
  assert.equal(
    verdict("I'll remind you every other week on Wednesday at 08:30 to stretch.", fortnight),
    'ok',
  );
  const wrongDay = calendar(2, 'week', { weekdays: [4] });
  assert.equal(
    verdict("I'll remind you every other week on Wednesday at 08:30 to stretch.", wrongDay),
    'mismatch',
  );
});
