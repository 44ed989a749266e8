// What of a text is one of our English messages, as languages/en.yaml has them.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { fileOf, type Tag } from '../../src/language/languages.ts';

const messages = Object.values(fileOf('en').messages());

/** All that we say in English, in pieces of three words or more between the values. */
const pieces: readonly string[] = messages
  .flatMap((message) => literals(parse(message, { ignoreTag: true })))
  .map((piece) => piece.trim())
  .filter((piece) => (piece.replace(/"[^"]*"/g, '').match(/[a-z']+/gi) ?? []).length >= 3);

/** Those that may be a line or a button of their own, however short: "Undo". */
const whole: ReadonlySet<string> = new Set(messages);

/** @param tag the language that the text is meant to be in: what it says in the same words is its own */
export function englishIn(text: string, tag: Tag): readonly string[] {
  const own = new Set(Object.values(fileOf(tag).messages()));
  const parts = text.split(/\n|\[\/\d\]| {2,}/).map((part) => part.trim());
  return [
    ...pieces.filter((piece) => text.includes(piece)),
    ...parts.filter((part) => whole.has(part) && !own.has(part)),
  ];
}

function literals(elements: ReturnType<typeof parse>): readonly string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return Object.values(element.options).flatMap(({ value }) => literals(value));
  });
}
