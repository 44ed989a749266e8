// The words of a language as people write it, languages/words/de.yaml, in parts: how it is told from others, its times, what
// claims something in it. A reader asks for its own part with its own schema, once it needs it, and keeps what it makes of it;
// the file itself is not kept. A new language is a new file there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { lazy } from '../process/lazy.ts';
import { readYaml } from './file.ts';
import { folder } from './languages.ts';

type Part = 'recognise' | 'time' | 'asks' | 'claims' | 'concepts' | 'stop';

const root = join(folder, 'words');
const textOf = (tag: string): string => readFileSync(join(root, `${tag}.yaml`), 'utf8');

interface Listed {
  readonly tag: string;
  readonly rank: number;
  readonly parts: readonly string[];
}

/** Every file there, in the order in which its languages are tried. */
const listed = lazy((): readonly Listed[] =>
  readdirSync(root)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const tag = name.slice(0, -'.yaml'.length);
      const text = textOf(tag);
      const rank = Number(/^rank: (\d+)$/mu.exec(text)?.[1] ?? Number.NaN);
      return { tag, rank, parts: [...text.matchAll(/^([a-z]+):$/gmu)].map(([, part = '']) => part) };
    })
    .toSorted((a, b) => a.rank - b.rank),
);

/** The BCP 47 tags of the languages that have a part, in the order in which they are tried. */
export const tagsWith = (part: Part): readonly string[] =>
  listed()
    .filter(({ parts }) => parts.includes(part))
    .map(({ tag }) => tag);

/** A language's part, read anew at each call. @throws PeacrabError LANGUAGE_FILE */
export function wordsOf<T extends z.ZodType>(tag: string, part: Part, schema: T): z.output<T> {
  const text = textOf(tag);
  const start = text.search(new RegExp(`^${part}:$`, 'mu'));
  const own = start < 0 ? `${part}:` : text.slice(start);
  const next = own.slice(part.length).search(/^[a-z]+:$/mu);
  const inside = (next < 0 ? own : own.slice(0, part.length + next)).replace(`${part}:`, '');
  const above = text.slice(0, Math.max(0, start)).split('\n').length - 1;
  return readYaml(`languages/words/${tag}.yaml`, inside, above, (value) => schema.safeParse(value));
}
