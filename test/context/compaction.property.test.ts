// Compactions: where they cut, what survives them whatever the log forgets, and the order in which a conversation that
// grows too large gives way. A failure names the seed; SEED=… runs it alone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Entry, type EntryBody, isMarker, isSilent } from '../../src/context/entry.ts';
import { Life, type LifeOptions, type Opened, type Setting } from './life.ts';
import { type Random, RandomPath, seeded } from './random.ts';
import { assertReadable } from './readable.ts';
import { seedsOf } from './seeds.ts';
import { assertAccepted, realTokens } from './strict.ts';
import { chat, type Fact, forgetful, lookedUp, plantedBy, says } from './talk.ts';

const settingOf = (window: number): Setting => ({
  system: 'You are Peacrab. Keep it short. '.repeat(40),
  tools: [],
  ageing: () => 'offload',
  room: 'dm',
  limits: { window, maxOutput: Math.min(1024, window / 8) },
  factor: 1,
});

type Way = 'journal' | 'model' | 'rule';
const WAYS: readonly Way[] = ['journal', 'model', 'rule'];

/** A conversation of everyday turns that can be led on until it is compacted. */
class Talk {
  readonly random: Random;
  readonly life: Life;
  readonly facts: readonly Fact[];
  readonly way: Way;
  readonly #length: number;

  constructor(seed: number, window: number, way: Way) {
    this.random = seeded(seed);
    this.way = way;
    this.facts = plantedBy(this.random);
    const log: LifeOptions['log'] = () => (way === 'model' ? forgetful(this.random, this.facts) : null);
    this.life = new Life(settingOf(window), new RandomPath(this.random), { log });
    this.#length = Math.ceil(window / 2000);
  }

