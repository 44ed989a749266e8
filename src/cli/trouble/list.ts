// The list of troubles for an operator: shown with and without words, tried again, dropped.
import type { Database } from '../../database/database.ts';
import type { TroubleId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { PeacrabError } from '../../errors.ts';
import { dropRows, retryRows, wordsOf } from './rows.ts';

type Trouble = Row<'trouble'>;

const listed = 100;

const kinds: Readonly<Record<Trouble['kind'], string>> = {
  incoming: 'something that came in and could not be stored',
  event: 'a message, command or click',
  turn: 'a turn with the model',
  outgoing: 'a message of ours that could not be sent',
  schedule: 'a reminder or task that could not be fired',
};

/** What is set aside, oldest first, without any person's words. */
export async function listTrouble({ db }: Database): Promise<string> {
  const rows = await db
    .selectFrom('trouble')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(listed + 1)
    .execute();
  if (rows.length === 0) return 'Nothing is set aside.';
  const more = rows.length > listed ? [`There is more than these ${listed}.`] : [];
  return [
    ...rows.slice(0, listed).map(lineOf),
    ...more,
    'To see one: npm run trouble -- show ID. To try it again: -- retry ID. To take it off the list: -- drop ID.',
  ].join('\n');
}

const lineOf = (row: Trouble): string =>
  [
    `${row.id}`,
    row.created_at.toISOString(),
    `${kinds[row.kind]}${row.ref === null ? '' : ` (${row.ref})`}`,
    `in ${row.conversation_id ?? 'no conversation'}`,
    `because of ${row.why}`,
  ].join('  ');

/** One of them with the error's message and the words that it concerns. */
export async function showTrouble(database: Database, id: TroubleId): Promise<string> {
  const row = await found(database, id);
  const state = row.ended_at ? `over since ${row.ended_at.toISOString()}: ${row.outcome}` : 'set aside';
  const words = await wordsOf(database, row);
  return [
    lineOf(row),
    `State: ${state}`,
    `Person: ${row.person_id ?? 'unknown'}`,
    `Error: ${row.detail ?? '(not kept)'}`,
    words === null ? 'Its words were not kept.' : `Words:\n${words}`,
  ].join('\n');
}

/** Tries it again. @throws PeacrabError NOT_FOUND, CONFLICT if it cannot be tried now or at all */
export async function retryTrouble(database: Database, id: TroubleId): Promise<string> {
  const row = await open(database, id);
  await retryRows(database, row);
  return `${id} is tried again: a running bot takes it up within a second, else the next start does. If it fails again it is on the list again.`;
}

/** Takes it off the list. What it concerns stays as it is, unanswered or unsent. */
export async function dropTrouble(database: Database, id: TroubleId): Promise<string> {
  const row = await open(database, id);
  await dropRows(database, row);
  return `${id} is off the list. It stays unanswered or unsent.`;
}

async function found({ db }: Database, id: TroubleId): Promise<Trouble> {
  const row = await db.selectFrom('trouble').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row)
    throw new PeacrabError(
      'NOT_FOUND',
      `There is no ${id} on the list. "npm run trouble" shows what there is.`,
    );
  return row;
}

async function open(database: Database, id: TroubleId): Promise<Trouble> {
  const row = await found(database, id);
  if (row.ended_at)
    throw new PeacrabError(
      'NOT_FOUND',
      `${id} is over already: ${row.outcome} at ${row.ended_at.toISOString()}.`,
    );
  return row;
}
