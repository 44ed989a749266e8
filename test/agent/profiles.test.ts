// Every family's profile against a model that is as strict as the family's template: the whole bot, through two turns with
// parallel calls, thinking and a change of persona. What the template does not take is refused, so a wrong profile fails.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { families } from '../../src/agent/profiles/families.ts';
import { profileFor } from '../../src/agent/profiles/profile.ts';
import { startPeacrab } from '../../src/bot/peacrab.ts';
import { loadConfig } from '../../src/config.ts';
import { silentLog } from '../../src/log.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import type { ScriptedModelOptions, SeenRequest, Step } from '../fakes/model/scripted-model.ts';

const LOCAL = 'http://127.0.0.1:8080/v1';
const calls = [
  { name: 'list_reminders', args: {} },
  { name: 'switch_persona', args: { persona: 'cfo' } },
];
const written = calls
  .map(({ name, args }) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`)
  .join('\n');

describe('profiles', () => {
  const bots: Bot[] = [];
  after(async () => {
    for (const bot of bots) await bot.stop();
  });
  async function start(profile: string, strict: ScriptedModelOptions) {
    const channel = new FakeChannel();
    // Nothing is taken over here: on a busy machine a short lease would only add turns.
    const overrides = { dispatcher: { leaseMs: 30_000, pollMs: 100 } };
    const bot = await startBot({ channels: [channel], env: { MODEL_PROFILE: profile }, strict, overrides });
    bots.push(bot);
    return { bot, channel };
  }

  for (const { name: family, template, thinking } of families) {
    it(`${family}: two turns with parallel calls, thinking and another persona`, async () => {
      const { bot, channel } = await start(family, { family });
      const [open = '', close = ''] = thinking.marks ?? [];
      const secret = thinking.marks ? `${open}SECRET in the text${close}` : '';
      const think = (field: string) => ({ delta: { [field]: 'SECRET in a field' } });
      const callStep: Step =
        template.calls === 'text'
          ? { text: `I look.\n${written}`, reasoning: 'SECRET' }
          : { text: 'I look.', calls, reasoning: 'SECRET' };
      bot.model.script([
        callStep,
        {
          events: [
            ...thinking.fields.map(think),
            { delta: { content: `${secret}Done.` } },
            { finish: 'stop' },
          ],
        },
        'Still here.',
      ]);
      await channel.say('Ann', 'what is due? And be my CFO');
      await channel.until((sent) => sent.length === 1);
      await channel.say('Ann', 'and now?');
      await channel.until((sent) => sent.length === 2);

      const { requests } = bot.model;
      assert.deepEqual(
        requests.map(({ refused }) => refused),
        [undefined, undefined, undefined],
      );
      const [first = '', second = ''] = requests.map(bytes);
      assert.ok(second.startsWith(first.slice(0, -1)), 'within a turn a request extends the one before');
      const results = second.slice(first.length - 1);
      assert.match(results, /reminders/i, 'the first result');
      assert.match(results, /CFO/, 'the second result');
      for (const { raw } of requests) assert.doesNotMatch(raw, /SECRET/, 'thinking is not sent again');
      const shown = channel.sent.map(({ text }) => text);
      assert.match(shown[0] ?? '', /Done\./);
      assert.doesNotMatch(shown.join('\n'), /SECRET/, 'thinking is not shown');
      assert.equal(shown[1], 'Still here.');
      assert.match(requests[2]?.raw ?? '', /cfo/i, 'the second turn knows the persona');
    });
  }

  for (const [profile, field] of [
    ['generic,openai', 'prompt_cache_key'],
    ['generic,llamacpp', 'cache_prompt'],
    ['qwen,openrouter', 'cache_control'],
  ] as const)
    it(`a server that refuses ${field} is answered without it, from then on`, async () => {
      const { bot, channel } = await start(profile, { refuses: [field, 'top_k'] });
      bot.model.script(['First.', 'Second.']);
      await channel.say('Ann', 'hello');
      await channel.until((sent) => sent.length === 1);
      const refused = bot.model.requests.filter((request) => request.refused !== undefined).length;
      await channel.say('Ann', 'again');
      await channel.until((sent) => sent.length === 2);
      assert.deepEqual(
        channel.sent.map(({ text }) => text),
        ['First.', 'Second.'],
      );
      assert.ok(refused >= 1);
      assert.equal(bot.model.requests.filter((request) => request.refused !== undefined).length, refused);
    });

  it('the cache key holds still in a conversation and tells nothing of it', async () => {
    const { bot, channel } = await start('openai', {});
    bot.model.rules(() => 'Hello.');
    await channel.say('Ann', 'one', { channel: 'C1' });
    await channel.until((sent) => sent.length === 1);
    await channel.say('Ann', 'two', { channel: 'C1' });
    await channel.until((sent) => sent.length === 2);
    await channel.say('Ann', 'three');
    await channel.until((sent) => sent.length === 3);
    const [one, two, three] = bot.model.requests.map(({ body }) => body.prompt_cache_key);
    assert.match(String(one), /^[0-9a-f]{32}$/);
    assert.equal(one, two);
    assert.notEqual(one, three);
  });
});

describe('which profile', () => {
  for (const [model, family] of [
    ['google/gemma-4-E4B-it', 'gemma'],
    ['gemma4:e4b', 'gemma'],
    ['google/gemma-3-12b-it', 'gemma3'],
    ['gemma3n:e4b', 'gemma3'],
    ['gemma-2-9b-it', 'gemma3'],
    ['gemma:7b', 'gemma3'],
    ['Qwen/Qwen3-8B', 'qwen'],
    ['qwq:32b', 'qwen'],
    ['deepseek-r1-distill-qwen-7b', 'qwen'],
    ['meta-llama/Llama-3.1-8B-Instruct', 'llama'],
    ['ollama/phi4', 'generic'],
    ['mistralai/Ministral-3-8B-Instruct-2512', 'mistral'],
    ['magistral:24b', 'mistral'],
    ['openai/gpt-oss-20b', 'gpt-oss'],
    ['gpt-5-mini', 'generic'],
    ['scripted', 'generic'],
  ] as const)
    it(`${model} is of the family ${family}`, () => assert.equal(profileFor(model, LOCAL).family, family));

  for (const [address, server] of [
    ['https://api.openai.com/v1', 'openai'],
    ['https://mine.openai.azure.com/openai/v1', 'openai'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['http://localhost:11434/v1', 'ollama'],
    [LOCAL, 'llamacpp'],
    ['http://[::1]:8080/v1', 'llamacpp'],
    ['http://llama:8080/v1', 'llamacpp'],
    ['http://172.20.0.5:8080/v1', 'llamacpp'],
    ['http://172.32.0.5:8080/v1', 'hosted'],
    ['https://api.example.com/v1', 'hosted'],
    ['not an address', 'hosted'],
  ] as const)
    it(`${address} is a server of the kind ${server}`, () =>
      assert.equal(profileFor('x', address).server, server));

  it('the setting wins, for the family, the server or both', () => {
    assert.equal(profileFor('gemma-3-4b', LOCAL, 'gemma').family, 'gemma');
    assert.equal(profileFor('gemma-3-4b', LOCAL, 'vllm').family, 'gemma3');
    const both = profileFor('mine', 'https://gateway.example.com', ' openai, Qwen ');
    assert.deepEqual([both.family, both.server, both.cache], ['qwen', 'openai', 'prompt_cache_key']);
  });

  it('a model that always thinks is sampled as its makers say', () => {
    assert.equal(profileFor('qwen3-8b', LOCAL).sampling.temperature, 0.7);
    assert.equal(profileFor('qwen3-30b-a3b-thinking-2507', LOCAL).sampling.temperature, 0.6);
  });

  it('an unknown name stops the start and says which there are', async () => {
    const wanted = { code: 'CONFIG', message: /"gema".*gemma.*llamacpp/ };
    assert.throws(() => profileFor('x', LOCAL, 'gema'), wanted);
    assert.throws(() => profileFor('x', LOCAL, 'gemma,qwen'), { code: 'CONFIG', message: /two of a kind/ });
    const config = loadConfig({ MODEL_PROFILE: 'gema' }, '/nowhere/.env');
    const model = { baseUrl: LOCAL, apiKey: '', name: 'x' };
    await assert.rejects(
      startPeacrab(config, model, async () => [], silentLog),
      wanted,
    );
  });
});

const bytes = ({ messages }: SeenRequest) => JSON.stringify(messages);
