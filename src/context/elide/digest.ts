// What of a long result stays when only a line of it is left: how it begins, and the figures, identifiers and names in it
// that could not be guessed again, each with the few words around it. Taken once, when the result arrives, and stored.
import { endsWithin } from '../../text/reading-limits.ts';
import { estimate } from '../budget/estimate.ts';
import { type Mark, marksIn } from '../compact/salient-marks.ts';
import { sentencesOf } from '../compact/sentences.ts';
import { snippet, wordsIn } from '../compact/snippet.ts';
import { oneLine } from '../text.ts';

const BEGINNING = 14;
const SHARE = 0.14;
const LEAST = 40;
const MOST = 150;
/** Estimated tokens around one mark. */
const AROUND = 16;
/** Of pieces that differ in their figures alone, so many: the twentieth line of a log says little. */
const ALIKE = 3;

interface Piece {
  readonly text: string;
  readonly worth: number;
}

/** One line without our brackets; short texts have none: they are shown whole. */
export function gistOf(text: string): string | null {
  const tokens = estimate(text);
  if (tokens <= 1.5 * LEAST) return null;
  const room = Math.min(MOST, Math.max(LEAST, SHARE * tokens));
  const begins = oneLine(text, BEGINNING);
  const held: string[] = [];
  const shapes = new Map<string, number>();
  let used = estimate(begins);
  for (const { text: piece } of piecesOf(text)) {
    const cost = estimate(piece) + 1;
    const shape = piece.replace(/\d+/g, '0');
    const alike = shapes.get(shape) ?? 0;
    if (used + cost > room || begins.includes(piece) || alike >= ALIKE) continue;
    shapes.set(shape, alike + 1);
    held.push(piece);
    used += cost;
  }
  return held.length === 0 ? begins : `${begins} It holds: ${held.join('; ')}.`;
}

/** The words around the marks of a text, each once, the hardest to guess first, else in their order. */
function piecesOf(text: string): readonly Piece[] {
  const pieces = new Map<string, Piece>();
  for (const sentence of sentencesOf(endsWithin('gist', text))) {
    // JSON or code without the signs that only a parser needs.
    const bare = sentence.pasted ? sentence.text.replace(/["'`{}();]+|,$/g, '').trim() : sentence.text;
    const marks = marksIn(bare, !sentence.pasted);
    const words = wordsIn(bare);
    for (const mark of marks) {
      const { text: around } = snippet(bare, marks, mark, AROUND, words);
      const worth = worthOf(mark);
      if ((pieces.get(around)?.worth ?? 0) < worth) pieces.set(around, { text: around, worth });
    }
  }
  return [...pieces.values()].sort((one, other) => other.worth - one.worth);
}

/** How hard something is to guess again. */
function worthOf({ text, kind, strength }: Mark): number {
  const digits = text.match(/\d/g)?.length ?? 0;
  if (kind === 'name') return strength / 2;
  if (/^https?:/i.test(text)) return 2;
  // Times of day and years are everywhere.
  if (/^(?:\d{1,2}[:h]\d{2}|(?:19|20)\d{2})$/.test(text)) return 1;
  if (digits >= 4) return 4;
  return digits === 0 ? 1 : strength + digits / 4;
}
