// When old results are elided, and what large ones leave at birth.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { textLimits } from '../../src/context/budget/budget.ts';
import { estimate } from '../../src/context/budget/estimate.ts';
import { nextBoundary } from '../../src/context/elide/boundary.ts';
import { aged } from '../../src/context/elide/elide.ts';
import { type BoundaryFacts, moveBoundary } from '../../src/context/elide/elision-policy.ts';
import { fit } from '../../src/context/elide/fit.ts';
import { handleFor, offload } from '../../src/context/elide/offload.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { type Bounds, NO_BOUNDS } from '../../src/context/plan.ts';
import { RandomPath, seeded } from './random.ts';

const warm: BoundaryFacts = {
  idleMinutes: 1,
  cacheMinutes: 5,
  saves: 3000,
  recomputes: 9000,
  warmTurns: 9,
};

describe('the boundary', () => {
  const cases: readonly (readonly [what: string, facts: Partial<BoundaryFacts>, move: string])[] = [
    ['holds while the cache is warm and little would be gained', {}, 'hold'],
    ['moves when the cache is cold anyway', { idleMinutes: 6 }, 'cold'],
    ['moves when what it saves pays for what is computed again', { recomputes: 2000 }, 'pays'],
    ['holds if it would pay, but a pause may come soon', { recomputes: 2000, warmTurns: 2 }, 'hold'],
    ['holds when it saves nothing, cold or not', { saves: 0, idleMinutes: 600 }, 'hold'],
    ['holds in a conversation that is new', { idleMinutes: null }, 'hold'],
  ];
  for (const [what, facts, move] of cases)
    test(what, () => assert.equal(moveBoundary({ ...warm, ...facts }), move));

  test('over a random conversation it only moves forward, to the start of a turn, never past the latest (seeds 1 to 30)', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const random = seeded(seed);
      const path = new RandomPath(random);
      let bounds: Bounds = NO_BOUNDS;
      let moves = 0;
      for (let turn = 0; turn < 30; turn += 1) {
        path.grow(3000);
        const decision = nextBoundary({
          path: path.entries,
          ...bounds,
          rendering: {
            room: 'dm',
            texts: textLimits({ window: 24_000, maxOutput: 1024 }),
            ageing: () => 'offload',
          },
          factor: 1,
          idleMinutes: random.pick([0.5, 20]),
          cacheMinutes: 5,
        });
        const { elisionBefore } = bounds;
        assert.ok((decision.elisionBefore ?? 0) >= (elisionBefore ?? 0), `seed ${seed}`);
        if (decision.move === 'hold') assert.equal(decision.elisionBefore, elisionBefore);
        else {
          moves += 1;
          const bound = path.entries.find((entry) => entry.id === decision.elisionBefore);
          const latest = path.entries.findLast((entry) => entry.type === 'user');
          assert.equal(bound?.type, 'user', `seed ${seed}`);
          assert.ok((bound?.id ?? 0) <= (latest?.id ?? 0), `seed ${seed}`);
        }
        if (decision.move !== 'hold') assert.equal(decision.olderBefore, elisionBefore);
        bounds = decision;
      }
      assert.ok(moves > 0 && moves < 30, `seed ${seed}: ${moves} moves in 30 turns`);
    }
  });
});

