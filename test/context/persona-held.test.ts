// A persona switched to in mid-conversation holds to its end, through compactions, and the switch costs no more of the
// prefix than any turn does. Seeds are printed; SEED=… runs one alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watch } from '../../src/context/budget/watchdog.ts';
import type { Compiled } from '../../src/context/compile.ts';
import type { EntryBody } from '../../src/context/entry.ts';
import { type HeadFacts, headBlock } from '../../src/context/head.ts';
import { Life, type Opened } from './life.ts';
import { RandomPath, seeded } from './random.ts';
import { seedsOf } from './seeds.ts';
import { chat, forgetful } from './talk.ts';

const TURNS = 80;
const SWITCH = 40;
const personas = {
  Assistant: { title: 'Assistant', body: 'Helpful and brief.' },
  CFO: { title: 'CFO', body: 'Focus: cash, margins, runway.\nVoice: dry, exact, asks for figures.' },
};

const headAt = (turn: number, persona: keyof typeof personas): string => {
  const facts: HeadFacts = {
    now: new Date(Date.UTC(2026, 0, 2, 9, turn)),
    zone: 'Europe/Berlin',
    lastAt: null,
    speaker: 'Ann',
    room: { kind: 'dm', platform: 'slack', name: null },
    persona: personas[persona],
    topic: null,
    brief: null,
    agenda: null,
    upcoming: ['r3: stretch, Sat 3 Jan, 09:00', 'r4: call Ben, Sun 4 Jan, 10:00'],
    notes: ['Ann likes green tea (n1, 2026-01-01)'],
    tasks: [],
    notices: [],
  };
  return headBlock(facts);
};

const switching: readonly EntryBody[] = [
  {
    type: 'assistant',
    payload: { text: '', calls: [{ id: 'switch', name: 'switch_persona', arguments: '{"persona":"cfo"}' }] },
  },
  {
    type: 'tool_result',
    payload: {
      callId: 'switch',
      name: 'switch_persona',
      ok: true,
      text: `You are now CFO. ${personas.CFO.body}`,
      handle: `t${SWITCH}.1`,
    },
  },
];
const marker: EntryBody = { type: 'persona', payload: { persona: 'cfo', title: 'CFO' } };

interface Lived {
  readonly opened: readonly Opened[];
  readonly last: readonly Compiled[];
}

/** 80 turns of talk. @param switchAt the turn in which the persona is switched */
function live(seed: number, window: number, switchAt: number): Lived {
  const random = seeded(seed);
  let title: keyof typeof personas = 'Assistant';
  const setting = {
    system: 'You are Peacrab. Keep it short. '.repeat(40),
    tools: [],
    ageing: () => 'stub' as const,
    room: 'dm' as const,
    limits: { window, maxOutput: 1000 },
    factor: 1,
  };
  const life = new Life(setting, new RandomPath(random), {
    persona: () => title,
    log: () => forgetful(seeded(seed), []),
  });
  const opened: Opened[] = [];
  const last: Compiled[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const talk = chat(random, turn, 3);
    const newest = { ...talk.newest, head: headAt(turn, title) };
    opened.push(life.start(newest));
    const done = turn === switchAt ? switching : [];
    last.push(life.next(newest, done));
    if (turn === switchAt) title = 'CFO';
    life.commit(newest, turn === switchAt ? [...done, marker] : done, talk.reply);
  }
  return { opened, last };
}

for (const [window, compactions] of [
  [8000, true],
  [64_000, false],
] as const)
  test(`after a switch at turn ${SWITCH} of ${TURNS} every request speaks as the new persona (window ${window})`, () => {
    for (const seed of seedsOf(5, 1)) {
      const { opened, last } = live(seed, window, SWITCH);
      const at = (turn: number) => `seed ${seed}, turn ${turn}`;
      opened.forEach(({ compiled: { messages, prefixEnd } }, index) => {
        const turn = index + 1;
        const head = /<now>[\s\S]*<\/now>$/.exec(messages[prefixEnd]?.content ?? '')?.[0] ?? '';
        const spoken = turn <= SWITCH ? 'Assistant' : 'CFO';
        assert.match(head, new RegExp(`^You speak as: ${spoken}\\.$`, 'm'), at(turn));
        const text = messages.map(({ content }) => content).join('\n');
        const history = text.slice(0, text.lastIndexOf('<now>'));
        const told = /\[Persona changed to CFO\.\]/.test(history) || /^You speak as: CFO\.$/m.test(history);
        assert.equal(told, turn > SWITCH, at(turn));
        assert.doesNotMatch(head, turn <= SWITCH ? /CFO/ : /Helpful and brief/, at(turn));
      });
      const compacted = opened.filter(({ plan }) => plan !== null).length;
      assert.equal(compacted > 1, compactions, `seed ${seed}: ${compacted} compactions`);
      assertPrefixHeld(last, opened, seed);
    }
  });

/** At the switch the prefix breaks where it does in any turn: at the last turn's head. */
function assertPrefixHeld(last: readonly Compiled[], opened: readonly Opened[], seed: number): void {
  for (let turn = SWITCH - 1; turn <= SWITCH + 1; turn += 1) {
    const [before, after] = [last[turn - 1], opened[turn]];
    assert.ok(before !== undefined && after !== undefined);
    if (after.plan !== null || after.move !== 'hold') continue;
    const { part, index } = watch(before, after.compiled, 1);
    assert.equal(part, 'head', `seed ${seed}, after turn ${turn}`);
    const [was, is] = [before, after.compiled].map(({ messages }) => messages[index ?? 0]?.content ?? '');
    assert.equal(was?.slice(0, was.lastIndexOf('\n\n<now>')), is, 'only the head is gone');
    assert.equal(before.tools, after.compiled.tools);
  }
}

test('until the switch nothing tells the two conversations apart', () => {
  for (const seed of seedsOf(3, 1)) {
    const [one, other] = [live(seed, 8000, SWITCH), live(seed, 8000, 0)];
    for (let index = 0; index < SWITCH; index += 1)
      assert.deepEqual(one.opened[index]?.compiled.messages, other.opened[index]?.compiled.messages);
  }
});
