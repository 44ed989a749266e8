// The placeholders of a message and what goes into each: "{n, plural, one {# turn} other {# turns}} {end}" takes a number n and
// a text end. For the types of the keys, and to hold translations against the English text.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

export type Kind = 'text' | 'number';
type Element = ReturnType<typeof parse>[number];

/** @throws SyntaxError if it is no message in ICU form */
export function placeholdersOf(message: string): ReadonlyMap<string, Kind> {
  const found = new Map<string, Kind>();
  const visit = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument && !found.has(element.value)) found.set(element.value, 'text');
      if (element.type === TYPE.number || element.type === TYPE.plural) found.set(element.value, 'number');
      if (element.type === TYPE.select && !found.has(element.value)) found.set(element.value, 'text');
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) visit(option.value);
    }
  };
  visit(parse(message, { ignoreTag: true }));
  return found;
}
