// Who holds something that only one may have, for people who are told so: a lock says that it is held, but not by whom. What
// is noted here decides nothing.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

const holder = z.object({
  pid: z.number().int().positive(),
  host: z.string(),
  since: z.coerce.date(),
  /** Where its data is, in words. */
  store: z.string().optional(),
});
export type Holder = Readonly<z.output<typeof holder>>;

/** Notes this process at a path, readable by us alone. @returns what removes the note */
export function noteHolder(path: string, more: Pick<Holder, 'store'> = {}): () => void {
  const me = { pid: process.pid, host: hostname(), since: new Date(), ...more };
  writeFileSync(path, JSON.stringify(me), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** Who is noted at a path; null if no one is, or a process that is gone from this machine. */
export function holderAt(path: string): Holder | null {
  try {
    const found = holder.parse(JSON.parse(readFileSync(path, 'utf8')));
    return found.host === hostname() && !isAlive(found.pid) ? null : found;
  } catch {
    return null;
  }
}

/** "process 4711 on box, since 2026-11-22 10:12 UTC" */
export function holderInWords({ pid, host, since }: Pick<Holder, 'pid' | 'host' | 'since'>): string {
  return `process ${pid} on ${host}, since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** How to end it: "Stop it first (Ctrl-C where it runs, or: kill 4711)". */
export const howToEnd = (found: Holder | null): string =>
  `Stop it first (Ctrl-C where it runs${found === null ? '' : `, or: kill ${found.pid}`})`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process is there, though we may not signal it.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
