// The one question that is put to the model about a claim of its own: only where our rules are unsure whether a reply
// promises something that would have to be in the database. One word comes back; anything else counts as "unsure".
import type { ModelClient } from '../../../agent/model.ts';
import { question } from '../../../agent/question.ts';
import type { Claim, ClaimKind } from '../../../claims/index.ts';
import type { ConversationKey, TurnId } from '../../../database/ids.ts';
import { recordAside } from '../request/usage-rows.ts';
import type { StoreServices, UsageServices } from '../services.ts';

const claims: Readonly<Record<ClaimKind, string>> = {
  reminder: 'that it will remind or notify somebody at some time',
  recurring: 'that it will do so again and again',
  follow_up: 'that it will come back by itself to ask, check or report',
  cancelled: 'that a reminder was cancelled',
  changed: 'that a reminder was changed',
  memory: 'that something was saved for later',
  persona: 'that it now speaks as another persona and stays so',
  forgotten: 'that it has erased something it had saved',
  undone: 'that it has taken back a change',
  deed: 'that it has sent, booked, bought, paid or posted something itself',
};

/** Characters of the person's words and of the reply that the question shows. */
const shown = 600;

/** What the model is asked about. */
interface AskedClaim {
  readonly words: string;
  readonly reply: string;
  readonly claim: Claim;
}

/**
 * Asks, and records the request.
 *
 * @param of whose turn it is, and the factor of its estimates
 * @returns whether the reply really claims it; null if no plain answer came
 * @throws the signal's reason
 */
export async function askClaim(
  services: UsageServices & Pick<StoreServices, 'database' | 'log'> & { readonly model: ModelClient },
  of: { readonly conversation: ConversationKey; readonly turn: TurnId; readonly factor: number },
  { words, reply, claim }: AskedClaim,
  signal: AbortSignal,
): Promise<boolean | null> {
  const content = [
    `A person wrote: ${JSON.stringify(words.slice(0, shown))}`,
    `An assistant answered: ${JSON.stringify(reply.slice(0, shown))}`,
    `Does the answer, in the assistant's own voice, claim ${claims[claim.kind]}? Answer with one word: yes or no.`,
  ].join('\n');
  const messages = [
    { role: 'system', content: 'You answer with one word: yes or no.' },
    { role: 'user', content },
  ] as const;
  const { text, record } = await question(
    services.model,
    { messages, tools: [], maxTokens: 200 },
    signal,
    services.log,
  );
  const about = { conversation: of.conversation, turn: of.turn, purpose: 'claim' } as const;
  await recordAside(services.database.db, services, about, record, (record.estimated ?? 0) * of.factor);
  const word = /\b(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
  return word === undefined ? null : word === 'yes';
}
