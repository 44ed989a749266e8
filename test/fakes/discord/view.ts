// What people see, and what a failed wait prints.
import { ComponentType, MessageFlags, MessageType } from 'discord-api-types/v10';
import type { Call } from './faults.ts';
import { usable } from './interactions.ts';
import { type Json, number, objects, text } from './json.ts';
import type { MessageRecord, Pings } from './records.ts';
import type { Session } from './session.ts';
import type { World } from './world.ts';

export interface SeenButton {
  readonly label: string;
  readonly customId: string;
  readonly style: number;
  readonly disabled: boolean;
}

export interface SeenSelect {
  readonly customId: string;
  readonly placeholder: string;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly disabled: boolean;
}

/** A message as somebody looking at the channel sees it now. */
export interface SeenMessage {
  readonly id: string;
  readonly channelId: string;
  readonly author: string;
  readonly authorId: string;
  /** Posted by the bot under test. */
  readonly ours: boolean;
  readonly text: string;
  readonly type: number;
  readonly replyTo: string | null;
  /** The only person who sees it; null for everybody. */
  readonly ephemeralFor: string | null;
  /** Still "thinking…". */
  readonly loading: boolean;
  readonly edited: boolean;
  readonly silent: boolean;
  readonly embeds: readonly Json[];
  readonly buttons: readonly SeenButton[];
  readonly selects: readonly SeenSelect[];
  readonly attachments: readonly { readonly name: string; readonly text: string }[];
  readonly reactions: readonly { readonly emoji: string; readonly users: readonly string[] }[];
  /** Who was in fact notified. */
  readonly pings: Pings;
  readonly nonce: string | null;
  readonly hasThread: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

function button(component: Json): SeenButton {
  return {
    label: text(component, 'label') ?? '',
    customId: text(component, 'custom_id') ?? '',
    style: number(component, 'style') ?? 0,
    disabled: component.disabled === true,
  };
}

function select(component: Json): SeenSelect {
  const options = objects(component, 'options') ?? [];
  return {
    customId: text(component, 'custom_id') ?? '',
    placeholder: text(component, 'placeholder') ?? '',
    options: options.map((one) => ({ label: text(one, 'label') ?? '', value: text(one, 'value') ?? '' })),
    disabled: component.disabled === true,
  };
}

export function seeMessage(world: World, message: MessageRecord): SeenMessage {
  const parts = usable(message.components);
  const isButton = (part: Json): boolean => number(part, 'type') === ComponentType.Button;
  return {
    id: message.id,
    channelId: message.channelId,
    author: world.users.get(message.authorId)?.name ?? message.authorId,
    authorId: message.authorId,
    ours: message.authorId === world.bot.id,
    text: message.content,
    type: message.type,
    replyTo: message.reference?.kind === 'reply' ? message.reference.messageId : null,
    ephemeralFor: message.ephemeralFor,
    loading: (message.flags & MessageFlags.Loading) !== 0,
    edited: message.editedAt !== null,
    silent: (message.flags & MessageFlags.SuppressNotifications) !== 0,
    embeds: message.embeds,
    buttons: parts.filter(isButton).map(button),
    selects: parts.filter((part) => !isButton(part)).map(select),
    attachments: message.attachments.map(({ name, content }) => ({
      name,
      text: new TextDecoder().decode(content),
    })),
    reactions: [...message.reactions].map(([emoji, users]) => ({ emoji, users: [...users] })),
    pings: message.pings,
    nonce: message.nonce === null ? null : String(message.nonce),
    hasThread: (message.flags & MessageFlags.HasThread) !== 0,
    at: message.createdAt,
  };
}

/** The messages of a channel or thread, oldest first. @param as only what this person sees */
export function seeChannel(world: World, channelId: string, as: string | undefined): SeenMessage[] {
  return [...world.messages.values()]
    .filter(
      (one) => one.channelId === channelId && !one.deleted && one.type !== MessageType.ThreadStarterMessage,
    )
    .filter((one) => as === undefined || one.ephemeralFor === null || one.ephemeralFor === as)
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map((one) => seeMessage(world, one));
}

function callLine(call: Call): string {
  const body = JSON.stringify(call.body);
  const fault = call.fault === null ? '' : ` [${call.fault}]`;
  return `  ${call.status ?? '...'} ${call.method} ${call.path}${fault} ${body === '{}' ? '' : body.slice(0, 200)}`;
}

/** Everything a reader of a failed test needs: what happened lately, what was asked, who is connected. */
export function dump(world: World, calls: readonly Call[], sessions: readonly Session[]): string {
  const last = world.activities.at(-1)?.at ?? 0;
  const happened = world.activities
    .filter((one) => !['request', 'response', 'gateway heartbeat'].includes(one.kind))
    .slice(-40)
    .map((one) => `  ${one.at - last} ms ${one.kind}: ${one.what}`);
  const lines = sessions.map(
    (one) => `  ${one.id} at ${one.seq}, ${one.line === null ? 'no socket' : 'connected'}`,
  );
  return [
    `Fake Discord, seed ${world.seed}. What happened last:`,
    ...happened,
    'REST calls:',
    ...calls.slice(-20).map(callLine),
    'Gateway sessions:',
    ...(lines.length > 0 ? lines : ['  none']),
  ].join('\n');
}
