// The harness's own lines that the judge knows, in all languages: that nothing came of a turn, and that what a reply claims
// is not so. Each kind is one pattern.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { OwnLines } from './judge/judge.ts';
import { LANGUAGES } from './script.ts';

const folder = join(import.meta.dirname, '../../languages');
/** Lines that end a turn without what was asked for. */
const GIVEN_UP = /^(?:stop\.(?!only-asked|part-failed)|failed\.|reply\.nothing-done)/;
/** Lines that say that no reminder, note or persona is so. */
const TAKEN_BACK = /^taken-back\.(?:schedule|change|memory|persona)$/;

/** @returns as the judge wants them */
export function readOwnLines(): OwnLines {
  const all = LANGUAGES.flatMap((language) => {
    const { messages } = parse(readFileSync(join(folder, `${language}.yaml`), 'utf8')) as {
      readonly messages: Readonly<Record<string, string>>;
    };
    return Object.entries(messages);
  });
  const linesOf = (keys: RegExp) => all.flatMap(([key, text]) => (keys.test(key) ? [text] : []));
  return {
    givenUp: oneOf([...linesOf(GIVEN_UP), 'Sorry, something went wrong.']),
    takenBack: oneOf(linesOf(TAKEN_BACK)),
  };
}

/** The beginnings of lines, up to their first placeholder. */
function oneOf(lines: readonly string[]): RegExp {
  const fronts = lines
    .map((line) => line.split('{')[0]?.trim() ?? '')
    .filter((front) => front.length > 8)
    .map((front) => front.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(fronts.join('|'), 'u');
}
