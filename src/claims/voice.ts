// The part of a reply that is said in the assistant's own voice: code, struck-out text and quotations are masked,
// block quotes set apart, the rest cut into sentences. What others say promises nothing.
import { CLOSING, SALUTATION } from './language/shared.ts';
import { QUOTES } from './quotations.ts';
import { normal } from './text.ts';

export type Sentence = {
  /** as written, without list marks; quotations masked */
  readonly raw: string;
  /** the same with its quotations */
  readonly written: string;
  /** spelled for patterns, quotations masked, emoji gone */
  readonly text: string;
  readonly question: boolean;
  /** introduces what follows */
  readonly colon: boolean;
  /** the line it stands on, from 0 */
  readonly line: number;
  /** `quote`: somebody else's words; `said`: a line of a dialogue or a list of who does what */
  readonly role: 'prose' | 'item' | 'row' | 'quote' | 'said';
};

export type Voice = {
  readonly sentences: readonly Sentence[];
  /** quotations, code or block quotes were set apart, so a text asked for can be told from the talk around it */
  readonly delimited: boolean;
};

/** Stands for a masked quotation. */
export const MASK = '❝❞';

const ABBREVIATION =
  /(?:\b(?:a\.m|p\.m|a\. m|p\. m|mr|mrs|ms|dr|st|no|vs|ca|bzw|usw|z\.b|nr|sr|sra|dra|prof|approx|e\.g|i\.e|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)|\b[a-z])$/iu;
const MONTH_NEXT =
  /^ (?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Uhr|Stock|jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec|[a-zäöü])/u;
const EMOJI =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}](?:[\u{1F3FB}-\u{1F3FF}\uFE0F\u200D]|\p{Extended_Pictographic}|\p{Regional_Indicator})*/gu;

/** The text on one line, without emoji. */
export const withoutEmoji = (text: string): string => text.replace(EMOJI, ' ').replace(/\s+/gu, ' ').trim();

