// The lines by which the harness, or a plain loop, says that nothing came of a turn, in all languages, as one pattern.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { LANGUAGES } from './script.ts';

const folder = join(import.meta.dirname, '../../languages');
/** Lines that end a turn without what was asked for. */
const KEYS = /^(?:stop\.(?!only-asked|part-failed)|failed\.|reply\.nothing-done)/;

/** Reads the languages' files. */
export function readGivenUp(): RegExp {
  const lines = LANGUAGES.flatMap((language) => {
    const { messages } = parse(readFileSync(join(folder, `${language}.yaml`), 'utf8')) as {
      readonly messages: Readonly<Record<string, string>>;
    };
    return Object.entries(messages).flatMap(([key, text]) => (KEYS.test(key) ? [text] : []));
  });
  const fronts = [...lines, 'Sorry, something went wrong.']
    .map((line) => line.split('{')[0]?.trim() ?? '')
    .filter((front) => front.length > 8)
    .map((front) => front.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(fronts.join('|'), 'u');
}
