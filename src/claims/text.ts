// One spelling for comparing: lower case, plain apostrophes and digits, vowel points and emphasis marks gone,
// Traditional Chinese written as Simplified. Patterns in the language packs are written in this spelling.
import { simplify } from '../text/simplified-han.ts';

const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

function digit(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const zero = DIGIT_ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? char : String(code - zero);
}

const ASCII = /^[\0-\x7f]*$/;
const EMPHASIS = /\*{1,3}|(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])/gu;

/** The text as patterns expect it. Its length may change. Total. */
export function normal(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'").replace(EMPHASIS, '');
  return simplify(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/gu, "'")
    .replace(/[\u00a0\u2000-\u200a\u202f]/gu, ' ')
    .replace(/[\u200b-\u200f\u2060\ufeff]|\ufe0f/gu, '')
    .replace(EMPHASIS, '')
    .replace(/[\u064b-\u065f]|\u0640/gu, '')
    .replace(/[أإآ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/\u093c/gu, '')
    .replace(/[\u095c\u095d]/gu, (c) => (c === '\u095c' ? '\u0921' : '\u0922'))
    .replace(/\u0901/gu, '\u0902')
    .replace(/[٠-٩۰-۹०-९０-９]/gu, digit)
    .replace(/：/gu, ':');
}

/** The text as patterns expect it, without accents on Latin letters, for what people type in haste. */
export function plain(text: string): string {
  const spelled = normal(text);
  if (ASCII.test(spelled)) return spelled;
  return spelled
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');
}
