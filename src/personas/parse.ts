// One persona file: YAML front matter (title, description, perhaps aliases) and a body of focus, concerns and voice. What
// is wrong is said with its line, so that whoever edits the file can go there.
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import type { Persona } from './personas.ts';

/** A persona and what else it is called. */
export interface NamedPersona extends Persona {
  readonly aliases: readonly string[];
}

/** Either the persona or where and why it could not be read; lines count from 1. */
type Parsed =
  | { readonly persona: NamedPersona }
  | { readonly fault: { readonly line: number; readonly problem: string } };

const LONGEST_BODY = 1200;
const LONGEST_TITLE = 40;
const LONGEST_DESCRIPTION = 200;

/** @param slug the file's name without `.md` @param text the file's whole content */
export function parsePersona(slug: string, text: string): Parsed {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(slug)) {
    return fault(1, 'the file name may have only a-z, 0-9 and "-": rename it');
  }
  if (lines[0]?.trimEnd() !== '---') return fault(1, 'it must begin with front matter: a line "---"');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end < 0) return fault(lines.length, 'its front matter is not closed by a line "---"');
  const front = frontMatter(lines.slice(1, end).join('\n'));
  if ('fault' in front) return front;
  return withBody(slug, front, lines, end);
}

function withBody(slug: string, front: Front, lines: readonly string[], end: number): Parsed {
  const body = lines
    .slice(end + 1)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  if (body === '')
    return fault(end + 1, 'its body is empty: write focus, concerns and voice below the front matter');
  if (body.length > LONGEST_BODY) {
    return fault(end + 2, `its body has ${body.length} characters, ${LONGEST_BODY} at most`);
  }
  return { persona: { slug, body, ...front } };
}

type Front = Pick<NamedPersona, 'title' | 'description' | 'aliases'>;

/** Reads the front matter; its first line is the file's second. */
function frontMatter(yaml: string): Front | Extract<Parsed, { fault: unknown }> {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false });
  const error = document.errors[0];
  if (error !== undefined)
    return fault(counter.linePos(error.pos[0]).line + 1, `its YAML is broken: ${error.message}`);
  const map = document.contents;
  if (!isMap(map)) return fault(2, 'its front matter must have lines like "title: CFO"');
  const lineOf = (key: string): number => {
    const pair = (map as YAMLMap).items.find(({ key: node }) => isScalar(node) && node.value === key);
    const at = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    return at === undefined ? 2 : counter.linePos(at).line + 1;
  };
  const key = map.has('title') ? 'title' : 'name';
  for (const [field, longest] of [
    [key, LONGEST_TITLE],
    ['description', LONGEST_DESCRIPTION],
  ] as const) {
    const value: unknown = map.get(field);
    if (!map.has(field))
      return fault(2, `"${field === 'name' ? 'title' : field}" is missing in its front matter`);
    if (typeof value !== 'string' || value.trim() === '')
      return fault(lineOf(field), `"${field}" must be text`);
    if (value.length > longest || value.trim().includes('\n')) {
      return fault(lineOf(field), `"${field}" must be one line of ${longest} characters at most`);
    }
  }
  const aliases: unknown = map.get('aliases');
  const names: unknown = isSeq(aliases)
    ? aliases.toJSON()
    : typeof aliases === 'string'
      ? aliases.split(',')
      : (aliases ?? []);
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    return fault(lineOf('aliases'), '"aliases" must be a list of names');
  }
  return {
    title: String(map.get(key)).trim(),
    description: String(map.get('description')).trim(),
    aliases: names.map((name: string) => name.trim()).filter((name) => name !== ''),
  };
}

function fault(line: number, problem: string): Extract<Parsed, { fault: unknown }> {
  return { fault: { line, problem } };
}
