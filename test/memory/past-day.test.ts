import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pastDay } from '../../src/memory/past-day.ts';

/** Saturday 21 November 2026, 02:30 in Berlin, still Friday in Los Angeles. */
const now = new Date('2026-11-21T01:30:00Z');
const read = (phrase: string, locale = 'en', zone = 'Europe/Berlin'): string | null => {
  const days = pastDay(phrase, now, zone, locale);
  return days && (days.from === days.to ? days.from : `${days.from}..${days.to}`);
};

describe('a past day', () => {
  const cases: readonly (readonly [phrase: string, locale: string, days: string | null])[] = [
    ['today', 'en', '2026-11-21'],
    ['yesterday', 'en', '2026-11-20'],
    ['the day before yesterday', 'en', '2026-11-19'],
    ['last night', 'en', '2026-11-20'],
    ['last Tuesday', 'en', '2026-11-17'],
    ['Tuesday', 'en', '2026-11-17'],
    ['Saturday', 'en', '2026-11-21'],
    ['Tuesday last week', 'en', '2026-11-10'],
    ['3 days ago', 'en', '2026-11-18'],
    ['two weeks ago', 'en', '2026-11-07'],
    ['21 November', 'en', '2026-11-21'],
    ['22 November', 'en', '2025-11-22'],
    ['on the 17th', 'en', '2026-11-17'],
    ['the 31st', 'en', '2026-10-31'],
    ['2026-11-17', 'en', '2026-11-17'],
    ['3/4', 'en-GB', '2026-04-03'],
    ['3/4', 'en-US', '2026-03-04'],
    ['last week', 'en', '2026-11-09..2026-11-15'],
    ['this week', 'en', '2026-11-16..2026-11-21'],
    ['last month', 'en', '2026-10-01..2026-10-31'],
    ['October 2025', 'en', '2025-10-01..2025-10-31'],
    ['Nov 3 to Nov 5', 'en', '2026-11-03..2026-11-05'],
    ['the past 3 days', 'en', '2026-11-18..2026-11-21'],
    ['gestern', 'de', '2026-11-20'],
    ['letzten Dienstag', 'de', '2026-11-17'],
    ['letzte Woche Mittwoch', 'de', '2026-11-11'],
    ['am 17.11.', 'de', '2026-11-17'],
    ['anteayer', 'es', '2026-11-19'],
    ['la semana pasada', 'es', '2026-11-09..2026-11-15'],
    ['先週の火曜日', 'ja', '2026-11-10'],
    ['一昨日', 'ja', '2026-11-19'],
    ['昨天我说了什么', 'zh', '2026-11-20'],
    ['上周二', 'zh', '2026-11-10'],
    ['어제', 'ko', '2026-11-20'],
    ['wczoraj', 'pl', '2026-11-20'],
    ['yesterday', 'not a locale', '2026-11-20'],
    // Not a day, or not a past one.
    ['tomorrow', 'en', null],
    ['next Tuesday', 'en', null],
    ['in 3 days', 'en', null],
    ['november 2027', 'en', null],
    ['green tea', 'en', null],
    ['the cat sat on it', 'en', null],
    ['sun cream', 'en', null],
    ['march plan', 'en', null],
    ['3/4 cup of flour', 'en', null],
    ['what are we doing now', 'en', null],
    ['n12', 'en', null],
    ['', 'en', null],
  ];
  for (const [phrase, locale, days] of cases) {
    test(`"${phrase}" (${locale}) is ${days ?? 'none'}`, () => assert.equal(read(phrase, locale), days));
  }

  test('is the person’s day, not the host’s', () => {
    assert.equal(read('yesterday', 'en', 'America/Los_Angeles'), '2026-11-19');
    assert.equal(read('today', 'en', 'Pacific/Kiritimati'), '2026-11-21');
  });

  test('leaves the rest of the phrase for a search by words', () => {
    assert.equal(pastDay('what about tea last Tuesday?', now, null, 'en')?.rest, 'what about tea ?');
  });
});