/** The sentences of a reply in the assistant's own voice, block quotes among them but marked. Pure and total. */
export function ownVoice(reply: string): Voice {
  const all = reply.replace(MARKS, '');
  let text = all.replace(/```[\s\S]*?(?:```|$)/gu, '\n').replace(/~~?[^~\n]+~~?/gu, ' ');
  const coded = text.length !== all.length;
  const masked: string[] = [];
  const mask = (found: string) => `❝${String.fromCodePoint(FIRST_MARK + masked.push(found) - 1)}❞`;
  text = text.replace(/`[^`\n]*`/gu, mask);
  for (const quote of QUOTES) text = text.replace(quote, (found) => (found.length > 2 ? mask(found) : found));
  const sentences: Sentence[] = [];
  let quoted = false;
  const lines = text.split('\n', MOST_LINES);
  const letter = letterIn(lines);
  const labelled = lines.filter((line) => LABEL.test(line)).length > 1;
  lines.forEach((written, line) => {
    const inLetter = letter !== null && line >= letter.from && line <= letter.to;
    const role = inLetter ? 'quote' : labelled && LABEL.test(written) ? 'said' : roleOf(written);
    if (role === 'quote') quoted = true;
    if (/^[\s|:-]*$/u.test(written)) return;
    const bare = written.replace(/^\s*(?:>+\s*|[-*•‣▪–]\s+|\d{1,2}[.)]\s+|#+\s+)+/u, '').trim();
    const pieces = role === 'row' ? [bare.replace(/\|/gu, ' ').trim()] : cut(bare);
    for (const marked of pieces.flatMap(shorter)) {
      const sentence = sentenceOf(marked.replace(MARKED, MASK), unmasked(marked, masked), line, role);
      if (sentence) sentences.push(sentence);
    }
  });
  return { sentences, delimited: coded || quoted || masked.length > 0 || text.includes(MASK) };
}

/** "Jon: ...", with one word before the colon: who speaks, or who does what. */
const LABEL = /^\s*(?:[-*•]\s+)?\**\p{Lu}\p{L}{1,14}\**\s?[:：]\**\s+\S/u;

/** The lines from a salutation to a closing: a letter written for the person. */
function letterIn(lines: readonly string[]): { readonly from: number; readonly to: number } | null {
  const from = lines.findIndex((line) => SALUTATION.test(line.trim()));
  if (from < 0) return null;
  const to = lines.findLastIndex((line) => CLOSING.test(line.trim()));
  return to > from ? { from, to: Math.min(lines.length - 1, to + 1) } : null;
}

function roleOf(line: string): Sentence['role'] {
  if (/^\s*>/u.test(line)) return 'quote';
  if (/^\s*\|/u.test(line)) return 'row';
  return /^\s*(?:[-*•‣▪–]|\d{1,2}[.)])\s+/u.test(line) ? 'item' : 'prose';
}

/** Between the marks of a masked quotation stands which one it is, as a character that nobody writes. */
const FIRST_MARK = 0xf0000;
const MARKS = /[\u{f0000}-\u{ffffd}]/gu;
const MARKED = /❝[\u{f0000}-\u{ffffd}]❞/gu;

/** A text with its quotations; one may stand within another. */
function unmasked(text: string, masked: readonly string[]): string {
  return text.replace(MARKED, (mark) => {
    const quotation = masked[(mark.codePointAt(1) ?? 0) - FIRST_MARK];
    return quotation === undefined ? mark : unmasked(quotation, masked);
  });
}

function sentenceOf(raw: string, written: string, line: number, role: Sentence['role']): Sentence | null {
  const text = withoutEmoji(normal(raw));
  if (text === '') return null;
  return {
    raw,
    written,
    text,
    question: /[?？؟]["')\]❞\s!！]*$/u.test(text),
    colon: /[:：]$/u.test(text),
    line,
    role,
  };
}

/** Beyond so many lines nobody talks: it is a list, a log or a table without end. */
const MOST_LINES = 200;

/** In characters. Patterns take time by the square of a sentence's length; nobody promises in a longer one. */
const LONGEST = 600;

/** A sentence of any length in pieces that are not too long, cut at a blank if there is one. */
function shorter(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const blank = rest.lastIndexOf(' ', LONGEST);
    // not between the two halves of a character
    const end = blank > 0 ? blank : LONGEST - (/[\ud800-\udbff]/.test(rest.charAt(LONGEST - 1)) ? 1 : 0);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}

/** Cuts a line into sentences: at final punctuation, before an inverted question mark, and at emoji between two of them. */
function cut(line: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  const push = (end: number) => {
    const piece = line.slice(start, end).trim();
    if (piece !== '') pieces.push(piece);
    start = end;
  };
  const ends =
    /[.!?…؟।]{1,30}["')\]*_❞]{0,30}(?=\s|$|\p{Extended_Pictographic})|[。！？]+[」』"')\]*_❞]*|(?=[¿¡])|[\p{Extended_Pictographic}\p{Regional_Indicator}](?:[\u{1F3FB}-\u{1F3FF}\uFE0F\u200D]|\p{Extended_Pictographic}|\p{Regional_Indicator}){0,30}(?=\s*[\p{Lu}\p{Lo}¿¡])/gu;
  for (const match of line.matchAll(ends)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && !isEnd(line, match.index)) continue;
    if (
      /^[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(match[0]) &&
      line.slice(start, match.index).trim() === ''
    )
      continue;
    push(end);
  }
  push(line.length);
  return pieces;
}

function isEnd(line: string, dot: number): boolean {
  const before = line.slice(Math.max(0, dot - 6), dot);
  const after = line.slice(dot + 1);
  if (ABBREVIATION.test(before)) return /^\s+\p{Lu}/u.test(after) && /[ap]\.? ?m$/iu.test(before);
  return !(/\d$/u.test(before) && MONTH_NEXT.test(after));
}
