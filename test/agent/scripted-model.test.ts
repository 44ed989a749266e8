// The scripted model is itself as strict as it claims to be: other tests rely on what it refuses.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ScriptedModel } from '../fakes/model/scripted-model.ts';

const user = (content: string) => ({ role: 'user', content });
const system = (content: string) => ({ role: 'system', content });
const said = (content: string) => ({ role: 'assistant', content });
const called = (id: string, written = '{}') => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: written } }],
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'seen' });

describe('the scripted model', () => {
  let model: ScriptedModel;
  before(async () => {
    model = (await ScriptedModel.start({ mostTools: 1, flat: true, window: 200 })).script(() => 'Fine.');
  });
  after(() => model.stop());

  async function post(body: object): Promise<{ status: number; text: string }> {
    const response = await fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ stream: true, ...body }),
    });
    return { status: response.status, text: await response.text() };
  }

  it('answers what is in order', async () => {
    const messages = [system('s'), user('a'), called('c1'), result('c1'), said('b'), user('c')];
    const { status, text } = await post({ messages, stream_options: { include_usage: true } });
    assert.equal(status, 200);
    assert.match(text, /Fine\./);
    assert.match(text, /"prompt_tokens":/);
    assert.match(text, /\[DONE\]/);
  });

  const refused: readonly (readonly [string, object[], number])[] = [
    ['a system message after the first', [system('s'), user('a'), system('t')], 400],
    ['two users in a row', [user('a'), user('b')], 400],
    ['a user after a result', [user('a'), called('c1'), result('c1'), user('b')], 400],
    ['an answer first', [said('a')], 400],
    ['a call without its result', [user('a'), called('c1'), user('b')], 400],
    ['a result without its call', [user('a'), called('c1'), result('c2')], 400],
    ['the same call id twice', [user('a'), called('c1'), result('c1'), called('c1'), result('c1')], 400],
    ['empty content', [user('')], 400],
    ['an empty answer', [user('a'), said(''), user('b')], 400],
    ['broken arguments in the history', [user('a'), called('c1', '{"a":'), result('c1')], 500],
    ['arguments that are no object', [user('a'), called('c1', '[]'), result('c1')], 500],
    ['more than its window', [user('word '.repeat(300))], 400],
    ['no messages', [], 400],
  ];
  for (const [what, messages, status] of refused)
    it(`refuses ${what}`, async () => assert.equal((await post({ messages })).status, status));

  it('takes images only where it sees, from a user, behind words, and whole', async () => {
    const sees = (await ScriptedModel.start({ sees: true, window: 600 })).script(() => 'Fine.');
    const ask = async (to: ScriptedModel, ...content: object[]) => {
      const messages = [{ role: 'user', content }];
      const asked = { method: 'POST', body: JSON.stringify({ stream: true, messages }) };
      return (await fetch(`${to.url}/chat/completions`, asked)).status;
    };
    const text = { type: 'text', text: 'what is it?' };
    const image = (url: string) => ({ type: 'image_url', image_url: { url } });
    const png = image('data:image/png;base64,iVBORw0KGgo=');
    assert.equal(await ask(model, text, png), 500);
    assert.equal(await ask(sees, text, png), 200);
    assert.equal(await ask(sees, text, png, png, png), 400, 'images take room');
    for (const wrong of [
      image('https://example.com/a.png'),
      image('data:image/png;base64,AAAA'),
      { type: 'x' },
    ])
      assert.equal(await ask(sees, text, wrong), 400);
    assert.equal(await ask(sees, png, text), 400);
    assert.equal(await ask(sees, text), 400, 'parts without need');
    await sees.stop();
  });

  it('counts the room for the answer into its window', async () => {
    assert.equal((await post({ messages: [user('a')], max_tokens: 199 })).status, 400);
  });

  it('refuses too many tools and nested ones', async () => {
    const tool = (name: string, properties: object) => ({
      type: 'function',
      function: { name, parameters: { type: 'object', properties } },
    });
    assert.equal((await post({ messages: [user('a')], tools: [tool('a', {}), tool('b', {})] })).status, 400);
    assert.equal(
      (await post({ messages: [user('a')], tools: [tool('a', { b: { type: 'object' } })] })).status,
      400,
    );
    assert.equal(
      (await post({ messages: [user('a')], tools: [tool('a', { b: { type: 'string' } })] })).status,
      200,
    );
  });

  it('refuses a key that is not its own', async () => {
    const guarded = (await ScriptedModel.start({ apiKey: 'right' })).script(['Fine.']);
    const ask = (key: string) =>
      fetch(`${guarded.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({ stream: true, messages: [user('a')] }),
      });
    assert.equal((await ask('wrong')).status, 401);
    assert.equal((await ask('right')).status, 200);
    await guarded.stop();
  });

  it('waits for a request, and keeps it', async () => {
    const number = model.requests.length + 1;
    const waiting = model.waitForRequest(number);
    await post({ messages: [user('are you there')] });
    assert.equal((await waiting).lastUser, 'are you there');
  });
});
