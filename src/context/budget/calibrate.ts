// What a model's own server counted, beside what we estimated. From it comes one factor per model by which estimates are
// multiplied. It only comes down after several samples and never below a floor, because what is measured on prose must
// still hold when a person pastes base64. Plain JSON: the caller stores it.

/** Measured ratios of real to estimated tokens, for one model. */
export interface Calibration {
  readonly samples: number;
  /** Mean of actual / estimated; the newest samples weigh most. */
  readonly mean: number;
  /** Mean distance of a sample from that mean. */
  readonly spread: number;
}

export const uncalibrated: Calibration = { samples: 0, mean: 1, spread: 0 };

const FLOOR = 0.78;
const CEILING = 4;
const WEIGHT = 0.2;
const ENOUGH = 3;

/**
 * The state after one more answer.
 *
 * @param estimated tokens of the whole request as {@link estimate} counts them, without any factor
 * @param actual `usage.prompt_tokens` of the server; zero, absurd or missing values change nothing
 */
export function calibrate(state: Calibration, estimated: number, actual: number | null): Calibration {
  if (actual === null || !(actual > 0) || !(estimated > 0)) return state;
  const ratio = actual / estimated;
  if (ratio > CEILING || ratio < 0.02) return state;
  if (state.samples === 0) return { samples: 1, mean: ratio, spread: 0.1 * ratio };
  const weight = Math.max(WEIGHT, 1 / (state.samples + 1));
  return {
    samples: state.samples + 1,
    mean: state.mean + weight * (ratio - state.mean),
    spread: state.spread + weight * (Math.abs(ratio - state.mean) - state.spread),
  };
}

/** The state after a server refused a request as too long although we thought that it fits. */
export function calibrateRefused(state: Calibration): Calibration {
  const mean = Math.min(CEILING, 1.3 * Math.max(factorOf(state), state.mean));
  return { samples: Math.max(1, state.samples), mean, spread: 0.1 * mean };
}

/** What an estimate is multiplied by, so that it errs high. Hold it still within a turn, or the prefix may move. */
export function factorOf(state: Calibration): number {
  if (state.samples === 0) return 1;
  const high = state.mean + 3 * state.spread + 0.02;
  const floor = state.samples < ENOUGH ? 1 : FLOOR;
  return Math.min(CEILING, Math.max(floor, high));
}

/** How far a calibrated estimate of this model is off at the mean, as a share: 0.1 is ten percent; null if unknown. */
export function errorOf(state: Calibration): number | null {
  return state.samples < ENOUGH ? null : factorOf(state) / state.mean - 1;
}
