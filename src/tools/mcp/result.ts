// What a server answered, as a tool's result: its texts, or its structured content if there is no text; images and files
// are named and not shown. Always tainted: they are an outsider's words.
import { z } from 'zod';
import type { ToolResult } from '../tool.ts';
import { tame } from './text.ts';

const LONGEST = 40_000;
const NAME_TOKENS = 40;

/** Lenient on purpose: a kind of content that is not known yet does not make an answer unreadable. */
export const answer = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

export type Answer = z.output<typeof answer>;
type Part = Answer['content'][number];

/** @param name the tool's own name, for the sentence when it failed */
export function resultOf(name: string, { content, structuredContent, isError }: Answer): ToolResult {
  const lines = content.map(textOf);
  const hasText = content.some((part) => part.type === 'text' && String(part.text ?? '').trim() !== '');
  if (!hasText && structuredContent !== undefined) lines.push(JSON.stringify(structuredContent));
  const said = clipped(clean(lines.filter((line) => line.trim() !== '').join('\n')));
  if (isError === true)
    return failed(`${name} reports an error: ${said === '' ? 'it does not say which' : said}`);
  return { ok: true, text: said === '' ? `${name} answered without content.` : said, tainted: true };
}

/** A failed call; every reason may hold a server's words. */
export const failed = (text: string): ToolResult => ({ ok: false, text, tainted: true });

function textOf(part: Part): string {
  const resource = part.resource as { uri?: unknown; mimeType?: unknown } | undefined;
  const named = (...words: readonly unknown[]) =>
    tame(words.filter((word) => typeof word === 'string' && word !== '').join(', '), NAME_TOKENS);
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' ? part.text : '';
    case 'resource_link':
      return `[resource, not shown: ${named(part.name, part.uri)}]`;
    case 'resource':
      return `[resource, not shown: ${named(resource?.uri, resource?.mimeType)}]`;
    default:
      return `[${named(part.type, part.mimeType)}, not shown]`;
  }
}

/** Without control characters, which a terminal obeys and a database refuses; line breaks and tabs stay. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

function clipped(text: string): string {
  if (text.length <= LONGEST) return text;
  const front = text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '');
  return `${front}\n[cut: ${text.length - front.length} more characters]`;
}
