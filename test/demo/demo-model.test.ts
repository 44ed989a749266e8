// The demo model through the client that real models get, on messages as Peacrab compiles them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type DemoModel, startDemoModel } from '../../demo/demo-model.ts';
import { createModelClient } from '../../src/agent/openai.ts';
import type { ChatMessage, ToolSchema } from '../../src/context/message.ts';
import { loopOn, reader, testRunner, writer } from '../agent/support.ts';

const head = (persona: string): string =>
  `<now>\nFriday 2 January 2026, 09:05 (Europe/Berlin)\nSpeaking with Ann in a direct message (terminal).\nYou speak as: ${persona}.\n</now>`;

const asked = (words: string, persona = 'Assistant'): ChatMessage[] => [
  { role: 'system', content: 'You are Peacrab.' },
  { role: 'user', content: `${words}\n\n${head(persona)}` },
];

const schema = (name: string, ...parameters: string[]): ToolSchema => ({
  type: 'function',
  function: {
    name,
    description: name,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((one) => [one, { type: 'string' }])),
    },
  },
});

const TOOLS = [
  schema('set_reminder', 'when', 'text'),
  schema('list_reminders'),
  schema('change_reminder', 'reminder', 'action', 'when'),
  schema('switch_persona', 'persona'),
];

describe('the demo model', () => {
  let demo: DemoModel;
  before(async () => {
    demo = await startDemoModel();
  });
  after(() => demo.stop());

  async function answer(messages: readonly ChatMessage[], tools: readonly ToolSchema[] = TOOLS) {
    const client = createModelClient({ baseUrl: demo.url, apiKey: '', model: 'demo' });
    const calls: { name: string | undefined; args: unknown }[] = [];
    let text = '';
    let finish: string | undefined;
    for await (const delta of client.stream({ messages, tools }, new AbortController().signal)) {
      text += delta.text ?? '';
      finish ??= delta.finish;
      for (const call of delta.calls ?? [])
        calls.push({ name: call.name, args: JSON.parse(String(call.arguments)) });
    }
    return { text, calls, finish };
  }

  const tool = (name: string, args: object, result: string): ChatMessage[] => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'call00000', type: 'function', function: { name, arguments: JSON.stringify(args) } },
      ],
    },
    { role: 'tool', tool_call_id: 'call00000', content: result },
  ];

  it('greets, and says what it is', async () => {
    const { text, finish } = await answer(asked('hello'));
    assert.match(text, /Hello.*demo/);
    assert.equal(finish, 'stop');
  });

  it('calls the tool with the own words of whoever spoke, past markers and tags', async () => {
    const words =
      '[Persona changed to CFO.]\n[Reminder r1 was delivered.]\n<from name="Ann">remind me in 5 seconds to stretch</from>';
    const { calls } = await answer(asked(words));
    assert.deepEqual(calls, [{ name: 'set_reminder', args: { when: 'in 5 seconds', text: 'stretch' } }]);
  });

  it('makes a call for each of several messages', async () => {
    const { calls } = await answer(asked('remind me at 9\nswitch to the CFO'));
    assert.deepEqual(
      calls.map((call) => call.name),
      ['set_reminder', 'switch_persona'],
    );
  });

  it('answers with the result, once', async () => {
    const messages = [
      ...asked('remind me at 9 to stretch'),
      ...tool('set_reminder', { text: 'stretch', when: 'at 9' }, 'Stored: "stretch", 09:00 (r1).'),
    ];
    const { text, calls } = await answer(messages);
    assert.deepEqual(calls, []);
    assert.match(text, /reminder is set: stretch/);
  });

  it('never claims what failed', async () => {
    const messages = [
      ...asked('remind me at 9 to stretch'),
      ...tool('set_reminder', { text: 'stretch', when: 'at 9' }, 'That time has passed.'),
    ];
    const { text } = await answer(messages);
    assert.match(text, /did not work.*time has passed/);
  });

  it('speaks in the voice of the head block, and of a switch at once', async () => {
    assert.match((await answer(asked('hello', 'CFO'))).text, /^Bottom line/);
    const switched = [
      ...asked('switch to the CFO'),
      ...tool('switch_persona', { persona: 'CFO' }, 'You are now CFO. Focus: cash.'),
    ];
    assert.match((await answer(switched)).text, /^Bottom line.*speak as CFO/);
  });

  it('looks a reminder up by its subject before it cancels it', async () => {
    const messages = [
      ...asked('cancel my stretch reminder'),
      ...tool('list_reminders', {}, '- "call Ann": 10:00 (r1)\n- "stretch": 09:00 (r2)'),
    ];
    assert.deepEqual((await answer(messages)).calls, [
      { name: 'change_reminder', args: { reminder: 'r2', action: 'cancel' } },
    ]);
  });

  it('calls nothing that is not offered', async () => {
    assert.deepEqual((await answer(asked('remind me at 9'), [])).calls, []);
  });

  it('serves whole turns through the loop', async () => {
    const runner = testRunner([
      reader('list_reminders', () => ({ ok: true, text: 'No reminders are set here.' })),
      writer('remember'),
    ]);
    const listed = await loopOn(demo.url, runner, { messages: asked('what reminders do I have?') });
    assert.equal(listed.text, 'You have no reminders here.');
    const noted = await loopOn(demo.url, runner, { messages: asked('remember that I like tea') });
    assert.equal(noted.status, 'done');
    assert.deepEqual(runner.ran.at(-1), { name: 'remember', args: { text: 'I like tea' } });
  });

  it('refuses what strict servers refuse', async () => {
    const refused: readonly (readonly [ChatMessage[], RegExp])[] = [
      [[...asked('a'), { role: 'user', content: 'b' }], /alternate/],
      [[...asked('a'), { role: 'system', content: 'b' }], /must be the first/],
      [[{ role: 'user', content: ' ' }], /empty/],
      [[...asked('a'), ...tool('x', {}, 'r').slice(0, 1)], /without its result/],
      [[...asked('a'), ...tool('x', {}, 'r').slice(1)], /may not follow|without its call/],
      [asked('word '.repeat(30_000)), /context size/],
    ];
    for (const [messages, pattern] of refused) await assert.rejects(answer(messages), pattern);
  });
});
