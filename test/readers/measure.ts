// Times a reader on a text by the processor time of this thread, so that a busy neighbour does not count; the least of a few
// tries, so that a collection of garbage does not either.
import type { ReaderCase } from './cases.ts';
import type { Shape } from './shapes.ts';

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of processor time, the least of so many tries; quick ones are not tried again. */
export function msOf(reader: ReaderCase, text: string, tries: number, quickMs = 5): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < tries && least > quickMs; run++) {
    const began = threadMs();
    reader.read(text);
    least = Math.min(least, threadMs() - began);
  }
  return least;
}

interface Growth {
  readonly shape: string;
  /** At the larger size. */
  readonly ms: number;
  /** For a text twice as long: 2 is linear, 4 is quadratic. Null where it took too little to tell. */
  readonly perDoubling: number | null;
}

/** Less than this says nothing of growth. */
const TELLING_MS = 25;

/** How the time grows from a length to four times the length. */
export function growthOf(reader: ReaderCase, shape: Shape, length: number): Growth {
  const ms = msOf(reader, shape.of(4 * length), 3, TELLING_MS);
  if (ms < TELLING_MS) return { shape: shape.name, ms, perDoubling: null };
  const small = msOf(reader, shape.of(length), 3, 0);
  return { shape: shape.name, ms, perDoubling: Math.sqrt(ms / Math.max(small, 0.5)) };
}
