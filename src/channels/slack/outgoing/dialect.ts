// Markdown as models write it, for Slack's markdown block: it takes nearly all of it. What older and newer clients show
// differently (tables) is written so that all show it, and no text can ping a person. Pure.
import { type Fence, marksAround, runsOf } from '../../../text/fence.ts';
import { outsideCode } from '../../markdown/inline.ts';
import { rewritten } from '../../markdown/markdown.ts';
import { withHonestLinks } from '../../markdown/masked-links.ts';

/** @param limit the length of a message: a line too long for it opens no fence */
export const markdownFor = (text: string, limit: number): string =>
  harmless(
    rewritten(text, limit, { line: (line) => outsideCode(line, withHonestLinks), fence: ofBackticks }),
  );

/** Slack's manual knows fences of backticks only. */
function ofBackticks(lines: readonly string[], { closing }: Fence): readonly string[] {
  if (!closing.endsWith('~')) return lines;
  const [first = '', ...rest] = lines;
  const marks = marksAround(rest);
  const opening = first.replace(/~{3,}(.*)$/, (_whole, info: string) => marks + info.replaceAll('`', ''));
  return [opening, ...rest.slice(0, -1), closing.replace(/~+$/, marks)];
}

/** What Slack may take for a mention anywhere, code included. */
const mention = /<(?=@[A-Z0-9]+[|>]|!(?:here|channel|everyone|group|subteam)[|>^])/gi;
/** The beginning of one, and what people write for it. */
const likeMention =
  /<(?=@[A-Z0-9]|!(?:here|channel|everyone|group|subteam)\b)|(?<=(?<![\w.@])@)(?=(?:here|channel|everyone)\b)/gi;

/**
 * A text that pings nobody, wherever it is used: an invisible character breaks what Slack would read as a mention.
 * Undocumented is whether a markdown block reads them at all; so it is not left to it. Date tokens stay. In code only
 * whole mentions are broken: `@here` is no mention there.
 */
export function harmless(text: string): string {
  return runsOf(text.replace(mention, '<\u200b'))
    .flatMap(({ fence, lines }) => (fence ? lines : lines.map((line) => outsideCode(line, unlike))))
    .join('\n');
}

const unlike = (text: string): string => text.replace(likeMention, (mark) => `${mark}\u200b`);
