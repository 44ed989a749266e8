// What of a long result stays when only a line of it is left: how it begins, and the identifiers, names and numbers in it
// that could not be guessed again. Taken once, when the result arrives, and stored with it.
import { estimate } from './estimate.ts';
import { type Mark, marksIn } from './keep-marks.ts';
import { oneLine } from './text.ts';

const BEGINNING = 14;
const SHARE = 0.12;
const LEAST = 40;
const MOST = 150;
const CHARS = 40_000;

/** One line without our brackets; short texts have none: they stand for themselves. */
export function gistOf(text: string): string | null {
  const tokens = estimate(text);
  if (tokens <= 1.5 * LEAST) return null;
  const room = Math.min(MOST, Math.max(LEAST, SHARE * tokens));
  const begins = oneLine(text, BEGINNING);
  const held: string[] = [];
  let used = estimate(begins);
  for (const { text: raw } of marksOf(text)) {
    const mark = oneLine(raw, 12);
    const cost = estimate(mark) + 1;
    if (begins.includes(mark) || used + cost > room) continue;
    held.push(mark);
    used += cost;
  }
  return held.length === 0 ? begins : `${begins} It holds: ${held.join(', ')}.`;
}

/** The marks of a text, each once: what is strongest first, then as they stand. */
function marksOf(text: string): readonly Mark[] {
  const marks = new Map<string, Mark>();
  for (const line of text.slice(0, CHARS).split('\n')) {
    for (const part of line.match(/[\s\S]{1,600}/g) ?? []) {
      for (const mark of marksIn(part))
        if (!isKey(part, mark) && !marks.has(mark.text)) marks.set(mark.text, mark);
    }
  }
  return [...marks.values()].sort((one, other) => other.strength - one.strength);
}

/** `"name": …` in JSON names nothing. */
function isKey(line: string, { text, at }: Mark): boolean {
  return /^["']?\s*:\s/.test(line.slice(at + text.length)) && /["']$/.test(line.slice(0, at));
}
