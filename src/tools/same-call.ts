// When two calls are the same: the same tool with the same arguments, in whatever order, whatever reason was given for it. The
// loop counts repeats by it, a turn runs a call once by it, and a permission that names no more covers it by it. Pure.
import { createHash } from 'node:crypto';
import { canonical } from '../text/canonical.ts';

type Args = Readonly<Record<string, unknown>>;

/** Equal for the same call. @param args what is no object is compared as it is */
export function callIdentity(name: string, args: unknown): string {
  return `[${JSON.stringify(name)},${canonical(typeof args === 'object' && args !== null ? counted(args as Args) : args)}]`;
}

/** Whether these are the arguments of the same call. */
export const sameArgs = (one: Args, other: Args): boolean =>
  canonical(counted(one)) === canonical(counted(other));

/** What a call is stored under in its turn; of the same call always the same. */
export function callKey(name: string, args: Args | undefined): string {
  const pairs = Object.entries(counted(args ?? {})).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(canonical([name, pairs]))
    .digest('hex')
    .slice(0, 32);
}

/** The reason given does not count. */
function counted({ justification: _, ...rest }: Args): Args {
  return rest;
}
