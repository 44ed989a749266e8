// The body of a request by profile: sampling, the field of the prompt cache, and what a refusal takes out of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createModelClient } from '../../src/agent/openai.ts';
import { profileFor } from '../../src/agent/profiles/profile.ts';
import { bodyOf } from '../../src/agent/request-body.ts';
import { ScriptedModel } from '../fakes/model/scripted-model.ts';
import { HELLO } from './support.ts';

const request = { messages: HELLO, tools: [], cacheKey: 'abc' };
const body = (model: string, address: string, more = {}) =>
  bodyOf(model, profileFor(model, address), new Set(), { ...request, ...more });

describe('the body of a request', () => {
  it('brings the sampling of the makers; a temperature of the request itself wins', () => {
    const { temperature, top_p, top_k } = body('gemma-4-E4B-it', 'http://localhost:8080');
    assert.deepEqual([temperature, top_p, top_k], [1, 0.95, 64]);
    assert.equal(body('gemma-4-E4B-it', 'http://localhost:8080', { temperature: 0 }).temperature, 0);
    const plain = body('gpt-5-mini', 'https://api.openai.com/v1');
    assert.ok(!('temperature' in plain) && !('top_p' in plain) && !('top_k' in plain));
  });

  it('sends images as parts behind the words, whatever the template takes of tools', () => {
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    const messages = [
      ...HELLO.slice(0, -1),
      { role: 'user', content: 'what is it?', images: [url] } as const,
    ];
    const parts = [
      { type: 'text', text: 'what is it?' },
      { type: 'image_url', image_url: { url } },
    ];
    for (const model of ['gpt-5-mini', 'qwen3.5-9b', 'mistral-small', 'gemma-4-E4B-it']) {
      const sent = body(model, 'http://localhost:8080', { messages }).messages as readonly object[];
      assert.deepEqual(sent.at(-1), { role: 'user', content: parts }, model);
    }
    const sent = body('gemma-3-4b-it', 'http://localhost:8080', { messages }).messages as readonly object[];
    const { content } = sent.at(-1) as { content: readonly { text?: string }[] };
    assert.match(content[0]?.text ?? '', /what is it\?$/);
    assert.deepEqual(content[1], parts[1]);
  });

  it('has the cache field that the server wants, and no other', () => {
    const fields = (model: string, address: string) => {
      const { prompt_cache_key, cache_prompt, cache_control, messages } = body(model, address);
      const [first] = messages as readonly { content: unknown }[];
      return { prompt_cache_key, cache_prompt, cache_control, marked: Array.isArray(first?.content) };
    };
    const none = {
      prompt_cache_key: undefined,
      cache_prompt: undefined,
      cache_control: undefined,
      marked: false,
    };
    const router = 'https://openrouter.ai/api/v1';
    assert.deepEqual(fields('gpt-5-mini', 'https://api.openai.com/v1'), { ...none, prompt_cache_key: 'abc' });
    assert.deepEqual(fields('gemma-4-E4B-it', 'http://localhost:8080'), { ...none, cache_prompt: true });
    assert.deepEqual(fields('qwen/qwen3.5-9b', router), { ...none, marked: true });
    assert.deepEqual(fields('anthropic/claude-haiku-4.5', router), {
      ...none,
      cache_control: { type: 'ephemeral' },
    });
    assert.deepEqual(fields('google/gemma-4-31b-it', router), none);
    assert.deepEqual(fields('gemma4:e4b', 'http://localhost:11434/v1'), none);
  });
});

describe('a refused field', () => {
  let model: ScriptedModel;
  before(async () => {
    model = (await ScriptedModel.start()).rules(() => 'Fine.');
  });
  after(() => model.stop());

  async function afterRefusal(status: number, refusal: unknown) {
    model.script([{ status, body: refusal }]);
    const profile = profileFor('gemma-4-E4B-it', 'http://localhost:8080');
    const client = createModelClient({ baseUrl: model.url, apiKey: '', model: 'x', profile });
    for await (const _ of client.stream(request, new AbortController().signal));
    const fields = ['temperature', 'top_p', 'top_k', 'cache_prompt', 'stream_options'];
    return fields.filter((name) => Object.hasOwn(model.requests.at(-1)?.body ?? {}, name));
  }

  for (const [status, refusal, left] of [
    [
      400,
      { error: { message: 'Unrecognized request argument supplied: top_k' } },
      ['temperature', 'top_p', 'cache_prompt', 'stream_options'],
    ],
    [
      400,
      { error: { message: "property 'cache_prompt' is unsupported" } },
      ['temperature', 'top_p', 'top_k', 'stream_options'],
    ],
    [
      422,
      {
        detail: ['top_k', 'cache_prompt'].map((name) => ({
          type: 'extra_forbidden',
          loc: ['body', name],
          msg: 'Extra inputs are not permitted',
        })),
      },
      ['temperature', 'top_p', 'stream_options'],
    ],
    [
      400,
      {
        error: {
          message: "Unsupported value: 'temperature' does not support 1 with this model.",
          param: 'temperature',
        },
      },
      ['top_p', 'top_k', 'cache_prompt', 'stream_options'],
    ],
    [400, { error: { message: 'The body does not match the schema.' } }, ['temperature', 'stream_options']],
  ] as const)
    it(`is left out after ${JSON.stringify(refusal).slice(0, 70)}`, async () => {
      assert.deepEqual(await afterRefusal(status, refusal), left);
    });

  it('is no field when the server complains of something else', async () => {
    await assert.rejects(afterRefusal(400, { error: { message: 'roles must alternate' } }), {
      code: 'MODEL_REFUSED',
    });
  });
});
