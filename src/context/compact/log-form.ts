// The running log's form: Markdown with required headings, plain enough for a small model. What comes back is read with a
// forgiving eye for its look and a strict one for what it holds: a log that is missing a part, empty, far too short, a
// refusal or an echo of the request is refused, because it would replace what people said.
import { within, withoutEnd, withoutWideGaps } from '../../text/reading-limits.ts';
import { estimate, reach } from '../budget/estimate.ts';
import { neutral, oneLine } from '../text.ts';
import { FACT_TOKENS, type LogLimits } from './log-limits.ts';

interface ReadLimits extends Pick<LogLimits, 'log' | 'remember'> {
  /** Estimated tokens of what the log covers: a long conversation has no log of five words. */
  readonly covers: number;
}

type LogFault = 'empty' | 'refusal' | 'echo' | `no heading: ${string}` | 'too short' | 'too long';

export type ReadLog =
  | { readonly ok: true; readonly log: string; readonly remember: readonly string[] }
  | { readonly ok: false; readonly why: LogFault };

const SECTIONS = ['People and aims', 'Decided', 'Facts', 'Open', 'Done', 'Remember'] as const;
type Section = (typeof SECTIONS)[number];

/** Other ways to write a heading, folded to lower case. Remember may be missing: then there is nothing to remember. */
const HEADINGS: Readonly<Record<Section, RegExp>> = {
  'People and aims': /^(?:people(?:(?: and|,| &) (?:their )?(?:aims|goals))?|participants|aims|goals)$/u,
  Decided: /^(?:decided|decisions?(?: made)?|rules and decisions|decided and rules)$/u,
  Facts: /^(?:(?:key |important |known )?facts(?: and figures)?)$/u,
  Open: /^(?:open(?: (?:items|tasks|questions|requests|points|issues))?|to-?do|pending)$/u,
  Done: /^(?:done|completed|finished)$/u,
  Remember: /^(?:remember(?:ed)?|to remember|things to remember|durable facts|memory)$/u,
};
/** From what is cut first to what is cut last; people and aims stay. */
const CUT_FIRST: readonly Section[] = ['Done', 'Facts', 'Decided', 'Open', 'People and aims'];
const HOPELESS = 4;
/** More than a log that was written several times. */
const MOST_HEADINGS = 60;
const LINE_TOKENS = 90;
const NONE =
  /^(?:-+|none(?: yet)?|nothing(?: yet)?|n\/?a|empty|\(none\)|keine?|nichts|ninguno|nada|aucune?|rien|nessuno|niente|nenhum|geen|无|無|なし|없음)\.?$/iu;
/** A sentence of `prompts/journal.md` that no one would log. */
const ECHOES = /answer with the log alone/iu;
const REFUSES =
  /^(?:i(?:'m| am) (?:sorry|unable|not able)|sorry|i can(?:not|'t)|as an ai|unfortunately|es tut mir leid|ich kann|lo siento|désolé|mi dispiace|desculpe)/iu;

/**
 * Reads what the model wrote as a log.
 *
 * Thinking, fences and prefaces are stripped; of a log written twice the last counts. A log beyond its limit loses whole
 * lines, the oldest of what is needed least first; one that is many times too long is refused.
 *
 * @returns `log` in one canonical form, safe to be shown: no tags, no brackets of ours
 */
