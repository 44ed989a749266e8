// Which seeds a property runs over: SEED=… runs one alone, LONG=1 more of them.

/** @param most how many in a default run */
export function seedsOf(most: number, first = 1000): readonly number[] {
  if (process.env.SEED !== undefined) return [Number(process.env.SEED)];
  const count = process.env.LONG === undefined ? most : 10 * most;
  return Array.from({ length: count }, (_, index) => first + index);
}
