// The files of a folder as parsed values, read anew whenever one has changed: each look reads the files' stats, which costs
// microseconds. A file that breaks while we run keeps its last good version in use and is named with its line.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { messageOf } from '../errors.ts';
import type { FileFault } from '../text/front-matter.ts';

interface FileState<T> {
  /** Changes when the file does. */
  readonly stamp: string;
  /** The last good version. */
  readonly value: T | null;
  /** What is wrong with the present version. */
  readonly fault: string | null;
}

export interface Reading<T> {
  /** Names the files, each relative to the folder, in order. May throw. */
  readonly names: () => readonly string[];
  readonly pathOf: (name: string) => string;
  readonly parse: (name: string, text: string) => { readonly value: T } | { readonly fault: FileFault };
  /** The sentence for a folder that cannot be read. */
  readonly noFolder: (why: string) => string;
  /** Told of each fault when it appears. */
  readonly onFault?: (sentence: string) => void;
}

/** The Markdown files right in a folder, sorted, without README.md and hidden ones. May throw. */
export function markdownIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && !name.startsWith('.') && name.toLowerCase() !== 'readme.md')
    .sort();
}

/** Nothing is read before the first call; nothing throws. */
export class ReadFiles<T> {
  readonly #reading: Reading<T>;
  #files: ReadonlyMap<string, FileState<T>> = new Map();
  #folderFault: string | null = null;
  #told: ReadonlySet<string> = new Set();

  constructor(reading: Reading<T>) {
    this.#reading = reading;
  }

  /** The good versions, in the order of the files' names. */
  values(): readonly T[] {
    this.#refresh();
    return [...this.#files.values()].map(({ value }) => value).filter((value) => value !== null);
  }

  /** One sentence for each file that could not be read, and for the folder if that is so. */
  faults(): readonly string[] {
    this.#refresh();
    return this.#present();
  }

  #present(): readonly string[] {
    const faults = [...this.#files.values()].map(({ fault }) => fault).filter((fault) => fault !== null);
    return this.#folderFault === null ? faults : [this.#folderFault, ...faults];
  }

  #refresh(): void {
    const { names, noFolder, onFault } = this.#reading;
    try {
      this.#files = new Map(names().map((name) => [name, this.#stateOf(name)]));
      this.#folderFault = null;
    } catch (error) {
      this.#folderFault = noFolder(messageOf(error));
    }
    const present = this.#present();
    for (const sentence of present) if (!this.#told.has(sentence)) onFault?.(sentence);
    this.#told = new Set(present);
  }

  #stateOf(name: string): FileState<T> {
    const before = this.#files.get(name);
    const keep = before?.value ?? null;
    const path = this.#reading.pathOf(name);
    try {
      const { mtimeNs, size, ino } = statSync(path, { bigint: true });
      const stamp = `${mtimeNs} ${size} ${ino}`;
      if (before?.stamp === stamp) return before;
      const parsed = this.#reading.parse(name, readFileSync(path, 'utf8'));
      if ('value' in parsed) return { stamp, value: parsed.value, fault: null };
      const { line, problem } = parsed.fault;
      const use = keep === null ? 'It is not offered' : 'Its last good version stays in use';
      return { stamp, value: keep, fault: `${name} line ${line}: ${problem}. ${use}.` };
    } catch (error) {
      return { stamp: '', value: keep, fault: `${name} line 1: it cannot be read: ${messageOf(error)}.` };
    }
  }
}
