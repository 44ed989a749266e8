// Random and mutated streams through the accumulator and the parser: nothing throws, nothing hangs, nothing malformed
// comes out. LONG=1 takes 100,000 streams; FUZZ_RUNS sets their number, FUZZ_SEED the seed; both are
// printed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { shield } from '../../src/agent/calls/about/shield.ts';
import { readNativeCall, readReply } from '../../src/agent/calls/reply.ts';
import { createAccumulator } from '../../src/agent/stream.ts';
import { readChunk } from '../../src/agent/wire.ts';
import type { ToolSchema } from '../../src/context/message.ts';
import { FORMATS, PROSE, TOOLS } from './formats.ts';
import { type Random, seeded } from './random.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.LONG === undefined ? 5_000 : 100_000));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

const CORPUS = [...FORMATS.map(([, text]) => text), ...PROSE];
const SPICE = [
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '`',
  '```',
  '```json\n',
  '<',
  '>',
  '(',
  ')',
  ',',
  ':',
  '=',
  '\n',
  '\u0000',
  '\uE000',
  '<think>',
  '</think>',
  '<tool_call>',
  '</tool_call>',
  '<|tool_call>',
  '<tool_call|>',
  '<|"|>',
  '<|channel|>',
  '<|message|>',
  '[TOOL_CALLS]',
  '[ARGS]',
  '<function=recall>',
  '<parameter=query>',
  '</parameter>',
  'call:recall{',
  'to=functions.recall',
  'Action: recall\nAction Input: ',
  '<arg_key>',
  '<｜tool▁sep｜>',
  '"name":',
  '"arguments":',
  'recall(',
  '__proto__',
  '\uD800',
  '𝕏',
];

/** A text from the corpus after up to eight small accidents. */
function mutated(random: Random): string {
  let text = random.pick(CORPUS);
  for (let turns = random.below(9); turns > 0; turns--) {
    const at = random.below(text.length + 1);
    const end = Math.min(text.length, at + random.below(20));
    const accidents: readonly (() => string)[] = [
      () => text.slice(0, at) + text.slice(end),
      () => text.slice(0, at) + random.pick(SPICE) + text.slice(at),
      () => text.slice(0, at) + text.slice(at, end).repeat(1 + random.below(4)) + text.slice(end),
      () => text.slice(0, at),
      () => text.slice(at),
      () => text.slice(0, at) + random.pick(CORPUS) + text.slice(end),
      () => [...text.slice(0, at)].reverse().join('') + text.slice(at),
    ];
    text = random.pick(accidents)().slice(0, 20_000);
  }
  return text;
}

/** A value of any kind, mostly not the one that is expected. */
function junk(random: Random): unknown {
  return random.pick([
    null,
    undefined,
    0,
    -1,
    1.5,
    '',
    'x',
    '0',
    [],
    {},
    [null],
    { name: 'recall' },
    true,
    mutated(random),
  ]);
}

function chunks(random: Random): unknown[] {
  const made: unknown[] = [];
  for (let turns = 1 + random.below(8); turns > 0; turns--) {
    const call = () => ({
      index: random.pick([0, 0, 1, undefined, junk(random)]),
      id: random.pick(['a', 'b', undefined, junk(random)]),
      function: random.pick([
        {
          name: random.pick(['recall', 'set_reminder', 'functions.recall', '', undefined, junk(random)]),
          arguments: junk(random),
        },
        { arguments: random.pick(['{"query":', '"tea"}', '{"query":"tea"}', '}', mutated(random)]) },
        junk(random),
      ]),
    });
    const delta = random.pick<unknown>([
      { content: mutated(random) },
      { content: mutated(random).slice(0, 9), tool_calls: [call()] },
      { tool_calls: [call(), call()] },
      { tool_calls: junk(random) },
      { reasoning_content: mutated(random) },
      { content: junk(random), function_call: junk(random) },
      junk(random),
    ]);
    made.push(
      random.pick<unknown>([
        { choices: [{ delta }] },
        { choices: [{ delta, finish_reason: 'stop' }] },
        { choices: [{ delta }], usage: junk(random) },
        junk(random),
      ]),
    );
  }
  return made;
}

