// What goes wrong around a turn: the database goes away, the model stalls or is not there, the process stops. Nothing is
// lost, nothing doubled, and the person hears of it.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { type Bot, type BotOptions, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';

const bots: Bot[] = [];
after(async () => {
  for (const bot of bots) await bot.stop();
});

async function start(options: BotOptions = {}) {
  const channel = new FakeChannel();
  const bot = await startBot({ channels: [channel], ...options });
  bots.push(bot);
  return { bot, channel };
}

describe('trouble with the model', () => {
  it('one that is not there at all: a sentence with Retry, and commands work', async () => {
    const { channel } = await start({ modelUrl: 'http://127.0.0.1:1/v1' });
    await channel.say('Ann', 'hello');
    await channel.until((sent) => sent.length === 1);
    assert.match(
      channel.sent[0]?.text ?? '',
      /the language model does not answer right now\. Nothing was changed\./,
    );
    await channel.say('Ann', '/remind in 2 hours stretch', { zone: 'Europe/Berlin' });
    await channel.until((sent) => sent.length === 2);
    assert.match(channel.sent[1]?.text ?? '', /^⏰ stretch: .*\(r1\)$/);
  });

  it('one that falls silent in mid-stream is given up and asked again', async () => {
    const { bot, channel } = await start({ env: { MODEL_IDLE_SECONDS: '1' } });
    bot.model.script([
      { events: [{ delta: { content: 'I was about to' } }, { stall: true }] },
      'whole answer',
    ]);
    await channel.say('Ann', 'hello');
    await channel.until((sent) => sent.length === 1);
    assert.equal(channel.sent[0]?.text, 'whole answer');
  });

  it('a stream that ends without finish_reason was cut, whatever it held', async () => {
    const { bot, channel } = await start();
    const cutCall = {
      delta: {
        tool_calls: [
          {
            index: 0,
            id: 'x',
            type: 'function',
            function: { name: 'remember', arguments: '{"text":"half"}' },
          },
        ],
      },
    };
    bot.model.script([{ events: [cutCall, { end: true }] }, 'never mind']);
    await channel.say('Ann', 'hello');
    await channel.until((sent) => sent.length === 1);
    assert.equal(channel.sent[0]?.text, 'never mind');
    assert.deepEqual(await bot.database.db.selectFrom('note').select('id').execute(), []);
  });

  it('a request larger than the server’s window is made smaller once, then said so', async () => {
    const { bot, channel } = await start();
    bot.model.script([
      {
        status: 400,
        body: { error: { message: 'context length exceeded', code: 'context_length_exceeded' } },
      },
      'fits now',
    ]);
    await channel.say('Ann', 'hello');
    await channel.until((sent) => sent.length === 1);
    assert.equal(channel.sent[0]?.text, 'fits now');
  });
});

describe('trouble with the process', () => {
  for (const engine of engines()) {
    it(`stopped in mid-turn and started again: answered once, with the same head block (${engine})`, async () => {
      const { bot, channel } = await start({ engine, overrides: { graceMs: 50 } });
      const { promise, resolve } = Promise.withResolvers<void>();
      bot.model.script([{ until: promise, step: 'too late' }, 'in time']);
      await channel.say('Ann', 'hello');
      await bot.model.waitForRequest(1);
      await bot.restart();
      resolve();
      await channel.until((sent) => sent.length === 1);
      assert.deepEqual(
        channel.sent.map(({ text }) => text),
        ['in time'],
      );
      assert.deepEqual(bot.model.requests[1]?.messages, bot.model.requests[0]?.messages);
    });
  }
});

describe('trouble with a process that dies again and again', () => {
  for (const engine of engines()) {
    /** What three deaths leave of a turn. @param reached how many of them came past its first request */
    const dying = async (reached: number, attempts = 3) => {
      const { bot, channel } = await start({ engine, overrides: { graceMs: 50 } });
      const held = Promise.withResolvers<void>();
      bot.model.rules(() => 'answered at last');
      bot.model.script([{ until: held.promise, step: 'too late' }]);
      await channel.say('Ann', 'hello');
      await bot.model.waitForRequest(1);
      await bot.halt();
      held.resolve();
      await bot.resume({
        before: ({ db }) => db.updateTable('turn').set({ reached, attempts }).execute(),
      });
      await channel.until((sent) => sent.length === 1);
      return { bot, channel };
    };

    it(`a turn that was past its first request each time is given up; Retry tries it again (${engine})`, async () => {
      const { channel } = await dying(3);
      const [said] = channel.sent;
      assert.match(said?.text ?? '', /failed three times, so I leave it\. Nothing was changed\./);
      assert.deepEqual(
        said?.buttons.map(({ label }) => label),
        ['Retry'],
      );
      await channel.click('Ann', said?.buttons[0]?.action ?? '');
      await channel.until((sent) => sent.some(({ text }) => text === 'answered at last'));
    });

    it(`a turn that had not reached the model is not to blame, but is not tried for ever either (${engine})`, async () => {
      const innocent = await dying(1);
      assert.equal(innocent.channel.sent[0]?.text, 'answered at last');
      const preparing = await dying(0, 10);
      assert.match(preparing.channel.sent[0]?.text ?? '', /failed ten times, so I leave it/);
    });

    it(`a clean stop in mid-turn is no death (${engine})`, async () => {
      const { bot, channel } = await start({ engine, overrides: { graceMs: 50 } });
      const held = Promise.withResolvers<void>();
      bot.model.rules(() => 'answered at last');
      bot.model.script(Array.from({ length: 4 }, () => ({ until: held.promise, step: 'too late' })));
      await channel.say('Ann', 'hello');
      for (let stop = 1; stop <= 4; stop++) {
        await bot.model.waitForRequest(stop);
        await bot.restart();
      }
      held.resolve();
      await channel.until((sent) => sent.length === 1);
      assert.equal(channel.sent[0]?.text, 'answered at last');
    });
  }
});

describe('trouble with the database', { skip: !process.env.TEST_DATABASE_URL }, () => {
  it('connections that are cut in mid-turn: the turn is taken up again and answered once', async () => {
    const { bot, channel } = await start({ engine: 'postgres' });
    const { promise, resolve } = Promise.withResolvers<void>();
    bot.model.rules(() => 'answered');
    bot.model.script([{ until: promise, step: 'answered' }]);
    await channel.say('Ann', 'hello');
    await bot.model.waitForRequest(1);
    await cutConnections(bot.config.databaseUrl ?? '');
    resolve();
    await channel.until((sent) => sent.length === 1);
    await channel.say('Ann', 'still there?');
    await channel.until((sent) => sent.length === 2);
    assert.deepEqual(
      channel.sent.map(({ text }) => text),
      ['answered', 'answered'],
    );
  });
});

/** Ends every connection to this database, as a server's restart does. */
async function cutConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(url).pathname.slice(1),
  ]);
  await client.end();
}
