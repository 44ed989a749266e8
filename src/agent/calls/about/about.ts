// Whether what reads like a call is one. The rule: a call stands alone, or at the end behind a sentence or two that announce
// it, or in its family's own delimiters; and nothing around it says that it is an example, a quotation, something for the
// reader to run, or refused; and it is not the copy of a text that came from outside. Pure.

import { type Fence, fenceAt } from '../fences.ts';
import type { Found, Offered } from '../found.ts';
import { hasMarkers } from '../markers.ts';
import { resolveName } from '../names.ts';
import { callWords } from './about-words.ts';
import { unshielded } from './shield.ts';

/** `unclear`: the model has to say which it is. `broken`: neither; what is left of markers is not for people. */
export type Verdict = 'run' | 'text' | 'unclear' | 'broken';

/** What is known of the conversation a reply belongs to. */
export interface Circumstances {
  /** The newest words of the person. */
  readonly asked?: string;
  /** Texts that the model has seen and that are not its own: people's words, pages, files. */
  readonly outside?: readonly string[];
}

export interface Judged extends Circumstances {
  /** What was said or thought right before the text. */
  readonly before?: string;
  readonly fences: readonly Fence[];
  readonly offered: Offered;
}

/** How much before and after a call is read, in characters. */
const NEAR = 600;

/** Judges the calls of a reply together, in its shielded text. */
export function judgeCalls(text: string, spans: readonly Found[], judged: Judged): Verdict {
  const [first] = spans;
  if (first === undefined) return 'text';
  const asked = askedFor(judged.asked ?? '', judged.offered.names);
  if (asked === 'calls' || isCopied(text, spans, judged) || isFramed(text, first)) return 'text';
  const fence = fenceAt(judged.fences, first.start);
  const isOwn = first.marked === true && fence?.kind !== 'data' && fence?.kind !== 'code';
  const isMarked = isOwn || fence?.kind === 'own';
  const { before: said, after } = wordsAround(text, spans, judged, fence);
  const before = isMarked ? said : withoutLists(said);
  const behind = text.slice(spans.at(-1)?.end, (spans.at(-1)?.end ?? 0) + NEAR);
  if (CONTINUES.test(behind) || speaksOf(after.slice(0, 2).join('\n'), 'after')) return 'text';
  const lead = before.at(-1) ?? '';
  const announced = speaksOf(lead, 'announces') && !speaksOf(lead, 'about');
  const near = before.slice(-2).join('\n');
  if (speaksOf(announced ? lead : near, 'about')) return 'text';
  const place: Place = { fence, announced, before, after };
  if (spans.some(({ told }) => told)) return 'broken';
  if (isMarked) return judgeMarked(text, spans, place);
  if (asked === 'code' && !isObject(text, spans, place))
    return isPlain(text, spans, place) ? 'unclear' : 'text';
  if (asked === 'code' && /\bjson\b/i.test(withoutFiles(judged.asked ?? ''))) return 'text';
  return judgeBare(text, spans, judged, place);
}

/** Words without a last line that only announces the call behind them, if there are others. */
export function withoutAnnouncement(words: string): string {
  const at = words.lastIndexOf('\n');
  return at > 0 && speaksOf(words.slice(at + 1).trim(), 'announces') ? words.slice(0, at).trim() : words;
}

/** Nothing but calls with arguments. */
const isPlain = (text: string, spans: readonly Found[], { fence, before, after }: Place): boolean =>
  fence === undefined &&
  before.length + after.length === 0 &&
  !/^`/.test(text) &&
  spans.some(({ calls }) => calls.some(({ args }) => args.ok || args.why !== 'not-object'));

const isObject = (text: string, spans: readonly Found[], place: Place): boolean =>
  /^\s*[{[]\s*[{"']/.test(text) && isPlain(text, spans, place);

/** Words without names of files: "show me config.json" asks for no JSON. */
const withoutFiles = (words: string): string => words.replace(/(?<!\S)[\w./-]{1,100}\.\w{1,5}\b/g, ' ');

/** A sentence of which the call is the subject. */
const CONTINUES = /^[`~\s]*(?:is|are|was|were|looks?|would|means?|returns?|does|goes)\b/;