export function readLog(text: string, limits: ReadLimits): ReadLog {
  const bare = withoutThinking(withoutWideGaps(within('log', text))).replaceAll('’', "'");
  const sections = lastRun(sectionsOf(bare).slice(-MOST_HEADINGS));
  const missing = SECTIONS.find((name) => name !== 'Remember' && !sections.has(name));
  if (missing !== undefined) {
    if (bare.trim() === '') return { ok: false, why: 'empty' };
    if (REFUSES.test(bare.trim())) return { ok: false, why: 'refusal' };
    return { ok: false, why: `no heading: ${missing}` };
  }
  const raw = [...sections].flatMap(([name, lines]) => (name === 'Remember' ? [] : lines));
  if ((raw.length > 0 && raw.every(isPlaceholder)) || raw.some((line) => ECHOES.test(line)))
    return { ok: false, why: 'echo' };
  const log = new Map(
    SECTIONS.filter((name) => name !== 'Remember').map((name) => [name, itemsOf(sections.get(name) ?? [])]),
  );
  const said = [...log.values()].flat();
  if (said.length === 0) return { ok: false, why: 'empty' };
  if (said.length <= 2 && said.some((line) => REFUSES.test(line))) return { ok: false, why: 'refusal' };
  const tokens = estimate(said.join('\n'));
  // A word of log for a hundred of talk, within reason.
  if (tokens < Math.min(60, Math.max(4, 0.015 * limits.covers))) return { ok: false, why: 'too short' };
  if (tokens > HOPELESS * limits.log) return { ok: false, why: 'too long' };
  return {
    ok: true,
    log: trimmedTo(log, limits.log),
    remember: factsOf(sections.get('Remember') ?? [], limits.remember),
  };
}

/**
 * The one user message that asks for the log.
 *
 * @param prompt `prompts/journal.md` as read
 * @param input `previous`: the log so far, null if there is none; `tasks`: the open tasks, one line each
 */
export function logRequest(
  prompt: string,
  input: {
    readonly previous: string | null;
    readonly tasks: readonly string[];
    readonly limits: Pick<LogLimits, 'log' | 'remember'>;
  },
): string {
  const { previous, tasks, limits } = input;
  const lines = tasks.map((task) => oneLine(neutral(task), FACT_TOKENS)).filter((task) => task !== '');
  const values: Readonly<Record<string, string>> = {
    words: String(Math.max(60, Math.round((0.55 * limits.log) / 10) * 10)),
    facts: String(limits.remember),
    previous:
      previous === null
        ? ''
        : `\nThe log so far, of what came before the messages above. Update it: keep what still holds, move what is done, correct what has changed.\n${safeLog(previous)}\n`,
    tasks:
      lines.length === 0
        ? ''
        : `\nThe open tasks, as the system has them. None of them is done; name each under Open.\n${lines.map((line) => `- ${line}`).join('\n')}\n`,
  };
  return prompt
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\{\{(\w+)\}\}/gu, (whole, name: string) => values[name] ?? whole)
    .trim();
}

/** A log's lines with nothing in them that reads like ours: no tags, no brackets; headings and list signs stay. */
export function safeLog(log: string): string {
  return log
    .split('\n')
    .map((line) => oneLine(neutral(line), 400))
    .filter((line) => line !== '')
    .join('\n');
}

