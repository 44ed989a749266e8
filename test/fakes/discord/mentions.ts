// Whom a text names, and whom it may in fact notify: Discord's `allowed_mentions`, as a pure function.
import { ApiError } from './errors.ts';
import { flag, type Json, texts } from './json.ts';
import type { Pings } from './records.ts';

export const NO_PINGS: Pings = { users: [], roles: [], everyone: false };

function idsOf(content: string, pattern: RegExp): string[] {
  return [...new Set([...content.matchAll(pattern)].flatMap((match) => match[1] ?? []))];
}

/** What the text itself names, code spans included, as Discord reads it without `allowed_mentions`. */
export function namedIn(content: string): Pings {
  return {
    users: idsOf(content, /<@!?(\d+)>/g),
    roles: idsOf(content, /<@&(\d+)>/g),
    everyone: /@(everyone|here)\b/.test(content),
  };
}

function listed(allowed: Json, key: 'users' | 'roles', named: readonly string[]): string[] {
  const all = texts(allowed, 'parse')?.includes(key) ?? false;
  const chosen = texts(allowed, key);
  if (all && chosen !== undefined && chosen.length > 0) {
    const errors = {
      allowed_mentions: { _errors: [{ code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message: key }] },
    };
    throw new ApiError(50035, { errors });
  }
  return named.filter((id) => all || (chosen?.includes(id) ?? false));
}

/**
 * Who is notified.
 * @param allowed the request's `allowed_mentions`; undefined lets everything through
 * @param repliedTo author of the message this one replies to
 */
export function pingsOf(content: string, allowed: Json | undefined, repliedTo: string | null): Pings {
  const named = namedIn(content);
  const withReply = (users: readonly string[], on: boolean): string[] =>
    on && repliedTo !== null && !users.includes(repliedTo) ? [...users, repliedTo] : [...users];
  if (allowed === undefined) return { ...named, users: withReply(named.users, true) };
  return {
    users: withReply(listed(allowed, 'users', named.users), flag(allowed, 'replied_user') ?? false),
    roles: listed(allowed, 'roles', named.roles),
    everyone: named.everyone && (texts(allowed, 'parse')?.includes('everyone') ?? false),
  };
}
