// Which persona people mean: "the CFO", "teaching assistant", "cfo please". Whole words only, case aside; when two are
// meant equally, none is taken.
import type { NamedPersona } from './parse.ts';

const BEFORE = new Set(
  'switch change go turn talk speak act answer back over to into as be become like with the a an our my your persona role of named called'.split(
    ' ',
  ),
);
const AFTER = new Set('please persona mode role voice again now then instead thanks'.split(' '));
const LONGEST_PHRASE = 8;

/** @returns the one persona that the words name, or null if none or several match */
export function findPersona(personas: readonly NamedPersona[], words: string): NamedPersona | null {
  const said = wordsOf(words);
  const bare = stripped(said);
  if (said.length === 0 || bare.length > LONGEST_PHRASE) return null;
  const named = personas.flatMap((persona) => namesOf(persona).map((name) => ({ persona, name })));
  for (const phrase of [said, bare]) {
    const exact = only(named.filter(({ name }) => name.join(' ') === phrase.join(' ')));
    if (exact !== null) return exact;
  }
  const inside = named.filter(({ name }) => contains(bare, name));
  // "teaching assistant" holds "assistant" too: the longer name is meant, unless another is beside it.
  const longest = inside.filter(
    ({ name, persona }) =>
      !inside.some(
        (other) => other.persona !== persona && other.name.length > name.length && contains(other.name, name),
      ),
  );
  return only(longest);
}

function only(matches: readonly { readonly persona: NamedPersona }[]): NamedPersona | null {
  const first = matches[0]?.persona;
  return first !== undefined && matches.every(({ persona }) => persona === first) ? first : null;
}

function namesOf(persona: NamedPersona): readonly (readonly string[])[] {
  return [persona.slug, persona.title, ...persona.aliases].map(wordsOf).filter((name) => name.length > 0);
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function stripped(words: readonly string[]): readonly string[] {
  let from = 0;
  let to = words.length;
  while (from < to && BEFORE.has(words[from] ?? '')) from += 1;
  while (to > from && AFTER.has(words[to - 1] ?? '')) to -= 1;
  return words.slice(from, to);
}

function contains(words: readonly string[], name: readonly string[]): boolean {
  return ` ${words.join(' ')} `.includes(` ${name.join(' ')} `);
}
