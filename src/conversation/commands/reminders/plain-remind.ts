// "remind tomorrow 9 stretch" in plain words: a command only where all of it is understood, that is, where the time follows at
// once, or those who are addressed and then the time. Anything else is for the model. Pure.
import { isEveryone } from '../../../schedule/audience.ts';
import { splitWhen } from '../../../schedule/parse/index.ts';
import { exceeds } from '../../../text/reading-limits.ts';

/** Only the place of the time counts here, not which instant it is. */
const ANY_MOMENT = { now: new Date('2026-01-01T00:00:00Z'), zone: 'UTC', locale: 'en' };

/** "remind me", "remind him" are said to somebody who reads more than a command. */
const REMIND = /^\s*remind\s+(?!me\b|us\b|him\b|her\b|them\b)(\S[\s\S]*)$/i;

/** @returns the arguments of the command that the text is; null if it is none */
export function plainRemind(text: string): string | null {
  const args = REMIND.exec(text)?.[1]?.trim();
  if (args === undefined || exceeds('plainCommand', args) || /[?？]\s*$/u.test(args)) return null;
  const named = addressedIn(args);
  const rest = named === null ? args : args.slice(named.length).trim();
  const what = behindTime(rest);
  if (what === null || (named !== null && what === '') || asksForMore(what)) return null;
  return args;
}

/**
 * Who stands before the time: "everyone", "the team", "@Ben", or one word like a name with the time right behind it and more
 * after that. What is a subject alone, "Standup tomorrow 9", is nobody.
 */
export function addressedIn(args: string): string | null {
  const [words = '', first = ''] =
    /^(?:(?:the|this)\s+)?(@?[\p{L}][\p{L}\p{M}'’.-]*)(?=\s)/iu.exec(args) ?? [];
  if (words === '' || behindTime(args) !== null) return null;
  const isNamed = isEveryone(words) || (words === first && /^@|^\p{Lu}\p{Ll}/u.test(first));
  return isNamed && behindTime(args.slice(words.length)) ? words : null;
}

/** What follows the time at the front of a text; null if there is none at its front. */
function behindTime(text: string): string | null {
  const split = splitWhen(text, ANY_MOMENT);
  return split && text.trim().toLowerCase().startsWith(firstWord(split.when)) ? split.what : null;
}

const firstWord = (text: string): string => /^\S+/.exec(text.toLowerCase())?.[0] ?? text.toLowerCase();

/** A second wish with a time of its own. */
function asksForMore(what: string): boolean {
  const [, ...more] = what.split(/[;\n]|\b(?:and|also|then)\b/iu);
  return more.some((piece) => splitWhen(piece, ANY_MOMENT) !== null);
}
