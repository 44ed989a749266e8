// A move that is said by the reminder's own time, and one receipt for each reminder.
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { movedTime } from '../../src/schedule/moved-time.ts';
import { calls, scenesOn } from './scene.ts';

const now = new Date('2026-11-21T11:00:00Z');
/** Sunday, 9:30 in Berlin. */
const from = new Date('2026-11-22T08:30:00Z');
const moves: readonly (readonly [words: string, locale: string, at: string | null])[] = [
  ['half an hour later', 'en', '09:00'],
  ['later by 2 hours', 'en', '10:30'],
  ['an hour earlier', 'en', '07:30'],
  ['eine halbe Stunde später', 'de', '09:00'],
  ['um eine Stunde früher', 'de', '07:30'],
  ['una hora más tarde', 'es', '09:30'],
  ['une heure plus tard', 'fr', '09:30'],
  ['una hora antes', 'es', '07:30'],
  ['30分遅く', 'ja', '09:00'],
  ['на час позже', 'ru', '09:30'],
  ['at 10', 'en', '09:00'],
  ['um neun', 'de', '08:00'],
  ['4pm', 'en', '15:00'],
  ['at 4', 'en', '15:00'],
  ['06:00', 'en', '05:00'],
  ['tomorrow at 10', 'en', null],
  ['in half an hour', 'en', null],
  ['later', 'en', null],
  ['friday 10:00', 'en', null],
];
for (const [words, locale, at] of moves)
  test(`9:30 tomorrow, moved "${words}"`, () => {
    const moved = movedTime({ words, from, now, zone: 'Europe/Berlin', locale });
    assert.equal(moved?.toISOString() ?? null, at && `2026-11-22T${at}:00.000Z`);
  });

describe('a reminder that is changed twice in one turn', () => {
  const start = scenesOn('pglite');

  it('has one receipt, the last', async () => {
    const scene = await start();
    await scene.ask('Ann', '/remind tomorrow 9:30 tea');
    scene.bot.model.script([
      calls('change_reminder', { reminder: 'r1', action: 'move', when: 'tomorrow at 11' }),
      calls('change_reminder', { reminder: 'r1', action: 'move', when: 'half an hour later' }),
      'It is at half past eleven.',
    ]);
    const said = await scene.ask('Ann', 'tea at 11 please, no, half an hour later than that');
    assert.equal(said.match(/⏰/gu)?.length, 1, said);
    assert.match(said, /⏰ Sun 22 Nov, 11:30 Europe\/Berlin/);
  });
});
