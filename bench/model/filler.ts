// Small talk between the turns that matter: neutral exchanges in every language, from filler.yaml.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { LANGUAGES } from './script.ts';

const Exchange = z.strictObject({ says: z.string().min(1), say: z.string().min(1) });
const least = 12;

export interface Fillers {
  /** The nth exchange, from the front again after the last. */
  nth(language: (typeof LANGUAGES)[number], n: number): z.output<typeof Exchange>;
}

/** @throws Error naming the file and what is wrong in it */
export function readFillers(path: string): Fillers {
  const parsed = z
    .partialRecord(z.enum(LANGUAGES), z.array(Exchange).min(least))
    .safeParse(parse(readFileSync(path, 'utf8')));
  const missing = parsed.success ? LANGUAGES.filter((language) => !parsed.data[language]) : [];
  if (!parsed.success || missing.length > 0) {
    const issue = parsed.error?.issues[0];
    throw new Error(
      `${path}: ${issue ? `${issue.path.join('.')}: ${issue.message}` : `no ${missing.join(', ')}`}`,
    );
  }
  const all = parsed.data;
  return {
    nth(language, n) {
      const list = all[language] ?? [];
      const one = list[n % list.length];
      if (!one) throw new Error(`${path}: nothing in ${language}`);
      return one;
    },
  };
}
