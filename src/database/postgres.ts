// The server engine, for a bot that matters and for several processes.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { messageOf, PeacrabError } from '../errors.ts';
import type { Log } from '../log.ts';
import { isAway } from './away.ts';
import { cleaning } from './cleaning.ts';
import { Database } from './database.ts';
import { connectionName } from './others.ts';
import type { Tables } from './tables.ts';

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE || oid === pg.types.builtins.INTERVAL) return (text: string) => text;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

/**
 * Opens a pool on a PostgreSQL server and makes sure that it answers.
 *
 * @throws PeacrabError DATABASE_DOWN if it does not, DATABASE_REFUSED if it does not let us in
 */
export async function openPostgres(url: string, log: Log, size = 10): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    application_name: connectionName(),
  });
  // A connection that the server closes, idle or in use, is no reason to die: its user hears of it by their query,
  // and the pool opens another when asked.
  const lost = (error: Error) =>
    log.warn({ code: 'DATABASE_DOWN', error: error.message }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw isAway(cause)
      ? new PeacrabError(
          'DATABASE_DOWN',
          `The database at DATABASE_URL (${hostOf(url)}) does not answer (${messageOf(cause)}). ` +
            'Check that the server runs, and that host and port are right.',
          { cause },
        )
      : new PeacrabError(
          'DATABASE_REFUSED',
          `The database at DATABASE_URL (${hostOf(url)}) does not let us in (${messageOf(cause)}). ` +
            'Check that user, password and database name are right.',
          { cause },
        );
  }
  return new Database(
    'postgres',
    new Kysely<Tables>({ dialect: cleaning(new PostgresDialect({ pool })) }),
    () => Promise.resolve(),
  );
}

/** Host and database of a URL without user and password, fit for an error message. */
function hostOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return host + pathname;
  } catch {
    return 'not a valid URL';
  }
}
