// The tool contract: what the model is shown of a tool, and what becomes of the arguments it sends.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { defineTool, type ToolResult, toolSchema } from '../../src/tools/tool.ts';
import { validateArguments } from '../../src/tools/validate.ts';

const base = {
  description: 'Use it in tests.',
  safe: true,
  doing: 'testing',
  ages: 'keep',
  timeoutMs: 1_000,
  run: async (): Promise<ToolResult> => ({ ok: true, text: '' }),
} as const;

const tool = defineTool({
  ...base,
  name: 'set_reminder',
  parameters: z.object({
    when: z.string().min(1).describe('in the own words: tomorrow at 9'),
    count: z.number().int().optional(),
    action: z.enum(['cancel', 'move']).default('move'),
    tags: z.array(z.string()).optional(),
  }),
});

describe('a tool', () => {
  it('is shown without what only costs tokens', () => {
    assert.deepEqual(toolSchema(tool).function.parameters, {
      type: 'object',
      properties: {
        when: { type: 'string', minLength: 1, description: 'in the own words: tomorrow at 9' },
        count: { type: 'integer' },
        action: { type: 'string', enum: ['cancel', 'move'] },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['when'],
    });
  });

  it('is refused when it breaks the contract', () => {
    const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, z.string()]));
    assert.throws(() => defineTool({ ...base, name: 'many', parameters: z.object(five) }), /4 at most/);
    assert.throws(
      () => defineTool({ ...base, name: 'deep', parameters: z.object({ a: z.object({ b: z.string() }) }) }),
      /nested/,
    );
    assert.throws(() => defineTool({ ...base, name: 'Bad Name', parameters: z.object({}) }), /lower case/);
  });
});

describe('arguments', () => {
  const good: readonly (readonly [string, unknown, object])[] = [
    [
      'as they should be',
      { when: 'at 9', count: 2, action: 'cancel', tags: ['a'] },
      { when: 'at 9', count: 2, action: 'cancel', tags: ['a'] },
    ],
    ['a number as text', { when: 'at 9', count: '2' }, { when: 'at 9', count: 2, action: 'move' }],
    ['text as a number', { when: 9 }, { when: '9', action: 'move' }],
    ['one value for a list', { when: 'at 9', tags: 'a' }, { when: 'at 9', action: 'move', tags: ['a'] }],
    [
      'a list as text',
      { when: 'at 9', tags: '["a","b"]' },
      { when: 'at 9', action: 'move', tags: ['a', 'b'] },
    ],
    ['a list for one value', { when: ['at 9'] }, { when: 'at 9', action: 'move' }],
    ['other letters', { When: 'at 9', action: 'CANCEL' }, { when: 'at 9', action: 'cancel' }],
    [
      'unknown keys',
      { when: 'at 9', who: 'me', __proto__: { polluted: 1 } },
      { when: 'at 9', action: 'move' },
    ],
    ['null for what may be left out', { when: 'at 9', count: null }, { when: 'at 9', action: 'move' }],
    ['wrapped once more', { arguments: { when: 'at 9' } }, { when: 'at 9', action: 'move' }],
  ];
  for (const [what, args, expected] of good)
    it(what, () => assert.deepEqual(validateArguments(tool, args), { ok: true, args: expected }));

  it('booleans as words', () => {
    const flag = defineTool({ ...base, name: 'flag', parameters: z.object({ on: z.boolean() }) });
    assert.deepEqual(validateArguments(flag, { on: 'True' }), { ok: true, args: { on: true } });
    assert.equal(validateArguments(flag, { on: 'perhaps' }).ok, false);
  });

  const bad: readonly (readonly [unknown, RegExp])[] = [
    [{}, /"when" is missing/],
    [{ when: '' }, /"when" is wrong/],
    [{ when: 'at 9', action: 'eat' }, /"action" is wrong/],
    ['text', /must be an object/],
    [{ when: { at: 9 } }, /"when" is wrong/],
  ];
  for (const [args, pattern] of bad)
    it(`refused without a value that nobody gave: ${JSON.stringify(args)}`, () => {
      const checked = validateArguments(tool, args);
      assert.equal(checked.ok, false);
      const error = checked.ok ? '' : checked.error;
      assert.match(error, pattern);
      assert.doesNotMatch(error, /tomorrow|\n/);
    });

  it('what was right is to be kept, and what is needed is said', () => {
    const checked = validateArguments(tool, { count: '2' });
    assert.equal(
      checked.ok ? '' : checked.error,
      'set_reminder: "when" is missing. Call it again with "when" (in the own words). Keep {"count":2}.',
    );
  });
});
