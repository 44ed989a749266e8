// Cuts a text into the pieces that the rules of a compaction look at: sentences of prose, and lines of what was pasted
// (code, logs, quotes), told apart because no one says anything there. Linear, and no piece is long.
import { isLowHalf } from '../budget/estimate.ts';
import { neutral, oneLine } from '../text.ts';

export interface Sentence {
  /** One line without our tags or brackets. */
  readonly text: string;
  /** True for code, logs, quoted lines: read for identifiers only. */
  readonly pasted: boolean;
}

const LONGEST = 600;
/** Lines of one text that are looked at, from its front; what is longer was cut by its limit long before. */
const MOST_LINES = 2000;
const SHORTENED =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|no|nr|art|abs|ca|approx|etc|vs|bzw|usw|z\. ?b|d\. ?h|u\. ?a|e\.g|i\.e|sr|sra|mme|sig|inc|ltd|co|tel|bzgl|evtl|\p{L}|\d{1,2})\.$/iu;
const LOGGED =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b|at [\w.$<]+[ (]|[$#>] |[+-]{3} |@@ |diff --git|[{}[\]();]+\s*$|Traceback|File "|\w+(?:Error|Exception):)/u;
const FENCE = /^(?:```|~~~)/u;
const PAIRS = /\b[\w.]+=\S/g;
const SIGNS = /[{}()[\];=<>|\\$&*^~`]/g;

/** The sentences and pasted lines of a text, in order. */
export function sentencesOf(text: string): readonly Sentence[] {
  const lines = text.split(/\r\n?|\n/u, MOST_LINES).filter((line) => line.trim() !== '');
  const pasted = pastedLines(lines);
  return lines.flatMap((line, at) => {
    const bare = line.trim();
    if (FENCE.test(bare)) return [];
    const pieces = pasted[at] === true ? chunks(bare) : proseOf(bare);
    return pieces
      .map((piece) => ({ text: oneLine(neutral(piece), 500), pasted: pasted[at] === true }))
      .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.text));
  });
}

/** Which lines were pasted: those in fences, those that look it, and the lines between two of them. */
function pastedLines(lines: readonly string[]): readonly boolean[] {
  let fenced = false;
  const looks = lines.map((line) => {
    if (FENCE.test(line.trim())) fenced = !fenced;
    return fenced || isPasted(line);
  });
  return looks.map((look, at) => look || (looks[at - 1] === true && looks[at + 1] === true));
}

function isPasted(line: string): boolean {
  if (/^(?: {4}|\t).*[^.!?…]$/u.test(line) || LOGGED.test(line) || /^\s*(?:>|&gt;)/u.test(line)) return true;
  const plain = line.replace(/https?:\/\/\S+/gu, '');
  if (/\S{160}/u.test(plain) && /^[\x21-\x7e]*$/u.test(/\S{160}/u.exec(plain)?.[0] ?? '')) return true;
  const signs = plain.match(SIGNS)?.length ?? 0;
  return (signs >= 3 && signs > 0.08 * plain.length) || (plain.match(PAIRS)?.length ?? 0) >= 2;
}

/** Sentences of one line; a list sign at its front is no word. */
function proseOf(line: string): readonly string[] {
  const bare = line.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/u, '');
  const pieces: string[] = [];
  for (const piece of bare.split(/(?<=[.!?…]["'”»)]{0,2})\s+|(?<=[。！？]["」』]?)/u)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length < LONGEST && SHORTENED.test(last))
      pieces[pieces.length - 1] = `${last} ${piece}`;
    else pieces.push(piece);
  }
  return withContext(pieces).flatMap(chunks);
}

/** A piece of one or two words ("INV-2231.") says nothing alone: it joins the one before it. */
function withContext(pieces: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const short = piece.length < 24 && piece.split(/\s+/u).length < 3 && /\d/u.test(piece);
    if (short && last !== undefined && last.length + piece.length < LONGEST)
      joined[joined.length - 1] = `${last} ${piece}`;
    else joined.push(piece);
  }
  return joined;
}

function chunks(text: string): readonly string[] {
  if (text.length <= LONGEST) return [text];
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const space = text.lastIndexOf(' ', from + LONGEST);
    const cut = space > from ? space : from + LONGEST;
    const to = from + LONGEST >= text.length ? text.length : isLowHalf(text.charCodeAt(cut)) ? cut + 1 : cut;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
