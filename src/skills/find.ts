// Which skill a name means. Small models write names nearly right: in other letters, with the word "skill" beside them,
// shortened, misspelt. When two are meant equally, none is taken.
import { editDistance } from '../text/edit-distance.ts';

const ASIDE = new Set(
  'the a an my your our use using start run load with skill skills md please now'.split(' '),
);
const LONGEST = 100;

/** @returns the one name of `names` that the words mean, or null if none or several match */
export function findSkill(names: readonly string[], words: string): string | null {
  const said = wordsOf(words.slice(0, LONGEST));
  const bare = said.filter((word) => !ASIDE.has(word));
  if (bare.length === 0) return null;
  const spoken = names.map((name) => ({ name, words: wordsOf(name) }));
  for (const means of [same, misspelt, holds, shortens]) {
    for (const phrase of [said, bare]) {
      const found = spoken.filter((one) => means(phrase, one.words));
      if (found.length === 1) return found[0]?.name ?? null;
      if (found.length > 1) return null;
    }
  }
  return null;
}

type Words = readonly string[];

const wordsOf = (text: string): Words =>
  text
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const same = (said: Words, name: Words): boolean => said.join('') === name.join('');

function misspelt(said: Words, name: Words): boolean {
  const [a, b] = [said.join(''), name.join('')];
  if (a[0] !== b[0] || Math.min(a.length, b.length) < 4) return false;
  return editDistance(a, b) <= (Math.min(a.length, b.length) >= 8 ? 2 : 1);
}

/** "write the meeting notes of today" */
const holds = (said: Words, name: Words): boolean => ` ${said.join(' ')} `.includes(` ${name.join(' ')} `);

/** "standup" */
const shortens = (said: Words, name: Words): boolean => holds(name, said);
