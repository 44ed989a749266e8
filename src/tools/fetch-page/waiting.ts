// Two ways to wait: for one's turn, and no longer than anybody is interested.

/** Runs one work after the other. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** @returns a queue of its own; a work that fails does not hold up the next */
export function oneByOne(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** What cannot be stopped need not be waited for. @throws the signal's reason as soon as it is aborted */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
