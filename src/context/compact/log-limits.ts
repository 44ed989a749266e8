// How much of the window the front of a compacted conversation may take, part by part. All scale with the window; floors
// keep a small model's log useful, caps keep a large one from growing a log that no one reads.

/** Estimated tokens without a factor, and a count. */
export interface LogLimits {
  /** The log's own text. */
  readonly log: number;
  /** Lines kept word for word beside it. */
  readonly kept: number;
  /** What is put back from the database. */
  readonly scaffold: number;
  /** Facts to remember that one log may bring. */
  readonly remember: number;
}

/** One remembered fact, estimated tokens. */
export const FACT_TOKENS = 60;
/** The estimate errs high by about this factor: what the model may write is more of our tokens than of its own. */
const ERRS = 1.25;

/**
 * @param input `window` and `maxOutput` (the room for one answer), the model's tokens: the log with its facts must fit
 *   into one answer
 */
export function logLimits(input: { readonly window: number; readonly maxOutput: number }): LogLimits {
  const { window, maxOutput } = input;
  const remember = window < 12_000 ? 3 : 5;
  const answer = ERRS * maxOutput - remember * 0.5 * FACT_TOKENS - 60;
  return {
    log: Math.max(200, Math.min(within(0.04 * window, 360, 2400), Math.floor(answer))),
    kept: within(window / 60, 180, 1600),
    scaffold: within(window / 45, 260, 1600),
    remember,
  };
}

function within(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
