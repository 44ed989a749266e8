// What we say to people, in their language: a message by its key, with its values put in. Keys and the types of their values
// are those of languages/en.yaml (messages.ts is made from it), so that a key that is not there is a type error. Messages are
// compiled when they are first said.
import { IntlMessageFormat } from 'intl-messageformat';
import { fileOf, type Tag, tagOf } from './languages.ts';
import type { Messages } from './messages.ts';

export type MessageKey = keyof Messages;
/** A message into which nothing is put. */
export type PlainKey = { [K in MessageKey]: Messages[K] extends null ? K : never }[MessageKey];
type Values<K extends MessageKey> = Messages[K] extends null ? [] : [values: Messages[K]];

/** Says a message in one language. */
export interface Say {
  <K extends MessageKey>(key: K, ...values: Values<K>): string;
  readonly language: Tag;
}

/** A sentence that can be said in any language: what the model reads is said in English, what people read in theirs. */
export type Line = (say: Say) => string;

const known = new Map<Tag, Say>();

/** @throws PeacrabError LANGUAGE_FILE when something is said, if the language's file cannot be read */
export function sayIn(language: Tag): Say {
  const made = known.get(language) ?? make(language);
  known.set(language, made);
  return made;
}

/** What the model reads, and what we fall back on. */
export const english: Say = sayIn('en');

/** Somebody's language: the one they wrote in last, else their platform's, else English. */
export const languageFor = (person: {
  readonly language?: string | null;
  readonly locale?: string | null;
}): Tag => tagOf(person.language) ?? tagOf(person.locale) ?? 'en';

export const sayFor = (person: Parameters<typeof languageFor>[0]): Say => sayIn(languageFor(person));

function make(language: Tag): Say {
  const compiled = new Map<string, IntlMessageFormat>();
  const say = (key: string, values?: Readonly<Record<string, string | number>>): string => {
    let message = compiled.get(key);
    if (!message) {
      message = compile(language, key);
      compiled.set(key, message);
    }
    return message.format(values) as string;
  };
  return Object.assign(say, { language }) as Say;
}

function compile(language: Tag, key: string): IntlMessageFormat {
  const own = fileOf(language).messages()[key];
  const tag = own === undefined ? 'en' : language;
  const text = own ?? fileOf('en').messages()[key];
  if (text === undefined) throw new Error(`there is no message "${key}" in languages/en.yaml`);
  return new IntlMessageFormat(text, fileOf(tag).head().dates.locale, undefined, { ignoreTag: true });
}
