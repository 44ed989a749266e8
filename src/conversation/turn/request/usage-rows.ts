// One row for each model request: tokens as the server counted them beside our estimate, how much of it repeated the last
// one, cost, time, and what rebuilds it. The estimator calibrates itself on them.
import type { RequestRecord } from '../../../agent/outcome.ts';
import type { Queries } from '../../../database/database.ts';
import type { ConversationKey, TurnId } from '../../../database/ids.ts';
import type { NewRow } from '../../../database/tables.ts';
import type { UsageServices } from '../services.ts';
import type { OpenRequest, SentRequest } from './sent.ts';

export type Purpose = 'turn' | 'journal' | 'summary' | 'claim' | 'delegate';

/** Writes a turn's requests. Prices are per million tokens. */
export async function recordRequests(
  queries: Queries,
  services: UsageServices,
  turn: TurnId,
  { facts, prompt, move }: OpenRequest,
  requests: readonly { readonly record: RequestRecord; readonly sent: SentRequest | undefined }[],
): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map(({ record, sent }, index) => ({
    ...common(services, facts.conversation.id, turn, 'turn', record),
    ...(sent
      ? {
          estimated_tokens: sent.compiled.tokens,
          repeated_tokens: sent.repeat.repeated,
          fresh_tokens: sent.repeat.fresh,
          break_reason: sent.repeat.part,
          break_index: sent.repeat.index,
          steps: sent.steps,
          first_kept_entry_id: sent.compiled.firstKept,
          elision_entry_id: sent.compiled.elisionBefore,
          older_entry_id: sent.compiled.olderBefore,
          window_tokens: sent.window,
        }
      : {}),
    move: index === 0 ? move : null,
    leaf_id: facts.conversation.leaf_id,
    prompt_hash: prompt.hash,
    factor: facts.factor,
  }));
  for (const row of rows) services.counted?.(row);
  await queries.insertInto('request').values(rows).execute();
}

/** Writes a request that was no part of a turn's loop. @param estimated tokens with the factor */
export async function recordAside(
  queries: Queries,
  services: UsageServices,
  of: { readonly conversation: ConversationKey; readonly turn: TurnId | null; readonly purpose: Purpose },
  record: RequestRecord,
  estimated: number,
): Promise<void> {
  const row = {
    ...common(services, of.conversation, of.turn, of.purpose, record),
    estimated_tokens: Math.ceil(estimated),
  };
  services.counted?.(row);
  await queries.insertInto('request').values(row).execute();
}

function common(
  services: UsageServices,
  conversation: ConversationKey,
  turn: TurnId | null,
  purpose: Purpose,
  { usage, ms, firstTokenMs, said }: RequestRecord,
): NewRow<'request'> {
  return {
    conversation_id: conversation,
    turn_id: turn,
    model: services.modelName,
    purpose,
    input_tokens: usage?.input ?? null,
    cached_tokens: usage?.cached ?? null,
    output_tokens: usage?.output ?? null,
    estimated_tokens: 0,
    estimated_output_tokens: said ?? 0,
    fresh_tokens: Math.max(0, (usage?.input ?? 0) - (usage?.cached ?? 0)),
    cost: costOf(usage, services.price),
    milliseconds: Math.round(ms),
    waited_ms: firstTokenMs === undefined ? null : Math.round(firstTokenMs),
  };
}

function costOf(usage: RequestRecord['usage'], price: UsageServices['price']): number {
  if (!usage) return 0;
  const fresh = usage.input - usage.cached;
  return (fresh * price.input + usage.cached * price.cached + usage.output * price.output) / 1e6;
}
