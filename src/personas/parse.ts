// One persona file: YAML front matter (title, description, perhaps aliases) and a body of focus, concerns and voice.
import { isSeq } from 'yaml';
import { type FileFault, type FrontMatter, fault, frontMatter } from '../front-matter.ts';
import type { Persona } from './personas.ts';

/** A persona and what else it is called. */
export interface NamedPersona extends Persona {
  readonly aliases: readonly string[];
}

/** Either the persona or where and why it could not be read. */
type Parsed = { readonly value: NamedPersona } | { readonly fault: FileFault };

const LONGEST_BODY = 1200;
const LONGEST_TITLE = 40;
const LONGEST_DESCRIPTION = 200;

/** @param slug the file's name without `.md` @param text the file's whole content */
export function parsePersona(slug: string, text: string): Parsed {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(slug)) {
    return fault(1, 'the file name may have only a-z, 0-9 and "-": rename it');
  }
  const read = frontMatter(text, 'title: CFO', 'focus, concerns and voice');
  if ('fault' in read) return read;
  const names = namesIn(read.front);
  if ('fault' in names) return names;
  const { body, bodyLine } = read.front;
  if (body.length > LONGEST_BODY)
    return fault(bodyLine, `its body has ${body.length} characters, ${LONGEST_BODY} at most`);
  return { value: { slug, body, ...names } };
}

type Names = Pick<NamedPersona, 'title' | 'description' | 'aliases'>;

function namesIn({ fields, lineOf }: FrontMatter): Names | { readonly fault: FileFault } {
  const key = fields.has('title') ? 'title' : 'name';
  for (const [field, longest] of [
    [key, LONGEST_TITLE],
    ['description', LONGEST_DESCRIPTION],
  ] as const) {
    const value: unknown = fields.get(field);
    if (!fields.has(field))
      return fault(2, `"${field === 'name' ? 'title' : field}" is missing in its front matter`);
    if (typeof value !== 'string' || value.trim() === '')
      return fault(lineOf(field), `"${field}" must be text`);
    if (value.length > longest || value.trim().includes('\n')) {
      return fault(lineOf(field), `"${field}" must be one line of ${longest} characters at most`);
    }
  }
  const aliases: unknown = fields.get('aliases');
  const names: unknown = isSeq(aliases)
    ? aliases.toJSON()
    : typeof aliases === 'string'
      ? aliases.split(',')
      : (aliases ?? []);
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    return fault(lineOf('aliases'), '"aliases" must be a list of names');
  }
  return {
    title: String(fields.get(key)).trim(),
    description: String(fields.get('description')).trim(),
    aliases: names.map((name: string) => name.trim()).filter((name) => name !== ''),
  };
}
