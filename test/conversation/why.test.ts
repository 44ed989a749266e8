// "why": how an answer came about, from the rows; arguments only for whoever it was for, and nothing of conversations that
// the asker is not in.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silenceText, type WhyFacts, whyText } from '../../src/conversation/commands/why/text.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import { calls, scenesOn } from '../schedule/scene.ts';

const facts: WhyFacts = {
  turn: 12,
  at: 'Sat 21 Nov, 09:00',
  began: 'mention',
  room: 'channel',
  principal: 'Ann',
  persona: 'CFO',
  state: 'committed',
  attempts: 2,
  calls: [
    { name: 'look_up', args: '{"query":"rates"}', ok: true, result: 'canary' },
    {
      name: 'post_note',
      args: '{"text":"canary"}',
      ok: false,
      result: 'Asked, not done (#7, Ann, until ...).',
      asked: 7,
    },
    {
      name: 'fetch',
      args: '{}',
      ok: false,
      result: 'fetch is not allowed: not in channels. Nothing was done.',
      refused: 'not in channels',
    },
    { name: 'recall', args: '{}', ok: false, result: 'There is nothing like canary.' },
  ],
  mayRead: false,
  questions: [{ id: 7, tool: 'post_note', state: 'denied', by: 'Boss' }],
  receipts: ['⏰ tea: Sun 22 Nov, 09:00'],
  asks: [],
  promises: ['the reply claimed what did not stand, so I put that to the model once more'],
  nudges: 1,
  asked: { requests: 3, input: 12_345, cached: 2000, output: 80, cost: 0.00123 },
  beside: { requests: 0, input: 0, cached: 0, output: 0, cost: 0 },
  leftOut: ['older results, shortened: 2 results (t1.1, t2.1)'],
  undelivered: ['channel_not_found'],
};

describe('the words of why', () => {
  it('says how it began, for whom and as whom, what was called and what came of it', () => {
    assert.deepEqual(whyText(facts).split('\n'), [
      '**Why** (turn 12, Sat 21 Nov, 09:00)',
      '- I was mentioned by name',
      '- For Ann, as CFO: answered, begun twice',
      '- Called look_up: ok',
      '- Called post_note: asked first (#7)',
      '- Called fetch: refused by a rule: not in channels',
      '- Called recall: failed',
      '- What they were called with is shown to the person it was for, or to an admin',
      '- Question #7 about post_note: denied by Boss',
      '- ⏰ tea: Sun 22 Nov, 09:00',
      '- Promise: the reply claimed what did not stand, so I put that to the model once more',
      '- The model was told once that something was amiss, and went on from there',
      '- The model was asked 3 times: 12,345 tokens in (2,000 of them cached), 80 out, cost 0.00123',
      '- Not seen: older results, shortened: 2 results (t1.1, t2.1)',
      '- Not delivered: channel_not_found',
    ]);
  });

  it('shows arguments to those who may, on one line that cannot break out of its code', () => {
    const call = { name: 'recall', args: '{"query":"a`b\\n"}', ok: false, result: 'none\nsuch' };
    const text = whyText({ ...facts, calls: [call], mayRead: true });
    assert.match(text, /^- Called recall `\{"query":"aˋb\\n"\}`: failed: none such$/m);
    assert.doesNotMatch(text, /shown to the person/);
  });

  it('derives how it began from the place where that was not stored', () => {
    assert.match(whyText({ ...facts, began: null, room: 'dm' }), /You wrote to me directly/);
    assert.match(whyText({ ...facts, began: null }), /I was mentioned, or it was said in a thread/);
    assert.match(whyText({ ...facts, began: 'task', calls: [] }), /A task fell due[\s\S]*No tool was called/);
  });

  it('says of silence how it is in general, and what is known', () => {
    assert.match(
      silenceText({ room: 'channel', takesPart: false, known: [] }),
      /do not store it[\s\S]*mention me once[\s\S]*nothing that went wrong/,
    );
    const known = silenceText({ room: 'dm', takesPart: true, known: ['turn 3 failed'] });
    assert.match(known, /^Here I answer everything[\s\S]*\n- turn 3 failed$/);
  });
});

