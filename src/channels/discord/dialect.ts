// Markdown as models write it, in Discord's dialect. What Discord shows anyway stays as it is; code is never touched. Pure.
import { closesFence, type Fence, looksLikeFence, opensFence } from '../fence.ts';

/** Headings below the third level become bold lines, pictures become links; the text hardly grows. */
export function dialectOf(text: string, limit: number): string {
  let fence: Fence | null = null;
  return text
    .split('\n')
    .map((line) => {
      if (fence) {
        if (closesFence(line, fence, limit)) fence = null;
        return line;
      }
      fence = opensFence(line, limit);
      return fence ? line : lineOf(line);
    })
    .join('\n');
}

function lineOf(line: string): string {
  const heading = /^#{4,6}[ \t]+(.+?)[ \t]*#*$/.exec(line)?.[1];
  if (heading) return `**${heading.replaceAll('**', '')}**`;
  return line.replace(
    /(`+)[^`](?:.*?[^`])?\1(?!`)|!\[([^\]\n]*)\]\((https?:[^)\s]+)\)/g,
    (whole: string, _ticks: string | undefined, name: string | undefined, address: string | undefined) =>
      address === undefined ? whole : `[${name || 'picture'}](${address})`,
  );
}

/** Puts a mention before a text, on a line of its own where the text begins with a block. */
export function withMention(mention: string, text: string): string {
  const block = looksLikeFence(text) || /^(?:#{1,3} |-# |[-*+] |\d+[.)] |>)/.test(text);
  return `${mention}${block ? '\n' : ' '}${text}`;
}
