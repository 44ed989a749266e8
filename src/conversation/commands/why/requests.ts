// What "why" says of a turn's requests: their tokens, and what the model did not see.
import { sql } from 'kysely';
import { breakdown } from '../../../context/budget/breakdown.ts';
import { earlierHandle } from '../../../context/elide/offload.ts';
import type { Tx } from '../../../database/database.ts';
import type { TurnId } from '../../../database/ids.ts';
import { rebuild } from '../../turn/request/rebuild.ts';
import type { CommandContext } from '../command.ts';
import type { WhyFacts } from './text.ts';

/** Tokens as the server counted them, else as estimated: those of the turn, and those beside it. */
export async function tokensOf(tx: Tx, turn: TurnId): Promise<Pick<WhyFacts, 'asked' | 'beside'>> {
  const { rows } = await sql<WhyFacts['asked'] & { readonly own: boolean }>`
    select purpose = 'turn' as own, count(*)::int as requests,
      sum(coalesce(input_tokens, estimated_tokens))::float8 as input,
      sum(coalesce(cached_tokens, 0))::float8 as cached,
      sum(coalesce(output_tokens, estimated_output_tokens))::float8 as output, sum(cost)::float8 as cost
    from request where turn_id = ${turn} group by 1`.execute(tx);
  const none = { requests: 0, input: 0, cached: 0, output: 0, cost: 0 };
  const of = (own: boolean) => rows.find((row) => row.own === own) ?? none;
  return { asked: of(true), beside: of(false) };
}

/** What the turn's last request left out, with the handles that read it again. */
export async function leftOutOf(
  { tx, rebuilding, say }: CommandContext,
  turn: TurnId,
): Promise<readonly string[]> {
  const row = await tx
    .selectFrom('request')
    .selectAll()
    .where('turn_id', '=', turn)
    .where('purpose', '=', 'turn')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rebuilt = row && (await rebuild(tx, rebuilding, row));
  if (!rebuilt) return [];
  const { elided, offloaded } = breakdown(rebuilt.input, rebuilt.compiled);
  const { firstKept } = rebuilt.compiled;
  const some = (handles: readonly string[]) =>
    say('why.results', { n: handles.length, handles: handles.slice(-3).join(', ') });
  return [
    ...(firstKept === null ? [] : [say('why.left-earlier', { handle: earlierHandle(firstKept) })]),
    ...(elided.length === 0 ? [] : [say('why.left-older', { results: some(elided) })]),
    ...(offloaded.length === 0 ? [] : [say('why.left-middle', { results: some(offloaded) })]),
  ];
}
