// What a call would do, as the person who is asked sees it: each argument as it is, on lines that cannot pass for another
// argument's, with nothing invisible in it; what is long is cut visibly. Pure.

type Args = Readonly<Record<string, unknown>>;

/** Characters of one argument: the widest that fits is taken. */
const WIDTHS = [1000, 600, 400, 250, 120, 60, 20];
const NAME = 40;

/**
 * The arguments, a line or more each, within so many characters.
 *
 * @returns `whole`: false if something was left out
 */
export function argumentLines(
  args: Args,
  room: number,
): { readonly lines: readonly string[]; readonly whole: boolean } {
  const parts = Object.entries(args).map(
    ([name, value]) => [flat(visible(name)), visible(textOf(value))] as const,
  );
  const isWhole = (most: number) =>
    parts.every(([name, value]) => name.length <= NAME && value.length <= most);
  const linesAt = (most: number) =>
    parts.map(([name, value]) => `${sliced(name, NAME)}: ${sliced(value, most).replaceAll('\n', '\n  | ')}`);
  for (const most of WIDTHS) {
    const lines = linesAt(most);
    if (lines.join('\n').length <= room) return { lines, whole: isWhole(most) };
  }
  const lines = linesAt(WIDTHS.at(-1) ?? 0);
  const left = (kept: number) => [...lines.slice(0, kept), `… and ${lines.length - kept} more`];
  let kept = lines.length - 1;
  while (kept > 0 && left(kept).join('\n').length > room) kept -= 1;
  return { lines: left(kept), whole: false };
}

/** All of it, for a person who wants to see every character. */
export const everyArgument = (args: Args): string =>
  Object.entries(args)
    .map(([name, value]) => `${flat(visible(name))}: ${visible(textOf(value)).replaceAll('\n', '\n  | ')}`)
    .join('\n');

/** A text in backticks that it cannot leave. */
export const codeSpan = (text: string, most: number): string => `\`${cut(visible(text), most)}\``;

/** On one line, cut visibly. */
export const cut = (text: string, most: number): string => {
  const line = flat(text);
  return line.length <= most ? line : `${wellCut(line, most - 1)}…`;
};

/** A person's name among our words: it brings no markup of its own. */
export const plainName = (name: string): string =>
  cut(visible(name).replace(/[*_~`ˋ|<>[\]()\\#]/g, ''), 60) || 'somebody';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));

/** Without backticks, which would end the code; what cannot be seen, or turns the order of letters round, is spelt out. */
function visible(text: string): string {
  return text
    .replaceAll('`', 'ˋ')
    .replaceAll('\r\n', '\n')
    .replace(
      /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
      (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
    );
}

const flat = (text: string): string => text.replace(/\s+/gu, ' ').trim();

function sliced(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = wellCut(text, most);
  return `${kept}… [${text.length - kept.length} more characters]`;
}

/** Never in the middle of a character. */
const wellCut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
