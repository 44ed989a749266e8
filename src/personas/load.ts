// The personas of a folder: a changed file counts from the next head block on.
import { join } from 'node:path';
import { markdownIn, ReadFiles } from '../process/read-files.ts';
import { findPersona } from './find.ts';
import { type NamedPersona, parsePersona } from './parse.ts';
import type { Persona, Personas } from './personas.ts';

/**
 * The personas in `folder`: its `*.md` files except README.md. Nothing is read before the first call; nothing throws. A
 * folder that cannot be read is a fault, and what was known stays in use.
 */
export function loadPersonas(folder: string): Personas {
  const files = new ReadFiles<NamedPersona>({
    names: () => markdownIn(folder),
    pathOf: (name) => join(folder, name),
    parse: (name, text) => parsePersona(name.replace(/\.md$/, ''), text),
    noFolder: (why) => `The personas' folder ${folder} cannot be read: ${why}. Set PERSONAS_DIR to it.`,
  });
  const good = () =>
    files
      .values()
      .toSorted((a, b) => (a.title === b.title ? compare(a.slug, b.slug) : compare(a.title, b.title)));
  const list = () => good().map(({ aliases: _, ...persona }): Persona => persona);
  return {
    list,
    find(words) {
      const found = findPersona(good(), words);
      return list().find((persona) => persona.slug === found?.slug) ?? null;
    },
    faults: () => files.faults(),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
