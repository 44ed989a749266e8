// A database server that is away: what its connections say then, and the wait until it is back. A server that refuses us is
// something else: it would go on refusing, and only people can mend that.
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, PeacrabError } from '../errors.ts';
import { unlessAborted } from '../process/waiting.ts';
import type { Database } from './database.ts';

/** No connection, or one that was cut; the server starts, stops, or has no place for another connection. */
const AWAY =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|PIPE|ADDRNOTAVAIL)|ENOENT|57P0[123]|53300|08.{3})$/;
const CUT = /^(timeout expired|Connection terminated|Query read timeout)/i;

/** Whether an error of the driver means that the server is away, so that another try may succeed. */
export function isAway(error: unknown): boolean {
  return AWAY.test(codeOf(error) ?? '') || CUT.test(messageOf(error));
}

const codeOf = (error: unknown): string | undefined => {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
};

export interface Waiting {
  /** Told once when the wait begins, each minute while it lasts, and when it is over. */
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
  readonly sayEveryMs?: number;
}

/**
 * Opens a database, and tries again as long as its server is away.
 *
 * @param open throws PeacrabError DATABASE_DOWN while it is
 * @throws what `open` throws otherwise; the signal's reason, at once, also while `open` hangs
 */
export async function openWhenThere(
  open: () => Promise<Database>,
  { say, signal, everyMs = 5000, sayEveryMs = 60_000 }: Waiting,
): Promise<Database> {
  const began = performance.now();
  let said: number | null = null;
  const waited = () => `${Math.round((performance.now() - began) / 1000)} s`;
  for (;;) {
    try {
      const database = await whileAsked(signal, open());
      if (said !== null) say(`The database is back after ${waited()}.`);
      return database;
    } catch (error) {
      if (!(error instanceof PeacrabError) || error.code !== 'DATABASE_DOWN' || signal.aborted) throw error;
      const now = performance.now();
      if (said === null)
        say(`${error.message} Trying again every ${everyMs / 1000} s until it does; Ctrl-C stops.`);
      else if (now - said >= sayEveryMs)
        say(`The database is still away after ${waited()}; trying again every ${everyMs / 1000} s.`);
      if (said === null || now - said >= sayEveryMs) said = now;
      await delay(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** What is opened after no one waits for it any more is closed again. */
async function whileAsked(signal: AbortSignal, opening: Promise<Database>): Promise<Database> {
  try {
    return await unlessAborted(opening, signal);
  } catch (error) {
    if (signal.aborted)
      void opening.then(
        (database) => database.close(),
        () => undefined,
      );
    throw error;
  }
}
