// How long compiling a request takes, by the length of the conversation behind it, with the same visible part. The work
// must grow with what is visible only. Run: node bench/context/compile-time.ts
import { performance } from 'node:perf_hooks';
import { type CompileInput, compile } from '../../src/context/compile.ts';
import { startTurn } from '../../src/context/turn-start.ts';
import { RandomPath, seeded } from '../../test/context/random.ts';

const RUNS = 60;
const WINDOW = 24_000;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function timed(run: () => unknown): number {
  const times: number[] = [];
  for (let count = 0; count < RUNS; count += 1) {
    const from = performance.now();
    run();
    times.push(performance.now() - from);
  }
  return median(times);
}

function inputOver(length: number): CompileInput {
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
    limits: { window: WINDOW, maxOutput: 1024 },
    factor: 1,
  };
}

console.log('entries  messages  tokens  first cut  held, ms  turn start, ms');
for (const length of [200, 2000, 20_000]) {
  const input = inputOver(length);
  const cut = compile(input);
  const { firstKept, elisionBefore, olderBefore } = cut;
  const held = { ...input, firstKept, elisionBefore, olderBefore };
  const timing = { idleMinutes: 1, cacheMinutes: 5, milestone: false };
  const row = [
    timed(() => compile(input)),
    timed(() => compile(held)),
    timed(() => startTurn({ ...held, ...timing })),
  ].map((ms) => ms.toFixed(2).padStart(9));
  console.log(
    [
      String(length).padStart(7),
      String(cut.messages.length).padStart(9),
      String(cut.tokens).padStart(7),
    ].join(' '),
    ...row,
  );
}
