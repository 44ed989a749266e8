// What can happen between a question and its answer, and between the answer and its turn: rooms that go, rules that change,
// messages on their way, failed turns, compactions, two answers at once.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../src/log.ts';
import { silentLog } from '../../src/log.ts';
import type { Noted } from '../../src/tools/approvals/noted.ts';
import { expireQuestions } from '../../src/tools/approvals/settle.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import { type ApprovalScene, call, post, resultsOf, startScene } from './approvals-scene.ts';

const down = { status: 503 };

/** Resolves when rows are so. */
async function eventually(test: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; !(await test()); tries++) {
    if (tries > 1000) throw new Error(`never: ${what}`);
    await setTimeout(20);
  }
}

for (const engine of scenarioEngines())
  describe(`between question and answer (${engine})`, () => {
    const scenes: ApprovalScene[] = [];
    after(async () => {
      for (const { bot } of scenes) await bot.stop();
    });

    async function start(...more: Parameters<typeof startScene> extends [unknown, ...infer R] ? R : never) {
      const scene = await startScene(engine, ...more);
      scenes.push(scene);
      return scene;
    }

    /** Ann has asked for a post in her DM, and the question stands. */
    async function asked(...more: Parameters<typeof start>): Promise<ApprovalScene> {
      const scene = await start(...more);
      scene.bot.model.script([post('hello'), 'Asked.']);
      await scene.say('post hello', 'Asked.');
      return scene;
    }

    const retryOf = ({ channel }: ApprovalScene) =>
      channel.sent.flatMap(({ buttons }) => buttons).findLast(({ label }) => label === 'Retry')?.action ?? '';

    it('its room is gone: it stands in the DM, and is answered there', async () => {
      const { bot, channel, outside, until, rows, question } = await start();
      channel.gone.add('slack:T1:C1');
      bot.model.script([{ calls: [...post('one').calls, ...post('two').calls] }, 'Asked.']);
      await channel.say('Ann', 'post one and two', { channel: 'C1' });
      await until('Asked.');
      assert.equal(question()?.place.room, 'slack:T1:DAnn');
      bot.model.script(['Posted it.']);
      await channel.click('Ann', 'approve:1:once');
      await until('Posted it.');
      await until(/approved by Ann, once/);
      await channel.click('Ann', 'approve:2:deny');
      await until('Denied: #2 is not done');
      assert.deepEqual(
        (await rows()).map(({ state }) => state),
        ['done', 'denied'],
      );
      assert.equal(outside.done.length, 1);
      bot.model.script(['Right.']);
      await channel.say('Ann', 'so?', { channel: 'C1' });
      await until('Right.');
      assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /\[Ann denied #2: post_note was not done\]/);
    });

    it('it is still on its way when it expires: what replaces it takes its place', async () => {
      const { bot, channel, until, later } = await start();
      channel.faults = Array.from({ length: 500 }, () => 'doubt' as const);
      bot.model.script([post('hello'), 'Asked.']);
      await channel.say('Ann', 'post hello');
      const stateOf = async (part: string) =>
        (await bot.database.db.selectFrom('outbox').select(['key', 'state']).execute()).find(({ key }) =>
          key.startsWith(part),
        )?.state;
      await eventually(async () => (await stateOf('turn:1')) === 'waiting', 'the reply waits behind it');
      await eventually(async () => (await stateOf('approval:1')) === 'doubt', 'the question is in doubt');
      later(61);
      await eventually(async () => (await stateOf('approval:1:')) !== undefined, 'the end of its time');
      channel.faults = [];
      await until('nobody answered in time');
      const [first, last] = [channel.sent[0], channel.sent.at(-1)];
      assert.match(first?.text ?? '', /May I\?/);
      assert.equal(last?.replaces, `out-${first?.id}`);
    });

    it('a turn that failed after it had asked: Retry asks nothing anew, and runs nothing again', async () => {
      const scene = await start();
      const { bot, channel, outside, until, rows } = scene;
      bot.model.script([post('hello'), down, down, down]);
      await channel.say('Ann', 'post hello');
      await until('Sorry, I could not answer');
      bot.model.script([post('hello'), 'It still waits.']);
      await channel.click('Ann', retryOf(scene));
      await until('It still waits.');
      assert.equal((await rows()).length, 1);
      bot.model.script([post('other'), down, down, down]);
      await channel.say('Ann', 'post other');
      await until('Sorry, I could not answer', 2);
      bot.model.script(['Other is posted.']);
      await channel.click('Ann', 'approve:2:once');
      await until('Other is posted.');
      bot.model.script([post('other'), 'It stands already.']);
      await channel.click('Ann', retryOf(scene));
      await until('It stands already.');
      assert.deepEqual(
        outside.done.map(({ args }) => args.text),
        ['other'],
      );
    });

    for (const [name, made] of [
      ['that changes something outside', post('hello')],
      ['that only looks', call('look_up', { query: 'weather' })],
    ] as const)
      it(`the model is down behind the yes: Retry tells what came of it, and a call ${name} is not run again`, async () => {
        const scene = await start();
        const { bot, channel, outside, until, say, rows } = scene;
        bot.model.script([made, 'Asked.']);
        await say('do it', 'Asked.');
        bot.model.script([down, down, down]);
        await channel.click('Ann', 'approve:1:once');
        await until('Sorry, I could not answer');
        assert.equal((await rows())[0]?.state, 'done');
        bot.model.script(['It is done.']);
        await channel.click('Ann', retryOf(scene));
        await until('It is done.');
        assert.equal(outside.done.length, 1);
        assert.match(resultsOf(bot.model.requests.at(-1)).at(-1) ?? '', /answered/);
      });

    it('what was approved is over whatever kind of tool it was: going back does not say that nothing was done', async () => {
      const { bot, channel, until, say, rows, texts } = await start('rules: [{ tool: remember, do: ask }]');
      bot.model.script([{ calls: [{ name: 'remember', args: { text: 'Ann likes tea.' } }] }, 'Asked.']);
      await say('remember that I like tea', 'Asked.');
      bot.model.script(['Noted it.']);
      await channel.click('Ann', 'approve:1:once');
      await until('Noted it.');
      assert.equal((await rows())[0]?.state, 'done');
      await channel.say('Ann', '/rewind');
      await until('I have gone back');
      await channel.say('Ann', '/rewind');
      await until('I have gone back', 2);
      assert.doesNotMatch(texts().join('\n'), /no longer asked/);
      bot.model.script(['Hello.']);
      await say('hello', 'Hello.');
      assert.doesNotMatch(JSON.stringify(bot.model.requests.at(-1)?.messages), /runs now, as it was asked/);
    });

    it('going back before it withdraws it', async () => {
      const { channel, outside, until } = await asked();
      await channel.say('Ann', '/rewind');
      await until('no longer asked, since the message behind it was changed or left');
      await channel.click('Ann', 'approve:1:once');
      await until('#1 is over already: no longer asked');
      assert.deepEqual(outside.done, []);
    });

    for (const [name, change, refusal] of [
      [
        'a rule forbids it by now',
        (scene: ApprovalScene) =>
          scene.govern('rules: [{ tool: post_note, do: deny, because: it is closed }]'),
        'Not allowed here: it is closed',
      ],
      [
        'the room is look-only by now',
        async ({ channel, until }: ApprovalScene) => {
          await channel.say('Ann', '/room mode look-only');
          await until('Its mode is look-only');
        },
        /look-only, so nothing was changed/,
      ],
    ] as const)
      it(`${name}: a yes does not count, and that is told at once`, async () => {
        const scene = await asked();
        const { bot, channel, outside, until, rows } = scene;
        await change(scene);
        const before = bot.model.requests.length;
        await channel.click('Ann', 'approve:1:once');
        await until(refusal);
        assert.deepEqual(outside.done, []);
        assert.equal((await rows())[0]?.state, 'asking');
        assert.equal(bot.model.requests.length, before);
      });

    it('its tool has no place any more: what was approved is refused, and that is told', async () => {
      const scene = await asked();
      const { bot, channel, outside, until, rows } = scene;
      await scene.govern('', 'places: [remember]');
      bot.model.script(['It was not possible.']);
      await channel.click('Ann', 'approve:1:once');
      await until('It was not possible.');
      assert.match(
        resultsOf(bot.model.requests.at(-1)).at(-1) ?? '',
        /There is no tool post_note any more: nothing was done/,
      );
      assert.deepEqual(outside.done, []);
      assert.equal((await rows())[0]?.state, 'failed');
    });

    it("an admin's call stays one when it runs", async () => {
      const rules = [
        '- { tool: post_note, person: admins, do: ask }',
        '- { tool: post_note, do: deny, because: not yours }',
      ];
      const { bot, channel, outside, until, say } = await start(`rules:\n  ${rules.join('\n  ')}`);
      bot.model.script([post('hello'), 'Not allowed.', post('hello'), 'Asked.']);
      await say('post hello', 'Not allowed.');
      await say('post hello', 'Asked.', 'Boss');
      bot.model.script(['Posted it.']);
      await channel.click('Boss', 'approve:1:once');
      await until('Posted it.');
      assert.equal(outside.done.length, 1);
    });

    it('a scheduled task asks, and its call runs when somebody says yes', async () => {
      const { bot, channel, outside, until, say, later, question } = await start();
      await say('/task in 2 hours post the news', 'post the news');
      bot.model.script([post('news'), 'I have asked first.']);
      later(121);
      await until('I have asked first.');
      assert.match(question()?.text ?? '', /for Ann/);
      bot.model.script(['The news is posted.']);
      await channel.click('Ann', 'approve:1:once');
      await until('The news is posted.');
      assert.equal(outside.done.length, 1);
    });

    it('the conversation was compacted meanwhile: it is still answered, and the head tells of it as long as it waits', async () => {
      const { bot, channel, outside, until, say } = await asked('', {
        env: { CONTEXT_WINDOW: '8000', MAX_OUTPUT_TOKENS: '1000' },
      });
      bot.model.rules(({ lastUser }) =>
        lastUser.includes('talk') ? 'It goes on.' : lastUser.includes('approved') ? 'Posted it.' : 'A log.',
      );
      const compacted = async () =>
        (await bot.database.db.selectFrom('entry').select('id').where('type', '=', 'summary').execute())
          .length > 0;
      for (let turn = 0; turn < 30 && !(await compacted()); turn++) {
        const before = channel.sent.length;
        await channel.say('Ann', `talk ${turn} ${'about this and that '.repeat(60)}`);
        await channel.until((sent) => sent.length > before);
      }
      assert.ok(await compacted(), 'it was never compacted');
      assert.match(
        bot.model.requests.findLast(({ lastUser }) => lastUser.includes('talk'))?.lastUser ?? '',
        /Notice: #1 \(post_note\) waits for a yes of Ann: not done, and asked already/,
      );
      await channel.click('Ann', 'approve:1:once');
      await until('Posted it.');
      assert.equal(outside.done.length, 1);
      bot.model.script(['Sure.']);
      await say('thanks', 'Sure.');
      assert.doesNotMatch(bot.model.requests.at(-1)?.lastUser ?? '', /waits for a yes/);
    });

    it('typed and clicked at once, in two conversations: one of the two decides, and it runs once', async () => {
      const { bot, channel, outside, until } = await start();
      bot.model.script([{ calls: ['one', 'two', 'three'].flatMap((text) => post(text).calls) }, 'Asked.']);
      await channel.say('Ann', 'post three notes', { channel: 'C1' });
      await until('Asked.');
      bot.model.rules(() => 'Posted it.');
      await Promise.all(
        [1, 2, 3].flatMap((id) => [
          channel.say('Ann', `/approve ${id}`),
          channel.click('Ann', `approve:${id}:once`, { channel: 'C1' }),
        ]),
      );
      await until('is over already: approved by Ann', 3);
      await until('runs now', 3);
      await until('Posted it.', 3);
      assert.deepEqual(outside.done.map(({ args }) => args.text).sort(), ['one', 'three', 'two']);
    });

    it('several processes expire it at once: one of them does, once', async () => {
      const { bot, channel, until } = await asked();
      const noted: Noted[] = [];
      const late = new Date(Date.now() + 61 * 60_000);
      await Promise.all(
        [1, 2, 3, 4].map(() => expireQuestions(bot.database, late, (each) => void noted.push(each))),
      );
      assert.deepEqual(noted, [{ approval: 1, tool: 'post_note', state: 'expired', by: null }]);
      await until('nobody answered in time');
      await channel.click('Ann', 'approve:1:once');
      await until('#1 is over already: expired');
    });

    it('typed answers: by number, with an extent; what is not understood decides nothing', async () => {
      const { bot, channel, outside, until, say } = await asked();
      for (const [words, said] of [
        ['/approve', 'Say "approve 7"'],
        ['/approve 1 forever', 'Say "approve 7"'],
        ['/deny 1 always', 'Say "approve 7"'],
        ['/approve 9', 'There is no such question here'],
        ['/approve 1 always', 'Only an admin can say "always"'],
      ] as const)
        await say(words, said);
      await channel.say('Ben', '!approve #1');
      await until('There is no such question here');
      bot.model.script(['Posted it.']);
      await channel.say('Ann', '!approve #1 for this conversation');
      await until('Posted it.');
      await until(
        /No longer asked in this conversation: `post_note with board = team` \("approvals revoke p1"/,
      );
      assert.equal(outside.done.length, 1);
      bot.model.script([post('x', { board: 'other' }), 'Asked again.']);
      await say('post x', 'Asked again.');
      await say('/approvals', '"approve 2" or "deny 2" answers');
      await say('/approvals 2', '#2, post_note: asking');
      await say('/approvals deny 2', 'Denied: #2 is not done');
    });

    it('each step is logged and counted, with who and without words', async () => {
      const lines: { readonly fields: object; readonly message: string }[] = [];
      const log: Log = { ...silentLog, info: (fields, message) => void lines.push({ fields, message }) };
      const { bot, channel, until, say, later } = await asked('', { log });
      bot.model.script(['Posted it.', post('two'), 'Asked two.', post('three'), 'Asked three.']);
      await channel.click('Ann', 'approve:1:once');
      await until('Posted it.');
      await say('post two', 'Asked two.');
      await channel.click('Ann', 'approve:2:deny');
      await until('Denied: #2');
      await say('post three', 'Asked three.');
      later(61);
      await until('nobody answered in time');
      later(0);
      bot.model.script([post('four'), 'Asked four.', 'Nothing, then.']);
      await channel.say('Ann', 'post four', { id: 'four' });
      await until('Asked four.');
      await channel.edit('Ann', 'four', 'post nothing');
      await until('Nothing, then.');
      const told = lines.filter(({ message }) => message === 'an approval').map(({ fields }) => fields);
      const of = (approval: number, state: string, by: string | null = null) => ({
        approval,
        tool: 'post_note',
        state,
        by,
      });
      assert.deepEqual(told, [
        of(1, 'asked'),
        of(1, 'approved', 'slack:T1:Ann'),
        of(1, 'done'),
        of(2, 'asked'),
        of(2, 'denied', 'slack:T1:Ann'),
        of(3, 'asked'),
        of(3, 'expired'),
        of(4, 'asked'),
        of(4, 'withdrawn', 'slack:T1:Ann'),
      ]);
    });
  });
