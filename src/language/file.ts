// A language's file, languages/de.yaml: how to recognise the language, how it writes dates, and every message for people in
// ICU form. What is wrong in it is said with its line. The messages are read apart from the rest, and later: recognising needs
// the heads of all files, saying something the messages of one.
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { z } from 'zod';
import { PeacrabError } from '../errors.ts';

const head = z.strictObject({
  /** What its speakers call it. */
  name: z.string().min(1),
  recognise: z.strictObject({
    /** A Unicode script that no other language here is written in; else words are counted. */
    script: z.string().min(1).optional(),
    /** The share of letters in that script that is enough, 0 to 1. */
    share: z.number().min(0).max(1).default(0.25),
    /** Frequent words, with spaces between them. */
    words: z.string().default(''),
    /** A regular expression: letters that few other languages have. */
    letters: z.string().optional(),
  }),
  dates: z.strictObject({
    /** A BCP 47 tag for `Intl`: the names of days and months, plurals, digits. */
    locale: z.string().min(2),
    /** Luxon's tokens: "ccc d LLL" is "Sat 21 Nov". */
    day: z.string().min(1),
    day_with_year: z.string().min(1),
  }),
});
const messages = z.record(z.string().regex(/^[a-z][a-z0-9-]*\.[a-z0-9-]+$/), z.string().min(1));

export type LanguageHead = z.output<typeof head>;

/** The part above the messages. @throws PeacrabError LANGUAGE_FILE */
export const readHead = (file: string, text: string): LanguageHead =>
  readYaml(file, split(text).head, 0, (value) => head.safeParse(value));

/** The messages by key, uncompiled. @throws PeacrabError LANGUAGE_FILE */
export function readMessages(file: string, text: string): Readonly<Record<string, string>> {
  const parts = split(text);
  const shape = z.strictObject({ messages });
  return readYaml(file, parts.messages, parts.line, (value) => shape.safeParse(value)).messages;
}

/** @returns `line`: how many lines stand above the messages */
function split(text: string): { readonly head: string; readonly messages: string; readonly line: number } {
  const at = text.search(/^messages:/mu);
  const above = at < 0 ? text : text.slice(0, at);
  return { head: above, messages: at < 0 ? '' : text.slice(at), line: above.split('\n').length - 1 };
}

/** A part of a file, checked; `above`: how many lines of it stand above. @throws PeacrabError LANGUAGE_FILE */
export function readYaml<T>(
  file: string,
  text: string,
  above: number,
  check: (value: unknown) => z.ZodSafeParseResult<T>,
): T {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const fault = (offset: number, problem: string) =>
    wrong(file, counter.linePos(offset).line + above, problem);
  const broken = document.errors[0];
  if (broken) throw fault(broken.pos[0], broken.message);
  const checked = check(document.toJS() ?? {});
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  const path = issue?.path ?? [];
  throw fault(
    offsetOf(document.contents, path),
    `${path.join('.') || 'the file'}: ${issue?.message ?? 'wrong'}`,
  );
}

/** Where the value at this path stands, or the deepest part of the path that is there. */
function offsetOf(contents: unknown, path: readonly PropertyKey[]): number {
  let node = contents;
  let offset = 0;
  for (const key of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (!pair) break;
    offset = (pair.key as Node).range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}

const wrong = (file: string, line: number, problem: string): PeacrabError =>
  new PeacrabError(
    'LANGUAGE_FILE',
    `${file}, line ${line}: ${problem}. "npm run languages" checks all of them.`,
  );
