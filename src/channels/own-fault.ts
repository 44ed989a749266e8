// Whose fault an error is. Networks, platforms and databases fail for a while: then a try later may help. What our own code
// throws, and what a database refuses for what it says, comes again at every try: it is logged and left. Pure.
import { z } from 'zod';

/** The database does not take this value or statement however often it is asked (bad data, null, syntax), nor is this an address. */
const refusedAsItIs = /^(22[0-9A-Z]{3}|23502|42601|ERR_INVALID_URL)$/;
const depthAtMost = 5;

/** Whether trying again cannot help, because the fault is in what we do. An error that wraps another is judged by that one. */
export function isOwnFault(error: unknown): boolean {
  let inner = error;
  for (let depth = 0; depth < depthAtMost && inner instanceof Error && inner.cause instanceof Error; depth++)
    inner = inner.cause;
  if (!(inner instanceof Error)) return false;
  const code: unknown = Reflect.get(inner, 'code');
  if (typeof code === 'string' && refusedAsItIs.test(code)) return true;
  const isOfCode =
    inner instanceof TypeError || inner instanceof RangeError || inner instanceof ReferenceError;
  return inner instanceof z.ZodError || (isOfCode && inner === error);
}

/** What an error is and where it was thrown, "TypeError at ChannelManager._add": fit for logs, where its message may hold words of people. */
export function faultKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  const name = typeof code === 'string' ? `${error.name} ${code}` : error.name;
  const frames = (error.stack ?? '').slice(String(error).length);
  const at = /^\s+at (?:async )?([\w.#<>$]+)/m.exec(frames)?.[1];
  return at ? `${name} at ${at}` : name;
}
