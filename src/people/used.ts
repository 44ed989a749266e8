// What has been used, read from the rows: when a person's turns began, and the tokens and cost of requests.
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { PersonId } from '../database/ids.ts';
import { type Allowance, dayOf, hourBefore, type Reached, tokensReached, turnsReached } from './limits.ts';

/**
 * Tokens in and out: as the server counted them, else as we estimated them, if it answered at all. The model's index
 * `request_created` holds all of it.
 */
const tokensIn = sql<number>`case when input_tokens is not null then input_tokens when waited_ms is not null then estimated_tokens else 0 end`;
const tokensOut = sql<number>`coalesce(output_tokens, estimated_output_tokens)`;
const total = (what: RawBuilder<number>) => sql<number>`coalesce(sum(${what}), 0)::float8`;

/** The person's limit of turns, if it is reached. */
export async function turnLimit(
  queries: Queries,
  allowance: Allowance,
  person: PersonId,
  now: Date,
): Promise<Reached | null> {
  if (allowance.turnsPerHour === 0) return null;
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from turn where person_id = ${person} and created_at > ${hourBefore(now)} and ${isForWords}
    order by created_at desc offset ${allowance.turnsPerHour - 1} limit 1`.execute(queries);
  return turnsReached(allowance, rows[0]?.created_at ?? null, now);
}

/** The bot's limit of tokens, if it is reached. */
export async function tokenLimit(queries: Queries, allowance: Allowance, now: Date): Promise<Reached | null> {
  if (allowance.tokensPerDay === 0) return null;
  const { start } = dayOf(now, allowance.zone);
  const { rows } = await sql<{ used: number }>`
    select ${total(sql`${tokensIn} + ${tokensOut}`)} as used from request where created_at >= ${start}`.execute(
    queries,
  );
  return tokensReached(allowance, rows[0]?.used ?? 0, now);
}

/** A turn for what a person wrote, not for a task that fell due. */
const isForWords = sql`exists (select 1 from inbox where inbox.turn_id = turn.id and inbox.kind = 'message')`;

export interface Used {
  readonly turns: number;
  /** Turns of tasks that fell due. */
  readonly tasks: number;
  /** In the turns themselves, and beside them in keeping the log of a conversation. */
  readonly own: Tokens;
  readonly log: Tokens;
}

export interface Tokens {
  readonly input: number;
  /** Of the input, what the server had in its cache. */
  readonly cached: number;
  readonly output: number;
  readonly cost: number;
}

/** What a person has used since an instant; without a person, the whole bot. */
export async function usedSince(queries: Queries, person: PersonId | null, since: Date): Promise<Used> {
  const whose = person === null ? sql`true` : sql`person_id = ${person}`;
  const { rows: turns } = await sql<{ words: number; tasks: number }>`
    select (count(*) filter (where ${isForWords}))::int as words, (count(*) filter (where not ${isForWords}))::int as tasks
    from turn where ${whose} and created_at >= ${since}`.execute(queries);
  const { rows } = await sql<Tokens & { aside: boolean }>`
    select request.purpose in ('journal', 'summary') as aside, ${total(tokensIn)} as input,
      ${total(sql`cached_tokens`)} as cached, ${total(tokensOut)} as output, sum(cost) as cost
    from request left join turn on turn.id = request.turn_id
    where ${whose} and request.created_at >= ${since} group by 1`.execute(queries);
  const of = (aside: boolean): Tokens => {
    const { input = 0, cached = 0, output = 0, cost = 0 } = rows.find((row) => row.aside === aside) ?? {};
    return { input, cached, output, cost };
  };
  return { turns: turns[0]?.words ?? 0, tasks: turns[0]?.tasks ?? 0, own: of(false), log: of(true) };
}

/** How many turns a person has begun in the last hour. */
export async function turnsThisHour(queries: Queries, person: PersonId, now: Date): Promise<number> {
  const { rows } = await sql<{ turns: number }>`
    select count(*)::int as turns from turn
    where person_id = ${person} and created_at > ${hourBefore(now)} and ${isForWords}`.execute(queries);
  return rows[0]?.turns ?? 0;
}
