// Short forms of weekdays that stand alone: "tu", "we", "sat", "mi". They are words of their own in other languages, so
// alone they are a time only in the language that has them. Pure.
import { recognise } from '../../language/recognise.ts';
import { lexiconOf } from './languages.ts';
import { entriesOf, type Lexicon } from './lexicon.ts';
import type { Token } from './token.ts';

/** "Tu" is "you" to half of Europe, and nobody writes it for Tuesday without an hour or "every". */
const NEVER_ALONE = 'tu';

const SHORT = /^\p{Script=Latin}{1,3}$/u;

const SMALL = /^\p{Script=Latin}{1,4}$/u;

const isForm = (text: string, lexicon: Lexicon): boolean =>
  SHORT.test(text) &&
  entriesOf(lexicon, text).some(
    ({ tokens, reading: { k } }) => tokens.length === 1 && (k === 'wd' || k === 'wdset'),
  );

/** Whether a whole phrase is one word that only the person's own language may read, because English has it for a weekday. */
export function isOwnOnly(tokens: readonly Token[], locale: string): boolean {
  const text = tokens.length === 1 ? (tokens[0]?.text ?? '') : '';
  const isEnglish = locale.toLowerCase().startsWith('en');
  return SHORT.test(text) && (text === 'we' || (!isEnglish && isForm(text, lexiconOf('en'))));
}

/** Whether a whole phrase is no time in any language. */
export const isNever = ([token, ...more]: readonly Token[]): boolean =>
  more.length === 0 && token?.text === NEVER_ALONE;

/** Whether a run of a text that reads as a time is nothing but such forms of another language than the text's. */
export function stumpsOf(
  text: string,
  tokens: readonly Token[],
): (from: number, to: number, lexicon: Lexicon) => boolean {
  let language: string | null | undefined;
  return (from, to, lexicon) => {
    const run = tokens.slice(from, to);
    if (isNever(run) || (run.length === 1 && /^\p{Script=Latin}$/u.test(run[0]?.text ?? ''))) return true;
    // "that we", "tu me": small words around it make it no time
    const forms = run.filter((token) => isForm(token.text, lexicon));
    if (forms.length === 0 || !run.every((token) => forms.includes(token) || SMALL.test(token.text)))
      return false;
    language ??= recognise(text);
    if (language === null) return forms.some(({ text: form }) => form === NEVER_ALONE);
    const own = lexiconOf(language);
    return !forms.every((token) => isForm(token.text, own));
  };
}
