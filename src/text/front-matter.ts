// Markdown with YAML front matter, as personas and skills are written. What is wrong is said with its line, so that whoever
// edits the file can go there.
import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { exceeds, readingLimits } from './reading-limits.ts';

/** Where and why a file could not be read; lines count from 1. */
export interface FileFault {
  readonly line: number;
  readonly problem: string;
}

export interface FrontMatter {
  readonly fields: YAMLMap;
  /** The line of a field, or the first of the front matter if there is none of this name. */
  lineOf(key: string): number;
  /** The text below, without spaces at the ends of lines and around it. Never empty. */
  readonly body: string;
  /** The line at which it begins. */
  readonly bodyLine: number;
}

export const fault = (line: number, problem: string): { readonly fault: FileFault } => ({
  fault: { line, problem },
});

/**
 * Takes a file apart.
 *
 * @param example a line that its front matter should have: "title: CFO"
 * @param body what an empty body should hold: "focus, concerns and voice"
 */
export function frontMatter(
  text: string,
  example: string,
  body: string,
): { readonly front: FrontMatter } | { readonly fault: FileFault } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  if (lines[0]?.trimEnd() !== '---') return fault(1, 'it must begin with front matter: a line "---"');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end < 0) return fault(lines.length, 'its front matter is not closed by a line "---"');
  const yaml = lines.slice(1, end).join('\n');
  if (exceeds('frontMatter', yaml))
    return fault(2, `its front matter has ${yaml.length} characters, ${readingLimits.frontMatter} at most`);
  const read = fieldsOf(yaml, example);
  if ('fault' in read) return read;
  const below = lines
    .slice(end + 1)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  if (below === '') return fault(end + 1, `its body is empty: write ${body} below the front matter`);
  return { front: { ...read, body: below, bodyLine: end + 2 } };
}

/** Reads the front matter; its first line is the file's second. */
function fieldsOf(
  yaml: string,
  example: string,
): Pick<FrontMatter, 'fields' | 'lineOf'> | { readonly fault: FileFault } {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false });
  const error = document.errors[0];
  if (error !== undefined)
    return fault(counter.linePos(error.pos[0]).line + 1, `its YAML is broken: ${error.message}`);
  const map = document.contents;
  if (!isMap(map)) return fault(2, `its front matter must have lines like "${example}"`);
  const lineOf = (key: string): number => {
    const pair = (map as YAMLMap).items.find(({ key: node }) => isScalar(node) && node.value === key);
    const at = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    return at === undefined ? 2 : counter.linePos(at).line + 1;
  };
  return { fields: map as YAMLMap, lineOf };
}
