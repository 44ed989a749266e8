// The languages we speak, each read from its file when it is first needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazy } from '../process/lazy.ts';
import { type LanguageHead, readHead, readMessages } from './file.ts';

/** English first: what another language lacks is said in it. */
export const tags = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'ar', 'hi', 'ja', 'zh'] as const;
export type Tag = (typeof tags)[number];

export interface LanguageFile {
  readonly tag: Tag;
  readonly head: () => LanguageHead;
  readonly messages: () => Readonly<Record<string, string>>;
}

export const folder = join(import.meta.dirname, '../../languages');

const files: ReadonlyMap<string, LanguageFile> = new Map(
  tags.map((tag) => {
    const name = `languages/${tag}.yaml`;
    const text = () => readFileSync(join(folder, `${tag}.yaml`), 'utf8');
    const head = lazy(() => readHead(name, text()));
    const messages = lazy(() => readMessages(name, text()));
    return [tag, { tag, head, messages }] as const;
  }),
);

export function fileOf(tag: Tag): LanguageFile {
  const file = files.get(tag);
  if (!file) throw new Error(`no language ${tag}`);
  return file;
}

/** The language of a BCP 47 tag ("de-AT"), if we speak it. */
export const tagOf = (locale: string | null | undefined): Tag | null =>
  tags.find((tag: string) => tag === locale?.split(/[-_]/)[0]?.toLowerCase()) ?? null;

/** "German" */
export const englishName = (tag: Tag): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
