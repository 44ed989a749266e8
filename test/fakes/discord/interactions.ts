// Interactions: what a person's slash command, click, choice or form sends, and what became of it.
import { ComponentType, InteractionContextType, InteractionType } from 'discord-api-types/v10';
import { ApiError } from './errors.ts';
import { type Json, number, objects, text } from './json.ts';
import { messageJson } from './message-payloads.ts';
import { channelJson, MEMBER_PERMISSIONS, memberJson, userJson } from './payloads.ts';
import type { ChannelRecord, InteractionRecord, MessageRecord, UserRecord } from './records.ts';
import type { World } from './world.ts';

export interface NewInteraction {
  readonly type: InteractionType;
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  readonly data: Json;
  /** For people who read a dump: `/remind`, `click ok`. */
  readonly label: string;
  readonly source?: MessageRecord | undefined;
  readonly contextMenu?: boolean;
}

function placeJson(world: World, channel: ChannelRecord, user: UserRecord): Json {
  const place = {
    channel_id: channel.id,
    channel: { ...channelJson(world, channel), permissions: MEMBER_PERMISSIONS },
  };
  if (channel.kind === 'dm') {
    const owners = { authorizing_integration_owners: { 0: '0' }, context: InteractionContextType.BotDM };
    return { ...place, ...owners, user: userJson(user) };
  }
  return {
    ...place,
    guild_id: world.guildId,
    guild: { id: world.guildId, locale: 'en-US', features: [] },
    guild_locale: 'en-US',
    authorizing_integration_owners: { 0: world.guildId },
    context: InteractionContextType.Guild,
    member: { ...memberJson(user), permissions: MEMBER_PERMISSIONS },
  };
}

/** Records an interaction and sends it to the gateway, whatever intents the bot has. */
export function createInteraction(world: World, fresh: NewInteraction): InteractionRecord {
  const record: InteractionRecord = {
    id: world.newId(),
    token: world.chance.token(60),
    type: fresh.type,
    userId: fresh.user.id,
    channelId: fresh.channel.id,
    createdAt: world.now(),
    label: fresh.label,
    sourceMessageId: fresh.source?.id ?? null,
    contextMenu: fresh.contextMenu ?? false,
    answer: null,
    originalId: null,
    modal: null,
    choices: null,
  };
  world.interactions.set(record.token, record);
  world.changed('interaction', `${record.id} ${fresh.label} by ${fresh.user.name} in ${fresh.channel.id}`);
  const withMessage = fresh.source !== undefined && fresh.type !== InteractionType.ApplicationCommand;
  const data: Json = {
    id: record.id,
    token: record.token,
    application_id: world.applicationId,
    version: 1,
    type: fresh.type,
    data: fresh.data,
    locale: fresh.user.locale,
    app_permissions: MEMBER_PERMISSIONS,
    entitlements: [],
    attachment_size_limit: 10_485_760,
    ...placeJson(world, fresh.channel, fresh.user),
    ...(withMessage && fresh.source !== undefined ? { message: messageJson(world, fresh.source) } : {}),
  };
  world.dispatch({ type: 'INTERACTION_CREATE', data, scope: 'always' });
  return record;
}

/** The interaction of a callback: unknown to Discord too late or with another token, refused when answered before. */
export function openInteraction(
  world: World,
  id: string | undefined,
  token: string | undefined,
): InteractionRecord {
  const record = token === undefined ? undefined : world.interactions.get(token);
  if (record === undefined || record.id !== id) throw new ApiError(10062);
  if (record.answer !== null) throw new ApiError(40060);
  if (world.now() - record.createdAt > world.settings.interactionDeadlineMs) throw new ApiError(10062);
  return record;
}

/** The interaction whose token serves as a webhook: only once answered, and for fifteen minutes. */
export function answeredInteraction(
  world: World,
  app: string | undefined,
  token: string | undefined,
): InteractionRecord {
  const record = token === undefined ? undefined : world.interactions.get(token);
  if (app !== world.applicationId || record === undefined) throw new ApiError(10015);
  if (world.now() - record.createdAt > world.settings.interactionTokenMs) throw new ApiError(50027);
  if (record.answer === null) throw new ApiError(10015);
  return record;
}

function walk(components: readonly Json[]): Json[] {
  return components.flatMap((component) => {
    const inner = [...(objects(component, 'components') ?? [])];
    const labelled = component.component;
    const single = typeof labelled === 'object' && labelled !== null ? [labelled as Json] : [];
    const accessory = component.accessory;
    const beside = typeof accessory === 'object' && accessory !== null ? [accessory as Json] : [];
    return [component, ...walk([...inner, ...single, ...beside])];
  });
}

/** Everything in a component tree that can be used: buttons, menus, inputs. */
export function usable(components: readonly Json[]): Json[] {
  return walk(components).filter((component) => text(component, 'custom_id') !== undefined);
}

/** The component of that id, or an error that lists the ids there are. */
export function findComponent(message: MessageRecord, customId: string): Json {
  const all = usable(message.components);
  const found = all.find((component) => component.custom_id === customId);
  if (found === undefined) {
    const known = all.map((component) => text(component, 'custom_id')).join(', ');
    throw new Error(`Message ${message.id} has no component "${customId}"; it has: ${known || 'none'}`);
  }
  if (found.disabled === true)
    throw new Error(`Component "${customId}" of message ${message.id} is disabled`);
  return found;
}

/** A form filled in as Discord sends it back: the modal's own tree, with the values put in. */
export function fillModal(modal: Json, fields: Readonly<Record<string, string>>): Json[] {
  const known = usable(objects(modal, 'components') ?? []).map((component) => text(component, 'custom_id'));
  for (const name of Object.keys(fields)) {
    if (!known.includes(name))
      throw new Error(`The form has no field "${name}"; it has: ${known.join(', ')}`);
  }
  let next = 0;
  const fill = (component: Json): Json => {
    next += 1;
    const here = { type: number(component, 'type'), id: next };
    const inner = objects(component, 'components');
    if (inner !== undefined) return { ...here, components: inner.map(fill) };
    if (here.type === ComponentType.Label) return { ...here, component: fill(component.component as Json) };
    const id = text(component, 'custom_id');
    if (id === undefined) return here;
    const value = fields[id] ?? text(component, 'value') ?? '';
    return here.type === ComponentType.TextInput
      ? { ...here, custom_id: id, value }
      : { ...here, custom_id: id, values: value === '' ? [] : [value] };
  };
  return (objects(modal, 'components') ?? []).map(fill);
}
