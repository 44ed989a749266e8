// What is missing or wrong in a language's messages, held against the English ones. Pure.
import { messageOf } from '../errors.ts';
import { placeholdersOf } from './placeholders.ts';

type Texts = Readonly<Record<string, string>>;

/** A line for each fault; none if the language is complete. */
export function faultsOf(own: Texts, english: Texts): readonly string[] {
  const missing = Object.keys(english).filter((key) => !(key in own));
  const superfluous = Object.keys(own).filter((key) => !(key in english));
  return [
    ...missing.map((key) => `missing: ${key}: ${english[key]}`),
    ...superfluous.map((key) => `superfluous: ${key}`),
    ...Object.entries(english).flatMap(([key, text]) => {
      const translated = own[key];
      return translated === undefined ? [] : differences(key, translated, text);
    }),
  ];
}

function differences(key: string, own: string, english: string): readonly string[] {
  try {
    const [has, needs] = [placeholdersOf(own), placeholdersOf(english)];
    return [
      ...[...needs.keys()].filter((name) => !has.has(name)).map((name) => `${key}: lacks {${name}}`),
      ...[...has.keys()].filter((name) => !needs.has(name)).map((name) => `${key}: there is no {${name}}`),
      ...[...has]
        .filter(([name, kind]) => kind === 'number' && needs.get(name) === 'text')
        .map(([name]) => `${key}: {${name}} is a text, not a number`),
    ];
  } catch (error) {
    return [`${key}: it is no message in ICU form (${messageOf(error)})`];
  }
}

/** src/language/messages.ts: the keys with the types of their values. */
export function typesOf(english: Texts): string {
  const lines = Object.entries(english).map(([key, text]) => {
    const values = [...placeholdersOf(text)].map(
      ([name, kind]) => `readonly ${name}: ${kind === 'number' ? 'number' : 'Text'}`,
    );
    return `  readonly '${key}': ${values.length === 0 ? 'null' : `{ ${values.join('; ')} }`};`;
  });
  return [
    '// The messages for people by key, with the values that go into each. Made from languages/en.yaml by',
    '// "npm run languages -- --write"; a test holds it against that file.',
    'type Text = string | number;',
    '',
    '// biome-ignore format: one line a message',
    'export interface Messages {',
    ...lines,
    '}',
    '',
  ].join('\n');
}
