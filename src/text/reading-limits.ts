// How much of a text each reader looks at. People, pages, servers and models write whatever they like, and one process
// reads for all: what is longer than anything legitimate is cut before it is read. test/readers feeds every row by
// doubling and fails when the time grows faster than the text, or when a row has no reader there.

/** Characters (UTF-16 units) that a reader looks at; null: all it is given, which another row or its sender has cut. */
interface ReadingLimit {
  readonly cap: number | null;
  readonly why: string;
}

const limits = {
  slackText: { cap: 40_000, why: 'the longest message that Slack takes' },
  discordText: { cap: 4_000, why: 'the longest message that Discord takes' },
  typedCommand: { cap: null, why: 'as long as the message' },
  plainCommand: { cap: 200, why: 'a message that is nothing but a command has a name of 40 characters' },
  zoneName: { cap: null, why: 'as long as the message' },
  handle: { cap: 40, why: '"r123", with blanks around it' },
  timePhrase: { cap: 400, why: 'a phrase of 40 words' },
  timeAndTask: { cap: 8_000, why: 'no more than 400 words are looked at for a time' },
  pastDay: { cap: 300, why: 'the query of one look-up' },
  handlesInQuery: { cap: 1_000, why: 'the query of one look-up' },
  searchWords: { cap: null, why: 'the first 64 words are looked for' },
  claims: { cap: 12_000, why: 'a reply of some 3,000 tokens; both ends of a longer one' },
  request: {
    cap: 4_000,
    why: 'what is asked stands at the begin or the end of a message; the rest is material',
  },
  reply: { cap: 100_000, why: 'more than a model with a window of 24,000 tokens can say' },
  callName: { cap: 200, why: 'names of tools have 64 characters at most' },
  callArguments: { cap: null, why: 'part of a reply' },
  announcement: { cap: null, why: 'part of a reply' },
  slackMarkdown: { cap: null, why: 'as long as a reply' },
  discordMarkdown: { cap: null, why: 'as long as a reply' },
  splitting: { cap: null, why: 'as long as a reply' },
  log: { cap: 24_000, why: 'four times the largest log' },
  tags: { cap: null, why: 'as long as a message or a result' },
  outsideText: { cap: null, why: 'results of pages and servers end at 40,000 characters' },
  quotes: { cap: null, why: 'as long as a message' },
  fences: { cap: null, why: 'as long as a reply' },
  gist: { cap: 16_000, why: 'what stays of it is 150 tokens; both ends of a longer one' },
  keptWords: { cap: null, why: 'at most 2,000 lines, in pieces of 600' },
  ownWords: { cap: null, why: 'the first 2,000 words count' },
  noteLines: { cap: null, why: 'files of the operator, line by line' },
  personaNames: { cap: null, why: 'as long as the message' },
  skillNames: { cap: null, why: 'as long as an argument' },
  personaFile: { cap: null, why: 'files of the operator; all but the front matter is taken as it is' },
  frontMatter: {
    cap: 4_000,
    why: 'a title, a description, other names; the YAML library is not linear in all of it',
  },
  mcpText: { cap: null, why: 'cut to 40,000 characters, descriptions to ten times their budget' },
  approvalText: { cap: null, why: 'as long as a call' },
  policyGlob: { cap: null, why: 'linear for each star' },
  fileName: { cap: null, why: 'as long as platforms allow' },
  fileText: { cap: null, why: 'files of text are taken up to 256 kB' },
  roomText: { cap: null, why: 'as long as a message; what is longer than its tokens is refused' },
  typedLine: { cap: null, why: 'as long as a person pastes' },
  completion: { cap: null, why: 'a command; of prose the last 100 characters' },
  paste: { cap: null, why: 'as long as a person pastes' },
  printable: { cap: null, why: 'as long as a reply' },
  terminalMarkdown: {
    cap: null,
    why: 'the parser sees 12,000 characters and 400 lines; the rest is shown as it was written',
  },
  wrapping: { cap: null, why: 'lines of more than 4,000 characters are left to the terminal' },
  pageBytes: { cap: null, why: 'its charset is looked for in the first 2,048 bytes' },
} as const satisfies Readonly<Record<string, ReadingLimit>>;

/** Readers that cut by themselves. */
type Capped = {
  [Name in keyof typeof limits]: (typeof limits)[Name]['cap'] extends number ? Name : never;
}[keyof typeof limits];

export type ReaderName = keyof typeof limits;

export const readingLimits: Readonly<Record<ReaderName, ReadingLimit>> = limits;

/** The text as far as this reader looks at it, never ending inside a character. */
export function within(reader: Capped, text: string): string {
  return cutTo(text, limits[reader].cap);
}

/** Begin and end of a text, as much of both as this reader looks at: three quarters in front. */
export function endsWithin(reader: Capped, text: string): string {
  const { cap } = limits[reader];
  if (text.length <= cap) return text;
  const from = text.length - Math.floor(cap / 4);
  return `${cutTo(text, Math.floor((3 * cap) / 4))}\n${text.slice(isLowHalf(text, from) ? from + 1 : from)}`;
}

/** Whether a text is longer than anything this reader reads. */
export const exceeds = (reader: Capped, text: string): boolean => text.length > limits[reader].cap;

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
