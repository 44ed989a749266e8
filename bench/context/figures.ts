// What is counted of a run, and the bill that comes of it.
export interface Figures {
  needs: number;
  inRequest: number;
  byHandle: number;
  /** Of these, facts more pages deep than a turn has rounds to read. */
  deep: number;
  requests: number;
  /** Calls that write a log: ahead of a compaction while nobody waits, or for one. */
  background: number;
  /** What they cost, billed-equivalent; it is part of the bill. */
  aside: number;
  input: number;
  cached: number;
  /** Sent anew though an earlier request within the cache's life had it; and what of it no moved bound and no head explains. */
  resent: number;
  avoidable: number;
  output: number;
  /** What it would cost besides to read the facts that only a handle leads to, billed-equivalent. */
  recalls: number;
  /** Times a bound moved, and of these compactions. */
  moves: number;
  compactions: number;
  /** Requests that the server would have refused as too long. */
  tooLong: number;
}

export const nothing: Figures = {
  needs: 0,
  inRequest: 0,
  byHandle: 0,
  deep: 0,
  requests: 0,
  background: 0,
  aside: 0,
  input: 0,
  cached: 0,
  resent: 0,
  avoidable: 0,
  output: 0,
  recalls: 0,
  moves: 0,
  compactions: 0,
  tooLong: 0,
};

/** What a cached token and one of output cost, beside a fresh one of input. */
export const CACHED_PRICE = 0.1;
export const OUTPUT_PRICE = 4;

/** The bill in fresh input tokens. */
export function billed({ input, cached, output }: Pick<Figures, 'input' | 'cached' | 'output'>): number {
  return input - cached + CACHED_PRICE * cached + OUTPUT_PRICE * output;
}
