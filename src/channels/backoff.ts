// How long to wait after failures in a row: twice as long each time, up to a limit, with jitter, so that many programs that
// lost the same server do not come back at the same moment. Pure, but for the dice.

export interface BackoffTimes {
  /** The wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/** @param failures in a row; none: no wait @param random from 0 up to 1 @returns milliseconds: between half of the whole wait and all of it */
export function backoffMs(
  failures: number,
  { firstMs, maxMs }: BackoffTimes,
  random: () => number = Math.random,
): number {
  if (failures <= 0) return 0;
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(whole * (0.5 + random() / 2));
}
