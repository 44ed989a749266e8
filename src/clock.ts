// The clock is passed in, so that tests decide what time it is. Policy never reads the machine's time itself.

export interface Clock {
  /** The current instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
