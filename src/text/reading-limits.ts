// How much of a text each reader looks at. People, pages, servers and models write whatever they like, and one process
// reads for all: what is longer than anything legitimate is cut before it is read. test/readers feeds every reader by
// doubling and fails when the time grows faster than the text.

/** How many characters (UTF-16 units) a reader looks at. Those that look at all are in test/readers/uncapped.ts, with why. */
export const readingLimits = {
  // the longest message that Slack takes
  slackText: 40_000,
  // the longest message that Discord takes
  discordText: 4_000,
  // a message that is nothing but a command has a name of 40 characters
  plainCommand: 200,
  // "r123", with blanks around it
  handle: 40,
  // a phrase of 40 words
  timePhrase: 400,
  // no more than 400 words are looked at for a time
  timeAndTask: 8_000,
  // the query of one look-up
  pastDay: 300,
  // the query of one look-up
  handlesInQuery: 1_000,
  // a reply of some 2,000 tokens, twice what a model may say where nobody sets it; both ends of a longer one
  claims: 8_000,
  // what is asked is at the beginning or the end of a message; the rest is material
  request: 4_000,
  // more than a model with a window of 24,000 tokens can say
  reply: 100_000,
  // names of tools have 64 characters at most
  callName: 200,
  // four times the largest log
  log: 24_000,
  // what stays of it is 150 tokens; both ends of a longer one
  gist: 16_000,
  // a title, a description, other names; the YAML library is not linear in all of it
  frontMatter: 4_000,
} as const;

type Capped = keyof typeof readingLimits;

/** The text as far as this reader looks at it, never ending inside a character. */
export function within(reader: Capped, text: string): string {
  return cutTo(text, readingLimits[reader]);
}

/** Begin and end of a text, as much of both as this reader looks at: three quarters in front. */
export function endsWithin(reader: Capped, text: string): string {
  const cap = readingLimits[reader];
  if (text.length <= cap) return text;
  const from = text.length - Math.floor(cap / 4);
  return `${cutTo(text, Math.floor((3 * cap) / 4))}\n${text.slice(isLowHalf(text, from) ? from + 1 : from)}`;
}

/** Whether a text is longer than anything this reader reads. */
export const exceeds = (reader: Capped, text: string): boolean => text.length > readingLimits[reader];

function cutTo(text: string, cap: number): string {
  if (text.length <= cap) return text;
  return text.slice(0, isLowHalf(text, cap) ? cap - 1 : cap);
}

const isLowHalf = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/** White space in a row that no pattern need step over again and again: no layout needs more. */
const WIDE = /(\s{100})(\s+)/g;

/** The text with no more than some 100 signs of white space in a row; what began on a line of its own still does. Linear. */
export const withoutWideGaps = (text: string): string =>
  text.replace(WIDE, (_whole, kept: string, more: string) => (more.includes('\n') ? `${kept}\n` : kept));

/** The text without these signs at its end. A pattern like `x+$` would try from each of them. @param signs one character's pattern */
export function withoutEnd(text: string, signs: RegExp): string {
  let end = text.length;
  while (end > 0 && signs.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
