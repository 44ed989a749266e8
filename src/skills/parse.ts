// One SKILL.md in the open Agent Skills format (agentskills.io/specification): front matter with name and description,
// perhaps license, compatibility, metadata and allowed-tools, which have the form that the format says and change nothing
// here; then the body. Other fields are left alone.
import { isMap } from 'yaml';
import { type FileFault, type FrontMatter, fault, frontMatter } from '../text/front-matter.ts';
import type { Skill } from './skills.ts';

const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1024;
const LONGEST_COMPATIBILITY = 500;
const LONGEST_BODY = 60_000;

/** @param folder the name of the skill's folder @param text the whole content of its SKILL.md */
export function parseSkill(
  folder: string,
  text: string,
): { readonly value: Skill } | { readonly fault: FileFault } {
  const read = frontMatter(text, 'name: meeting-notes', 'what to do');
  if ('fault' in read) return read;
  const { front } = read;
  const wrong = nameFault(front, folder) ?? descriptionFault(front) ?? optionalFault(front);
  if (wrong !== null) return wrong;
  if (front.body.length > LONGEST_BODY)
    return fault(front.bodyLine, `its body has ${front.body.length} characters, ${LONGEST_BODY} at most`);
  const description = String(front.fields.get('description')).replace(/\s+/gu, ' ').trim();
  const source = sourceOf(front);
  return { value: { name: folder, description, body: front.body, ...(source === '' ? {} : { source }) } };
}

/** `metadata: { source: https://example.com }` says that another person wrote it. */
function sourceOf({ fields }: FrontMatter): string {
  const metadata: unknown = fields.get('metadata');
  const source: unknown = isMap(metadata) ? metadata.get('source') : undefined;
  return source === undefined || source === null ? '' : String(source).trim();
}

type Wrong = { readonly fault: FileFault } | null;

function nameFault({ fields, lineOf }: FrontMatter, folder: string): Wrong {
  const name: unknown = fields.get('name');
  if (!fields.has('name')) return fault(2, '"name" is missing in its front matter');
  if (typeof name !== 'string' || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > LONGEST_NAME)
    return fault(
      lineOf('name'),
      `"name" may have only a-z, 0-9 and single "-" between them, ${LONGEST_NAME} characters at most`,
    );
  return name === folder ? null : fault(lineOf('name'), `"name" must be that of its folder, ${folder}`);
}

function descriptionFault({ fields, lineOf }: FrontMatter): Wrong {
  const value: unknown = fields.get('description');
  if (!fields.has('description')) return fault(2, '"description" is missing in its front matter');
  if (typeof value !== 'string' || value.trim() === '')
    return fault(lineOf('description'), '"description" must be text: what it does and when to use it');
  return value.length > LONGEST_DESCRIPTION
    ? fault(
        lineOf('description'),
        `"description" has ${value.length} characters, ${LONGEST_DESCRIPTION} at most`,
      )
    : null;
}

function optionalFault({ fields, lineOf }: FrontMatter): Wrong {
  for (const field of ['license', 'compatibility', 'allowed-tools']) {
    if (!fields.has(field)) continue;
    const value: unknown = fields.get(field);
    if (typeof value !== 'string') return fault(lineOf(field), `"${field}" must be text`);
    if (field === 'compatibility' && value.length > LONGEST_COMPATIBILITY)
      return fault(
        lineOf(field),
        `"${field}" has ${value.length} characters, ${LONGEST_COMPATIBILITY} at most`,
      );
  }
  if (fields.has('metadata') && !isMap(fields.get('metadata')))
    return fault(lineOf('metadata'), '"metadata" must have lines like "author: Ann" below it');
  return null;
}
