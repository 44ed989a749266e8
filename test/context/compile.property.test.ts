// Properties that every request holds, over random conversations. A failure names the seed; SEED=… runs it alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Compiled, type CompileInput, compile } from '../../src/context/compile.ts';
import type { Ageing } from '../../src/context/elide.ts';
import type { EntryBody, SpokenMessage } from '../../src/context/entry.ts';
import type { ToolSchema } from '../../src/context/message.ts';
import { watch } from '../../src/context/watchdog.ts';
import type { EntryId } from '../../src/database/ids.ts';
import { type Random, RandomPath, seeded, spoken, turnBodies } from './random.ts';
import { assertAccepted, realTokens } from './strict.ts';

const tools: readonly ToolSchema[] = ['recall', 'list_reminders', 'set_reminder', 'fetch'].map((name) => ({
  type: 'function',
  function: {
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: { words: { type: 'string' } } },
  },
}));

const rules: Readonly<Record<string, Ageing>> = {
  recall: 'drop',
  list_reminders: 'stub',
  set_reminder: 'keep',
  fetch: { upTo: 50, short: 'keep', long: 'offload' },
};

const seeds =
  process.env.SEED === undefined
    ? Array.from({ length: 40 }, (_, index) => 1000 + index)
    : [Number(process.env.SEED)];

interface Stored {
  firstKept: EntryId | null;
  elisionBefore: EntryId | null;
  olderBefore: EntryId | null;
}

function inputOf(
  random: Random,
  window: number,
): Omit<CompileInput, 'path' | 'newest' | 'turn' | keyof Stored> {
  return {
    system: 'You are Peacrab. Keep it short. '.repeat(1 + random.int(30)),
    tools,
    ageing: (tool) => rules[tool] ?? 'offload',
    room: random.pick(['dm', 'channel']),
    limits: { window, maxOutput: Math.min(1024, window / 8) },
    factor: random.pick([1, 1, 1, 1.3]),
  };
}

function check(compiled: Compiled, input: CompileInput, newest: readonly SpokenMessage[]): void {
  assertAccepted(compiled.messages);
  const { window, maxOutput } = input.limits;
  const real = realTokens(compiled.messages, compiled.tools);
  assert.ok(compiled.fits, 'it must fit');
  assert.ok(real <= window - maxOutput, `${real} tokens in a window of ${window} less ${maxOutput}`);
  assert.ok(
    1.3 * real <= window - maxOutput,
    `30% more: ${1.3 * real} tokens in ${window} less ${maxOutput}`,
  );
  assert.ok(real <= compiled.tokens, `estimated ${compiled.tokens}, really ${real}`);
  const user = compiled.messages[compiled.prefixEnd];
  assert.equal(user?.role, 'user');
  assert.ok(
    user.content.endsWith(`\n\n${input.newest.head}`),
    'the head stands at the end of the newest user message',
  );
  if (compiled.trimmed) assert.match(user.content, /left out here\. To read them: recall m[\w.]+ …\]/);
  else
    for (const message of newest)
      assert.ok(user.content.includes(message.text.trim().slice(-2)), 'the words are there');
}

/** A request of the turn before is the front of this one. */
function assertExtends(before: Compiled, after: Compiled): void {
  assert.deepEqual(
    after.messages.slice(0, before.messages.length),
    before.messages,
    'within a turn the request is extended',
  );
}

function assertNextTurn(before: Compiled, after: Compiled): void {
  if (after.moved !== 'none') return;
  const { part, index } = watch({ ...before }, { ...after }, 1);
  const [last, same] = [before.messages[index ?? 0]?.content, after.messages[index ?? 0]?.content];
  // A turn that ended with a nudge is followed by a user message: the two become one.
  const continued = part === 'turn' && last !== undefined && same?.startsWith(`${last}\n\n`);
  assert.ok(
    ['head', 'none'].includes(part) || continued,
    `across turns the break is at the head, not at ${part}, message ${index}`,
  );
  const [was, is] = [
    before.messages[before.prefixEnd]?.content ?? '',
    after.messages[before.prefixEnd]?.content ?? '',
  ];
  assert.ok(
    is.startsWith(was.slice(0, was.lastIndexOf('\n\n<now>'))),
    'the words of the last turn hold still',
  );
}

for (const seed of seeds) {
  test(`a random conversation keeps every promise (seed ${seed})`, () => {
    const random = seeded(seed);
    const window = random.pick([8000, 24_000, 24_000, 64_000]);
    const base = inputOf(random, window);
    const path = new RandomPath(random);
    const stored: Stored = { firstKept: null, elisionBefore: null, olderBefore: null };
    const resultLength = random.pick([100, 1000, 6000]);
    for (let before = random.pick([0, 3, 60, 400]); before > 0; before -= 1) path.grow(resultLength);
    let last: Compiled | null = null;
    for (let turn = 0; turn < 12; turn += 1) {
      path.turn += 1;
      path.markers();
      const count = random.pick([1, 1, 1, 2, 30, 500]);
      const long = random.chance(0.1) ? 100_000 : undefined;
      const messages = Array.from({ length: count }, (_, at) =>
        spoken(random, `${path.turn}.${at}`, count > 4 ? 12 : long),
      );
      const newest = { messages, head: `<now>\nturn ${path.turn}\n</now>` };
      const done: EntryBody[] = [];
      let step: Compiled | null = null;
      for (const bodies of [[], ...turnBodies(random, path.turn, resultLength)]) {
        done.push(...bodies);
        const input: CompileInput = { ...base, path: path.entries, newest, turn: done, ...stored };
        const compiled = compile(input);
        check(compiled, input, messages);
        const again = compile({
          ...input,
          firstKept: compiled.firstKept,
          elisionBefore: compiled.elisionBefore,
          olderBefore: compiled.olderBefore,
        });
        assert.deepEqual(
          again.messages,
          compiled.messages,
          'compiled again from the same rows it is the same',
        );
        assert.equal(again.moved, 'none', 'a boundary that moved holds');
        const onlyVisible = path.entries.filter(
          (entry) => compiled.firstKept === null || entry.id >= compiled.firstKept,
        );
        assert.deepEqual(
          compile({ ...input, ...again, path: onlyVisible, turn: done }).messages,
          compiled.messages,
        );
        if (step !== null && compiled.shrunk === 0) assertExtends(step, compiled);
        if (step !== null) assert.equal(compiled.moved, 'none', 'no boundary moves within a turn');
        if (step === null && last !== null && last.shrunk === 0) assertNextTurn(last, compiled);
        assert.equal(
          compiled.firstKept !== null,
          /Earlier turns of this conversation are left out here/.test(JSON.stringify(compiled.messages)),
        );
        stored.firstKept = compiled.firstKept;
        stored.elisionBefore = compiled.elisionBefore;
        stored.olderBefore = compiled.olderBefore;
        step = compiled;
      }
      last = step;
      path.add({ type: 'user', payload: newest });
      for (const body of done) path.add(body);
      if (random.chance(0.9)) path.add({ type: 'assistant', payload: { text: 'Done.', calls: [] } });
    }
  });
}
