// The personas of a folder, read anew whenever a file has changed: each call looks at the files' stats, which costs
// microseconds. A file that breaks while we run keeps its last good version in use and is named with its line.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { findPersona } from './find.ts';
import { type NamedPersona, parsePersona } from './parse.ts';
import type { Persona, Personas } from './personas.ts';

interface FileState {
  /** Changes when the file does. */
  readonly stamp: string;
  /** The last good version. */
  readonly persona: NamedPersona | null;
  /** What is wrong with the present version. */
  readonly fault: string | null;
}

/**
 * The personas in `folder`: its `*.md` files except README.md. Nothing is read before the first call; nothing throws. A
 * folder that cannot be read is a fault, and what was known stays in use.
 */
export function loadPersonas(folder: string): Personas {
  return new FolderPersonas(folder);
}

class FolderPersonas implements Personas {
  private readonly folder: string;
  private files: ReadonlyMap<string, FileState> = new Map();
  private folderFault: string | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  list(): readonly Persona[] {
    return this.good().map(({ slug, title, description, body }) => ({ slug, title, description, body }));
  }

  find(words: string): Persona | null {
    const found = findPersona(this.good(), words);
    return this.list().find((persona) => persona.slug === found?.slug) ?? null;
  }

  faults(): readonly string[] {
    this.refresh();
    const faults = [...this.files.values()].map(({ fault }) => fault).filter((fault) => fault !== null);
    return this.folderFault === null ? faults : [this.folderFault, ...faults];
  }

  private good(): readonly NamedPersona[] {
    this.refresh();
    return [...this.files.values()]
      .map(({ persona }) => persona)
      .filter((persona) => persona !== null)
      .sort((a, b) => (a.title === b.title ? compare(a.slug, b.slug) : compare(a.title, b.title)));
  }

  private refresh(): void {
    try {
      const names = readdirSync(this.folder).filter(isPersonaFile).sort();
      this.files = new Map(names.map((name) => [name, this.fileState(name)]));
      this.folderFault = null;
    } catch (error) {
      this.folderFault = `The personas' folder ${this.folder} cannot be read: ${messageOf(error)}. Set PERSONAS_DIR to it.`;
    }
  }

  private fileState(name: string): FileState {
    const before = this.files.get(name);
    const keep = before?.persona ?? null;
    const path = join(this.folder, name);
    try {
      const { mtimeNs, size, ino } = statSync(path, { bigint: true });
      const stamp = `${mtimeNs} ${size} ${ino}`;
      if (before?.stamp === stamp) return before;
      const parsed = parsePersona(name.replace(/\.md$/, ''), readFileSync(path, 'utf8'));
      if ('persona' in parsed) return { stamp, persona: parsed.persona, fault: null };
      const { line, problem } = parsed.fault;
      const use = keep === null ? 'It is not offered' : 'Its last good version stays in use';
      return { stamp, persona: keep, fault: `${name} line ${line}: ${problem}. ${use}.` };
    } catch (error) {
      return { stamp: '', persona: keep, fault: `${name} line 1: it cannot be read: ${messageOf(error)}.` };
    }
  }
}

function isPersonaFile(name: string): boolean {
  return name.endsWith('.md') && !name.startsWith('.') && name.toLowerCase() !== 'readme.md';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
