// Cuts Markdown into messages that fit a platform's limit. Boundaries are looked for from the best down: paragraph, line,
// sentence, word. A code fence is kept whole where it fits; where it must be cut it is closed and opened again with its
// language. Pure: the same text gives the same messages, so a crash in between changes nothing.
import { closesFence, type Fence, looksLikeFence, opensFence } from '../../text/fence.ts';

/** A place to cut: the message is the text before `end`, with `closes` closed; the next begins at `next`, in `opens`. */
interface Cut {
  readonly end: number;
  readonly next: number;
  readonly closes: Fence | null;
  readonly opens: Fence | null;
  readonly rank: Rank;
}

/** How good a boundary is, best first; 'inside' is a space in inline code, a link, emphasis, or a line of code. */
type Rank = 'paragraph' | 'line' | 'sentence' | 'word' | 'inside';

const limitAtLeast = 40;
/** How far beyond the room a line is read, to see where a link ends. */
const lookAhead = 700;

/**
 * Cuts a text into messages of at most `limit` UTF-16 units, never inside a word or a code fence that fits by itself.
 * Put together again they are the same text, except for white space at the cuts and fences closed and opened there.
 *
 * @param limit at least 40
 * @returns at least one message; a text within the limit is returned as it is
 * @throws RangeError if the limit is too small to hold a fence and its content
 */
export function splitMarkdown(text: string, limit: number): string[] {
  if (limit < limitAtLeast) throw new RangeError(`A message limit of ${limit} is too small to split for.`);
  if (text.length <= limit) return [text];
  const pieces: string[] = [];
  let rest = withoutBlankStart(text.replaceAll('\r\n', '\n')).trimEnd();
  let fence: Fence | null = null;
  while (rest !== '') {
    const reopened: string = fence ? `${fence.opening}\n` : '';
    if (reopened.length + rest.length <= limit) {
      pieces.push(reopened + rest);
      break;
    }
    const cut: Cut = cutOf(rest, fence, { room: limit - reopened.length, limit });
    pieces.push(reopened + rest.slice(0, cut.end) + (cut.closes ? `\n${cut.closes.closing}` : ''));
    fence = cut.opens;
    rest = fence ? rest.slice(cut.next) : withoutBlankStart(rest.slice(cut.next));
  }
  return pieces.length > 0 ? pieces : [''];
}

interface Space {
  /** What is left of the limit for this message's text. */
  readonly room: number;
  readonly limit: number;
}

/** The best cut within the room; in the middle of a word only if there is no other. */
function cutOf(rest: string, start: Fence | null, space: Space): Cut {
  const cuts = boundaries(rest, start, space);
  const half = space.room / 2;
  for (const rank of ['paragraph', 'line', 'sentence', 'word'] as const) {
    const last = cuts.findLast((cut) => cut.rank === rank);
    if (last && last.end >= half) return last;
  }
  return cuts.findLast((cut) => cut.rank !== 'inside') ?? cuts.at(-1) ?? hardCut(rest, start, space);
}

/** Every boundary within the room, in order. */
function boundaries(rest: string, start: Fence | null, space: Space): Cut[] {
  const cuts: Cut[] = [];
  let fence = start;
  let contentFrom = 0;
  let mayCut = start !== null && !endsWithin(rest, 0, start, space.room, space.limit);
  let at = 0;
  /** Where the words before `at` end. */
  let written = 0;
  while (at <= space.room && at < rest.length) {
    const lineEnd = endOfLine(rest, at);
    const line = rest.slice(at, lineEnd);
    const closes = fence !== null && closesFence(line, fence, space.limit);
    if (fence && mayCut && at > contentFrom) push(cuts, space, fenceCut(at, lineEnd, fence, closes));
    const opened = fence ? null : opensFence(line, space.limit);
    if (!fence && at > 0 && !rest.startsWith('\n\n', at - 2))
      push(cuts, space, lineCut(written, at, opened !== null || line.trim() === ''));
    if (opened) {
      contentFrom = lineEnd + 1;
      mayCut = !endsWithin(rest, contentFrom, opened, at + space.limit, space.limit);
      fence = opened;
    } else if (closes) {
      fence = null;
    } else if (!fence) {
      for (const cut of wordCuts(line.slice(0, space.room - at + lookAhead), at)) push(cuts, space, cut);
    } else if (mayCut) {
      for (const cut of codeCuts(line, at, fence)) push(cuts, space, cut);
    }
    if (lineEnd > space.room) break;
    if (line.trim() !== '') written = at + line.trimEnd().length;
    at = lineEnd + 1;
  }
  return cuts;
}

