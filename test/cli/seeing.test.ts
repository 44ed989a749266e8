// "npm run context" prints what the model saw, "npm run replay" sends it again: on a database that the bot has left.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';

const ann = 'slack:T1:DAnn';
const profile = { MODEL_PROFILE: 'qwen, openai' };

describe('seeing stored requests from the command line', () => {
  let bot: Bot;
  let counted = 0;

  before(async () => {
    const channel = new FakeChannel();
    bot = await startBot({ engine: 'pglite', channels: [channel], env: profile });
    bot.model.script(['Hello Ann!', { calls: [{ name: 'list_reminders', args: {} }] }, 'You have none.']);
    await channel.say('Ann', 'hi', { zone: 'Europe/Berlin' });
    await channel.until((sent) => sent.length === 1);
    await channel.say('Ann', 'which reminders do I have?', { zone: 'Europe/Berlin' });
    await channel.until((sent) => sent.length === 2);
  });
  after(() => bot.stop());

  function cli(name: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: bot.config.dataDir,
      OPENAI_BASE_URL: bot.model.url,
      MODEL: 'scripted',
      ...profile,
      LOG_LEVEL: 'silent',
    };
    const file = join(import.meta.dirname, '../../src/cli', `${name}.ts`);
    return new Promise((resolve) => {
      execFile(process.execPath, [file, ...args], { env, cwd: bot.folder }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  }

  it('while the bot runs on the folder, both say so', async () => {
    for (const run of [await cli('context'), await cli('replay', '1')]) {
      assert.deepEqual([run.code, run.out], [1, '']);
      assert.match(run.err, /^Another Peacrab is running on .*Stop it first/);
    }
    await bot.halt();
  });

  it('lists the conversations, and says what is not there', async () => {
    const { out } = await cli('context');
    assert.match(out, /^slack:T1:DAnn {2}3 requests, the last is 3 of 2.*Z\nTo see one: /);
    const none = await cli('context', 'slack:T1:DBen');
    assert.deepEqual([none.code, none.out], [1, '']);
    assert.match(none.err, /^There is no request of slack:T1:DBen\./);
    assert.match((await cli('replay', '99')).err, /^There is no request 99\./);
    assert.match((await cli('replay')).err, /^Say which request/);
  });

  it('prints the whole last request, with a mark where it stops repeating the one before', async () => {
    const { out } = await cli('context', ann);
    const last = bot.model.requests[2];
    assert.match(out, /^Request 3 of slack:T1:DAnn, turn 2, scripted, .*Z\n6 messages, about [\d,]+ tokens/);
    for (const message of last?.messages ?? []) assert.ok(out.includes(message.content), message.content);
    assert.match(
      out,
      /which reminders do I have\?[\s\S]*=== so far about [\d,]+ tokens repeat .*: it extends the last request ===\n--- message 4, assistant/,
    );
    assert.match(out, /\(call \S+: list_reminders \{\}\)\n--- message 5, tool, \d+ tokens\n\(result of /);
    assert.match(out, /\(The request before is 2\.\)\n$/);
    assert.doesNotMatch(out, /!!!/);
  });

  it('prints another request: the mark stands where the head block of the turn before was', async () => {
    const { out } = await cli('context', ann, '--request', '2');
    assert.match(
      out,
      /--- message 1, user, \d+ tokens\nhi\n=== so far .*: the last turn's head block was left out ===\n--- message 2, assistant/,
    );
    assert.match(
      (await cli('context', ann, '--request', '1')).out,
      /=== all of it is new: there was no request before it ===/,
    );
  });

  it('sends it again byte for byte, prints what would be called, and stores nothing', async () => {
    bot.model.script([
      { text: 'Let me see.', calls: [{ name: 'recall', args: { query: 'tea' } }] },
      'Once more.',
    ]);
    counted = bot.model.requests.length;
    const { code, out, err } = await cli('replay', '3', '--times', '2');
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^Request 3, then sent to scripted, now to scripted\.\nLet me see\.\n\(would call recall \{"query":"tea"\}\)\n--- 1: [\d,]+ tokens in, .* cached, \d+ out, .* s in all\nOnce more\.\n--- 2: /,
    );
    assert.match(out, /Nothing of this was stored, and nothing was run\.\n$/);
    const [, , original, again] = bot.model.requests;
    assert.equal(again?.raw, original?.raw);
    assert.match(again?.raw ?? '', /"prompt_cache_key":"[\da-f]{32}"/);
    assert.equal(bot.model.requests.length, counted + 2);
    assert.match((await cli('context')).out, /3 requests, the last is 3/);
  });

  it('with another model and another system prompt; a failure is told', async () => {
    const file = join(bot.folder, 'other.md');
    writeFileSync(file, '# Be brief\r\n');
    bot.model.script(['Brief.', { status: 500 }]);
    const { out } = await cli('replay', '1', '--model', 'other', '--prompt', file);
    assert.match(out, /^Request 1, then sent to scripted, now to other\.\nBrief\.\n/);
    const sent = bot.model.requests.at(-1);
    assert.equal(sent?.body.model, 'other');
    assert.deepEqual(sent?.messages[0], { role: 'system', content: '# Be brief' });
    assert.deepEqual(sent?.messages.slice(1), bot.model.requests[0]?.messages.slice(1));
    assert.match((await cli('replay', '1')).out, /\(no whole answer: MODEL_\w+\)/);
    assert.match((await cli('replay', '1', '--prompt', 'nowhere.md')).err, /^The prompt could not be read/);
  });
});
