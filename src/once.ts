// Large tables are made when first asked for, and then kept.

/** @returns a function that gives what `make` made at its first call. If `make` throws, the next call tries again. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