/** Keeps a cut if there is something before it and it fits, its closing line included. */
function push(cuts: Cut[], space: Space, cut: Cut): void {
  const length = cut.end + (cut.closes ? cut.closes.closing.length + 1 : 0);
  if (cut.end > 0 && length <= space.room) cuts.push(cut);
}

/** Whether a fence whose content begins at `from` is closed before `to`; one that is never closed ends with the text. */
function endsWithin(rest: string, from: number, fence: Fence, to: number, limit: number): boolean {
  let at = from;
  while (at < rest.length) {
    const lineEnd = endOfLine(rest, at);
    if (lineEnd > to) return false;
    if (closesFence(rest.slice(at, lineEnd), fence, limit)) return true;
    at = lineEnd + 1;
  }
  return rest.length <= to;
}

/** A cut before the line at `at`, outside of fences: at the end of the text before it. */
function lineCut(end: number, at: number, isParagraph: boolean): Cut {
  return { end, next: at, closes: null, opens: null, rank: isParagraph ? 'paragraph' : 'line' };
}

/** A cut before a line of code; our own closing line takes the place of the fence's, if that is the line. */
function fenceCut(at: number, lineEnd: number, fence: Fence, closes: boolean): Cut {
  const next = closes ? lineEnd + 1 : at;
  return {
    end: at - 1,
    next,
    closes: fence,
    opens: closes ? null : fence,
    rank: closes ? 'paragraph' : 'line',
  };
}

const markup = /^(?:[-*+>]|#{1,6}|\d+[.)])\s/;
const spans = /(`{1,12})[^`\n]{1,300}\1|!?\[[^\]\n]{0,300}\]\([^)\n]{0,300}\)|(\*\*|__|~~)\S[^\n]{0,300}?\2/g;

/** What a span cannot be without: most lines are spared the longer look. */
const hasSpan = /`|\]\(|\*\*|__|~~/;

/** Cuts at the spaces of a line: never where the rest would become a fence, hardly where a list or a heading. */
function wordCuts(line: string, at: number): Cut[] {
  const found = hasSpan.test(line) ? [...line.matchAll(spans)] : [];
  const kept = found.map((match) => [match.index, match.index + match[0].length] as const);
  let near = 0;
  return [...line.matchAll(/(?<=\S)[ \t]+(?=\S)/g)].flatMap((match) => {
    const after = match.index + match[0].length;
    while ((kept[near]?.[1] ?? after) < after) near++;
    const [from, to] = kept[near] ?? [after, after];
    const following = line.slice(after, after + 12);
    if (looksLikeFence(following)) return [];
    const inside = markup.test(following) || (match.index > from && after < to);
    const sentence = /[.!?…:;]["')\]*_]*$/.test(line.slice(Math.max(0, match.index - 4), match.index));
    const rank = inside ? 'inside' : sentence ? 'sentence' : 'word';
    return [{ end: at + match.index, next: at + after, closes: null, opens: null, rank }];
  });
}

/** Cuts at the spaces of a line of code; the spaces stay. */
function codeCuts(line: string, at: number, fence: Fence): Cut[] {
  return [...line.matchAll(/(?<=\S)[ \t]+(?=\S)/g)].map((match) => {
    const cut = at + match.index + match[0].length;
    return { end: cut, next: cut, closes: fence, opens: fence, rank: 'inside' };
  });
}

/** A cut inside a word longer than a message (so only a fence's first line can precede it), between two characters. */
function hardCut(rest: string, start: Fence | null, space: Space): Cut {
  const fence = start ?? opensFence(rest.slice(0, endOfLine(rest, 0)), space.limit);
  const last = space.room - (fence ? fence.closing.length + 1 : 0);
  let cut = last;
  for (let steps = 0; steps < 16 && cut > 1 && !splitsWell(rest, cut, fence); steps++) cut--;
  if (!splitsWell(rest, cut, fence)) cut = isLowSurrogate(rest, last) ? last - 1 : last;
  return { end: cut, next: cut, closes: fence, opens: fence, rank: 'inside' };
}

function splitsWell(rest: string, cut: number, fence: Fence | null): boolean {
  if (isLowSurrogate(rest, cut)) return false;
  if (!fence && looksLikeFence(rest.slice(cut, cut + 8))) return false;
  return (
    !/^(?:\p{M}|\p{Emoji_Modifier}|\u200d)/u.test(rest.slice(cut, cut + 2)) && rest[cut - 1] !== '\u200d'
  );
}

const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const withoutBlankStart = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, '');
