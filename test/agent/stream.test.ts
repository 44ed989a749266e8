// Pieces of streamed calls, as servers of all kinds send them, and what comes out of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReply } from '../../src/agent/calls/reply.ts';
import { createAccumulator } from '../../src/agent/stream.ts';
import { readChunk, readDelta } from '../../src/agent/wire.ts';
import { canonical } from '../../src/text/canonical.ts';
import { TOOLS } from './formats.ts';

type Piece = Readonly<Record<string, unknown>>;

/** A piece of a call: index, id, name, arguments; undefined ones are left out. */
const piece = (index: unknown, id: unknown, name: unknown, written: unknown): Piece => ({
  index,
  id,
  function: { name, arguments: written },
});

const SHAPES: readonly (readonly [string, readonly (readonly Piece[])[], string])[] = [
  [
    'as it should be',
    [
      [piece(0, 'a', 'recall', '')],
      [piece(0, undefined, undefined, '{"query":')],
      [piece(0, undefined, undefined, '"tea"}')],
    ],
    'recall{"query":"tea"}',
  ],
  [
    'no index',
    [[piece(undefined, 'a', 'recall', '{"query":')], [piece(undefined, undefined, undefined, '"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'no index, no id, two calls',
    [
      [piece(undefined, undefined, 'recall', '{"query":"tea"}')],
      [piece(undefined, undefined, 'list_reminders', '{}')],
    ],
    'recall{"query":"tea"} list_reminders{}',
  ],
  [
    'index 0 for all',
    [[piece(0, 'a', 'recall', '{"query":"tea"}')], [piece(0, 'b', 'list_reminders', '{}')]],
    'recall{"query":"tea"} list_reminders{}',
  ],
  [
    'index 0 for all, no ids',
    [[piece(0, undefined, 'recall', '{"query":"tea"}')], [piece(0, undefined, 'recall', '{"query":"milk"}')]],
    'recall{"query":"tea"} recall{"query":"milk"}',
  ],
  [
    'index as text',
    [[piece('0', 'a', 'recall', '{"query":')], [piece('0', null, null, '"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'one id for two calls',
    [[piece(0, 'a', 'recall', '{"query":"tea"}')], [piece(1, 'a', 'recall', '{"query":"milk"}')]],
    'recall{"query":"tea"} recall{"query":"milk"}',
  ],
  [
    'one id for two calls, in pieces',
    [
      [piece(0, 'a', 'recall', '')],
      [piece(0, 'a', undefined, '{"query":"tea"}')],
      [piece(1, 'a', 'recall', '')],
      [piece(1, 'a', undefined, '{"query":')],
      [piece(1, 'a', undefined, '"milk"}')],
    ],
    'recall{"query":"tea"} recall{"query":"milk"}',
  ],
  [
    'two calls, pieces mixed',
    [
      [piece(0, 'a', 'recall', '{"que')],
      [piece(1, 'b', 'list_reminders', '')],
      [piece(0, undefined, undefined, 'ry":"tea"}')],
      [piece(1, undefined, undefined, '{}')],
    ],
    'recall{"query":"tea"} list_reminders{}',
  ],
  [
    'id and name with every piece',
    [[piece(0, 'a', 'recall', '{"que')], [piece(0, 'a', 'recall', 'ry":"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'a new id with every piece',
    [[piece(0, 'a', 'recall', '{"que')], [piece(0, 'b', undefined, 'ry":"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'a new id and the name with every piece',
    [[piece(0, 'a', 'recall', '{"que')], [piece(0, 'b', 'recall', 'ry":"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'empty ids and names in later pieces',
    [[piece(0, 'a', 'recall', '{"que')], [piece(0, '', '', 'ry":"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'the name in pieces',
    [
      [piece(0, 'a', 'rec', '')],
      [piece(0, undefined, 'all', '')],
      [piece(0, undefined, undefined, '{"query":"tea"}')],
    ],
    'recall{"query":"tea"}',
  ],
  [
    'the id late',
    [[piece(0, undefined, 'recall', '')], [piece(0, 'a', undefined, '{"query":"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'the whole so far with every piece',
    [
      [piece(0, 'a', 'recall', '{"qu')],
      [piece(0, 'a', undefined, '{"query":"te')],
      [piece(0, 'a', undefined, '{"query":"tea"}')],
    ],
    'recall{"query":"tea"}',
  ],
  [
    'all of it again at the end',
    [[piece(0, 'a', 'recall', '{"query":"tea"}')], [piece(0, 'a', 'recall', '{"query":"tea"}')]],
    'recall{"query":"tea"}',
  ],
  [
    'empty, then whole',
    [[piece(0, 'a', 'recall', '{}')], [piece(0, 'a', undefined, '{"query":"tea"}')]],
    'recall{"query":"tea"}',
  ],
  ['arguments as an object', [[piece(0, 'a', 'recall', { query: 'tea' })]], 'recall{"query":"tea"}'],
  ['arguments null', [[piece(0, 'a', 'list_reminders', null)]], 'list_reminders{}'],
  ['the name in the id', [[piece(0, 'functions.recall:0', '', '{"query":"tea"}')]], 'recall{"query":"tea"}'],
  [
    'a wrapper that calls',
    [[piece(0, 'a', 'tool_call', '{"name":"recall","arguments":{"query":"tea"}}')]],
    'recall{"query":"tea"}',
  ],
  [
    'a wrapper that calls twice',
    [
      [
        piece(
          0,
          'a',
          'multi_tool_use.parallel',
          '{"tool_uses":[{"recipient_name":"functions.recall","parameters":{"query":"tea"}},{"recipient_name":"functions.list_reminders","parameters":{}}]}',
        ),
      ],
    ],
    'recall{"query":"tea"} list_reminders{}',
  ],
  [
    'a nameless call beside a good one',
    [[piece(0, 'a', 'recall', '{"query":"tea"}')], [piece(1, 'b', '', '{}')]],
    'recall{"query":"tea"} !unnamed',
  ],
];

describe('streamed calls', () => {
  for (const [what, deltas, expected] of SHAPES)
    it(what, () => {
      const accumulator = createAccumulator();
      for (const calls of deltas) accumulator.add(readDelta({ tool_calls: calls }));
      const { calls } = readReply(accumulator.now(), TOOLS);
      assert.equal(
        calls.map((call) => (call.ok ? call.name + canonical(call.args) : `!${call.name}`)).join(' '),
        expected,
      );
    });

  it('tells once that a call is complete: when its arguments are, or when the next begins', () => {
    const accumulator = createAccumulator();
    const told = [
      piece(0, 'a', 'recall', '{"query":'),
      piece(0, undefined, undefined, '"tea"}'),
      piece(1, 'b', 'list_reminders', '{}'),
      piece(2, 'c', 'recall', ''),
    ].map((one) => accumulator.add(readDelta({ tool_calls: [one] })).map((call) => call.name));
    assert.deepEqual(told, [[], ['recall'], [], ['list_reminders']]);
  });

  it('reads thinking, parts, refusals, the old field and the last message', () => {
    assert.deepEqual(readDelta({ reasoning: 'Hm.', content: 'Yes' }), { text: 'Yes', reasoning: 'Hm.' });
    assert.deepEqual(
      readDelta({
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Yes' },
        ],
      }),
      { text: 'Yes', reasoning: 'Hm.' },
    );
    assert.deepEqual(readDelta({ refusal: 'No.' }), { text: 'No.' });
    assert.deepEqual(readDelta({ function_call: { name: 'recall', arguments: '{}' } }).calls, [
      { name: 'recall', arguments: '{}', index: 0 },
    ]);
    assert.deepEqual(readChunk({ choices: [{ message: { content: 'Yes' }, finish_reason: 'stop' }] }), {
      text: 'Yes',
      finish: 'stop',
    });
    assert.deepEqual(
      readChunk({
        choices: [],
        usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } },
      }),
      { usage: { input: 9, cached: 4, output: 2 } },
    );
  });

  it('finds calls in a field of thinking only when it ends with them and nothing else was said', () => {
    const call = '<tool_call>{"name":"recall","arguments":{"query":"tea"}}</tool_call>';
    const read = (text: string, reasoning: string) =>
      readReply({ text, reasoning, calls: [] }, TOOLS).calls.length;
    assert.equal(read('', `I look it up. ${call}`), 1);
    assert.equal(read('', `I could do ${call} but will not.`), 0);
    assert.equal(read('Hello.', `I look it up. ${call}`), 0);
  });

  it('calls nothing where no tools were offered', () => {
    const reply = readReply({ text: '{"name": "recall", "arguments": {"query": "x"}}', calls: [] }, []);
    assert.deepEqual(reply, { text: '', calls: [], residue: true, thought: false });
  });
});
