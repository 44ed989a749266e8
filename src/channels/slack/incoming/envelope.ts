// What arrives through the socket, read into facts: a person said, edited or deleted something, put a reaction, used our
// command, clicked our button or submitted our modal. Everything else is nothing to us. Pure.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReactionMeaning } from '../../../delivery/channel.ts';
import type { AttachedFile } from '../../../delivery/files.ts';
import { meaningOf } from '../../../delivery/reactions.ts';
import { type Opened, type PressedAtHome, readOpened, readPressed } from '../controls/home.ts';
import { type Clicked, type Commanded, readClick, readCommand } from '../controls/pressed.ts';
import { readSubmitted, type Submitted } from '../controls/remind-menu.ts';
import { sorted, toldAttachment, toldFile } from './attached.ts';

export interface Said {
  readonly type: 'said';
  readonly team: string;
  readonly channel: string;
  readonly user: string;
  readonly ts: string;
  readonly thread: string | null;
  /** As Slack writes it, markup and escapes included. */
  readonly text: string;
  readonly mentioned: boolean;
  /** Whether we wrote the root of its thread. */
  readonly underOurs: boolean;
  /** Names of what is not read. */
  readonly attachments: readonly string[];
  readonly files: readonly AttachedFile[];
}

/** A person changed the text of a message of theirs. */
export interface Edited {
  readonly type: 'edited';
  readonly team: string;
  readonly channel: string;
  readonly user: string;
  /** The message's own. */
  readonly ts: string;
  readonly thread: string | null;
  /** When, as the event's own ts: that of the message's mark is cut to the second, where two edits look like one. */
  readonly editedTs: string;
  /** The same for an edit as the socket tells it and as history does. */
  readonly key: string;
  /** As Slack writes it, markup and escapes included. */
  readonly text: string;
}

/** A message is gone, whoever deleted it. */
export interface Deleted {
  readonly type: 'deleted';
  readonly team: string;
  readonly channel: string;
  readonly ts: string;
  readonly thread: string | null;
}

/** A person has put a reaction that means something to us on a message. */
export interface Reacted {
  readonly type: 'reacted';
  readonly team: string;
  readonly channel: string;
  readonly user: string;
  /** The message's. */
  readonly ts: string;
  readonly means: ReactionMeaning;
  /** When, as the event's own ts. */
  readonly eventTs: string;
}

export type Facts =
  | Said
  | Edited
  | Deleted
  | Reacted
  | Commanded
  | Clicked
  | Submitted
  | Opened
  | PressedAtHome
  | { readonly type: 'nothing' };

export interface Us {
  readonly team: string;
  readonly user: string;
  readonly bot: string;
  /** The workspace's address, with a slash at its end; absent if Slack does not tell. */
  readonly url?: string;
}

/** "1732179600.000200": what is none would move our mark to where nothing is. */
const timestamp = z.string().regex(/^\d{1,11}\.\d{1,6}$/);

const spoken = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: z.string().optional(),
  hidden: z.boolean().optional(),
  channel: z.string(),
  user: z.string().optional(),
  bot_id: z.string().nullish(),
  bot_profile: z.object({}).nullish(),
  ts: timestamp,
  thread_ts: timestamp.optional(),
  parent_user_id: z.string().optional(),
  text: z.string().default(''),
  // Whatever Slack tells of these, no message is lost for it.
  files: z.array(toldFile.catch({})).optional().catch([]),
  attachments: z.array(toldAttachment.catch({})).optional().catch([]),
});
const changed = z.object({
  type: z.literal('message'),
  subtype: z.literal('message_changed'),
  channel: z.string(),
  ts: timestamp,
  message: spoken
    .omit({ channel: true })
    .extend({ edited: z.object({ user: z.string().optional(), ts: z.string().optional() }).optional() }),
  previous_message: z.object({ text: z.string().default('') }).optional(),
});
const deleted = z.object({
  type: z.literal('message'),
  subtype: z.literal('message_deleted'),
  channel: z.string(),
  deleted_ts: timestamp,
  previous_message: z.object({ thread_ts: z.string().optional() }).optional().catch(undefined),
});
const reacted = z.object({
  type: z.literal('reaction_added'),
  user: z.string(),
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: z.string(), ts: timestamp }),
  event_ts: timestamp,
});
const eventBody = z.object({
  team_id: z.string().nullish(),
  authorizations: z.array(z.object({ team_id: z.string().nullish() })).optional(),
  event: z.unknown(),
});

