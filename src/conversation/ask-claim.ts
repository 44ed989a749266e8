// The one question that is put to the model about a claim of its own: only where our rules are unsure whether a reply
// promises something that would have to stand in the database. One word comes back; anything else counts as "unsure".
import type { ModelClient } from '../agent/model.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Claim, ClaimKind } from '../promises/index.ts';

const claims: Readonly<Record<ClaimKind, string>> = {
  reminder: 'that it will remind or notify somebody at some time',
  recurring: 'that it will do so again and again',
  follow_up: 'that it will come back by itself to ask, check or report',
  cancelled: 'that a reminder was cancelled',
  changed: 'that a reminder was changed',
  memory: 'that something was saved for later',
  persona: 'that it now speaks as another persona and stays so',
};

/** Characters of the person's words and of the reply that the question shows. */
const shown = 600;

/** @returns whether the reply really claims it; null if no plain answer came */
export async function askClaim(
  model: ModelClient,
  asked: { readonly words: string; readonly reply: string; readonly claim: Claim },
  signal: AbortSignal,
  log: Log,
): Promise<boolean | null> {
  const question = [
    `A person wrote: ${JSON.stringify(asked.words.slice(0, shown))}`,
    `An assistant answered: ${JSON.stringify(asked.reply.slice(0, shown))}`,
    `Does the answer, in the assistant's own voice, claim ${claims[asked.claim.kind]}? Answer with one word: yes or no.`,
  ].join('\n');
  const messages = [
    { role: 'system', content: 'You answer with one word: yes or no.' },
    { role: 'user', content: question },
  ] as const;
  let text = '';
  try {
    for await (const delta of model.stream({ messages, tools: [], maxTokens: 200 }, signal))
      text += delta.text ?? '';
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'the model was asked about a claim and did not answer');
    return null;
  }
  const word = /\b(yes|no)\b/i.exec(text.replace(/<think>[\s\S]*?<\/think>/g, ''))?.[1]?.toLowerCase();
  return word === undefined ? null : word === 'yes';
}
