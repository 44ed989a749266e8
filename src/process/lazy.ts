// What is made when it is first asked for, and then kept: large tables, and work that several wait for.

/** @returns a function that gives what `make` made at its first call. If `make` throws, the next call tries again. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