/** Kinds of messages that people write; the others tell of edits, deletions, joins, bots. */
const human = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message']);
const nothing = { type: 'nothing' } as const;

/** @param type the envelope's: events_api, slash_commands, interactive */
export function readEnvelope(type: string, body: unknown, us: Us): Facts {
  if (type === 'events_api') return readEvent(body, us);
  if (type === 'slash_commands') return readCommand(body, us) ?? nothing;
  return type === 'interactive'
    ? (readSubmitted(body, us) ?? readPressed(body, us) ?? readClick(body, us) ?? nothing)
    : nothing;
}

function readEvent(body: unknown, us: Us): Facts {
  const outer = eventBody.safeParse(body).data;
  if (!outer || (outer.authorizations?.[0]?.team_id ?? outer.team_id) !== us.team) return nothing;
  const other = readDeletion(outer.event, us) ?? readReaction(outer.event, us) ?? readOpened(outer.event, us);
  if (other) return other;
  const edit = changed.safeParse(outer.event).data;
  if (edit) return readEdit(edit, us);
  const event = spoken.safeParse(outer.event).data;
  if (!event || !isByPerson(event, us)) return nothing;
  return {
    type: 'said',
    team: us.team,
    channel: event.channel,
    user: event.user ?? '',
    ts: event.ts,
    thread: threadOf(event),
    text: event.text,
    underOurs: event.parent_user_id === us.user,
    mentioned: event.type === 'app_mention' || mentions(event.text, us.user),
    ...sorted(event),
  };
}

/** A message that others have replied to stays as a tombstone: Slack tells so as of a change. */
function readDeletion(event: unknown, us: Us): Deleted | null {
  const gone = deleted.safeParse(event).data;
  if (gone) return deletionOf(us, gone.channel, { ts: gone.deleted_ts, ...gone.previous_message });
  const left = changed.safeParse(event).data;
  return left?.message.subtype === 'tombstone' ? deletionOf(us, left.channel, left.message) : null;
}

const deletionOf = (us: Us, channel: string, message: Parameters<typeof threadOf>[0]): Deleted => ({
  type: 'deleted',
  team: us.team,
  channel,
  ts: message.ts,
  thread: threadOf(message),
});

/** The emoji that mean something, by Slack's names. */
const emojiNamed: ReadonlyMap<string, string> = new Map([
  ['octagonal_sign', '🛑'],
  ['mag', '🔍'],
  ['mag_right', '🔎'],
  ['x', '❌'],
]);

function readReaction(event: unknown, us: Us): Reacted | null {
  const put = reacted.safeParse(event).data;
  const means = put && meaningOf(emojiNamed.get(put.reaction) ?? '');
  if (!put || !means || put.user === us.user) return null;
  const { channel, ts } = put.item;
  return { type: 'reacted', team: us.team, channel, user: put.user, ts, means, eventTs: put.event_ts };
}

/** Only changed words are an edit: link previews, broadcasts, reactions and deletions come as changes too. */
function readEdit(
  { channel, ts, message, previous_message: before }: z.output<typeof changed>,
  us: Us,
): Facts {
  if (!message.edited || !isByPerson(message, us) || before?.text === message.text) return nothing;
  return {
    type: 'edited',
    team: us.team,
    channel,
    user: message.user ?? '',
    ts: message.ts,
    thread: threadOf(message),
    editedTs: ts,
    key: editKey(message.edited.ts ?? ts, message.text),
    text: message.text,
  };
}

/** An edit as the socket tells it and as history does: the times differ within a second. */
const editKey = (ts: string, text: string): string =>
  `${Math.floor(Number(ts))}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;

const isByPerson = (message: Omit<z.output<typeof spoken>, 'channel'>, us: Us): boolean =>
  message.bot_id == null &&
  message.bot_profile == null &&
  message.user !== undefined &&
  message.user !== us.user &&
  message.user !== 'USLACKBOT' &&
  !message.hidden &&
  human.has(message.subtype);

const threadOf = ({ ts, thread_ts: thread }: Pick<z.output<typeof spoken>, 'ts' | 'thread_ts'>) =>
  thread !== undefined && thread !== ts ? thread : null;

const mentions = (text: string, user: string): boolean =>
  text.includes(`<@${user}>`) || text.includes(`<@${user}|`);
