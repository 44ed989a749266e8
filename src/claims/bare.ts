// Promises without a verb: "Done!", "Set.", "Thursday 9, dentist." They confirm what the person asked for, or repeat
// the time that the person named.
import { isDeepStrictEqual } from 'node:util';
import { isTime, sameDay, sameHour } from '../schedule/parse/index.ts';
import type { ClaimKind } from './claim.ts';
import type { Language } from './language/language.ts';
import { factsOf, type Request } from './request.ts';
import type { Sentence } from './voice.ts';

const ORDER: readonly ClaimKind[] = ['cancelled', 'changed', 'reminder', 'follow_up', 'persona', 'memory'];

type Confirmation = {
  readonly kind: ClaimKind;
  readonly index: number;
  readonly unclear: boolean;
  /** what else the person asked for, kept by another sort of row */
  readonly also?: readonly ClaimKind[];
};

/** Kinds that the same "Done!" may confirm beside another, because each stands for itself. */
const BESIDE: readonly ClaimKind[] = ['persona', 'memory'];

/** What a reply confirms without saying it, or null. To be asked only if no sentence claims anything by itself. */
export function confirmation(
  sentences: readonly Sentence[],
  languages: readonly Language[],
  request: Request,
): Confirmation | null {
  if (request.scheduled || request.writes || request.explains) return null;
  const own = sentences.filter((s) => s.role !== 'quote' && s.role !== 'said');
  if (request.recalls) return null;
  const asked = ORDER.find((kind) => request.wants.has(kind)) ?? null;
  const asks = own.some((s) => s.question);
  const refused = own.some((s) =>
    languages.some(
      (l) => l.not.refusal.test(s.text) || l.not.offer.test(s.text) || l.not.unreal.test(s.text),
    ),
  );
  const opening = own.slice(0, 3);
  const done = opening.find(
    (s) =>
      (s.role === 'prose' || s.line === 0) &&
      languages.some((l) => l.done.test(s.question ? beforeQuestion(s.text) : s.text)),
  );
  if (done && asked && !refused) {
    // "remember ... every friday at 6": with an hour it is a reminder that was confirmed
    const timed = asked === 'memory' && opening.some((o) => fragmentAfter(o, own, languages) !== null);
    const also = BESIDE.filter((kind) => kind !== asked && isAskedApart(kind, request));
    return { kind: timed ? 'reminder' : asked, index: sentences.indexOf(done), unclear: false, also };
  }
  const yes = opening.find((s) => !s.question && languages.some((l) => l.okay.test(s.text)));
  if (yes && !refused && !asks && request.wants.has('reminder') && !request.recalls) {
    const named = fragmentAfter(yes, own, languages);
    if (named) return { kind: 'reminder', index: sentences.indexOf(named), unclear: true };
  }
  const told = done && !request.question ? fragmentAfter(done, own, languages) : null;
  if (told && !refused) return { kind: 'reminder', index: sentences.indexOf(told), unclear: true };
  const echo = opening.find((s) => !s.question && s.text.length < 110 && echoes(s, languages, request));
  if (!echo || refused || (asks && !done))
    return plainYes(own, sentences, languages, request, asked, asks, refused);
  const okay = done ?? opening.find((s) => languages.some((l) => l.okay.test(s.text)));
  if (asked && asked !== 'memory' && (okay || !request.question))
    return { kind: asked, index: sentences.indexOf(echo), unclear: !okay };
  if (okay && !request.question && !request.recalls)
    return { kind: 'reminder', index: sentences.indexOf(echo), unclear: true };
  return null;
}

/** "Done, anything else?": what is said before the question; '' if all of it is one. */
const beforeQuestion = (text: string): string =>
  /^[^,;–—]{2,40}(?=[,;–—] ?\S+ (?:\S+ )?\S*$)/u.exec(text)?.[0] ?? '';

/** Whether a sentence of the message asks for this and for nothing else: "And remember: ...". */
function isAskedApart(kind: ClaimKind, request: Request): boolean {
  const parts = request.text.split(/[.!?;]\s+/u);
  return parts.some((part) => {
    const wants = [...request.wants].filter((other) =>
      request.languages.some((language) => language.wants.get(other)?.test(part)),
    );
    return wants.length === 1 && wants[0] === kind;
  });
}

/** "Set. Tomorrow, 6:30: airport taxi.": what follows a confirmation, if it is short and names an hour. */
function fragmentAfter(
  done: Sentence,
  own: readonly Sentence[],
  languages: readonly Language[],
): Sentence | null {
  const at = own.indexOf(done);
  const candidates = [done, own[at + 1]].filter((s) => s !== undefined && !s.question && s.text.length < 70);
  return (
    candidates.find(
      (s) => s && factsOf(s.text, languages).some((f) => f.kind === 'clock' || f.kind === 'repeat'),
    ) ?? null
  );
}

/** A yes and nothing else, to a plain request. */
function plainYes(
  own: readonly Sentence[],
  sentences: readonly Sentence[],
  languages: readonly Language[],
  request: Request,
  asked: ClaimKind | null,
  asks: boolean,
  refused: boolean,
): Confirmation | null {
  const [first] = own;
  if (!first || !asked || asked === 'memory' || asks || refused) return null;
  const short = own.length <= 2 && own.reduce((sum, s) => sum + s.text.length, 0) < 32;
  const timed = request.facts.some(isTime);
  if (!short || !languages.some((l) => l.okay.test(first.text))) return null;
  return request.wants.has('reminder') && timed
    ? { kind: asked, index: sentences.indexOf(first), unclear: true }
    : null;
}

/** Whether a sentence names a time that the person named too: the same clock time, or the same day. */
function echoes(sentence: Sentence, languages: readonly Language[], request: Request): boolean {
  const said = factsOf(sentence.text, languages, request.locale);
  return said.some((fact) =>
    request.facts.some((other) => {
      if (fact.kind === 'clock' && other.kind === 'clock') return sameHour(fact.clock, other.clock);
      if (fact.kind === 'day' && other.kind === 'day') return !fact.past && sameDay(fact.facts, other.facts);
      if (fact.kind === 'repeat' && other.kind === 'repeat') return true;
      if (fact.kind === 'elapsed' && other.kind === 'elapsed')
        return isDeepStrictEqual(fact.facts, other.facts);
      return fact.kind === 'clock' && other.kind === 'elapsed';
    }),
  );
}