  /** One turn; the journal is written where it is time to. */
  turn(words: string | null = null, done: readonly EntryBody[] = []): Opened {
    const { life, random } = this;
    life.path.turn += 1;
    const { turn } = life.path;
    const talk = chat(random, turn, this.#length);
    const newest = words === null ? talk.newest : says(random, turn, words);
    const opened = life.start(newest);
    const last = life.next(newest, done);
    life.commit(newest, done, words === null ? talk.reply : 'Noted.');
    if (this.way === 'journal' && life.pass(last, 'Noted.') !== null)
      life.journal(forgetful(random, this.facts));
    return opened;
  }

  plant(): void {
    for (const { said } of this.facts) {
      this.turn(said);
      this.turn();
    }
  }

  /** Goes on until older turns are compacted. */
  untilCompacted(done: (turn: number) => readonly EntryBody[] = () => []): Opened {
    for (let turns = 0; turns < 3000; turns += 1) {
      const opened = this.turn(null, done(this.life.path.turn + 1));
      if (opened.plan !== null) return opened;
    }
    throw new Error('nothing was compacted');
  }
}

const textOf = ({ compiled }: Opened) => compiled.messages.map(({ content }) => content).join('\n');

describe('facts said before a compaction are in the next request, whatever the log forgets', () => {
  for (const window of [8000, 24_000])
    for (const way of WAYS)
      test(`window ${window}, the log by ${way}, three compactions in a row`, () => {
        const seeds = seedsOf(window === 8000 ? 20 : 14);
        for (const seed of seeds) {
          const talk = new Talk(seed, window, way);
          talk.plant();
          for (const time of [1, 2, 3]) {
            const opened = talk.untilCompacted();
            assert.equal(opened.summary?.by, way);
            const text = textOf(opened);
            for (const { said, marks } of talk.facts)
              for (const mark of marks)
                assert.ok(text.includes(mark), `seed ${seed}, compaction ${time}: "${said}" is lost`);
          }
        }
      });
});

/** True where a turn begins: at a person's words, or at what stands in front of them. */
function isTurnStart(entries: readonly Entry[], at: number): boolean {
  const first = entries.slice(at).find((entry) => !isMarker(entry) && !isSilent(entry));
  return first === undefined || first.type === 'user';
}

describe('a compaction', () => {
  for (const way of WAYS)
    test(`cuts where a turn begins, fits, and lasts for several turns (log by ${way})`, () => {
      for (const seed of seedsOf(8, 1)) {
        const random = seeded(seed);
        const window = random.pick([8000, 12_000, 24_000, 64_000]);
        const talk = new Talk(seed, window, way);
        const calls = (turn: number) => (random.chance(0.3) ? lookedUp(turn, random.int(window / 4)) : []);
        for (const time of [1, 2]) {
          const { plan, compiled } = talk.untilCompacted(calls);
          const at = `seed ${seed}, window ${window}, compaction ${time}`;
          assert.ok(plan !== null && compiled.moved === 'none', at);
          const { entries } = talk.life.path;
          const cut = entries.findIndex(({ id }) => id >= (plan.firstKept ?? 0));
          assert.ok(isTurnStart(entries, cut), `${at}: not at the start of a turn`);
          const open = plan.going.flatMap((e) =>
            e.type === 'assistant' ? e.payload.calls.map(({ id }) => id) : [],
          );
          const closed = plan.going.flatMap((e) => (e.type === 'tool_result' ? [e.payload.callId] : []));
          assert.deepEqual(closed, open, `${at}: between a call and its result`);
          assert.ok(compiled.fits && compiled.tokens <= compiled.budget.start, at);
          assertAccepted(compiled.messages);
          const { limits } = talk.life.setting;
          assert.ok(1.3 * realTokens(compiled.messages, []) <= limits.window - limits.maxOutput, at);
          for (let turn = 0; turn < 8; turn += 1)
            assert.equal(talk.turn().plan, null, `${at}: compacted again after ${turn} turns`);
        }
      }
    });
});

describe('a conversation that grows too large gives way in this order', () => {
  const window = 12_000;
  const heavy = (turn: number) => lookedUp(turn, 3000);

  test('first old results are elided, and only when that is not enough older turns go', () => {
    const talk = new Talk(1, window, 'rule');
    const moves: string[] = [];
    for (let turns = 0; turns < 200 && moves.at(-1) !== 'compaction'; turns += 1) {
      const { move, plan } = talk.turn(null, heavy(talk.life.path.turn + 1));
      if (plan !== null) moves.push('compaction');
      else if (move !== 'hold') moves.push('elision');
    }
    assert.ok(moves.length > 3, moves.join());
    assert.deepEqual(new Set(moves.slice(0, -1)), new Set(['elision']));
  });

  test('then the journal is swapped in, and no model is asked', () => {
    const { summary, asked } = new Talk(2, window, 'journal').untilCompacted();
    assert.equal(summary?.by, 'journal');
    assert.equal(asked, null);
  });

  test('without a journal that covers what goes, a model is asked, and the request for it fits', () => {
    const { summary, asked, plan } = new Talk(3, window, 'model').untilCompacted(heavy);
    assert.equal(summary?.by, 'model');
    assert.ok(asked !== null && plan?.journal === null);
    assertAccepted(asked);
    assert.ok(1.3 * realTokens(asked, []) <= window - 1024);
    assert.match(asked.at(-1)?.content ?? '', /Write the log/);
  });

  test('if that fails too, the oldest turns are cut, with what a rule keeps and a handle in their place', () => {
    const talk = new Talk(4, window, 'rule');
    talk.plant();
    const opened = talk.untilCompacted();
    assert.equal(opened.summary?.by, 'rule');
    assert.equal(opened.summary?.log, '');
    for (const { marks } of talk.facts) for (const mark of marks) assert.ok(textOf(opened).includes(mark));
    const newest = { messages: [], head: '' };
    assertReadable(opened.compiled, talk.life.path.entries.slice(0, -2), { newest, turn: [] });
  });
});
