// People as rows.
import type { Queries } from '../database/database.ts';
import type { PersonId } from '../database/ids.ts';
import type { Person } from './person.ts';

/** @throws if there is no such person: who is named in a row was stored before it */
export async function loadPerson(queries: Queries, id: PersonId): Promise<Person> {
  const row = await queries.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { name, zone, locale, language, persona } = row;
  return { id, name, zone, locale: locale ?? 'en', language, persona };
}
