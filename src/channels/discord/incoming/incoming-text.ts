// Discord's markup as people read it: our own mention goes, others become names. Pure.
import { within, withoutEnd } from '../../../text/reading-limits.ts';

export interface Names {
  /** The bot's user id. */
  readonly self: string;
  user(id: string): string | null;
  role(id: string): string | null;
  channel(id: string): string | null;
}

/** The text of a message in readable words; '' if it was nothing but our mention. */
export function readableText(content: string, names: Names): string {
  const parts = within('discordText', content).split(new RegExp(`<@!?${names.self}>`));
  return parts
    .map((part, at) => (at < parts.length - 1 ? withoutEnd(part, /[ \t]/) : part))
    .map((part, at) => (at > 0 ? part.replace(/^[ \t]+/, '') : part))
    .join(' ')
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${names.user(id) ?? 'someone'}`)
    .replace(/<@&(\d+)>/g, (_, id: string) => `@${names.role(id) ?? 'role'}`)
    .replace(/<#(\d+)>/g, (_, id: string) => `#${names.channel(id) ?? 'channel'}`)
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .replace(/<\/([^:<>]{1,120}):\d+>/g, '/$1')
    .replace(
      /<t:(-?\d{1,11})(?::[tTdDfFRsS])?>/g,
      (token, seconds: string) => instantOf(Number(seconds)) ?? token,
    )
    .trim();
}

/** Whether the text itself mentions that user; a reply's ping does not count. */
export const mentions = (content: string, user: string): boolean =>
  content.includes(`<@${user}>`) || content.includes(`<@!${user}>`);

function instantOf(seconds: number): string | null {
  const instant = new Date(seconds * 1000);
  return Number.isNaN(instant.getTime())
    ? null
    : `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
