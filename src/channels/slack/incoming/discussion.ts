// What was said in a thread or channel before we were called there: one call, for apps outside Slack's marketplace have few.
import type { WebClient } from '@slack/web-api';
import type { Overheard } from '../../../delivery/channel.ts';
import { discussionSince, linesAsked } from '../../discussion.ts';
import { instantOf, personOf, tsOf } from '../keys.ts';
import type { Said, Us } from './envelope.ts';
import { readable, unnamedIds } from './incoming-text.ts';
import type { InwardParts } from './looked-up.ts';

/** Replies come oldest first, so that a page must hold the whole thread of a day; a rationed app gets its beginning. */
const repliesAsked = 200;

interface Line {
  readonly ts?: string;
  readonly user?: string;
  readonly bot_id?: string | null;
  readonly bot_profile?: { readonly name?: string };
  readonly username?: string;
  readonly subtype?: string;
  readonly text?: string;
  readonly files?: readonly { readonly name?: string | null }[];
}

/** Kinds of messages with a person's words; the others tell of joins and topics. */
const spoken = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message', 'bot_message']);

/** @throws what the Web API throws */
export async function saidBefore(parts: InwardParts, said: Said): Promise<readonly Overheard[]> {
  const lines = (await pageOf(parts.history, said))
    .filter(({ subtype, ts }) => spoken.has(subtype) && ts !== undefined && Number(ts) < Number(said.ts))
    .toSorted((a, b) => Number(a.ts) - Number(b.ts))
    .slice(-linesAsked);
  const names = await namesIn(parts, lines);
  return lines.map((line) => overheard(line, names, parts.us));
}

async function pageOf(client: WebClient, { channel, ts, thread }: Said): Promise<readonly Line[]> {
  const range = { channel, latest: ts, oldest: tsOf(discussionSince(instantOf(ts))) };
  const { messages = [] } =
    thread === null
      ? await client.conversations.history({ ...range, limit: linesAsked })
      : await client.conversations.replies({ ...range, ts: thread, limit: repliesAsked });
  return messages;
}

/** Names of those who speak and of those who are mentioned, as far as they can be found. */
async function namesIn(
  { directory, us }: InwardParts,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, string>> {
  const speakers = [...new Set(lines.flatMap(({ user }) => user ?? []))];
  const mentioned = unnamedIds(lines.map(({ text = '' }) => text).join(' '), us.user);
  const [known, others] = await Promise.all([
    Promise.all(
      speakers.map((user) =>
        directory.person(user).then(
          ({ speaker }) => [[user, speaker.name] as const],
          () => [],
        ),
      ),
    ),
    directory.names(mentioned),
  ]);
  return new Map([...others, ...known.flat()]);
}

function overheard(line: Line, names: ReadonlyMap<string, string>, us: Us): Overheard {
  const { user, bot_id: bot, username, bot_profile: profile, text = '', files = [] } = line;
  const isProgram = bot != null || user === undefined;
  const words = readable(text, us.user, { of: (id) => names.get(id) });
  const attached = files.map(({ name }) => `(${name ?? 'a file'})`);
  return {
    person: isProgram ? null : personOf(us.team, user),
    name:
      (isProgram ? (username ?? profile?.name) : names.get(user)) ?? (isProgram ? 'a program' : 'someone'),
    text: [words, ...attached].filter((part) => part !== '').join(' '),
    sentAt: instantOf(line.ts ?? '').toISOString(),
  };
}
