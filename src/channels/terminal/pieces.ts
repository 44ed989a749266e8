// A text in pieces that can be parsed one by one: so that a line without a marker ends the list or quote before it, as
// people mean it in a chat, and so that the parser, whose time grows with the square of some texts, only ever sees a small
// one. Pure.
import { type Fence, runsOf } from '../../fence.ts';

export type Piece =
  | { readonly type: 'markdown'; readonly text: string }
  /** Without the lines that open and close it. */
  | { readonly type: 'code'; readonly text: string }
  /** Too long or too crowded with markup to be parsed: shown as it was written. */
  | { readonly type: 'plain'; readonly text: string };

const enough = 1500;
const longest = 4000;
const marksAtMost = 250;

const marker = /^\s{0,99}(?:[-*+]|\d{1,9}[.)])\s|^\s{0,99}>/;
const mark = /[*_~[\]<>|`!@\\&]|:\/\/|^\s{0,99}[-+\d#]/gmu;

export function piecesOf(text: string): readonly Piece[] {
  return runsOf(text).flatMap(({ fence, lines }) =>
    isTopLevel(fence) ? [{ type: 'code', text: lines.slice(1, -1).join('\n') } as const] : textPieces(lines),
  );
}

/** A fence within a list or a quote is left to the parser. */
const isTopLevel = (fence: Fence | null): boolean => fence !== null && /^[`~]/.test(fence.closing);

function textPieces(lines: readonly string[]): readonly Piece[] {
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
  return pieces.map((piece) => {
    const text = piece.join('\n');
    const isHeavy = text.length > longest || (text.match(mark)?.length ?? 0) > marksAtMost;
    return { type: isHeavy ? 'plain' : 'markdown', text } as const;
  });
}
