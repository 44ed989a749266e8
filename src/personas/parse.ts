// One persona file: YAML front matter (title, description, perhaps aliases and an icon) and a body of focus, concerns and
// voice.
import { isSeq } from 'yaml';
import { type FileFault, type FrontMatter, fault, frontMatter } from '../text/front-matter.ts';
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
/** Of an emoji, in UTF-16 units: families and flags are long. */
const LONGEST_ICON = 16;

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

type Names = Omit<NamedPersona, 'slug' | 'body'>;

function namesIn(front: FrontMatter): Names | { readonly fault: FileFault } {
  const { fields, lineOf } = front;
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
  const icon = iconIn(front);
  if ('fault' in icon) return icon;
  return {
    ...icon,
    title: String(fields.get(key)).trim(),
    description: String(fields.get('description')).trim(),
    aliases: names.map((name: string) => name.trim()).filter((name) => name !== ''),
  };
}

/** An emoji, and the name that Slack has for it: it takes no other. */
function iconIn({
  fields,
  lineOf,
}: FrontMatter): Pick<Persona, 'icon' | 'iconName'> | { readonly fault: FileFault } {
  const icon: unknown = fields.get('icon');
  const name: unknown = fields.get('icon_name');
  if (
    icon !== undefined &&
    (typeof icon !== 'string' ||
      icon.length > LONGEST_ICON ||
      !/^[\p{Extended_Pictographic}\p{Regional_Indicator}]\P{L}*$/u.test(icon))
  )
    return fault(lineOf('icon'), '"icon" must be one emoji');
  if (name !== undefined && (typeof name !== 'string' || !/^[a-z0-9_+'-]{1,60}$/.test(name)))
    return fault(
      lineOf('icon_name'),
      '"icon_name" must be Slack\'s name of the emoji, without colons: bar_chart',
    );
  return { ...(icon ? { icon } : {}), ...(name ? { iconName: name } : {}) };
}
