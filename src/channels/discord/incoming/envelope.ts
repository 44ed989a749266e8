// What Discord tells, held against what we read of it: messages, edits, deletions, reactions, interactions, from the gateway
// or the REST API. What is vital (ids, who, where) must be right, or the whole is not read; what is not falls back to
// something plain, so that no message is lost for it. Pure.
import type { APIInteraction } from 'discord.js';
import { z } from 'zod';

const id = z.string().regex(/^\d{1,20}$/);
const word = z.string().nullish().catch(null);

/** What can be read of a list; the rest is left out. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => item.safeParse(one).data ?? []));

const user = z.object({
  id,
  username: z.string().catch(''),
  global_name: word,
  // Who may be a program is not heard.
  bot: z.boolean().optional().catch(true),
  system: z.boolean().optional().catch(true),
});
const member = z.object({ nick: word, roles: z.array(z.string()) });
const mention = user.extend({ member: z.object({ nick: word }).optional().catch(undefined) });
const attachment = z.object({
  id,
  filename: z.string(),
  content_type: z.string().optional().catch(undefined),
  size: z.number().catch(0),
  url: z.string(),
});

const plain = {
  id,
  channel_id: id,
  author: user,
  type: z.number(),
  content: z.string().catch(''),
  timestamp: z.string().catch(''),
  edited_timestamp: word,
  mentions: listOf(mention),
  attachments: listOf(attachment),
  sticker_items: listOf(z.object({ name: z.string() })),
  message_snapshots: listOf(z.unknown()),
  webhook_id: z.string().nullish().catch('unreadable'),
  message_reference: z.object({ message_id: id.optional() }).nullish().catch(undefined),
};
const replied = z.object(plain);
const message = z.object({
  ...plain,
  // Without a server it would count as direct: whatever is neither absent nor an id is not read.
  guild_id: id.optional(),
  member: member.optional().catch(undefined),
  referenced_message: replied.nullish().catch(undefined),
});
const change = message
  .partial()
  .extend({ id, channel_id: id, content: z.string().optional().catch(undefined) });
const deletion = z.object({ ids: z.array(id), channel_id: id, guild_id: id.optional() });
const reaction = z.object({
  user_id: id,
  channel_id: id,
  message_id: id,
  guild_id: id.optional(),
  emoji: z.object({ id: word, name: word }),
  member: member.extend({ user }).optional().catch(undefined),
});
const interaction = z.looseObject({
  id,
  application_id: id,
  type: z.number(),
  token: z.string().min(1),
  guild_id: id.optional(),
  channel_id: id.optional(),
  channel: z.looseObject({ id, type: z.number() }).optional(),
  locale: z.string().optional().catch(undefined),
  user: user.optional(),
  member: z.looseObject({ user, nick: word, roles: z.array(z.string()) }).optional(),
});

/** A message as the gateway gives it, or the REST API, which leaves out server and member. */
export type HeardMessage = z.output<typeof message>;
/** One that another refers to. */
export type ReferredMessage = z.output<typeof replied>;
/** A change of a message as the gateway gives it: what has not changed may be missing. */
export type HeardChange = z.output<typeof change>;
/** One deletion, or many at once. */
export type HeardDeletion = z.output<typeof deletion>;
export type HeardReaction = z.output<typeof reaction>;
export type ToldUser = z.output<typeof user>;

/** What could be read; else the names of the fields that could not: "author.id". Never a value. */
export type Told<T> =
  | { readonly ok: true; readonly told: T }
  | { readonly ok: false; readonly fields: string };

const reader =
  <T extends z.ZodType>(schema: T) =>
  (raw: unknown): Told<z.output<T>> => {
    const read = schema.safeParse(raw);
    if (read.success) return { ok: true, told: read.data };
    const fields = new Set(read.error.issues.map(({ path }) => path.join('.') || 'all of it'));
    return { ok: false, fields: [...fields].join(', ') };
  };

export const readMessage = reader(message);
export const readChange = reader(change);
export const readReaction = reader(reaction);
export const readDeletions = reader(deletion);
export const readUser = reader(user);

export function readDeletion(raw: unknown): Told<HeardDeletion> {
  const one = z.looseObject({ id }).safeParse(raw);
  return readDeletions(one.success ? { ...one.data, ids: [one.data.id] } : raw);
}

/** Its envelope: what it asks for is read where it is answered, and answered with an excuse if it cannot be. */
export function readInteraction(raw: unknown): Told<APIInteraction> {
  const read = reader(interaction)(raw);
  return read.ok ? { ok: true, told: read.told as unknown as APIInteraction } : read;
}

/** The messages of a page of history that can be read. */
export const readPage = (raw: unknown): readonly HeardMessage[] => listOf(message).parse(raw);

/** The ids of a page of history, of what cannot be read too. */
export const idsOf = (raw: unknown): readonly string[] =>
  listOf(z.looseObject({ id }))
    .parse(raw)
    .map((one) => one.id);

/** The name that people see, where they have none of their own on a server. */
export const nameOf = ({ global_name, username }: Pick<ToldUser, 'global_name' | 'username'>): string =>
  global_name || username || 'someone';