function withoutThinking(text: string): string {
  return text
    .replace(/<(think(?:ing)?|reasoning|thought)>(?:(?!<\1>)[\s\S])*?<\/\1>/giu, '\n')
    .replace(/^[\s\S]*<\/(?:think(?:ing)?|reasoning|thought)>/iu, '')
    .replace(/^[^\S\n]*(?:```|~~~)[a-z]*[^\S\n]*$/gimu, '');
}

/** Every heading found, in order, with the lines under it. Headings that are not ours only divide the lines. */
function sectionsOf(text: string): readonly (readonly [Section, string[]])[] {
  const found: [Section, string[]][] = [];
  let ours = true;
  for (const line of text.split(/\r\n?|\n/u)) {
    const heading = headingOf(line);
    if (heading !== null) {
      found.push([heading.name, heading.rest === '' ? [] : [heading.rest]]);
      ours = true;
    } else if (/^\s*#{1,6}\s/u.test(line)) ours = found.at(-1)?.[0] !== 'Remember';
    else if (line.trim() !== '' && ours) found.at(-1)?.[1].push(line);
  }
  return found;
}

/** "## Facts", "**Facts:**", "FACTS", "3. Facts", "Facts: the key is under the mat"; but not a list item. */
function headingOf(line: string): { readonly name: Section; readonly rest: string } | null {
  if (/^\s*[-*•+]\s/u.test(line)) return null;
  const bare = withoutEnd(line.replace(/^[\s#*_>\d.)]+/u, ''), /[\s#]/u).replace(/\s+/gu, ' ');
  const [, title = '', rest = ''] =
    /^([^:]{3,40}?)\s*(?:\*\*|__)?\s*(?::\s*(?:\*\*|__)?\s*(.*))?$/u.exec(bare) ?? [];
  const plain = title.trim().toLowerCase();
  const name = SECTIONS.find((section) => HEADINGS[section].test(plain));
  return name === undefined ? null : { name, rest };
}

/** If the headings come more than once (a draft, an echo of the form), those of the last run. */
function lastRun(found: readonly (readonly [Section, string[]])[]): ReadonlyMap<Section, string[]> {
  const required = SECTIONS.length - 1;
  const starts = found.flatMap(([name], at) => (name === found[0]?.[0] ? [at] : []));
  for (const start of starts.toReversed()) {
    const run = merged(found.slice(start));
    if ([...run.keys()].filter((name) => name !== 'Remember').length === required) return run;
  }
  return merged(found);
}

function merged(found: readonly (readonly [Section, string[]])[]): ReadonlyMap<Section, string[]> {
  const sections = new Map<Section, string[]>();
  for (const [name, lines] of found) {
    const known = sections.get(name);
    if (known) for (const line of lines) known.push(line);
    else sections.set(name, [...lines]);
  }
  return sections;
}

function bareLine(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*•+]|\d{1,2}[.)])\s*/u, '')
    .replace(/^\[[ xX]?\]\s*/u, '')
    .trim();
}

function isPlaceholder(line: string): boolean {
  const bare = bareLine(line);
  return /^\(.*\)\.?$/u.test(bare) && bare.length > 12;
}

/** The lines of a section as plain items: each once, none of them empty, a placeholder of the form, or without end. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items = lines
    .filter((line) => !isPlaceholder(line))
    .map((line) => wholeSentences(oneLine(neutral(bareLine(line)), 500)))
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !NONE.test(line));
  return [...new Set(items)];
}

/** A line that runs on loses its last sentences; one that is a single endless sentence its last clause or words. */
function wholeSentences(line: string): string {
  if (estimate(line) <= LINE_TOKENS) return line;
  const most = line.slice(0, reach(line, LINE_TOKENS));
  const end = Math.max(...['. ', '! ', '? ', '。', '; '].map((sign) => most.lastIndexOf(sign)));
  if (end > 0) return most.slice(0, end + 1).replace(/;$/u, '.');
  return `${most.slice(0, Math.max(most.lastIndexOf(', '), most.lastIndexOf(' '), 1))} …`;
}

/** The log in its canonical form, within its limit: whole lines go, the oldest of the section that is needed least. */
function trimmedTo(log: ReadonlyMap<Section, readonly string[]>, limit: number): string {
  const lines = new Map([...log].map(([name, items]) => [name, [...items]]));
  const text = (): string =>
    [...lines]
      .map(([name, items]) =>
        [`## ${name}`, ...(items.length === 0 ? ['none'] : items).map((item) => `- ${item}`)].join('\n'),
      )
      .join('\n');
  for (const name of CUT_FIRST) {
    const items = lines.get(name) ?? [];
    // Each but the least needed keeps its newest half as long as another one can give.
    const least = name === 'Done' ? 0 : Math.ceil(items.length / 2);
    while (items.length > least && estimate(text()) > limit) items.shift();
  }
  for (const name of CUT_FIRST) {
    const items = lines.get(name) ?? [];
    while (items.length > (name === 'People and aims' ? 1 : 0) && estimate(text()) > limit) items.shift();
  }
  return text();
}

/** Facts to remember: full sentences, short, each once; what is a question, a fragment or too long is left out. */
function factsOf(lines: readonly string[], most: number): readonly string[] {
  const facts = itemsOf(lines)
    .map((line) => line.replace(/\*\*|__/gu, ''))
    .filter((line) => !/[?？:…]$/u.test(line) && isSentence(line))
    .map((line) => (/[.!。！]["')”»]?$/u.test(line) ? line : `${line}.`))
    .filter((line) => estimate(line) <= FACT_TOKENS);
  return [...new Set(facts)].slice(0, most);
}

/** Three words at least; in scripts without spaces, six signs. */
function isSentence(line: string): boolean {
  return (
    line.split(/\s+/u).length >= 3 ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}].{5,}/u.test(line)
  );
}
