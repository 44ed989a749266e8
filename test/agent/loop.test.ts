// The loop against the real client and the strict scripted model: what starts when, in which order results stand, and
// what is kept when a stream breaks.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createModelClient } from '../../src/agent/openai.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { PeacrabError } from '../../src/errors.ts';
import { callEvents, ScriptedModel } from '../fakes/model/scripted-model.ts';
import { HELLO, loopOn, reader, testRunner, writer } from './support.ts';

describe('the loop', () => {
  let model: ScriptedModel;
  before(() => undefined);
  beforeEach(async () => {
    await model?.stop();
    model = await ScriptedModel.start();
  });
  after(() => model.stop());

  it('answers in words', async () => {
    model.script(['Hello there.']);
    const outcome = await loopOn(model.url, testRunner([]));
    assert.equal(outcome.status, 'done');
    assert.equal(outcome.text, 'Hello there.');
    assert.deepEqual(outcome.appended, []);
    assert.ok((outcome.requests[0]?.usage?.input ?? 0) > 5);
  });

  it('starts both reads while the model still speaks, and the write after it', async () => {
    const runner = testRunner([reader('list_reminders'), reader('recall'), writer('set_reminder')]);
    const finished: string[] = [];
    model.script([
      {
        events: [
          ...callEvents({ name: 'list_reminders', args: { query: 'x' } }, 0, 'a'),
          ...callEvents({ name: 'recall', args: { query: 'tea' } }, 1, 'b'),
          ...callEvents({ name: 'set_reminder', args: { text: 'stretch' } }, 2, 'c'),
          // The answer does not end before both reads have started: a loop that waits for its end hangs here.
          { wait: () => Promise.all([runner.started('list_reminders'), runner.started('recall')]) },
          {
            wait: async () => {
              finished.push(...runner.events, 'model finished');
            },
          },
          { finish: 'tool_calls' },
        ],
      },
      'There you are.',
    ]);
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.status, 'done');
    assert.ok(finished.includes('start list_reminders') && finished.includes('start recall'));
    assert.ok(!finished.includes('start set_reminder'), 'the write waits for the end of the stream');
    assert.deepEqual(
      outcome.steps[0]?.calls.map((call) => [call.name, call.early]),
      [
        ['list_reminders', true],
        ['recall', true],
        ['set_reminder', false],
      ],
    );
    assert.equal(runner.ran.length, 3);
  });

  it('keeps results in call order, whichever comes first', async () => {
    const slow = Promise.withResolvers<void>();
    const runner = testRunner([
      reader('slow', async () => {
        await slow.promise;
        return { ok: true, text: 'slow result' };
      }),
      reader('fast', () => {
        slow.resolve();
        return { ok: true, text: 'fast result' };
      }),
    ]);
    model.script([
      {
        calls: [
          { name: 'slow', args: { query: 'a' } },
          { name: 'fast', args: { query: 'b' } },
        ],
      },
      'Both.',
    ]);
    await loopOn(model.url, runner);
    const results = model.requests[1]?.messages.filter((message) => message.role === 'tool');
    assert.deepEqual(
      results?.map((message) => message.content),
      ['slow result', 'fast result'],
    );
  });

  it('runs writes one after the other, in call order', async () => {
    const runner = testRunner([writer('one'), writer('two')]);
    model.script([
      {
        calls: [
          { name: 'one', args: { text: 'a' } },
          { name: 'two', args: { text: 'b' } },
          { name: 'one', args: { text: 'c' } },
        ],
      },
      'Fine.',
    ]);
    await loopOn(model.url, runner);
    assert.deepEqual(runner.events, ['start one', 'end one', 'start two', 'end two', 'start one', 'end one']);
  });

  it('extends the messages byte for byte from request to request', async () => {
    const runner = testRunner([reader('look'), writer('change')]);
    model.script([
      { text: 'I look.', calls: [{ name: 'look', args: { query: 'a' } }] },
      { calls: [{ name: 'change', args: '{"text": "x",}' }] },
      'Ready.',
    ]);
    await loopOn(model.url, runner);
    const bodies = model.requests.map((request) => JSON.stringify(request.messages).slice(0, -1));
    for (const [at, body] of bodies.entries()) if (at > 0) assert.ok(body.startsWith(bodies[at - 1] ?? '?'));
    assert.equal(
      model.requests.every((request) => request.refused === undefined),
      true,
    );
  });

  it('keeps finished reads of a cut stream, drops its writes, and tries again', async () => {
    const runner = testRunner([reader('recall', () => ({ ok: true, text: 'tea' })), writer('set_reminder')]);
    model.script([
      {
        events: [
          ...callEvents({ name: 'recall', args: { query: 'tea' } }, 0, 'a'),
          ...callEvents({ name: 'set_reminder', args: { text: 'stretch' } }, 1, 'b'),
          { wait: () => runner.started('recall') },
          { cut: true },
        ],
      },
      {
        calls: [
          { name: 'recall', args: { query: 'tea' } },
          { name: 'set_reminder', args: { text: 'stretch' } },
        ],
      },
      'Set.',
    ]);
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.status, 'done');
    assert.deepEqual(
      runner.ran.map((call) => call.name),
      ['recall', 'set_reminder'],
      'the read is not run again',
    );
    const again = model.requests[1]?.messages ?? [];
    assert.deepEqual(
      again.slice(2).map((message) => message.role),
      ['assistant', 'tool'],
    );
    assert.equal(again[3]?.content, 'tea');
    assert.equal(outcome.steps[0]?.cut, true);
    assert.equal(outcome.requests[0]?.result, 'cut');
  });

  it('takes a stream that ends silently, without finish_reason, for cut', async () => {
    const runner = testRunner([writer('set_reminder')]);
    model.script([
      { events: [...callEvents({ name: 'set_reminder', args: { text: 'a' } }, 0, 'a'), { end: true }] },
      'Nothing was set.',
    ]);
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.text, 'Nothing was set.');
    assert.deepEqual(runner.ran, []);
    assert.equal(model.requests[0]?.raw, model.requests[1]?.raw, 'the retry is the same request');
  });

  it('takes half an answer for cut, and never shows it', async () => {
    model.script([{ events: [{ delta: { content: 'Half an ans' } }, { cut: true }] }, 'A whole answer.']);
    const outcome = await loopOn(model.url, testRunner([]));
    assert.equal(outcome.text, 'A whole answer.');
  });

  it('gives up on a stalled stream, and tries again', async () => {
    const runner = testRunner([reader('look', () => ({ ok: true, text: 'seen' }))]);
    const call = { index: 0, id: 'a', function: { name: 'look', arguments: '{"query":"a"}' } };
    model.script([{ events: [{ delta: { tool_calls: [call] } }, { stall: true }] }, 'After the stall.']);
    // The whole call comes with the first chunk, for which the client waits long; only for what never comes it does not.
    const settings = { baseUrl: model.url, apiKey: 'none', model: 'scripted' };
    const [impatient, patient] = [
      createModelClient({ ...settings, idleMs: 50 }),
      createModelClient(settings),
    ];
    const outcome = await loopOn(model.url, runner, {
      model: {
        stream: (request, signal) =>
          (model.requests.length === 0 ? impatient : patient).stream(request, signal),
      },
    });
    assert.equal(outcome.text, 'After the stall.');
    assert.equal(outcome.requests[0]?.code, 'MODEL_STREAM_CUT');
    assert.equal(model.requests[1]?.messages.at(-1)?.content, 'seen');
  });

  it('fails after its tries, with the reason and no words', async () => {
    model.rules(() => ({ events: [{ delta: { content: 'I' } }, { cut: true }] }));
    const outcome = await loopOn(model.url, testRunner([]));
    assert.equal(outcome.status, 'failed');
    assert.equal(outcome.text, '');
    assert.equal(outcome.error?.code, 'MODEL_STREAM_CUT');
    assert.equal(model.requests.length, 3);
  });

  it('does not try again what the server refuses, and repeats its words without secrets', async () => {
    model.script([{ status: 400, body: { error: { message: 'template error, key test-key-123 is fine' } } }]);
    const outcome = await loopOn(model.url, testRunner([]));
    assert.equal(outcome.status, 'failed');
    assert.equal(outcome.error?.code, 'MODEL_REFUSED');
    assert.match(outcome.error?.message ?? '', /template error/);
    assert.doesNotMatch(outcome.error?.message ?? '', /test-key-123/);
    assert.equal(model.requests.length, 1);
  });

  it('asks for shorter messages once when the server says that its window is full', async () => {
    const small = await ScriptedModel.start({ window: 60 });
    small.script(['Short enough.']);
    const messages: ChatMessage[] = [...HELLO.slice(0, 1), { role: 'user', content: 'word '.repeat(100) }];
    const told: boolean[] = [];
    const outcome = await loopOn(small.url, testRunner([]), {
      messages,
      fit: (now, { overflowed }) => {
        told.push(overflowed);
        return overflowed ? [...HELLO] : now;
      },
    });
    await small.stop();
    assert.equal(outcome.text, 'Short enough.');
    assert.deepEqual(told, [false, true]);
  });

  it('reports a server that cannot be reached', async () => {
    const outcome = await loopOn('http://127.0.0.1:9/v1', testRunner([]), { limits: { streamRetries: 0 } });
    assert.equal(outcome.error?.code, 'MODEL_UNREACHABLE');
    assert.match(outcome.error?.message ?? '', /OPENAI_BASE_URL/);
  });

  it('leaves out what a server does not take', async () => {
    const picky = await ScriptedModel.start({ refuses: ['stream_options'] });
    picky.script(['Without usage.']);
    const outcome = await loopOn(picky.url, testRunner([]));
    await picky.stop();
    assert.equal(outcome.text, 'Without usage.');
    assert.equal(outcome.requests[0]?.usage, undefined);
  });

  it('ends when it is aborted, also between two chunks', async () => {
    const controller = new AbortController();
    model.script([{ events: [{ delta: { content: 'So ' } }, { stall: true }] }]);
    const running = loopOn(model.url, testRunner([]), { signal: controller.signal });
    await model.waitForRequest(1);
    controller.abort();
    assert.equal((await running).status, 'aborted');
  });

  it('passes on an error that ends the turn, and turns any other into a result', async () => {
    const runner = testRunner([
      writer('breaks', () => {
        throw new Error('disk full');
      }),
      writer('loses', () => {
        throw new PeacrabError('LEASE_LOST', 'The lease was lost.');
      }),
    ]);
    model.script([
      { calls: [{ name: 'breaks', args: { text: 'a' } }] },
      { calls: [{ name: 'loses', args: { text: 'a' } }] },
    ]);
    await assert.rejects(loopOn(model.url, runner), { code: 'LEASE_LOST' });
    assert.match(
      model.requests[1]?.messages.at(-1)?.content ?? '',
      /breaks failed, nothing was done: disk full/,
    );
  });

  it('lets the caller offload each result and store each step', async () => {
    const stored: string[] = [];
    model.script([{ calls: [{ name: 'look', args: { query: 'a' } }] }, 'Seen.']);
    await loopOn(model.url, testRunner([reader('look', () => ({ ok: true, text: 'x'.repeat(9_000) }))]), {
      offload: (result, at) => ({ ...result, text: `${result.text.length} characters, handle e${at}` }),
      recorded: (step) => {
        stored.push(...step.calls.map((call) => call.result.text));
      },
    });
    assert.equal(model.requests[1]?.messages.at(-1)?.content, '9000 characters, handle e0');
    assert.deepEqual(stored, ['9000 characters, handle e0']);
  });
});
