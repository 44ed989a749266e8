// The quotations of a text, by the quotation marks of many languages.

export const QUOTES: readonly RegExp[] = [
  /"[^"]*"/gu,
  /“[^“”]*[”"]/gu,
  /„[^„“”"]*[“”"]/gu,
  /«[^«»]*»/gu,
  /»[^«»]*«/gu,
  /「[^「」]*」/gu,
  /『[^『』]*』/gu,
  /《[^《》]*》/gu,
  /‘[^‘’\n]{2,}’(?![\p{L}])/gu,
  /(?<=^|[\s(:*_])'[^'\n]{2,}'(?=$|[\s).,!?:;*_])/gmu,
];

/** A quotation of fewer words is a name, a title or a term; of scripts without blanks, of fewer letters. */
const FEWEST_WORDS = 4;
const FEWEST_LETTERS = 8;

/** What somebody else has said, set apart from the text around it; names and terms in quotation marks stay. Pure and total. */
export function withoutQuotations(text: string): {
  readonly rest: string;
  readonly quotations: readonly string[];
} {
  const quotations: string[] = [];
  let rest = text;
  for (const quote of QUOTES)
    rest = rest.replace(quote, (found) => {
      const words = found.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
      const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(found);
      if (isDense ? words.join('').length < FEWEST_LETTERS : words.length < FEWEST_WORDS) return found;
      quotations.push(found.slice(1, -1));
      return ' ';
    });
  return { rest, quotations };
}
