// How long compiling a request takes, by the length of the conversation behind it, with the same visible part: the work
// must grow with what is visible only. The last row shows all of 2,000 entries at once.
// Run: node bench/context/compile-time.ts
import { performance } from 'node:perf_hooks';
import { type CompileInput, compile } from '../../src/context/compile.ts';
import { startTurn } from '../../src/context/turn-start.ts';
import { RandomPath, seeded } from '../../test/context/random.ts';

const RUNS = 200;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function timed(run: () => unknown): number {
  const times: number[] = [];
  for (let count = 0; count < RUNS / 4; count += 1) run();
  for (let count = 0; count < RUNS; count += 1) {
    const from = performance.now();
    run();
    times.push(performance.now() - from);
  }
  return median(times);
}

function inputOver(length: number, window: number): CompileInput {
  const path = new RandomPath(seeded(7));
  while (path.entries.length < 20_000) path.grow(300);
  // The same newest entries each time, with more or less before them.
  const entries = path.entries.slice(-length);
  const message = { messageId: '1', person: 'terminal:me' as never, name: 'Ann', text: 'And now?' };
  const words = { ...message, attachments: [], sentAt: '2026-01-02T09:00:00Z', late: false };
  return {
    system: 'You are Peacrab. Keep it short. '.repeat(60),
    tools: [],
    path: entries,
    newest: { messages: [words], head: '<now>\nFriday 2 January 2026, 09:00 (UTC)\n</now>' },
    turn: [],
    firstKept: null,
    elisionBefore: null,
    olderBefore: null,
    ageing: () => 'offload',
    room: 'channel',
    limits: { window, maxOutput: 1024 },
    factor: 1,
  };
}

const show = (...cells: readonly (string | number)[]) =>
  console.log(cells.map((cell) => String(cell).padStart(14)).join(''));

show('entries', 'window', 'messages', 'tokens', 'cutting, ms', 'compile, ms', 'turn start, ms');
for (const [length, window] of [
  [200, 24_000],
  [2000, 24_000],
  [20_000, 24_000],
  [2000, 500_000],
] as const) {
  const input = inputOver(length, window);
  const { firstKept, elisionBefore, olderBefore } = compile(input);
  const held = { ...input, firstKept, elisionBefore, olderBefore };
  const timing = { idleMinutes: 1, cacheMinutes: 5 };
  const { messages, tokens } = compile(held);
  const runs = [() => compile(input), () => compile(held), () => startTurn({ ...held, ...timing })];
  show(length, window, messages.length, tokens, ...runs.map((run) => timed(run).toFixed(2)));
}