describe('an old result', () => {
  const long = `Rates for 2027: ${'EUR 1.08, USD 0.92; '.repeat(40)}`;
  const result = { name: 'fetch', text: long, ok: true, handle: 't4.1' };
  const purpose = {
    call: { id: 'a', name: 'fetch', arguments: '{"page":"rates"}' },
    answer: 'The euro stands at 1.08.',
  };

  test('appears as its tool says: by rule, by length, by age', () => {
    assert.equal(aged(result, 'keep', 'old', purpose), long);
    assert.equal(aged(result, 'drop', 'old', purpose), '[old result left out: t4.1]');
    assert.match(aged(result, 'stub', 'old', purpose), /^Rates for 2027: .* \[rest left out: t4\.1\]$/);
    assert.match(
      aged(result, 'offload', 'old', purpose),
      /^Rates.* \[rest left out; recall t4\.1 reads it\]$/,
    );
    assert.match(
      aged(result, 'summarise', 'old', purpose),
      /^fetch \{"page":"rates"\}: The euro stands at 1\.08\. Rates for 2027: .* \[rest left out; recall t4\.1 reads it\]$/,
    );
    const mixed = { upTo: 20, short: 'keep', long: 'summarise', older: 'drop' } as const;
    assert.equal(aged({ ...result, text: 'short' }, mixed, 'old', purpose), 'short');
    assert.match(aged(result, mixed, 'old', purpose), /^fetch /);
    assert.equal(aged(result, mixed, 'older', purpose), '[old result left out: t4.1]');
    assert.equal(aged(result, mixed, 'new', purpose), long);
  });

  test('keeps the gist that was taken when it arrived', () => {
    const page = `Trade fair 2027\n\n${'Many came and many went. '.repeat(90)}\nThe stand of Norrvik costs 4,812.50 EUR, ticket INV-7731.\nIt rained.`;
    const born = offload(page, 't4.2', 2000);
    assert.match(born.gist ?? '', /^Trade fair 2027.*4,812\.50 EUR.*INV-7731/);
    assert.ok(estimate(born.gist ?? '') < 160);
    assert.match(
      aged({ ...result, ...born }, 'offload', 'old', purpose),
      /INV-7731.*recall t4\.1 reads it\]$/,
    );
    assert.equal(offload('Done.', 't4.3', 2000).gist, undefined);
  });

  test('that was read again later is one line, with the handle of what stood here', () => {
    assert.equal(
      aged(result, 'keep', 'old', purpose, true),
      '[Left out here: the same was read again later. To read this one: recall t4.1]',
    );
  });
});

describe('a large result at birth', () => {
  test('keeps head and tail, names its handle and stores the whole', () => {
    const text = `FIRST ${'some words '.repeat(5000)} LAST`;
    const { result } = textLimits({ window: 24_000, maxOutput: 1024 });
    const born = offload(text, handleFor(12, 3), result);
    assert.match(
      born.text,
      /^FIRST .*\n\[… [\d,]+ characters are left out here\. To read them: recall t12\.3 …\]\n.* LAST$/s,
    );
    assert.equal(born.full, text);
    assert.ok(estimate(born.text) <= result + 60);
    const smaller = offload(text, 't1.1', textLimits({ window: 8000, maxOutput: 1024 }).result);
    assert.ok(smaller.text.length < born.text.length / 2, 'the limit scales with the window');
  });

  test('what fits is stored once; what is empty says so', () => {
    assert.deepEqual(offload('short', 't1.1', 100), { text: 'short' });
    assert.deepEqual(offload(' \n', 't1.1', 100), { text: '(empty result)' });
  });
});

describe('fitting a turn', () => {
  const call = (id: string): ChatMessage => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: 'fetch', arguments: '{}' } }],
  });
  const answer = (id: string, content: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content });
  const limits = { limit: 1000, before: 200, from: 1, handleAt: (index: number) => `t1.${index}` };

  test('what fits is handed back as it is', () => {
    const messages: ChatMessage[] = [{ role: 'user', content: 'hi' }, call('a'), answer('a', 'A')];
    const fitted = fit(messages, limits);
    assert.deepEqual(fitted.messages, messages);
    assert.deepEqual([fitted.shrunk, fitted.fits], [0, true]);
  });

  test('the same messages give the same bytes, and the newest result stays whole', () => {
    const messages: ChatMessage[] = [{ role: 'user', content: 'hi' }];
    for (let at = 0; at < 12; at += 1) {
      const step = [call(`c${at}`), answer(`c${at}`, `${at} ${'word '.repeat(150)}`)];
      messages.push(...step);
      const fitted = fit(messages, limits);
      assert.deepEqual(fit(messages, limits), fitted);
      assert.ok(fitted.messages.length <= messages.length);
      assert.equal(
        fitted.messages.at(-1)?.content,
        `${at} ${'word '.repeat(150)}`,
        'the newest result is whole',
      );
      assert.ok(fitted.fits && fitted.tokens <= 1000);
    }
  });

  test('a newest result that alone is too large is cut, with its handle', () => {
    const fitted = fit(
      [{ role: 'user', content: 'hi' }, call('a'), answer('a', 'word '.repeat(5000))],
      limits,
    );
    assert.ok(fitted.fits);
    assert.match(fitted.messages[2]?.content ?? '', /^word .*recall t1\.2 …\].*word\s*$/s);
  });

  test('if even that is not enough, it says so', () => {
    assert.equal(
      fit([{ role: 'user', content: 'hi' }, call('a'), answer('a', 'A')], { ...limits, before: 990 }).fits,
      false,
    );
  });
});
