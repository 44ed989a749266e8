// Values that a model wraps in CDATA, as XML has it: the wrapper is no part of the value, and nothing in it is a tag. Its
// signs are swapped for signs that no model writes, from the private area of Unicode behind those of the shield.
const OPEN = '\uE020';
const CLOSE = '\uE021';
const ANGLE = '\uE022';

/** Hides what is wrapped and is all that stands in its tag. */
export const hideCdata = (text: string): string =>
  text.includes('<![CDATA[')
    ? text.replace(
        /(?<=>\s{0,100})<!\[CDATA\[([\s\S]*?)\]\]>(?=\s*<\/)/g,
        (_, inner: string) => OPEN + inner.replaceAll('<', ANGLE) + CLOSE,
      )
    : text;

/** The text as it was written. */
export const shownCdata = (text: string): string =>
  text.replaceAll(OPEN, '<![CDATA[').replaceAll(CLOSE, ']]>').replaceAll(ANGLE, '<');

/** A tag's text without the wrapper around all of it. */
export const unwrapped = (text: string): string =>
  text.replace(/^\s*\uE020([\s\S]*)\uE021\s*$/, '$1').replaceAll(ANGLE, '<');