for (const engine of scenarioEngines())
  describe(`why (${engine})`, () => {
    const start = scenesOn(engine);
    const inTeam = { channel: 'C1', thread: '5' };

    it('explains the last turn, or the one behind a reminder or a message of ours', async () => {
      const scene = await start();
      assert.match(await scene.ask('Ann', '/why'), /^I have answered nothing here yet/);
      scene.bot.model.script([
        calls('set_reminder', { text: 'tea', when: 'tomorrow at 9' }),
        'It is set.',
        'Hello!',
      ]);
      await scene.ask('Ann', 'remind me tomorrow at 9 to drink tea');
      const reply = scene.channel.sent.at(-1);
      await scene.ask('Ann', 'hi');
      const last = await scene.ask('Ann', '/why');
      assert.match(last, /^\*\*Why\*\* \(turn 2, .*\)\n- You wrote to me directly/);
      assert.match(last, /^- For Ann, as .*: answered$/m);
      assert.match(last, /^- No tool was called$/m);
      assert.match(last, /^- The model was asked once: \d/m);
      assert.match(last, /^- Limits: none on turns/m);
      for (const which of ['r1', `out-${reply?.id}`]) {
        const first = await scene.ask('Ann', `/why ${which}`);
        assert.match(first, /^\*\*Why\*\* \(turn 1, /);
        assert.match(first, /^- Called set_reminder `\{"text":"tea","when":"tomorrow at 9"\}`: ok$/m);
        assert.match(first, /^- ⏰ Sun 22 Nov, 09:00 Europe\/Berlin/m);
      }
      assert.equal(scene.bot.model.requests.length, 3, 'none for the commands');
    });

    it('says that a promise was taken back', async () => {
      const scene = await start();
      scene.bot.model.rules(() => "I'll remind you tomorrow at 9 about the tea.");
      await scene.ask('Ann', 'I keep forgetting my tea');
      assert.match(
        await scene.ask('Ann', '/why'),
        /^- Promise: the reply claimed[\s\S]*\n- Promise: taken back, because/m,
      );
    });

    it('in a channel only whoever asks sees it; others see no arguments, and outsiders nothing at all', async () => {
      const scene = await start({ ADMINS: 'slack:Boss' });
      scene.bot.model.script([calls('recall', { query: 'canary' }), 'Nothing.']);
      await scene.ask('Ann', 'what of it?', inTeam);
      const mine = await scene.ask('Ann', '!why', inTeam);
      assert.match(mine, /`\{"query":"canary"\}`/);
      assert.equal(scene.channel.sent.at(-1)?.privateTo, 'slack:T1:Ann');
      const others = await scene.ask('Ben', '!why', inTeam);
      assert.match(others, /^- Called recall: ok$/m);
      assert.doesNotMatch(others, /canary/);
      assert.match(await scene.ask('Boss', '!why', inTeam), /canary/);
      for (const [who, where, what] of [
        ['Eve', { channel: 'C2', thread: '9' }, 't1.1'],
        ['Eve', {}, 't1.1'],
        ['Boss', {}, ''],
      ] as const)
        assert.doesNotMatch(await scene.ask(who, `/why ${what}`, where), /\*\*Why/);
      // Ann has said it there, so she may look from elsewhere.
      assert.match(await scene.ask('Ann', '/why t1.1', { channel: 'C1', thread: '6' }), /turn 1/);
    });

    it('says why it was silent: the limit, a message that did not arrive, a turn that failed', async () => {
      const scene = await start({ LIMIT_TURNS_PER_PERSON: '1' });
      scene.now = new Date();
      scene.bot.model.rules(() => 'ok');
      assert.match(await scene.ask('Ann', '/why silent'), /nothing that went wrong/);
      scene.channel.faults.push('refused');
      await scene.channel.say('Ann', 'hi', { sentAt: scene.now });
      const failed = () =>
        scene.bot.database.db
          .selectFrom('outbox')
          .select('id')
          .where('state', '=', 'failed')
          .executeTakeFirst();
      while (!(await failed())) await new Promise((resolve) => setTimeout(resolve, 20));
      await scene.ask('Ann', '/why did you stay silent?');
      // Beside it stands, sooner or later, that an answer could not be sent.
      const listed = (text: string) => /^- You have had your one turn of an hour/m.test(text);
      await scene.channel.until((sent) => sent.some(({ text }) => listed(text)));
      const known = scene.channel.sent.map(({ text }) => text).find(listed) ?? '';
      assert.match(known, /^- You have had your one turn of an hour/m);
      assert.match(known, /: a message of mine was not delivered: a scripted refused$/m);
      assert.match(
        await scene.ask('Ben', '!why silent', inTeam),
        /In a channel I answer where I am mentioned/,
      );
    });
  });
