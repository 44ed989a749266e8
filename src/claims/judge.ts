// Every pattern of a promise that a sentence has, each with the reason that speaks against it, if one does.
import { excluded, type Reason, type Trigger } from './exclude.ts';
import type { Language } from './language/language.ts';
import { factsOf, type Request } from './request.ts';
import type { Sentence } from './voice.ts';

/** More often than one sentence promises in the same words. */
const MOST_ALIKE = 6;

type Judged = readonly { readonly trigger: Trigger; readonly reason: Reason | null }[];

/** A sentence is judged for its features and for its claims while one reply is read, whose request is one object. */
const known = new WeakMap<Sentence, { readonly request: Request; readonly judged: Judged }>();

/** Every trigger of a sentence with the reason against it, if any; kinds that were asked for come first. */
export function judge(sentence: Sentence, languages: readonly Language[], request: Request): Judged {
  const before = known.get(sentence);
  if (before?.request === request) return before.judged;
  const judged = judgedAnew(sentence, languages, request);
  known.set(sentence, { request, judged });
  return judged;
}

function judgedAnew(sentence: Sentence, languages: readonly Language[], request: Request): Judged {
  const judged: { trigger: Trigger; reason: Reason | null; rank: number }[] = [];
  for (const language of languages) {
    for (const rule of language.claims) {
      if (sentence.text.search(rule.is) < 0) continue;
      // read only here: most sentences have no such pattern
      const facts = factsOf(sentence.text, languages, request.locale);
      const timed = facts.some((f) => f.kind === 'clock' || f.kind === 'repeat' || f.kind === 'elapsed');
      for (const match of sentence.text.matchAll(rule.is).take(MOST_ALIKE)) {
        const trigger = { rule, language, sentence, at: match.index, end: match.index + match[0].length };
        const rank =
          (request.wants.has(rule.kind)
            ? rule.kind === 'persona'
              ? -1.5
              : 0
            : rule.kind === 'persona'
              ? -0.3
              : 1) +
          (rule.kind === 'memory' ? (timed ? 1.5 : -1.2) : 0) +
          (rule.needs === 'asked' ? 0.5 : rule.needs === 'timed' ? 0.8 : rule.needs === 'bare' ? 0.9 : 0) -
          (rule.kind === 'cancelled' && request.wants.has('cancelled')
            ? 1
            : rule.kind === 'cancelled' || rule.kind === 'changed'
              ? 0.2
              : 0);
        judged.push({ trigger, reason: excluded(trigger, facts, request), rank });
      }
    }
  }
  return judged.sort((a, b) => a.rank - b.rank);
}
