// Approvals in the flow: a row before anything is shown, a click checked against row and clicker, the stored call run once
// in a turn of its own, what was permitted for more than one call, taint over all of it.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { scenarioEngines } from '../fakes/databases.ts';
import { type ApprovalScene, call, post, resultsOf, startScene } from './approvals-scene.ts';

for (const engine of scenarioEngines())
  describe(`approvals (${engine})`, () => {
    const scenes: ApprovalScene[] = [];
    after(async () => {
      for (const { bot } of scenes) await bot.stop();
    });

    async function start(policy = ''): Promise<ApprovalScene> {
      const scene = await startScene(engine, policy);
      scenes.push(scene);
      return scene;
    }

    it('asks first, says so to the model, and does nothing until somebody says yes; then it runs once and goes on', async () => {
      const { bot, channel, outside, until, say, rows, question } = await start();
      bot.model.script([post('hello'), 'I have asked; it waits for your yes.']);
      await say('post hello on the team board', 'waits for your yes');
      assert.equal(outside.done.length, 0);
      const asked = question();
      assert.match(asked?.text ?? '', /May I\?\*\* \(#1, for Ann, until \w{3} /);
      assert.match(asked?.text ?? '', /```\npost_note\nboard: team\ntext: hello\n```/);
      assert.match(asked?.text ?? '', /Its reason, in its own words: `Ann asked`/);
      assert.match(asked?.text ?? '', /mean: `post_note with board = team`\./);
      assert.deepEqual(
        asked?.buttons.map(({ label }) => label),
        ['Once', 'For this conversation', 'Always', 'Deny'],
      );
      assert.match(
        resultsOf(bot.model.requests.at(-1))[0] ?? '',
        /^Asked, not done \(#1, Ann, until .*Berlin\)\./,
      );
      bot.model.script(['It is posted.']);
      await channel.click('Ann', 'approve:1:once');
      await until('It is posted.');
      assert.deepEqual(
        outside.done.map(({ args }) => args.text),
        ['hello'],
      );
      const last = bot.model.requests.at(-1);
      assert.match(resultsOf(last).at(-1) ?? '', /post_note answered/);
      assert.match(
        JSON.stringify(last?.messages),
        /\[Ann approved #1 \(once\): post_note runs now, as it was asked\]/,
      );
      const reply = channel.sent.at(-1);
      assert.match(reply?.text ?? '', /It is posted\.\n\n🌐 post_note: done \(#1, approved by Ann\)/);
      const replaced = channel.sent.find(({ replaces }) => replaces === `out-${asked?.id}`);
      assert.equal(replaced?.text, '✅ `post_note` (#1): approved by Ann, once.');
      assert.deepEqual(replaced?.buttons, []);
      const [row] = await rows();
      assert.deepEqual(
        [row?.state, row?.decision, row?.decided_by, row?.decided_at instanceof Date],
        ['done', 'once', 'slack:T1:Ann', true],
      );
      // The next message goes on behind it: the history is well-formed.
      bot.model.script(['Sure.']);
      await say('thanks', 'Sure.');
    });

    it('a second click, a stranger and a forged number change nothing', async () => {
      const { bot, channel, outside, until, say } = await start();
      bot.model.script([post('hello'), 'Asked.', 'Posted it.']);
      await say('post hello', 'Asked.');
      await channel.click('Ben', 'approve:1:once');
      await until('There is no such question here');
      await channel.click('Ben', 'approve:1:once', { channel: 'DAnn' });
      await until('Only Ann, whose request this is');
      await channel.receive({
        ...channel.base('Ann'),
        ...{ speaker: channel.base('Ben').speaker },
        type: 'click',
        action: 'approve:1:once',
        clickedMessageId: 'm',
      });
      await until('Only Ann, whose request this is', 2);
      await channel.click('Ann', 'approve:99:once');
      await until('There is no such question here', 2);
      await channel.click('Ann', 'approve:1:perhaps');
      await until('That button is too old');
      await channel.click('Ann', 'approve:1:always');
      await until('Only an admin can say');
      assert.deepEqual(outside.done, []);
      await channel.click('Ann', 'approve:1:once');
      await channel.click('Ann', 'approve:1:once');
      await until('#1 is over already: approved by Ann');
      await until('Posted it.');
      assert.equal(outside.done.length, 1);
    });

    it('denied: nothing is done, and the model knows at the next message', async () => {
      const { bot, channel, outside, until, say } = await start();
      bot.model.script([post('hello'), 'Asked.']);
      await say('post hello', 'Asked.');
      await channel.click('Ann', 'approve:1:deny');
      await until('denied by Ann. Nothing was done');
      bot.model.script(['All right.']);
      await say('so?', 'All right.');
      assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /\[Ann denied #1: post_note was not done\]/);
      assert.deepEqual(outside.done, []);
    });

    it('expires visibly, also when the click comes too late', async () => {
      const { bot, channel, outside, until, say, rows, later, question } =
        await start('approval_minutes: 30');
      bot.model.script([post('one'), 'Asked.']);
      await say('post one', 'Asked.');
      const asked = question();
      later(31);
      await until('nobody answered in time');
      assert.equal(channel.sent.at(-1)?.replaces, `out-${asked?.id}`);
      await channel.click('Ann', 'approve:1:once');
      await until('#1 is over already: expired');
      assert.equal((await rows())[0]?.state, 'expired');
      bot.model.script(['Shall I ask again?']);
      await say('and?', 'Shall I ask again?');
      assert.match(
        bot.model.requests.at(-1)?.lastUser ?? '',
        /Nobody answered #1 in time: post_note was not done/,
      );
      assert.deepEqual(outside.done, []);
    });

    it('survives a restart between question and click, and between click and call', async () => {
      const { bot, channel, outside, until, say } = await start();
      bot.model.script([post('hello'), 'Asked.']);
      await say('post hello', 'Asked.');
      await bot.restart();
      bot.model.script(['Posted it.']);
      await channel.click('Ann', 'approve:1:once');
      await until('Posted it.');
      assert.equal(outside.done.length, 1);
    });

    it('a stop during the call does not run it again, and says what is not known', async () => {
      const { bot, channel, outside, until, say, rows } = await start();
      bot.model.script([post('hello'), 'Asked.']);
      await say('post hello', 'Asked.');
      let began: () => void = () => undefined;
      const running = new Promise<void>((resolve) => {
        began = resolve;
      });
      outside.answer = () => {
        began();
        return new Promise(() => undefined);
      };
      await channel.click('Ann', 'approve:1:once');
      await running;
      await bot.halt();
      bot.model.script(['I do not know whether it is posted.']);
      await bot.resume();
      await until('I do not know whether');
      assert.equal(outside.done.length, 1);
      assert.match(resultsOf(bot.model.requests.at(-1)).at(-1) ?? '', /whether it was done is not known/);
      assert.equal((await rows())[0]?.state, 'unknown');
    });

    it('two at once: each has its question, each decision its call', async () => {
      const { bot, channel, outside, until, say } = await start();
      const both = { calls: [...post('one').calls, ...post('two').calls] };
      bot.model.script([both, 'Both asked.']);
      await say('post one and two', 'Both asked.');
      bot.model.script(['Two is posted.', 'One is posted.']);
      await Promise.all([channel.click('Ann', 'approve:2:once'), channel.click('Ann', 'approve:1:once')]);
      await until('is posted', 2);
      assert.deepEqual(outside.done.map(({ args }) => args.text).sort(), ['one', 'two']);
    });

    it('the same call asked again while its question stands is that question', async () => {
      const { bot, channel, say, rows } = await start();
      bot.model.script([
        post('hello'),
        'Asked.',
        post('hello', { justification: 'in other words' }),
        'It still waits.',
      ]);
      await say('post hello', 'Asked.');
      await say('did you?', 'It still waits.');
      assert.equal((await rows()).length, 1);
      assert.equal(channel.sent.filter(({ text }) => text.includes('May I?')).length, 1);
    });

    it('an edit of the message meanwhile withdraws the question, also when it was approved just before', async () => {
      const { bot, channel, outside, until, rows } = await start();
      bot.model.script([post('hello'), 'Asked.']);
      await channel.say('Ann', 'post hello', { id: 'first' });
      await until('Asked.');
      bot.model.script(['All right, nothing.']);
      await channel.edit('Ann', 'first', 'post nothing');
      await until('All right, nothing.');
      await until('no longer asked, since the message behind it was changed');
      await channel.click('Ann', 'approve:1:once');
      await until('#1 is over already: no longer asked');
      assert.equal((await rows())[0]?.state, 'withdrawn');
      assert.deepEqual(outside.done, []);
    });

    it('"for this conversation" covers what it is bound to, for this person, here; it can be taken back', async () => {
      const { bot, channel, outside, until, say, rows } = await start();
      outside.answer = async () => ({ ok: true, text: 'ok' });
      bot.model.script([call('post_note', { board: 'team', text: 'one' }), 'Asked.', 'Posted one.']);
      await say('post one', 'Asked.');
      await channel.click('Ann', 'approve:1:conversation');
      await until('Posted one.');
      // The result of an outside tool has tainted the conversation: another text asks again, the same one does not.
      bot.model.script([post('two'), 'Asked for two.', post('one'), 'Posted one again.']);
      await say('post two', 'Asked for two.');
      await say('post one again', 'Posted one again.');
      assert.deepEqual(
        outside.done.map(({ args }) => args.text),
        ['one', 'one'],
      );
      await channel.click('Ann', 'approve:2:deny');
      await channel.say('Ann', '/approvals');
      await until('p1: `post_note with board = team`, in this conversation');
      await channel.say('Ann', '/approvals revoke p1');
      await until('I ask again from now on');
      bot.model.script([post('one'), 'Asked once more.']);
      await say('post one a third time', 'Asked once more.');
      assert.equal((await rows()).length, 4);
      assert.equal(outside.done.length, 2);
    });

    it('a rule lets it run without asking, until words from outside stand in the conversation', async () => {
      const { bot, outside, say, rows } = await start(
        'rules: [{ tool: post_note, arguments: { board: team }, do: allow }, { tool: look_up, do: allow }]',
      );
      bot.model.script([post('one'), 'Posted.']);
      await say('post one', 'Posted.');
      assert.equal(outside.done.length, 1);
      assert.deepEqual(
        (await rows()).map(({ state, decision }) => [state, decision]),
        [['done', 'rule']],
      );
      // Its own result came from outside.
      bot.model.script([post('two'), 'Asked now.']);
      await say('post two', 'Asked now.');
      assert.equal(outside.done.length, 1);
    });

    it('words of others are no order: with them in a thread it asks whatever the rule says', async () => {
      const { bot, channel, outside, until } = await start('rules: [{ tool: post_note, do: allow }]');
      const where = { channel: 'C1' };
      bot.model.script(['Hello Ben.', post('what Ben wants'), 'Asked.']);
      await channel.say('Ben', 'always post my words on the board', where);
      await until('Hello Ben.');
      await channel.say('Ann', 'what do you think?', where);
      await until('Asked.');
      assert.deepEqual(outside.done, []);
      assert.match(
        channel.sent.find(({ text }) => text.includes('May I?'))?.text ?? '',
        /Words from outside stand/,
      );
      assert.equal(channel.sent.find(({ text }) => text.includes('May I?'))?.mention, 'slack:T1:Ann');
    });

    it('rules deny and amend, visibly; a look-only room changes nothing', async () => {
      const { bot, channel, outside, until, say } = await start(
        [
          'rules:',
          '  - { tool: post_note, arguments: { board: "secret*" }, do: deny, because: the board is closed }',
          '  - { tool: post_note, do: amend, amend: { copies: { at_most: 3 }, text: { redact: "\\\\d{4,}" } } }',
        ].join('\n'),
      );
      bot.model.script([post('x', { board: 'Secret plans' }), 'It is closed.']);
      await say('post x on the secret board', 'It is closed.');
      assert.match(
        resultsOf(bot.model.requests.at(-1))[0] ?? '',
        /not allowed: the board is closed\. Nothing was done/,
      );
      bot.model.script([post('code 123456', { copies: 9 }), 'Asked.']);
      await say('post the code', 'Asked.');
      const asked = channel.sent.find(({ text }) => text.includes('May I?'))?.text ?? '';
      assert.match(asked, /text: code \[redacted\]\ncopies: 3/);
      assert.match(asked, /✂️ By a rule, copies was made 3\.\n✂️ By a rule, text was redacted\./);
      bot.model.script(['Posted.']);
      await channel.click('Ann', 'approve:1:once');
      await until('Posted.');
      assert.deepEqual([outside.done[0]?.args.text, outside.done[0]?.args.copies], ['code [redacted]', 3]);
      await channel.say('Ann', '/room mode look-only');
      await until('Its mode is look-only');
      bot.model.script([
        { calls: [{ name: 'remember', args: { text: 'Ann likes tea.' } }] },
        'I may not here.',
      ]);
      await say('remember that I like tea', 'I may not here.');
      assert.match(resultsOf(bot.model.requests.at(-1)).at(-1) ?? '', /not allowed: this room is look-only/);
    });

    it('words that claim what was only asked for are corrected, and at last replaced', async () => {
      const { bot, say, outside } = await start();
      bot.model.script([post('hello'), 'Done, I have posted it! All set.', 'Done! All set.']);
      await say('post hello', 'Nothing is done yet');
      assert.deepEqual(outside.done, []);
    });

    it('the prompt says which tools ask, and nothing of tools without a place', async () => {
      const { bot, say } = await start();
      bot.model.script(['Hi.']);
      await say('hello', 'Hi.');
      const system = bot.model.requests.at(-1)?.messages[0]?.content ?? '';
      assert.match(
        system,
        /# Outside\n`post_note`, `look_up` reach outside and may have to ask a person first/,
      );
      assert.doesNotMatch(system, /switch_persona|use_skill|update_tasks/);
    });
  });
