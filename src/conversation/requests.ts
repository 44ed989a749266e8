// One row for each model request: tokens as the server counted them beside our estimate, cost, time. The estimator
// calibrates itself on them.
import type { LoopOutcome } from '../agent/outcome.ts';
import type { Compiled } from '../context/compile.ts';
import type { Tx } from '../database/database.ts';
import type { ConversationKey, TurnId } from '../database/ids.ts';

export interface RequestParts {
  readonly modelName: string;
  readonly price: { readonly input: number; readonly cached: number; readonly output: number };
}

/** Writes a turn's requests. Prices are per million tokens. */
export async function recordRequests(
  tx: Tx,
  parts: RequestParts,
  conversation: ConversationKey,
  turn: TurnId,
  compiled: Compiled,
  outcome: LoopOutcome,
): Promise<void> {
  if (outcome.requests.length === 0) return;
  await tx
    .insertInto('request')
    .values(
      outcome.requests.map((request, index) => ({
        conversation_id: conversation,
        turn_id: turn,
        model: parts.modelName,
        purpose: 'turn',
        input_tokens: request.usage?.input ?? null,
        cached_tokens: request.usage?.cached ?? null,
        output_tokens: request.usage?.output ?? null,
        estimated_tokens: compiled.tokens,
        fresh_tokens: Math.max(0, (request.usage?.input ?? compiled.tokens) - (request.usage?.cached ?? 0)),
        break_reason: index === 0 ? compiled.moved : null,
        cost: costOf(request.usage, parts.price),
        milliseconds: Math.round(request.ms),
      })),
    )
    .execute();
}

function costOf(
  usage: { readonly input: number; readonly cached: number; readonly output: number } | undefined,
  price: RequestParts['price'],
): number {
  if (!usage) return 0;
  const fresh = usage.input - usage.cached;
  return (fresh * price.input + usage.cached * price.cached + usage.output * price.output) / 1e6;
}
