// Markdown as models write it, in Discord's dialect, which knows neither tables nor pictures nor headings of the fourth
// level, takes `__` for underlining and `||` for a spoiler wherever they are, and ends code at the first ```. What Discord
// shows anyway stays as it is. Pure.
import { type Fence, looksLikeFence, opensFence } from '../../../text/fence.ts';
import { keeping, kept, outsideCode, withoutBold } from '../../markdown/inline.ts';
import { rewritten } from '../../markdown/markdown.ts';
import { masks } from '../../markdown/masked-links.ts';

/** @param limit the length of a message: a line too long for it opens no fence */
export const dialectOf = (text: string, limit: number): string =>
  rewritten(text, limit, { line: lineOf, fence: fenceOf });

const ruler = /^[ \t]{0,3}([-*_])(?:[ \t]{0,9}\1){2,}[ \t]*$/;

/** Inline code between three backticks and more is a block for Discord, and broken from four on. */
const wideSpan = /(?<![\\`])(`{3,})(?!`)(.*?[^`])\1(?!`)/g;

const narrow = (_whole: string, _marks: string, code: string): string =>
  code.includes('`') ? `\`\` ${code.trim().replace(/`(?=`)/g, '`\u200b')} \`\`` : `\`${code.trim()}\``;

function lineOf(line: string): string {
  if (ruler.test(line)) return '───';
  const spanned = line.includes('```') ? line.replace(wideSpan, narrow) : line;
  const written = outsideCode(blockOf(spanned), inlineOf);
  return opensFence(written, Number.POSITIVE_INFINITY) ? line : written;
}

/** What a line begins with: quotes do not nest and want a space, bullets are `-` or `*`, headings end at the third level. */
function blockOf(line: string): string {
  const quoted = line
    .replace(/^[ \t]*>(?:[ \t]?>)+[ \t]?/, '> ')
    .replace(/^[ \t]*>$/, '> ')
    .replace(/^((?:[ \t]|>)*)\+(?=[ \t])/, '$1-')
    .replace(
      /^((?:[ \t]|>)*[-*] {1,4})\[([ xX])\](?=[ \t])/,
      (_whole, bullet: string, mark: string) => `${bullet}${mark === ' ' ? '☐' : '☑'}`,
    );
  if (!quoted.includes('####')) return quoted;
  const [, begin = '', title] =
    /^((?:[ \t]|>|[-*][ \t])*)#{4,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(quoted) ?? [];
  return title ? `${begin}**${outsideCode(title, withoutBold).trim()}**` : quoted;
}

const address = String.raw`<[^<>\n]*>|(?:[^()\s<>[\]]|\([^()\s[\]]*\))*`;
const titled = String.raw`(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?`;
const linkedPicture = new RegExp(
  String.raw`\[!\[([^\]\n]{0,300})\]\((?:${address})${titled}\)\]\((${address})${titled}\)`,
  'g',
);
const picture = new RegExp(String.raw`!\[([^\]\n]{0,300})\]\((${address})${titled}\)`, 'g');
const link = new RegExp(String.raw`(?<!\\)\[([^\][\n]+)\]\((${address})${titled}\)`, 'g');
/** What no rule for emphasis may reach into. */
const opaque = kept(
  new RegExp(String.raw`\]\((?:${address})${titled}\)|<[^<>\s]+>|https?:\/\/[^\s<>]+`, 'g'),
);

/** What the rules below begin with. */
const markup = /[[_*|`]/;

/** A backtick that has no other in its line would find one further down, beyond the next fence. */
function inlineOf(text: string): string {
  if (!markup.test(text)) return text;
  const linked = text
    .replace(linkedPicture, (_whole, name: string, target: string) => `[${name || 'link'}](${target})`)
    .replace(picture, (whole, name: string, target: string) =>
      /^<?https?:/.test(target) ? `[${name || 'picture'}](${target})` : whole,
    )
    .replace(link, linkOf)
    .replace(/(?<!\\)((?:\\\\)*)`/g, '$1\\`');
  return keeping(opaque, linked, emphasisOf);
}

/** Discord shows a link only if it leads to the web and its text is no address. */
function linkOf(whole: string, name: string, target: string): string {
  const bare = target.replace(/^<|>$/g, '');
  if (/^https?:\/\//.test(bare)) {
    if (!/https?:\/\//.test(name) && !masks(name, bare)) return whole;
    return name.replace(/\/$/, '') === bare.replace(/\/$/, '') ? `<${bare}>` : `${name} (<${bare}>)`;
  }
  if (!/^(?:mailto:|tel:|www\.|[/#.])/.test(bare)) return whole;
  const plain = bare.replace(/^(?:mailto|tel):/, '');
  return plain === name ? plain : `${name} (${plain})`;
}

/** Underlined is meant bold; bars and lone stars mean themselves. */
function emphasisOf(text: string): string {
  return text
    .replace(/(?<![\w\\])___(?=[^\s_])([^_\n]*[^\s_])___(?![\w_])/g, '***$1***')
    .replace(/(?<![\w\\])__(?=[^\s_])((?:(?!__).)*[^\s_\\])__(?![\w_])/g, '**$1**')
    .replace(/(?<!\\)_(?=_)|(?<=_)_(?=[^_]|$)/g, (mark, at: number, all: string) =>
      all[at - 1] === '\\' ? mark : `\\${mark}`,
    )
    .replace(/(?<=^|\s)\*\*(?=\s|$)/g, '\\*\\*')
    .replace(/(?<![\\*])\*{4,}/g, (marks) => marks.replaceAll('*', '\\*'))
    .replace(/\|(?=\|)/g, '|\\');
}

/** Three backticks, whatever the fence was made of; as many inside of it are kept apart by an invisible character. */
function fenceOf(lines: readonly string[], { closing }: Fence): readonly string[] {
  const [first = '', ...rest] = lines;
  // Discord shows the backticks of an empty one.
  if (rest.slice(0, -1).every((line) => !/[^\s>]/.test(line))) return [];
  const language = /(?:`{3,}|~{3,})[ \t]*([\w+.#-]*)/.exec(first)?.[1] ?? '';
  return [
    first.replace(/(?:`{3,}|~{3,}).*$/, () => `\`\`\`${language}`),
    ...rest.slice(0, -1).map((line) => line.replace(/`(?=``)/g, '`\u200b')),
    closing.replace(/[`~]+$/, '```'),
  ];
}

/** Puts a mention before a text, on a line of its own where the text begins with a block. */
export function withMention(mention: string, text: string): string {
  const block = looksLikeFence(text) || /^(?:#{1,3} |-# |[-*+] |\d+[.)] |>)/.test(text);
  return `${mention}${block ? '\n' : ' '}${text}`;
}
