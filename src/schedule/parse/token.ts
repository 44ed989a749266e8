// Text to tokens: numbers, words, signs, and single CJK characters, each with its place in the original text.
// Folding (width, case, accents, foreign digits) happens per token, so that places stay true.

import { simplify } from '../../text/simplified-han.ts';

export type Token = {
  /** folded: lower case, no accents, ASCII digits */
  readonly text: string;
  readonly kind: 'number' | 'word' | 'cjk' | 'sign';
  /** no space before it */
  readonly glued: boolean;
  /** in UTF-16 units of the original text, end exclusive */
  readonly start: number;
  readonly end: number;
};

const TOKEN =
  /\p{Nd}+|[½¼¾々〇]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|\p{L}[\p{L}\p{M}]*|[^\s\p{L}\p{Nd}]/gu;
const CJK = /^[々〇\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;

/** Signs that carry no meaning anywhere in a time phrase; they are as good as a blank. */
const BLANK = /^['’‘`´"“”„«»()[\]{}!?¿¡*_~^‚。．،؟\u200e\u200f]$|^\ufe0f$/u;

const SIGNS: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '―': '-',
  '〜': '-',
  '～': '-',
  '：': ':',
  '／': '/',
  '，': ',',
  '、': ',',
  ';': ',',
  '；': ',',
  '・': ',',
  '＠': '@',
  '＆': '&',
  '＋': '+',
  '∼': '-',
};

/** One token's folded text. */
function fold(text: string): string {
  if (/^[a-z]+$/.test(text)) return text;
  const sign = SIGNS[text];
  if (sign !== undefined) return sign;
  if (/^[½¼¾]$/.test(text)) return text;
  if (/^\p{Nd}+$/u.test(text)) return asciiDigits(text);
  if (CJK.test(text)) return simplify(text.normalize('NFKC'));
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0640\u093c]/g, '')
    .normalize('NFC')
    .replace(/ß/g, 'ss')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ँ/g, 'ं')
    .replace(/ı/g, 'i');
}

/** Decimal digits of any script as 0 to 9: each script's ten digits are in a row. */
function asciiDigits(text: string): string {
  return Array.from(text, (char) => {
    let code = char.codePointAt(0) ?? 48;
    if (code < 128) return char;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
      code--;
      value++;
    }
    return String(value);
  }).join('');
}

/** Two words written as one: "Freitagabend", "vrijdagavond", "полседьмого", "ونصف". */
const COMPOUNDS: readonly RegExp[] = [
  /^(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|morgen)(fruh|frueh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nachts?)$/,
  /^(maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|morgen)(ochtends?|ochtenden|middags?|namiddags?|avonds?|avonden|nachts?|morgens?|vroeg)$/,
  /^(пол)(первого|второго|третьего|четвертого|пятого|шестого|седьмого|восьмого|девятого|десятого|одиннадцатого|двенадцатого)$/,
  /^(و)(نصف|نص|النصف|ربع|الربع|ثلث|خمس|عشر|خمسه|عشره)$/,
];

/** Of two words written as one, in letters. */
const SHORTEST_COMPOUND = 3;

function split(token: Token): readonly Token[] {
  if (token.text.length < SHORTEST_COMPOUND) return [token];
  for (const compound of COMPOUNDS) {
    const parts = compound.exec(token.text);
    if (!parts?.[1] || !parts[2]) continue;
    const middle = Math.min(token.start + parts[1].length, token.end);
    return [
      { ...token, text: parts[1], end: middle },
      { ...token, text: parts[2], start: middle, glued: true },
    ];
  }
  return [token];
}

/** What a token is, wherever it stands. */
type Form = { readonly text: string; readonly kind: Token['kind'] };

/** A token's form; null for signs that are as good as a blank. */
function formOf(raw: string): Form | null {
  if (BLANK.test(raw)) return null;
  const text = fold(raw);
  const kind = /^\d+$/.test(text)
    ? 'number'
    : CJK.test(raw)
      ? 'cjk'
      : /^[\p{L}½¼¾]/u.test(raw)
        ? 'word'
        : 'sign';
  return { text, kind };
}

/** Forms of the words met last: a text has the same ones again and again. */
const forms = new Map<string, Form | null>();
const MOST_FORMS = 4_000;
const LONGEST_FORM = 24;

function knownForm(raw: string): Form | null {
  if (raw.length > LONGEST_FORM) return formOf(raw);
  const known = forms.get(raw);
  if (known !== undefined) return known;
  if (forms.size >= MOST_FORMS) forms.clear();
  const form = formOf(raw);
  forms.set(raw, form);
  return form;
}

/** The tokens of a text, blanks and decorative signs left out. */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const form = knownForm(match[0]);
    if (!form) continue;
    const glued = match.index === end && end > 0;
    end = match.index + match[0].length;
    const token = { text: form.text, kind: form.kind, glued, start: match.index, end };
    if (form.kind === 'word') tokens.push(...split(token));
    else tokens.push(token);
  }
  return trimSigns(tokens);
}

/** A full stop or comma at the very end says nothing. */
function trimSigns(tokens: readonly Token[]): readonly Token[] {
  let length = tokens.length;
  while (length > 0 && /^[.,:-]$/.test(tokens[length - 1]?.text ?? '')) length--;
  return tokens.slice(0, length);
}

/** Whether a word starts or ends here: "9am" is not cut into "9" and "am". */
export function atBoundary(tokens: readonly Token[], at: number): boolean {
  const [left, right] = [tokens[at - 1], tokens[at]];
  if (!left || !right?.glued) return true;
  if (left.kind === 'cjk' || right.kind === 'cjk') return true;
  // two words without a blank are parts of a compound
  if (left.kind === 'word' && right.kind === 'word') return true;
  // a sign ends a word, unless it is between two: 9:30, follow-up
  const beyond = right.kind === 'sign' ? tokens[at + 1] : right;
  const inside =
    left.kind === 'sign' || right.kind === 'sign'
      ? beyond?.glued && /^[-.:/]$/.test(left.kind === 'sign' ? left.text : right.text)
      : true;
  return !inside;
}
