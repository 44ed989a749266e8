// The bounds of one turn's loop, all of them settings.

export interface LoopLimits {
  /** Rounds in which tools run, per turn. After the last the model may still answer in words. */
  readonly rounds: number;
  /** The same call (name and arguments) is not run for the nth time, unless something was changed in between. */
  readonly sameCall: number;
  /** Answers of nothing but such calls that are answered so, per turn; the next one ends the loop. */
  readonly repeatRetries: number;
  /** Rounds in a row in which every call failed. */
  readonly failuresInRow: number;
  /** Tries after a cut, stalled or unreachable stream, in a row. */
  readonly streamRetries: number;
  /** Tries after an empty answer, per turn. */
  readonly emptyRetries: number;
  /** Nudges after an announcement without a call, per turn. */
  readonly nudges: number;
  /** Calls of one answer that are run; the rest get an error. */
  readonly callsPerAnswer: number;
  /** Wait before a try after a failure, in milliseconds; doubled each time. */
  readonly retryDelayMs: number;
  /** Longest such wait, also when the server asks for more. */
  readonly retryDelayMostMs: number;
  /** Time limit of a tool that has none of its own, in milliseconds. */
  readonly toolMs: number;
  /** Characters of one answer that are read. */
  readonly answerChars: number;
}

export const DEFAULT_LIMITS: LoopLimits = {
  rounds: 8,
  sameCall: 3,
  repeatRetries: 1,
  failuresInRow: 3,
  streamRetries: 2,
  emptyRetries: 1,
  nudges: 1,
  callsPerAnswer: 16,
  retryDelayMs: 500,
  retryDelayMostMs: 15_000,
  toolMs: 20_000,
  answerChars: 200_000,
};
