// How long and how often, in milliseconds. Tests run them faster.

export interface Timings {
  /** A REST call's end. */
  readonly timeoutMs: number;
  /** The end of a whole send, and of a look for what was sent; with a call for the DM, below the outbox's lease of 30 s. */
  readonly sendMs: number;
  readonly lookMs: number;
  /** A gateway connection's. */
  readonly readyMs: number;
  /** Between two identifications; null: the five seconds that Discord asks for. */
  readonly identifyEveryMs: number | null;
  /** How many calls a second all of Discord's routes together take; the client keeps to it. */
  readonly callsPerSecond: number;
  /** How often a process that does not hold the gateway asks for it. */
  readonly turnEveryMs: number;
  /** The first wait after a failed connection or catch-up. */
  readonly retryMs: number;
  /** The first wait after gateway sockets that did not last; doubles up to `reconnectMaxMs`. */
  readonly reconnectMs: number;
  readonly reconnectMaxMs: number;
  /** A connection that was ready for so long has lasted. */
  readonly steadyMs: number;
  /** Beyond ten at once, a session may begin every so many milliseconds: half of the thousand that Discord grants a day. */
  readonly identifyRefillMs: number;
  /** How long a new watermark may wait to be written. */
  readonly markEveryMs: number;
  /** When an interaction is acknowledged though its row is not stored yet. */
  readonly ackWithinMs: number;
  /** How often it is looked whether something was heard. */
  readonly beatMs: number;
  /** After so long a silence Discord is asked whether it is there. Its own heartbeats are 41 s apart. */
  readonly quietMs: number;
  /** After so long a silence the connection is replaced, whether Discord answers or not. */
  readonly deafMs: number;
  /** How old an interaction is when its acknowledgement has surely arrived, or never will. */
  readonly callbackMs: number;
}

export const timings: Timings = {
  timeoutMs: 7000,
  sendMs: 12_000,
  lookMs: 8000,
  readyMs: 60_000,
  identifyEveryMs: null,
  callsPerSecond: 50,
  turnEveryMs: 1000,
  retryMs: 1000,
  reconnectMs: 1000,
  reconnectMaxMs: 60_000,
  steadyMs: 30_000,
  identifyRefillMs: 180_000,
  markEveryMs: 1000,
  ackWithinMs: 2000,
  beatMs: 5000,
  quietMs: 20_000,
  deafMs: 50_000,
  callbackMs: 4000,
};
