// What is fed to every reader: texts of one sign or one phrase, as long as wanted, and two words with such a text between
// them. Bounded in length only; no shape is an ordinary message.

/** A text of about so many UTF-16 units. */
export interface Shape {
  readonly name: string;
  readonly of: (length: number) => string;
}

/** Repeated from the front until the text is so long. */
export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const PIECES: readonly (readonly [name: string, piece: string])[] = [
  ['digits', '7'],
  ['blanks', ' '],
  ['tabs', '\t'],
  ['newlines', '\n'],
  ['carriage returns', '\r'],
  ['no-break blanks', '\u00a0'],
  ['zero width', '\u200b'],
  ['letters', 'a'],
  ['capitals', 'A'],
  ['words', 'word '],
  ['short words', 'a b '],
  ['sentences', 'Is it so? '],
  ['opening brackets', '['],
  ['closing brackets', ']'],
  ['braces', '{'],
  ['parentheses', '('],
  ['pairs of brackets', '[{('],
  ['double quotes', '"'],
  ['single quotes', "'"],
  ['quoted words', "'a "],
  ['curly quotes', '“a '],
  ['guillemets', '«a »'],
  ['backslashes', '\\'],
  ['emoji', '😀'],
  ['alarm clocks', '⏰'],
  ['emoji joined', '👩\u200d'],
  ['flags', '🇩🇪'],
  ['Chinese', '明天'],
  ['Chinese without words', '一'],
  ['kana', 'ひらカタ'],
  ['Hangul', '커피를 '],
  ['Arabic', 'غدا '],
  ['Devanagari', 'कल '],
  ['combining marks', 'e\u0301\u0323\u0302'],
  ['bare marks', '\u0301'],
  ['numbers in a row', '1,1,'],
  ['numbers with dots', '1.'],
  ['times', '9:00 '],
  ['dates', '1/1/'],
  ['durations', '5 min '],
  ['days', 'monday '],
  ['every', 'every '],
  ['dashes', '-'],
  ['dashed words', 'a-'],
  ['underscores', '_'],
  ['underscored words', 'a_'],
  ['stars', '*'],
  ['bold', '**a '],
  ['tildes', '~'],
  ['struck words', '~a'],
  ['dots', '.'],
  ['commas', ','],
  ['colons', ':'],
  ['semicolons', ';'],
  ['slashes', '/'],
  ['at signs', '@a'],
  ['hashes', '#'],
  ['bars', '|'],
  ['rows', 'a|b|'],
  ['delimiter row', '-|'],
  ['table', '|a|b|\n|-|-|\n'],
  ['table rows', '|a|b|\n'],
  ['list', '- a\n'],
  ['numbered list', '1. a\n'],
  ['quoted lines', '> a\n'],
  ['quotes in quotes', '>'],
  ['bullets', '- '],
  ['headings', '# a\n'],
  ['backticks', '`'],
  ['backticked words', '`a'],
  ['runs of backticks', '`a``b```c'],
  ['fences', '```\n'],
  ['fences with code', '```js\na\n```\n'],
  ['fences of tildes', '~~~\n'],
  ['links', '[a](b)'],
  ['open links', '[a](b'],
  ['open pictures', '![a](b'],
  ['addresses', 'http://a.b/c '],
  ['address', 'http://a.b/'],
  ['mail', 'a@b.c '],
  ['mail parts', 'a.b@'],
  ['tags', '<'],
  ['open tags', '<a '],
  ['closed tags', '<a></a>'],
  ['breaks', '<br>'],
  ['broken breaks', '<br '],
  ['comments', '<!--'],
  ['entities', '&lt;'],
  ['mentions', '<@U1>'],
  ['open mentions', '<@U1|'],
  ['formulas', '$a_'],
  ['double formulas', '$$a'],
  ['LaTeX', '\\(a'],
  ['key and value', '"a":1,'],
  ['lines of keys', 'a: b\n'],
  ['rules', '---\n'],
  ['paths', '/a/b.c'],
  ['tickets', 'AB-1 '],
  ['camel', 'aBc'],
  ['hex', 'a1'],
  ['dotted words', 'a.b'],
  ['percent', '%a'],
  ['equals', 'a=b '],
  ['question marks', '?'],
  ['exclamations', '!'],
];

/** Each word another. */
const DISTINCT: readonly Shape[] = [
  { name: 'distinct words', of: (length) => counted(length, (at) => `${letters(at)} `) },
  { name: 'distinct numbers', of: (length) => counted(length, (at) => `${at} `) },
  { name: 'distinct lines', of: (length) => counted(length, (at) => `- ${letters(at)} is ${at}\n`) },
  {
    name: 'distinct Chinese',
    of: (length) => counted(length, (at) => String.fromCodePoint(0x4e00 + ((at * 7) % 20_000))),
  },
];

function counted(length: number, word: (at: number) => string): string {
  let text = '';
  for (let at = 0; text.length < length; at++) text += word(at);
  return text.slice(0, length);
}

const letters = (at: number): string =>
  at.toString(26).replace(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)));

export const SHAPES: readonly Shape[] = [...PIECES.map(([name, piece]) => shapeOf(name, piece)), ...DISTINCT];

/** A reader's own triggers, repeated and as `a + many blanks + trigger`. */
export function shapesOf(triggers: readonly string[]): readonly Shape[] {
  return triggers.flatMap((trigger) => [
    shapeOf(JSON.stringify(trigger), trigger),
    between(`a, blanks, ${JSON.stringify(trigger)}`, 'a', ' ', trigger),
    between(`${JSON.stringify(trigger)}, blanks, b`, trigger, ' ', 'b'),
    between(`${JSON.stringify(trigger)}, tabs and newlines`, trigger, '\t\n', trigger),
    between(`${JSON.stringify(trigger)}, one word without end`, trigger, 'x', ''),
    between(`one word without end, ${JSON.stringify(trigger)}`, '', 'x', trigger),
    shapeOf(`${JSON.stringify(trigger)} and blanks`, `${trigger}${' '.repeat(40)}`),
    shapeOf(`${JSON.stringify(trigger)} on lines`, `${trigger}\n`),
    shapeOf(`${JSON.stringify(trigger)} and words`, `${trigger} a `),
  ]);
}

/** The same signs between two words. */
export const BETWEEN: readonly Shape[] = PIECES.filter(([, piece]) => piece.length <= 2).flatMap(
  ([name, piece]) => [
    between(`a, ${name}, b`, 'a', piece, 'b'),
    between(`a, ${name}, newline, b`, 'a ', piece, '\nb'),
  ],
);

function shapeOf(name: string, piece: string): Shape {
  return { name, of: (length) => repeated(piece, length) };
}

function between(name: string, before: string, piece: string, after: string): Shape {
  return {
    name,
    of: (length) => before + repeated(piece, Math.max(0, length - before.length - after.length)) + after,
  };
}
