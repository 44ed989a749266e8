// Discord's markup as people read it: our own mention goes, others become names. Pure.

export interface Names {
  /** The bot's user id. */
  readonly self: string;
  user(id: string): string | null;
  role(id: string): string | null;
  channel(id: string): string | null;
}

/** The text of a message in readable words; '' if it was nothing but our mention. */
export function readableText(content: string, names: Names): string {
  const ours = new RegExp(`[ \\t]*<@!?${names.self}>[ \\t]*`, 'g');
  return content
    .replace(ours, ' ')
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${names.user(id) ?? 'someone'}`)
    .replace(/<@&(\d+)>/g, (_, id: string) => `@${names.role(id) ?? 'role'}`)
    .replace(/<#(\d+)>/g, (_, id: string) => `#${names.channel(id) ?? 'channel'}`)
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .replace(/<\/([^:>]+):\d+>/g, '/$1')
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
