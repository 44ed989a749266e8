// Writes the recorded conversations of bench/context/scripts: `node bench/context/record.ts`. Seeded, so that they come
// out the same; a new seed makes further ones in another folder: `node bench/context/record.ts SEED FOLDER`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from './record/chance.ts';
import { ask, chat, fired, list, type Move, note, remind, switchTo, tell, think } from './record/moves.ts';
import { Recorder } from './record/recorder.ts';
import { code, daily, lookup, milestone, paste, research } from './record/works.ts';
import { parseScript, type ScriptHeader } from './script.ts';

interface Scene {
  readonly about: string;
  readonly room?: ScriptHeader['room'];
  readonly persona?: string;
  readonly zone?: string;
  readonly speakers: readonly string[];
  readonly turns: number;
  /** Moves with their weights. */
  readonly moves: readonly (readonly [weight: number, move: Move])[];
  /** Moves that stand at certain turns. */
  readonly every?: { readonly turns: number; readonly move: Move };
  /** Minutes of a long gap. */
  readonly longGap?: (chance: Chance) => number;
}

const days = (chance: Chance) => chance.between(600, 4300);

const scenes: Readonly<Record<string, Scene>> = {
  'small-talk': {
    about: 'Small talk in several languages over two weeks, with a fact here and there.',
    speakers: ['Mira'],
    turns: 120,
    moves: [
      [54, chat],
      [18, tell],
      [40, ask],
      [5, remind],
      [3, note],
      [8, think],
    ],
  },
  reminders: {
    about: 'Reminders set, listed, fired, snoozed and ticked off.',
    speakers: ['Jonas'],
    zone: 'America/New_York',
    turns: 110,
    moves: [
      [34, remind],
      [24, fired],
      [12, list],
      [14, chat],
      [10, tell],
      [28, ask],
      [4, note],
    ],
  },
  research: {
    about: 'Research with results of 2,000 to 6,000 tokens, and questions about what stood in them.',
    speakers: ['Priya'],
    persona: 'consultant',
    turns: 90,
    moves: [
      [34, research(2000, 6000)],
      [44, ask],
      [8, tell],
      [8, think],
      [8, chat],
    ],
  },
  personas: {
    about: 'Two personas by turns, one about money, one about how it is built.',
    speakers: ['Tomasz'],
    persona: 'cfo',
    zone: 'Europe/Warsaw',
    turns: 140,
    moves: [
      [22, think],
      [22, tell],
      [40, ask],
      [8, research(600, 1800)],
      [6, code],
      [14, chat],
      [5, remind],
      [3, fired],
    ],
    every: { turns: 9, move: switchTo(['cfo', 'engineer']) },
  },
  'group-room': {
    about: 'A channel in which six people ask for different things in one thread.',
    room: { kind: 'channel', platform: 'slack', name: 'site-move' },
    speakers: ['Mira', 'Jonas', 'Aylin', 'Luís', 'Noor', 'Emeka'],
    turns: 180,
    moves: [
      [46, chat],
      [26, tell],
      [60, ask],
      [14, lookup],
      [8, remind],
      [6, fired],
      [10, think],
      [5, research(600, 2200)],
    ],
  },
  'paste-bomb': {
    about: 'Logs and files of up to 20,000 tokens pasted into the conversation.',
    speakers: ['Dafydd'],
    persona: 'engineer',
    zone: 'Europe/London',
    turns: 80,
    moves: [
      [40, ask],
      [14, chat],
      [12, tell],
      [16, think],
      [4, remind],
      [4, fired],
      [10, code],
    ],
    every: { turns: 10, move: paste(5000, 20000) },
  },
  'long-gaps': {
    about: 'A few words on some days, then nothing for days.',
    speakers: ['Sanne'],
    zone: 'Europe/Amsterdam',
    turns: 100,
    moves: [
      [26, chat],
      [20, tell],
      [28, ask],
      [9, research(1500, 4000)],
      [8, remind],
      [8, fired],
      [3, note],
    ],
    longGap: days,
  },
  'week-job': {
    about: 'A job over a week: a task each day, a skill, approvals, and talk about the results in between.',
    speakers: ['Henrike'],
    persona: 'consultant',
    turns: 160,
    moves: [
      [56, ask],
      [20, tell],
      [16, think],
      [16, chat],
      [14, research(1500, 4500)],
      [9, milestone],
      [5, remind],
      [5, fired],
    ],
    every: { turns: 11, move: daily },
  },
  'support-desk': {
    about: 'Three hundred turns of customer questions with records looked up as JSON.',
    room: { kind: 'dm', platform: 'discord' },
    speakers: ['Emeka'],
    zone: 'Europe/Lisbon',
    turns: 300,
    moves: [
      [74, lookup],
      [98, ask],
      [36, tell],
      [60, chat],
      [10, remind],
      [10, fired],
      [8, think],
      [4, note],
    ],
  },
  coding: {
    about: 'A long debugging afternoon and the days after: files read, tests run, decisions made.',
    speakers: ['Ilse'],
    persona: 'engineer',
    turns: 200,
    moves: [
      [62, code],
      [58, ask],
      [20, tell],
      [34, chat],
      [10, think],
      [3, milestone],
    ],
  },
};

function record(name: string, scene: Scene, seed: number): Recorder {
  const header = {
    name,
    about: scene.about,
    room: scene.room ?? { kind: 'dm' as const, platform: 'slack' },
    persona: scene.persona ?? 'assistant',
    zone: scene.zone ?? 'Europe/Berlin',
    starts: '2026-11-02T08:05:00+01:00',
  };
  const recorder = new Recorder(seed, header, scene.speakers, scene.longGap);
  const deck = scene.moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move));
  for (let turn = 1; turn <= scene.turns; turn += 1) {
    const move =
      scene.every && turn % scene.every.turns === 3 ? scene.every.move : recorder.chance.pick(deck);
    (turn <= 2 ? chat : move)(recorder);
  }
  return recorder;
}

const [seed = '2026', folder = join(import.meta.dirname, 'scripts')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const [index, [name, scene]] of Object.entries(scenes).entries()) {
  const recorder = record(name, scene, Number(seed) + 101 * index);
  const lines = recorder.lines();
  const { turns, facts } = parseScript(lines, `${name}.jsonl`);
  const needs = turns.reduce((sum, turn) => sum + turn.needs.length, 0);
  writeFileSync(join(folder, `${name}.jsonl`), lines);
  console.log(
    `${name}: ${turns.length} turns, ${facts.size} facts, ${needs} needs, ${Math.round(lines.length / 1000)} kB`,
  );
}
