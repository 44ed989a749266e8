// What the person's message asks for: a reminder, a change, a text, an explanation. Promises are judged beside it:
// "Done!" means what was asked, and a text that was asked for is not the assistant's word.

import { type Effort, findTimes, isTime, type Mention } from '../schedule/parse/index.ts';
import { endsWithin, withoutWideGaps } from '../text/reading-limits.ts';
import type { ClaimKind } from './claim.ts';
import { languagesOf } from './language/index.ts';
import type { Language } from './language/language.ts';
import { normal, plain } from './text.ts';
import { MASK } from './voice.ts';

export type Request = {
  /** the message as written; empty if there is none */
  readonly raw: string;
  /** the same as patterns expect it, quotations masked */
  readonly text: string;
  readonly wants: ReadonlySet<ClaimKind>;
  /** a text is asked for: a draft, a translation, a story */
  readonly writes: boolean;
  readonly explains: boolean;
  readonly recalls: boolean;
  readonly question: boolean;
  /** the turn was started by the scheduler, or by a message without words */
  readonly scheduled: boolean;
  readonly facts: readonly Mention[];
  readonly languages: readonly Language[];
  /** the person's, BCP 47, where known */
  readonly locale?: string;
};

/** Reads a person's message; null if the scheduler asks. `hint` is the reply's language, for messages of a word or two. */
export function readRequest(user: string | null, hint: string, locale?: string): Request {
  const raw = withoutWideGaps(endsWithin('request', user ?? ''));
  const scheduled = raw.trim() === '';
  const whole = normal(raw);
  const masked = whole
    .replace(/```[\s\S]*?(?:```|$)/gu, ` ${MASK} `)
    .replace(/["“„«「『][^"“”„«»「」『』]*["”“»」』]/gu, MASK)
    .replace(/(?<=^|[\s:])'[^']{3,}'(?=$|[\s.,!?])/gu, MASK);
  const languages = languagesOf(whole, hint);
  const texts = spellingsOf(masked);
  const matches = (test: RegExp) => texts.some((text) => test.test(text));
  // a part that asks for a text is no request for a promise; what follows the colon of "translate: ..." is material
  const composes = (part: string) => asksForText(part, languages, locale);
  const writes = composes(masked) || partsOf(masked).some(composes);
  const asked = writes
    ? partsOf(masked)
        .filter((part) => !composes(part))
        .flatMap(spellingsOf)
    : texts;
  const wants = new Set<ClaimKind>();
  for (const language of languages) {
    for (const [kind, test] of language.wants)
      if (!scheduled && asked.some((text) => test.test(text))) wants.add(kind);
  }
  return {
    raw,
    text: masked,
    wants,
    writes,
    explains: languages.some((l) => matches(l.asks.explain)),
    recalls: languages.some((l) => matches(l.asks.recall)),
    question: /[?？؟]\s*$/u.test(whole),
    scheduled,
    facts: factsOf(masked, languages, locale),
    languages,
    ...(locale && { locale }),
  };
}

/** A text, and without accents where it has any. */
function spellingsOf(text: string): readonly string[] {
  const bare = plain(text);
  return bare === text ? [text] : [text, bare];
}

/** Whether a part of a message asks for a text to be written; not if a message is to be sent to the person at a time. */
function asksForText(part: string, languages: readonly Language[], locale?: string): boolean {
  const texts = spellingsOf(part);
  const matches = (test: RegExp) => texts.some((text) => test.test(text));
  if (!languages.some((l) => matches(l.asks.text))) return false;
  const timed = factsOf(part, languages, locale).some(isTime);
  return !(timed && languages.some((l) => matches(l.asks.tome)));
}

function partsOf(text: string): readonly string[] {
  const colon = /[:：]/u.exec(text);
  return (colon ? text.slice(0, colon.index) : text).split(
    /[.!?;,。！？，]\s*|\s(?:and|und|y|et|e|en|и|aur|also)\s/u,
  );
}

/** The times that a text mentions, in its likeliest language, or in the next one if that finds fewer. */
export function factsOf(text: string, languages: readonly Language[], locale?: string): readonly Mention[] {
  const reading = found.get(languages) ?? { known: new Map(), effort: { left: MOST_EFFORT } };
  found.set(languages, reading);
  const facts = reading.known.get(text) ?? readFacts(text, languages, locale, reading.effort);
  reading.known.set(text, facts);
  return facts;
}

type Read = { readonly known: Map<string, readonly Mention[]>; readonly effort: Effort };

/** A sentence is looked at for several reasons while one reply is read, whose languages are one list. */
const found = new WeakMap<readonly Language[], Read>();

/** Over all sentences of a reply: what 4,000 characters take that are times and nothing else, and some 30 ms. */
const MOST_EFFORT = 120_000;

function readFacts(
  text: string,
  languages: readonly Language[],
  locale: string | undefined,
  effort: Effort,
): readonly Mention[] {
  const [first] = languages;
  // English short forms ("mon", "sat") are words elsewhere
  const asked = languages.filter((l, i) => i === 0 || l.code !== 'en' || first?.script !== 'latin');
  const mentions = findTimes(
    text,
    asked.map((language) => language.code),
    locale,
    effort,
  );
  return mentions.map((mention) => {
    if (mention.kind !== 'clock') return mention;
    const before = text.slice(Math.max(0, mention.core - 30), mention.core);
    return { ...mention, aside: first?.aside.test(before) === true };
  });
}
