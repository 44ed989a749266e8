// "context" shows what the model saw, in sizes and handles; "room" and "now" say what stands at the head of it.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';

const call = (name: string, args: unknown) => ({ calls: [{ name, args }] });

for (const engine of scenarioEngines()) {
  describe(`seeing it (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });
    async function start(env: Record<string, string> = {}) {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], env });
      bots.push(bot);
      const say = async (text: string, options: Parameters<FakeChannel['say']>[2] = {}, who = 'Ann') => {
        const before = channel.sent.length;
        await channel.say(who, text, { zone: 'Europe/Berlin', ...options });
        await channel.until((sent) => sent.length > before);
        return channel.sent.at(-1)?.text ?? '';
      };
      const head = () => /<now>[\s\S]*<\/now>/.exec(bot.model.requests.at(-1)?.lastUser ?? '')?.[0] ?? '';
      return { bot, channel, say, head };
    }

    it('without a request it says what to do', async () => {
      const { bot, say } = await start();
      assert.match(await say('!context'), /not been asked anything in this conversation yet\. Say something/);
      assert.equal(bot.model.requests.length, 0);
    });

    it('shows the parts, what the server counted, what repeats, the estimates and the window; and no text', async () => {
      const { bot, say } = await start({ PRICE_INPUT: '1', PRICE_OUTPUT: '2' });
      bot.model.script([
        'Hello Ann!',
        call('set_reminder', { text: 'canary tea', when: 'tomorrow at 9' }),
        'It is set.',
      ]);
      await say('hi');
      await say('remind me tomorrow at 9 to drink canary tea');
      const text = await say('/context');
      const seen = bot.model.requests.at(-1)?.promptTokens.toLocaleString('en');
      assert.match(text, /^What the model \(scripted\) saw last here, request 3, in tokens:\n/);
      assert.match(text, /^- system prompt [\d,]+, tools [\d,]+$/m);
      assert.match(text, /^- history \d+ \(1 turn\)$/m);
      assert.match(text, /^- newest message \d+, head block \d+$/m);
      assert.match(text, /^- calls and results of its turn \d+$/m);
      assert.ok(text.includes(`The server counted ${seen}, `), text);
      assert.match(text, /\d of them cached \(\d+%\)/);
      assert.match(
        text,
        /^It repeats about [\d,]+ of the request before, .*: it extends the last request\.$/m,
      );
      assert.match(text, /s to the first token, .* in all, and cost 0\.00\d+\.$/m);
      assert.match(
        text,
        /^Estimates are multiplied by 1\.\d\d; on average they are \d+% high\.$|^Estimates .*not calibrated/m,
      );
      assert.match(text, /^Window 24,000: about [\d,]+ used, 1,024 kept for the answer, [\d,]+ free\.$/m);
      assert.doesNotMatch(text, /canary|have changed since/);
    });

    it('names what was compacted and elided by its handle, and says why the front differs', async () => {
      const { bot, say } = await start({ CONTEXT_WINDOW: '6000', MAX_OUTPUT_TOKENS: '500' });
      let turn = 0;
      bot.model.rules((request) => {
        if (request.lastUser.includes('write the running log')) return 'no log';
        if (request.messages.at(-1)?.role === 'tool')
          return `Answer ${turn}: ${'it is as said. '.repeat(25)}`;
        return turn % 2 ? call('recall', { query: 'offer' }) : 'Plain answer.';
      });
      await say('first');
      assert.match(await say('/context'), /not calibrated yet for this model \(\d of 3 answers counted\)/);
      for (turn = 1; turn <= 14; turn += 1)
        await say(`question ${turn}: ${`what of the offer number ${turn * 31}? `.repeat(25)}`);
      const text = await say('/context');
      assert.match(text, /^Earlier turns are compacted \(log by rule\): recall e\d+ reads them\.$/m);
      assert.match(text, /^- log of earlier turns \d+$/m);
      assert.match(text, /^The boundary of old results stands at entry \d+/m);
      assert.match(text, /new, from message \d+ on: [a-z' ]+\.$/m);
      assert.doesNotMatch(text, /have changed since/);
    });

    it('a room has a brief: set by an admin, or in one’s own DM; too long is told by how much; Undo and clear', async () => {
      const { bot, channel, say, head } = await start({ ADMINS: 'slack:Ann' });
      bot.model.rules(() => 'ok');
      const inC1 = { channel: 'C1' };
      assert.match(await say('/room', inC1, 'Ben'), /Nobody has said yet.*\nAn admin can/);
      assert.match(await say('/room brief Ben was here', inC1, 'Ben'), /^Only an admin/);
      assert.match(
        await say('/room brief We plan the move\nto Lisbon.', inC1),
        /from the next message on: We plan the move to Lisbon\.$/,
      );
      await say('hello', inC1, 'Ben');
      assert.match(head(), /^This room: We plan the move to Lisbon\.$/m);
      assert.match(
        bot.model.requests.at(-1)?.lastUser ?? '',
        /^\[Ann set what this room is for: We plan the move to Lisbon\.\]/,
      );
      const long = 'words and more words '.repeat(80);
      assert.match(
        await say(`/room brief ${long}`, inC1),
        /^That is too long by about \d+ tokens: 200 fit, it has \d+\./,
      );
      assert.match(
        await say('/room clear', inC1),
        /^Done: from the next message on I no longer go by this: We plan/,
      );
      await say('and now?', inC1, 'Ben');
      assert.doesNotMatch(head(), /This room/);
      assert.match(await say('/undo', inC1), /^Taken back: Ann cleared what this room is for$/);
      assert.match(await say('/room', inC1, 'Ben'), /^This room: We plan the move/);
      assert.match(await say('/room brief Short answers, please.', {}, 'Ben'), /from the next message on/);
      await say('hi', {}, 'Ben');
      assert.match(head(), /^This room: Short answers, please\.$/m);
      assert.deepEqual(
        channel.sent.at(-2)?.buttons.map(({ label }) => label),
        ['Undo'],
      );
    });

    it('anyone in the room says what is on now, until it is done; an Undo does not touch what came after it', async () => {
      const { bot, channel, say, head } = await start();
      bot.model.rules(() => 'ok');
      const inC1 = { channel: 'C1' };
      assert.match(await say('/now', inC1), /^Nothing is on now\. Say "now" with a text/);
      await say('!now We role-play a salary talk: you are the boss.', inC1, 'Ben');
      const undo = channel.sent.at(-1)?.buttons[0]?.action ?? '';
      await say('hello', { channel: 'C1', thread: '2' });
      assert.match(head(), /^On now: We role-play a salary talk: you are the boss\.$/m);
      assert.match(await say(`/now ${'words and more words '.repeat(40)}`, inC1), /100 fit/);
      await say('/now We look back at it.', inC1);
      const before = channel.sent.length;
      await channel.click('Ben', undo, { channel: 'C1' });
      await channel.until((sent) => sent.length > before);
      assert.match(channel.sent.at(-1)?.text ?? '', /^This has changed since, so nothing was taken back/);
      assert.match(await say('/now', inC1), /^On now: We look back at it\.\n"now done" ends it\.$/);
      assert.match(await say('/now done', inC1, 'Ben'), /no longer go by this: We look back at it\.$/);
      assert.match(await say('/now done', inC1, 'Ben'), /^Nothing is on now\.$/);
      await say('and?', inC1);
      assert.doesNotMatch(head(), /On now/);
      assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /\[Ben ended what was on\]/);
    });
  });
}
