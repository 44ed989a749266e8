// A text in pieces that can be parsed one by one: so that a line without a marker ends the list or quote before it, as
// people mean it in a chat, and so that the parser, whose time grows with the square of some texts, only ever sees a small
// one. Pure.
import { type Fence, runsOf } from '../../text/fence.ts';

export type Piece =
  | { readonly type: 'markdown'; readonly text: string }
  /** Without the lines that open and close it. */
  | { readonly type: 'code'; readonly text: string }
  /** Without markup, or too long or too crowded with it to be parsed: shown as it was written. */
  | { readonly type: 'plain'; readonly text: string };

const enough = 1500;
const longest = 4000;
const marksAtMost = 250;
/** Of a whole text, the parser sees so many characters and lines: more than an answer that people read. */
const parsedAtMost = { characters: 12_000, lines: 400 };

const marker = /^\s{0,99}(?:[-*+]|\d{1,9}[.)])\s|^\s{0,99}>/;
const mark = /[*_~[\]<>|`!@\\&]|:\/\/|www\.|^[^\S\n\r\u2028\u2029]{0,99}[-+\d#]/gimu;

export function piecesOf(text: string): readonly Piece[] {
  const left = { ...parsedAtMost };
  return runsOf(text).flatMap(({ fence, lines }) =>
    isTopLevel(fence)
      ? [{ type: 'code', text: lines.slice(1, -1).join('\n') } as const]
      : textPieces(lines).map((piece) => pieceOf(piece, left)),
  );
}

/** A fence within a list or a quote is left to the parser. */
const isTopLevel = (fence: Fence | null): boolean => fence !== null && /^[`~]/.test(fence.closing);

function textPieces(lines: readonly string[]): readonly (readonly string[])[] {
  const pieces: string[][] = [];
  let isMarked = false;
  let length = 0;
  for (const line of lines) {
    const isBlank = line.trim() === '';
    const starts = !isBlank && !/^\s/.test(line);
    const endsList = starts && isMarked && !marker.test(line);
    if (pieces.length === 0 || endsList || (starts && length > enough)) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(line);
    length += line.length + 1;
    if (!isBlank) isMarked = marker.test(line) || (isMarked && !starts);
  }
  return pieces;
}

/** @param left what the parser may still see; what it is to see now is taken off */
function pieceOf(lines: readonly string[], left: { characters: number; lines: number }): Piece {
  const text = lines.join('\n');
  const marks = text.match(mark)?.length ?? 0;
  if (marks === 0) return { type: 'plain', text: paragraphs(lines) };
  const isHeavy = text.length > longest || marks > marksAtMost;
  if (isHeavy || text.length > left.characters || lines.length > left.lines) return { type: 'plain', text };
  left.characters -= text.length;
  left.lines -= lines.length;
  return { type: 'markdown', text };
}

/** What the parser makes of lines without any markup: no blanks around them, one empty line for many, none in front. */
function paragraphs(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.replace(/^[ \t]+/, '').trimEnd());
  const last = trimmed.findLastIndex((line) => line !== '');
  const kept = trimmed
    .slice(0, last + 1)
    .filter((line, at) => line !== '' || (at > 0 && trimmed[at - 1] !== ''));
  return kept.join('\n') + (lines.length > 1 && lines.at(-1) === '' ? '\n' : '');
}
