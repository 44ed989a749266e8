// Waiting for one's turn.

/** Runs work as there is room. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** @returns a queue of its own that runs so many at once; a work that fails does not hold up the next */
export function atOnce(most: number): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, so that no other takes it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
