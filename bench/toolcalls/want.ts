// A shape's `want`, written for people, held against what happened. Any of the ways it names will do; what it forbids
// is forbidden for every shape anyway. A shape with `expect` is held to that instead.
import { canonical } from '../../src/text/canonical.ts';
import type { Expected, Happened, Shape } from './evaluate.ts';

/** Raw call text, markers or thinking, as nobody should see them. */
const RAW =
  /<[|｜]|[|｜]>|<\/?(?:\w+:)?(?:tool_call|function|parameter|invoke|arg_key|arg_value|think|tool_code)|\[\/?TOOL_CALL|"(?:arguments|parameters)"\s*:|"(?:name|tool|tool_name)"\s*:\s*"|\bto=functions\.|Action Input:/;

/** What is wrong, in words; empty when all is as wanted. */
export function judge(shape: Shape, once: Happened, always: Happened): string[] {
  return shape.expect === undefined
    ? judgeWords(shape, once, always)
    : judgeExpected(shape, shape.expect, once, always);
}

/** True for a shape that only looks like a call. */
export const isLookAlike = ({ id, expect }: Shape): boolean =>
  id.startsWith('not-') || (expect !== undefined && expect.calls === undefined && isOnly(expect.or, 'text'));

const isOnly = (ways: Expected['or'], way: string): boolean => ways?.length === 1 && ways[0] === way;

function judgeExpected(shape: Shape, expect: Expected, once: Happened, always: Happened): string[] {
  const hidden = expect.hide ?? [];
  const seen = hidden.filter((piece) => once.shown.includes(piece) || always.shown.includes(piece));
  const isText = expect.or?.includes('text') ?? false;
  const raw = [once.shown, always.shown].find((shown) => !isText && RAW.test(shown));
  return [
    ...seen.map((piece) => `must not be seen: ${JSON.stringify(piece)}`),
    ...(raw === undefined ? [] : [`raw call text would be seen: ${JSON.stringify(raw.slice(0, 80))}`]),
    ...(isAsExpected(shape, expect, once) ? [] : [`wanted: ${JSON.stringify(expect)}`]),
  ];
}

function isAsExpected(shape: Shape, expect: Expected, once: Happened): boolean {
  const calls = expect.calls !== undefined && canonical(once.ran) === canonical(expect.calls);
  if (calls && (expect.refused === undefined || once.refused === expect.refused)) return true;
  if (once.ran.length > 0) return false;
  const ways = expect.or ?? [];
  const isAsked = once.refused > 0 || once.askedAgain;
  return (
    (ways.includes('ask') && isAsked) ||
    (ways.includes('text') && !isAsked && once.shown === writtenIn(shape).trim()) ||
    (ways.includes('fail') && once.outcome.status === 'failed')
  );
}

function judgeWords(shape: Shape, once: Happened, always: Happened): string[] {
  const want = shape.want.toLowerCase().replace(/\([^)]*\)/g, ' ');
  const wrong: string[] = [];
  for (const seen of [once.shown, always.shown])
    if (isRaw(seen, want)) wrong.push(`raw call text would be seen: ${JSON.stringify(seen.slice(0, 80))}`);
  const ways = waysOf(want, shape, once, always);
  if (ways.length > 0 && !ways.some(Boolean)) wrong.push(`wanted: ${shape.want}`);
  return wrong;
}

function isRaw(shown: string, want: string): boolean {
  if (RAW.test(shown)) return true;
  return !/\btext\b/.test(want) && /[{[]\s*["'{[]|```/.test(shown);
}

const COUNTS: readonly (readonly [RegExp, number])[] = [
  [/\bone call\b/, 1],
  [/\btwo calls\b/, 2],
  [/\bthree calls\b/, 3],
];

/** Whether each way that `want` names was taken. */
function waysOf(want: string, shape: Shape, once: Happened, always: Happened): boolean[] {
  const ways: boolean[] = [];
  const counts = COUNTS.filter(([pattern]) => pattern.test(want)).map(([, count]) => count);
  if (counts.length > 0) ways.push(counts.includes(once.ran.length));
  else if (/\bcall with \{\}/.test(want))
    ways.push(once.ran.length === 1 && Object.keys(once.ran[0]?.args ?? {}).length === 0);
  else if (/\b(?:call|recover|lenient|validate)\b/.test(want)) ways.push(once.ran.length > 0);
  if (/\bsplit\b/.test(want)) ways.push(once.ran.length > 1);
  if (/\b(?:reject|refuse|error result|validate)\b/.test(want)) ways.push(wasRefused(shape, once));
  if (/\b(?:strip|do not post|never post)\b/.test(want)) ways.push(true);
  if (/\btext\b/.test(want)) ways.push(isText(shape, once));
  if (/\b(?:bounded|nudge|retry)\b/.test(want))
    ways.push(once.ran.length === 0 && once.askedAgain && always.outcome.requests.length <= 3);
  return ways;
}

/** Refused: nothing ran, and the model was told or asked again. */
function wasRefused(shape: Shape, once: Happened): boolean {
  if (once.ran.length > 0) return false;
  const native = JSON.stringify(shape.deltas ?? []).includes('"tool_calls":[{');
  return native ? once.refused > 0 : once.refused > 0 || once.askedAgain;
}

/** Text: the person sees what was written. A nudge beside it does no harm. */
function isText(shape: Shape, once: Happened): boolean {
  return once.ran.length === 0 && once.refused === 0 && once.shown.includes(writtenIn(shape).trim());
}

/** The words of a shape. */
const writtenIn = (shape: Shape): string =>
  shape.content ??
  (shape.deltas ?? []).map((delta) => (delta as { content?: string }).content ?? '').join('');
