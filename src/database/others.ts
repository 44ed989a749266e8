// Which other processes of ours share a PostgreSQL database, for people: each names itself on its connections.
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { holderInWords } from './holder.ts';

/** How this process is called on its connections; PostgreSQL keeps 63 bytes. */
export const connectionName = (): string => `peacrab ${process.pid}@${hostname()}`.slice(0, 63);

/** The others in words, those that have been there longest first; none on PGlite. */
export async function otherProcesses({ engine, db }: Database): Promise<readonly string[]> {
  if (engine === 'pglite') return [];
  const { rows } = await sql<{ name: string; since: Date }>`
    select application_name as name, min(backend_start) as since from pg_stat_activity
    where datname = current_database() and application_name ~ '^peacrab [0-9]+@' and application_name <> ${connectionName()}
    group by application_name order by since`.execute(db);
  return rows.flatMap(({ name, since }) => {
    const [, pid, host] = /^peacrab (\d+)@(.*)$/.exec(name) ?? [];
    return pid && host !== undefined ? [holderInWords({ pid: Number(pid), host, since })] : [];
  });
}
