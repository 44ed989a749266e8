// Receipts: schedules in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, describeBriefly, describeDistance, describeInstant } from '../../src/schedule/describe.ts';
import { resolveWhen } from '../../src/schedule/parse/index.ts';

const options = { now: new Date('2026-11-20T16:00:00+01:00'), zone: 'Europe/Berlin', locale: 'en-GB' };

const said: Readonly<Record<string, string>> = {
  'tomorrow at 9': 'Sat 21 Nov, 09:00 Europe/Berlin, in 17 h',
  'in 5 seconds': 'Fri 20 Nov, 16:00 Europe/Berlin, in 5 s',
  '14 march': 'Sun 14 Mar 2027, 09:00 Europe/Berlin, in 4 months',
  'every weekday 8:30': 'every weekday at 08:30 Europe/Berlin, next Mon 23 Nov, 08:30, in 3 d',
  'every other tuesday at 7:30':
    'every other week on Tuesday at 07:30 Europe/Berlin, next Tue 24 Nov, 07:30, in 4 d',
  'every day at 9 and 17:00': 'every day at 09:00 and 17:00 Europe/Berlin, next Fri 20 Nov, 17:00, in 60 min',
  'last day of every month at noon':
    'on the last day of every month at 12:00 Europe/Berlin, next Mon 30 Nov, 12:00, in 10 d',
  'first monday of every month':
    'on the 1st Monday of every month at 09:00 Europe/Berlin, next Mon 7 Dec, 09:00, in 17 d',
  'every 14 march':
    'every year on the 14th of Mar at 09:00 Europe/Berlin, next Sun 14 Mar 2027, 09:00, in 4 months',
  'every 2 hours between 9 and 17 on weekdays':
    'every 2 h from 09:00 to 17:00 on weekdays Europe/Berlin, next Fri 20 Nov, 17:00, in 60 min',
  '0 9 * * 1-5': 'by cron "0 9 * * 1-5" Europe/Berlin, next Mon 23 Nov, 09:00, in 3 d',
  '9am Tokyo time': 'Sat 21 Nov, 09:00 Asia/Tokyo, in 9 h',
};

for (const [phrase, words] of Object.entries(said)) {
  test(`"${phrase}" is shown as "${words}"`, () => {
    const result = resolveWhen(phrase, options);
    assert.ok(result.ok);
    assert.equal(describe(result.schedule, options), words);
  });
}

const brief: Readonly<Record<string, string>> = {
  'tomorrow at 9': 'Sat 09:00',
  'in 5 minutes': 'today 16:05',
  '14 march': 'Sun 14 Mar 2027, 09:00',
  'every weekday 8:30': 'every weekday at 08:30',
  'every other tuesday at 7:30': 'every other week on Tuesday at 07:30, next Tue 07:30',
  'last day of every month at noon': 'on the last day of every month at 12:00, next Mon 30 Nov, 12:00',
  '9am Tokyo time': 'Sat 09:00 Asia/Tokyo',
};

for (const [phrase, words] of Object.entries(brief)) {
  test(`"${phrase}" is "${words}" in the head block`, () => {
    const result = resolveWhen(phrase, options);
    assert.ok(result.ok);
    assert.equal(describeBriefly(result.schedule, options), words);
  });
}

test('a schedule that is over says so', () => {
  const over = { kind: 'cron', expression: '0 0 30 2 *', zone: 'UTC' } as const;
  assert.equal(describe(over, options), 'by cron "0 0 30 2 *" UTC, no further times');
});

test('an instant is shown in the zone that is asked for, month first for Americans', () => {
  const at = new Date('2026-11-21T08:00:00Z');
  assert.equal(describeInstant(at, { ...options, zone: 'Asia/Tokyo' }), 'Sat 21 Nov, 17:00');
  assert.equal(describeInstant(at, { ...options, locale: 'en-US' }), 'Sat Nov 21, 09:00');
});

test('distances look both ways', () => {
  const after = (seconds: number) => new Date(options.now.getTime() + seconds * 1000);
  assert.equal(describeDistance(after(0), options.now), 'now');
  assert.equal(describeDistance(after(45), options.now), 'in 45 s');
  assert.equal(describeDistance(after(-600), options.now), '10 min ago');
  assert.equal(describeDistance(after(86_400 * 3), options.now), 'in 3 d');
});

test('a distance in days counts the days of the calendar where the time is shown', () => {
  const monday = new Date('2026-11-23T05:52:00+01:00');
  const once = (at: string) => ({ kind: 'once', at, zone: 'Europe/Berlin' }) as const;
  for (const [at, said] of [
    ['2026-11-24T17:00:00.000Z', 'in 1 d'],
    ['2026-11-25T04:00:00.000Z', 'in 2 d'],
    ['2026-11-25T22:00:00.000Z', 'in 2 d'],
    ['2026-11-25T23:30:00.000Z', 'in 3 d'],
  ] as const)
    assert.ok(describe(once(at), { now: monday, zone: 'Europe/Berlin' }).endsWith(said), at);
});
