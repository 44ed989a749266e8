// "The same time": that of the reminder that is moved, in all languages; where none is spoken of, no time at all.
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { resolveWhen, splitWhen } from '../../src/schedule/parse/index.ts';
import { calls, scenesOn } from './scene.ts';

/** Monday, 6:45 in Berlin. */
const now = new Date('2026-11-23T05:45:00Z');
/** Tuesday, 16:00 in Berlin. */
const movedFrom = new Date('2026-11-24T15:00:00Z');

const toFriday: readonly (readonly [locale: string, ...words: string[]])[] = [
  ['en', 'friday same time', 'friday at the same time', 'to friday same time', 'to friday at the same time'],
  ['de', 'Freitag gleiche Uhrzeit', 'auf Freitag zur gleichen Zeit', 'am Freitag um dieselbe Uhrzeit'],
  ['es', 'el viernes a la misma hora', 'al viernes a la misma hora', 'viernes misma hora'],
  ['fr', 'vendredi même heure', 'à vendredi à la même heure', 'vendredi à la même heure'],
  ['it', 'venerdì alla stessa ora', 'a venerdì, stessa ora'],
  ['pt', 'sexta à mesma hora', 'para sexta na mesma hora', 'sexta no mesmo horário'],
  ['nl', 'vrijdag zelfde tijd', 'naar vrijdag op dezelfde tijd', 'naar vrijdag, dezelfde tijd'],
  ['ru', 'на пятницу в то же время', 'в пятницу в это же время'],
  ['ja', '金曜日の同じ時間', '金曜の同じ時刻に'],
  ['zh', '周五同一时间', '到周五同样时间', '周五的同一时间'],
  ['hi', 'शुक्रवार उसी समय', 'शुक्रवार को उसी समय पर', 'friday ko usi samay'],
  ['ar', 'الجمعة نفس الوقت', 'إلى الجمعة في نفس الوقت', 'يوم الجمعة بنفس الوقت'],
];
for (const [locale, ...phrases] of toFriday)
  test(`the same time on Friday is the moved reminder's own (${locale})`, () => {
    for (const words of phrases) {
      const said = { now, zone: 'Europe/Berlin', locale };
      const moved = resolveWhen(words, { ...said, movedFrom });
      assert.equal(moved.ok && moved.first.toISOString(), '2026-11-27T15:00:00.000Z', words);
      const alone = resolveWhen(words, said);
      assert.ok(!alone.ok || /это же/u.test(words), `${words}: a time without a reminder`);
    }
  });

test('what is the same time of no other day, or of two times, is none', () => {
  const said = { now, zone: 'Europe/Berlin', locale: 'en', movedFrom };
  for (const words of ['same time', 'friday at 9 same time']) assert.ok(!resolveWhen(words, said).ok, words);
  const every = resolveWhen('every friday at the same time', said);
  assert.equal(every.ok && every.first.toISOString(), '2026-11-27T15:00:00.000Z');
  const hence = resolveWhen('tomorrow at this time', said);
  assert.equal(hence.ok && hence.first.toISOString(), '2026-11-24T05:45:00.000Z', 'this time is now');
});

test('in a request, the same time is not left over as a part of the text', () => {
  const split = splitWhen('remind me friday same time to call Ann', {
    now,
    zone: 'Europe/Berlin',
    locale: 'en',
  });
  assert.equal(split?.when, 'friday same time');
  assert.ok(!split.result.ok);
});

describe('a reminder moved to another day at the same time', () => {
  const start = scenesOn('pglite');

  for (const when of ['friday same time', 'to friday at the same time'])
    it(`keeps its clock time: "${when}"`, async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tuesday 16:00 dentist');
      scene.bot.model.script([
        calls('change_reminder', { reminder: 'r1', action: 'move', when }),
        'Moved to Friday, same time.',
      ]);
      const said = await scene.ask('Ann', 'can you move the dentist to friday same time');
      assert.match(said, /⏰ Fri 27 Nov, 16:00 Europe\/Berlin/);
    });

  it('and one that was delivered, put off to the next day', async () => {
    const scene = await start();
    await scene.ask('Ann', '/remind 12:30 dentist');
    scene.passes(1);
    await scene.ended(1);
    scene.bot.model.script([
      calls('change_reminder', { reminder: 'r1', action: 'snooze', when: 'tomorrow, same time' }),
      'Tomorrow, then.',
    ]);
    assert.match(await scene.ask('Ann', 'snooze that to tomorrow, same time'), /⏰ Sun 22 Nov, 12:30/);
  });

  it('but a new one has no time to take: it is asked for', async () => {
    const scene = await start();
    assert.match(await scene.ask('Ann', '/remind friday same time tea'), /The same time as what\?/);
  });
});
