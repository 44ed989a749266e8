// The language of a person, learnt from what they write: a clear sentence in another language changes it.
import type { Queries } from '../database/database.ts';
import { recognise } from '../language/recognise.ts';
import type { Person } from './person.ts';

/** The person with the language of these words of theirs, if it is clear; it is stored when it is another. */
export async function withLanguageOf(queries: Queries, person: Person, words: string): Promise<Person> {
  const language = recognise(words);
  if (language === null || language === person.language) return person;
  await queries.updateTable('person').set({ language }).where('id', '=', person.id).execute();
  return { ...person, language };
}