/** The deltas of real streams. */
const STREAMS: readonly (readonly unknown[])[] = readFileSync(
  new URL('./toolcalls-sample.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { deltas?: readonly unknown[] }).deltas ?? [])
  .filter((deltas) => deltas.length > 0);

/** A real stream after a few accidents: pieces lost, doubled, swapped or mixed with another's, words in them changed. */
function jumbled(random: Random): unknown[] {
  let deltas = [...random.pick(STREAMS)];
  for (let turns = random.below(4); turns > 0; turns--) {
    const at = random.below(deltas.length);
    const accidents: readonly (() => unknown[])[] = [
      () => deltas.toSpliced(at, 1),
      () => deltas.toSpliced(at, 0, deltas[at]),
      () => deltas.toReversed(),
      () => deltas.toSpliced(at, 0, ...random.pick(STREAMS)),
      () => deltas.map((delta, n) => (n === at ? changed(delta, random) : delta)),
    ];
    deltas = random.pick(accidents)();
  }
  return deltas.map((delta) => ({ choices: [{ delta }] }));
}

/** The same value with a sign of its JSON lost or put in, if that is JSON still. */
function changed(value: unknown, random: Random): unknown {
  const json = JSON.stringify(value) ?? '';
  const at = random.below(json.length);
  const other =
    json.slice(0, at) + random.pick(['', '\\"', '{', '0', 'x', '\\n']) + json.slice(at + random.below(2));
  try {
    return JSON.parse(other);
  } catch {
    return value;
  }
}

const MARKERS =
  /<\|?\/?tool_call[|>]|<[|｜][\w▁]+[|｜]>|\[TOOL_CALLS\]|<\/?think>|<(?:function|parameter)=\w+>|<arg_(?:key|value)>/;

function check(stream: readonly unknown[], tools: readonly ToolSchema[]): void {
  const accumulator = createAccumulator();
  for (const chunk of stream)
    for (const call of accumulator.add(readChunk(chunk))) readNativeCall(call, tools);
  const reply = readReply(accumulator.now(), tools);
  // What only shows calls, and what stands in code or quotes, is shown as it was written.
  if (!reply.about && reply.unclear === undefined) assert.doesNotMatch(shield(reply.text, []).text, MARKERS);
  assert.ok(reply.calls.length <= 64);
  for (const call of reply.calls) {
    if (!call.ok) {
      assert.match(call.name, /^[\w-]{1,64}$/);
      assert.doesNotMatch(call.error, /\n/);
      continue;
    }
    assert.ok(tools.some((tool) => tool.function.name === call.name));
    const written: unknown = JSON.parse(JSON.stringify(call.args));
    assert.ok(typeof written === 'object' && written !== null && !Array.isArray(written));
  }
}

describe('fuzzing the parser', { timeout: 30 * 60_000 }, () => {
  it(`${RUNS} random and mutated streams, seed ${SEED}`, () => {
    for (let run = 0; run < RUNS; run++) {
      const random = seeded(SEED + run);
      const kind = random.below(6);
      const words = () => [{ choices: [{ delta: { content: mutated(random) } }] }];
      const stream = kind === 0 ? jumbled(random) : kind < 3 ? chunks(random) : words();
      try {
        check(stream, run % 50 === 0 ? [] : TOOLS);
      } catch (error) {
        throw new Error(`FUZZ_SEED=${SEED + run} FUZZ_RUNS=1: ${JSON.stringify(stream).slice(0, 2_000)}`, {
          cause: error,
        });
      }
    }
  });

  const LONG = 100_000;
  for (const piece of [
    ...SPICE,
    '{"name":',
    '{"name":"recall","arguments":{',
    '[{',
    '[[',
    '<think><tool_call>',
    '<tool_call>{',
    'recall(query=',
    '{"a":"',
    "{'a':'",
    '<function=recall><parameter=query>',
    '{"a":',
  ])
    it(`a very long run of ${JSON.stringify(piece)}`, () => {
      check([{ choices: [{ delta: { content: piece.repeat(Math.ceil(LONG / piece.length)) } }] }], TOOLS);
    });

  it('keeps no more of an endless answer than it reads', () => {
    const accumulator = createAccumulator(1_000);
    for (let turn = 0; turn < 2_000; turn++)
      accumulator.add({
        text: 'x'.repeat(100),
        calls: [{ index: turn, name: 'recall', arguments: '{"query":"x"}' }],
      });
    const kept = accumulator.now();
    assert.equal(kept.overlong, true);
    assert.ok(JSON.stringify(kept).length < 20_000);
  });
});
