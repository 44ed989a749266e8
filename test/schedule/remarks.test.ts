// What a receipt says beside the time itself: a time that the clocks skip, days that some months lack, the other reading of
// "next Thursday". The model hears the same in the tool's result.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tags } from '../../src/language/languages.ts';
import { sayIn } from '../../src/language/say.ts';
import { resolveWhen } from '../../src/schedule/parse/index.ts';
import { withRemarks } from '../../src/schedule/remarks.ts';
import { engines } from '../fakes/databases.ts';
import { calls, type Scene, scenesOn } from './scene.ts';

const berlin = 'Europe/Berlin';
/** Sunday 28 March 2027 has no 2:30 in Berlin. */
const gap = /\(r\d\); 02:30 does not exist that night: 03:30$/m;

for (const engine of engines())
  describe(`what a receipt says beside the time (${engine})`, () => {
    const start = scenesOn(engine);
    /** What the model is told when it sets this. */
    const told = async (scene: Scene, when: string) => {
      scene.bot.model.script([calls('set_reminder', { text: 'call', when })]);
      scene.bot.model.rules((request) => `told: ${request.messages.at(-1)?.content}`);
      return scene.ask('Ann', `please remind me ${when} to call`);
    };

    it('a time that the clocks skip is named, to the person and to the model, also where it is moved there', async () => {
      const scene = await start();
      assert.match(await scene.ask('Ann', '/remind 28 march 02:30 call'), gap);
      assert.match(await scene.ask('Ann', '/remind tomorrow 9 feed the cat'), /\(r2\)$/);
      assert.match(await scene.ask('Ann', '/reminders move r2 2027-03-28T02:30'), gap);
      scene.now = new Date('2027-03-27T11:00:00Z');
      const answer = await told(scene, 'tomorrow at 2:30 am');
      assert.match(answer, /told: .*02:30 does not exist that night: 03:30/);
      assert.match(answer, /⏰ .*; 02:30 does not exist that night: 03:30$/m);
    });

    it('days that some months lack are named when it is set, and not in the list', async () => {
      const scene = await start();
      const set = await scene.ask('Ann', '/remind every month on the 31st 9:00 pay the rent');
      assert.match(set, /\(r1\); the 31st in months with 31 days only$/);
      assert.doesNotMatch(await scene.ask('Ann', '/reminders'), /only/);
    });

    it('what waited for a time zone has its remark when it is set', async () => {
      const scene = await start();
      const waits = await scene.ask('Ann', '/remind 31st of every month 9:00 pay the rent', { zone: '' });
      assert.match(waits, /as soon as the time zone is known$/m);
      const set = await scene.ask('Ann', '/timezone Europe/Berlin', { zone: '' });
      assert.match(set, /\(r1\); the 31st in months with 31 days only$/m);
    });

    it('the other reading of "next Thursday" is named', async () => {
      const scene = await start();
      scene.passes(48);
      const set = await scene.ask('Ann', '/remind next thursday 9:00 call');
      assert.match(set, /Thu 3 Dec, 09:00 .*\(r1\); not this Thu 26 Nov$/);
    });
  });

describe('remarks on times', () => {
  const said = (words: string, day: string, language: (typeof tags)[number] = 'en') => {
    const now = new Date(`${day}T11:00:00Z`);
    const result = resolveWhen(words, { now, zone: berlin, locale: 'en-GB' });
    assert.ok(result.ok, words);
    return withRemarks('It', result, sayIn(language));
  };
  const saturday = '2027-03-27';
  const monday = '2026-11-23';
  const cases: readonly (readonly [words: string, day: string, line: string])[] = [
    ['tomorrow at 2:30 am', saturday, 'It; 02:30 does not exist that night: 03:30'],
    ['every day at 2:30 am', saturday, 'It; 02:30 does not exist that night: 03:30'],
    ['morgen um 02:45', saturday, 'It; 02:45 does not exist that night: 03:45'],
    ['tomorrow at 3:30 am', saturday, 'It'],
    ['every day at 3:30 am', saturday, 'It'],
    ['every day at 2:30 am', monday, 'It'],
    ['in 15 hours', saturday, 'It'],
    ['31st of every month', monday, 'It; the 31st in months with 31 days only'],
    ['every month on the 15th and 31st', monday, 'It; the 31st in months with 31 days only'],
    ['30th of every month', monday, 'It; the 30th not in February'],
    ['every february 29', monday, 'It; 29 February in leap years only'],
    ['28th of every month', monday, 'It'],
    ['last day of every month', monday, 'It'],
    ['every december 31', monday, 'It'],
    ['nächsten Donnerstag', monday, 'It; not this Thu 26 Nov'],
    ['next thursday at 3pm', monday, 'It; not this Thu 26 Nov'],
    ['two days before next thursday', monday, 'It'],
    ['next monday', monday, 'It'],
    ['thursday', monday, 'It'],
    ['this thursday', monday, 'It'],
    ['next thursday', '2026-11-21', 'It'],
    ['next thursday', '2026-11-27', 'It'],
  ];
  for (const [words, day, line] of cases)
    it(`"${words}" on ${day}`, () => assert.equal(said(words, day), line));

  it('are said in every language', () => {
    for (const words of ['tomorrow at 2:30 am', '31st of every month', 'next sunday']) {
      const lines = tags.map((tag) => said(words, words === 'next sunday' ? monday : saturday, tag));
      assert.equal(new Set(lines).size, tags.length, lines.join('\n'));
    }
  });
});
