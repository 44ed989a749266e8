// What the program remembers about itself: one JSON value for each key.
import type { Queries } from './database.ts';

/** The value as it was written, for the reader to check; undefined if there is none. */
export async function readSetting(queries: Queries, key: string): Promise<unknown> {
  const row = await queries.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

export async function writeSetting(queries: Queries, key: string, setting: object): Promise<void> {
  const value = JSON.stringify(setting);
  await queries
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
