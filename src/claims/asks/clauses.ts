// The clauses of a message that ask for something, each with the verb that asks: where it stands decides, so that "she said
// remind me" and "did you remind me" ask for nothing.
import { resolveWhen, type WhenOptions } from '../../schedule/parse/index.ts';
import { normal, plain } from '../text.ts';
import type { AskKind } from './ask.ts';
import type { AskWords } from './vocabulary.ts';

/** A clause that asks, as written, and its verb's place in it. */
export type AskClause = {
  readonly kind: AskKind;
  readonly text: string;
  readonly verb: { readonly at: number; readonly end: number };
  /** where the words of courtesy end that it opens with */
  readonly lead: number;
  /** what stands before it in its sentence */
  readonly before: string;
};

const BREAK =
  /[,;–—，、；،]\s*|\s-\s|\s(?:and|und|et|y|e|en|и|و|aur|then|dann|but|aber|pero|mais|ma|maar|но|so|also)\s/giu;

/** The clauses of a sentence that ask for something, in order. */
export function askClauses(
  sentence: string,
  words: readonly AskWords[],
  options: WhenOptions,
): readonly AskClause[] {
  for (const language of words) {
    const found = language.anywhere ? anywhereIn(sentence, language) : openingIn(sentence, language, options);
    if (found.length > 0) return found;
  }
  return [];
}

/** The text as patterns expect it, of the same length; or the text itself. */
function spelled(text: string): string {
  for (const spell of [plain, normal]) if (spell(text).length === text.length) return spell(text);
  return text.toLowerCase();
}

type Hit = {
  readonly kind: AskKind;
  readonly from: number;
  readonly lead: number;
  readonly at: number;
  readonly end: number;
};

/** Verbs at the start of a clause, behind words of courtesy or a time. */
function openingIn(sentence: string, language: AskWords, options: WhenOptions): readonly AskClause[] {
  const text = spelled(sentence);
  if (language.no.test(text)) return [];
  const starts = [0, ...[...text.matchAll(BREAK)].map((match) => match.index + match[0].length)];
  const hits = starts.flatMap((from) => {
    const lead = language.lead.exec(text.slice(from))?.[0].length ?? 0;
    const hit = hitAt(text, from, from + lead, language);
    if (hit) return [hit];
    const later = behindTime(text, sentence, from, language, options);
    return later ? [later] : [];
  });
  const distinct = hits.filter((hit, i) => hits.findIndex((other) => other.at === hit.at) === i);
  return clausesOf(sentence, distinct);
}

function hitAt(text: string, from: number, at: number, { kinds }: AskWords): Hit | null {
  for (const [kind, test] of kinds) {
    test.lastIndex = at;
    const match = test.exec(text);
    if (match?.index === at) return { kind, from, lead: at - from, at, end: at + match[0].length };
  }
  return null;
}

/** "Tomorrow at 9 remind me ...": nothing but a time stands before the verb. */
function behindTime(
  text: string,
  sentence: string,
  from: number,
  language: AskWords,
  options: WhenOptions,
): Hit | null {
  for (const [kind, test] of language.kinds) {
    if (kind !== 'set' && kind !== 'work') continue;
    test.lastIndex = from;
    const match = test.exec(text);
    if (!match || match.index - from > 60) continue;
    const lead = language.lead.exec(text.slice(from))?.[0].length ?? 0;
    const before = sentence
      .slice(from + lead, match.index)
      .replace(/[\s,،，:]+(?:please|bitte|pls)?[\s,]*$/iu, '');
    if (before.trim() !== '' && resolveWhen(before, options).ok)
      return { kind, from, lead, at: match.index, end: match.index + match[0].length };
  }
  return null;
}

/** A clause reaches to the next one that asks. */
function clausesOf(sentence: string, hits: readonly Hit[]): readonly AskClause[] {
  return hits.map(({ kind, from, lead, at, end }, i) => {
    const next = hits[i + 1]?.from ?? sentence.length;
    const text = sentence.slice(from, next).replace(/[\s,;–—，、；،]+(?:and|und|et|y|e|en|и|aur)?\s*$/iu, '');
    return { kind, text, verb: { at: at - from, end: end - from }, lead, before: sentence.slice(0, from) };
  });
}

/** Verbs at the end, or in the middle: each part between commas that has one is a clause. */
function anywhereIn(sentence: string, language: AskWords): readonly AskClause[] {
  const text = spelled(sentence);
  if (language.no.test(text)) return [];
  const hits = language.kinds.flatMap(([kind, test]) => {
    test.lastIndex = 0;
    return [...text.matchAll(test)].map((match) => ({
      kind,
      from: 0,
      lead: 0,
      at: match.index,
      end: match.index + match[0].length,
    }));
  });
  const inOrder = hits
    .toSorted((a, b) => a.at - b.at || b.end - a.end)
    .filter((hit, i, all) => all.slice(0, i).every((other) => other.end <= hit.at));
  const breaks = [...text.matchAll(/[,，、；;]\s*/gu)].map((match) => match.index + match[0].length);
  const withStart = inOrder.map((hit, i) => {
    const earlier = inOrder[i - 1]?.end ?? 0;
    const from = i === 0 ? 0 : (breaks.findLast((at) => at >= earlier && at <= hit.at) ?? earlier);
    return { ...hit, from };
  });
  return clausesOf(sentence, withStart);
}