interface Place {
  readonly fence: Fence | undefined;
  readonly announced: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** In a family's own delimiters: a call, unless it is a part of a sentence. */
function judgeMarked(text: string, spans: readonly Found[], { announced, before, after }: Place): Verdict {
  const lead = before.at(-1);
  if (announced || lead === undefined) return 'run';
  const shows = speaksOf(
    lead.replace(/^(?:[\p{L}\s]{2,12}[,!.]\s*)?here(?:'s| is| are| you go)\b/iu, ''),
    'shows',
  );
  if (shows && after.length > 0) return 'text';
  const start = spans[0]?.start ?? 0;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isWithin = /\p{L}/u.test(line) && /^[ \t]*[\p{L}\p{N}]/u.test(text.slice(spans.at(-1)?.end));
  if (!isWithin && !shows && (after.length === 0 || !/[:：]$/.test(lead))) return 'run';
  return /<[|｜]|[|｜]>/.test(text) ? 'broken' : 'unclear';
}

/** Without delimiters of a family, the place alone tells. */
function judgeBare(text: string, spans: readonly Found[], judged: Judged, place: Place): Verdict {
  const { fence, announced, before, after } = place;
  if (fence !== undefined && !holdsOnly(text, fence, spans)) return 'text';
  const known = spans.some(({ calls }) =>
    calls.some(({ name }) => resolveName(name, judged.offered.names).ok),
  );
  const isCode = fence?.kind === 'code';
  if (before.length === 0) {
    if (isCode) return after.length === 0 && known ? 'unclear' : 'text';
    return known || after.length === 0 ? 'run' : misplaced(text);
  }
  const words = before.join('\n');
  if (isCode || speaksOf(words, 'about')) return 'text';
  const shows = speaksOf(words, 'shows');
  if (announced && known && before.length <= 2 && !shows) return 'run';
  // TypeScript as one family writes its calls, but between words: people see it only if the model says that it is meant for them.
  if (fence !== undefined && /^\s*functions\./.test(text.slice(fence.inner))) return 'unclear';
  if (shows && !announced) return 'text';
  return after.length === 0 && known && !hasMarkers(text) ? 'unclear' : misplaced(text);
}

/** No call stands there: shown as it is, unless there are signs in it that nobody should see. */
const misplaced = (text: string): Verdict => (hasMarkers(text) ? 'broken' : 'text');

/** In a table, under a heading, in a comment or a tag that says that it is shown. */
function isFramed(text: string, { start }: Found): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/^[ \t]*\|(?!>)[^|]*\|/.test(line)) return true;
  if (/(?:^|\n)#{1,6} [^\n]*\n[\s`]*(?:json|xml)?\s*$/.test(text.slice(Math.max(0, start - NEAR), start)))
    return true;
  const near = text.slice(Math.max(0, start - NEAR), start);
  const frame = [
    ...near.matchAll(/<!--|-->|<\/?(?:examples?|quote|blockquote|code|pre|sample)\b[^<>\n]*>/gi),
  ].at(-1);
  return frame !== undefined && !/^(?:<\/|-->)/.test(frame[0]);
}

/** A fence with a call in it and something else is a piece of code or data. */
function holdsOnly(text: string, fence: Fence, spans: readonly Found[]): boolean {
  let rest = '';
  let at = fence.inner;
  for (const { start, end } of spans) {
    if (start >= fence.innerEnd) break;
    rest += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return /^[\s;,[\]{}<>/\w]*$/.test(rest + text.slice(at, fence.innerEnd)) && !/\w\w\s+\w/.test(rest);
}

function wordsAround(
  text: string,
  spans: readonly Found[],
  { before = '', fences }: Judged,
  fence: Fence | undefined,
): Pick<Place, 'before' | 'after'> {
  const start = Math.min(spans[0]?.start ?? 0, fence?.start ?? text.length);
  const head = `${before.slice(-NEAR)}\n${text.slice(Math.max(0, start - NEAR), start)}`;
  const gaps = spans.map(({ end }, at) => text.slice(end, spans[at + 1]?.start ?? end + NEAR));
  const behind = fences.some(({ kind }) => kind === 'data')
    ? gaps.join('\n').replace(/^\s*```/gm, '')
    : gaps.join('\n');
  return { before: sentences(head), after: sentences(behind.slice(0, 2 * NEAR)) };
}

/** The sentences, with signs for a finished list in them: its heading is about the list, and not about a call behind it. */
function withoutLists(said: readonly string[]): string[] {
  const isItem = (at: number) => /^(?:[-*•]|\d{1,2}[.)])\s.*[^:：]$/u.test(said[at] ?? '');
  return said.map((sentence, at) => {
    const isHeading = /[:：]$/.test(sentence) && isItem(at + 1);
    const isLead = at === said.length - 1;
    return isHeading || (isItem(at) && !(isLead && speaksOf(sentence, 'about'))) ? '-' : sentence;
  });
}

/** Signs of templates and of calls are no words. */
const SIGN =
  /<[|｜]?[^<>\n]{0,60}[|｜]?>|```[\w-]*|\[\/?[A-Z_]+\]|^[ \t*]*(?:actions?|(?:tool|function) calls?|calls?):(?=[ \t*`]*$)|\b(?:assistant|commentary|analysis|final|json)\b(?=\s*$)/gim;

function sentences(text: string): string[] {
  return unshielded(text)
    .replace(/[’‘]/g, "'")
    .replace(SIGN, ' ')
    .split(/(?<=[.!?…])\s+|(?<=[。！？।])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

const compiled = callWords.map(({ announces, about, shows, after }) => ({
  announces: edged(announces),
  about: edged(about),
  shows: edged(shows),
  after: edged(after),
}));

/** `\b` knows Latin letters only. */
function edged(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('\\b', '(?:(?<![\\p{L}\\p{N}])|(?![\\p{L}\\p{N}]))'), 'iu');
}

/** Whether a sentence of these has such words. */
const speaksOf = (text: string, what: keyof (typeof compiled)[number]): boolean =>
  compiled.some((words) => words[what].test(text));

const SHOW =
  "(?:^|[.!?:;,\\n]\\s*|\\b(?:please|you|me|us|now|just|then|so)\\s+)(?:show|write|give|explain|describe|document|draft|print|quote|translate|convert|format|review|fix|debug|teach|compare|spell out|what(?:'s| is| are| does| do| would| should)|how (?:do|does|to|would|can|could|should|is|are)|which)\\b[^.!?\\n]{0,80}";
/** Asked to show, explain or write a call. */
const CALLS = new RegExp(
  `${SHOW}\\b(?:(?:tool|function)[ -]?calls?|(?:tool|function) calling|calls? (?:syntax|format)|syntax|payload|request body|schemas?|markup|tags?|tool loop|parsers?|(?:json|call|request|command|message|line|text)\\b[^.!?\\n]{0,30}\\b(?:you(?:'d| would)|would|for the (?:tool|function)|to (?:send|call)))\\b`,
  'i',
);
/** Asked for code or data, in which names of tools may stand. */
const CODE = new RegExp(
  `${SHOW}\\b(?:json|code|python|javascript|typescript|curl|yaml|xml|docs?|documentation|readme|config\\w*|package\\.json|examples?|snippet|script|template|function|api|tools?)\\b`,
  'i',
);
const NOT_RUN =
  /\b(?:don't|do not|never|without)\b(?: actually)? (?:run|running|execut\w+|call|calling|invok\w+|use|using)\b (?:it|that|them|anything|tools|functions|(?:any|the|a) (?:tool|function|command)s?|\w+_\w+)\b/i;
const NOT_SENT = /\b(?:don't|do not|never|without)\b(?: actually)? (?:send|sending|run|execut\w+)\b/i;
/** The same in other languages, roughly. */
const ELSEWHERE =
  /(?:zeig|erklär|wie (?:sieht|rufe|lautet)|montre|explique|comment|muestra|explica|cómo|mostr|come|toon|hoe|покаж|объясн|как |如何|怎么|显示|給我看|给我看|見せて|教えて|どう)[^.!?\n]{0,60}(?:aufruf|tool[ -]?call|function[ -]?call|syntax|json|appel|llamada|chamada|chiamata|aanroep|вызов|调用|格式|呼び出し|形式)/i;

/** What a person wants to be reminded of, or noted, asks for nothing else. */
const TO_KEEP =
  /\b(?:remind|remember|note|memo|erinner\w*|merk\w*|notier\w*|rappel\w*|recuérda\w*|lembr\w*|ricorda\w*|herinner\w*|напомни\w*)\b[^.!?\n]*/giu;

/** Whether the person asks to see calls, or code and data that may look like some. */
export function askedFor(asked: string, names: readonly string[]): 'calls' | 'code' | undefined {
  const words = asked.replace(/[’‘]/g, "'").slice(0, 4000).replace(TO_KEEP, ' ');
  if (NOT_RUN.test(words) || CALLS.test(words) || ELSEWHERE.test(words)) return 'calls';
  if (CODE.test(withoutFiles(words))) return NOT_SENT.test(words) ? 'calls' : 'code';
  const isNamed = names.some(
    (name) =>
      /[_A-Z]/.test(name) && new RegExp(`${SHOW}\\b${name.replace(/\W/g, '\\$&')}\\b`, 'i').test(words),
  );
  return isNamed ? 'code' : undefined;
}

/** Whether a call's text stands in what came from outside, quotes and blanks aside. */
function isCopied(text: string, spans: readonly Found[], { outside = [] }: Judged): boolean {
  const pages = outside.map(bare);
  return spans.some(({ start, end }) => {
    const own = bare(text.slice(start, end));
    return own.length >= 6 && pages.some((page) => page.includes(own));
  });
}

const bare = (text: string): string =>
  unshielded(text)
    .replace(/<\|"\|>|<escape>|[\s"'`“”‘’\\]/g, '')
    .toLowerCase();
