// What people do with the bot's controls: slash commands, context menus, buttons, menus, forms, autocompletion.
// Each gives a handle on which a test waits for what the bot does about it.
import { ApplicationCommandType, ComponentType, InteractionType } from 'discord-api-types/v10';
import { knownChannel, knownMessage, knownUser, personSees } from './access.ts';
import { fillOptions, findCommand, type OptionValues } from './commands.ts';
import { createInteraction, fillModal, findComponent } from './interactions.ts';
import { type Json, number, objects, text } from './json.ts';
import { messageJson } from './message-payloads.ts';
import { memberJson, userJson } from './payloads.ts';
import type { ChannelRecord, InteractionRecord, MessageRecord, UserRecord } from './records.ts';
import { choicesOf } from './routes/interactions.ts';
import { type SeenMessage, seeMessage } from './view.ts';
import type { World } from './world.ts';

export interface Slash {
  readonly user: string;
  readonly channel: string;
  readonly command: string;
  readonly group?: string;
  readonly subcommand?: string;
  readonly options?: OptionValues;
}

export type Wait = <T>(predicate: () => T | undefined | null | false, description: string) => Promise<T>;

/** An interaction as the person who caused it follows it. */
export class FakeInteraction {
  readonly id: string;
  readonly token: string;
  readonly #world: World;
  readonly #record: InteractionRecord;
  readonly #wait: Wait;

  constructor(world: World, record: InteractionRecord, wait: Wait) {
    this.id = record.id;
    this.token = record.token;
    this.#world = world;
    this.#record = record;
    this.#wait = wait;
  }

  /** The callback type that acknowledged it, or null so far. */
  get answer(): number | null {
    return this.#record.answer;
  }

  /** The answering message as it stands, also while "thinking…"; undefined when there is none. */
  get message(): SeenMessage | undefined {
    const message = this.#world.messages.get(this.#record.originalId ?? '');
    return message === undefined || message.deleted ? undefined : seeMessage(this.#world, message);
  }

  /** All messages that came of it: the answer and its follow-ups. */
  get messages(): SeenMessage[] {
    return [...this.#world.messages.values()]
      .filter((message) => !message.deleted && message.interaction?.id === this.id)
      .map((message) => seeMessage(this.#world, message));
  }

  /** Waits until it is acknowledged in any way; gives the callback type. */
  answered(): Promise<number> {
    return this.#wait(() => this.#record.answer, `an answer to ${this.#record.label}`);
  }

  /** Waits for the answering message with its text, no longer "thinking…". */
  reply(): Promise<SeenMessage> {
    const done = (): SeenMessage | undefined => {
      const message = this.message;
      return message?.loading ? undefined : message;
    };
    return this.#wait(done, `the reply to ${this.#record.label}`);
  }

  /** Waits for the form the bot opens; gives its raw JSON. */
  modal(): Promise<Json> {
    return this.#wait(() => this.#record.modal, `a form in answer to ${this.#record.label}`);
  }

  /** Waits for the choices of an autocompletion. */
  choices(): Promise<{ name: string; value: unknown }[]> {
    const offered = (): { name: string; value: unknown }[] | undefined =>
      this.#record.choices === null ? undefined : choicesOf(this.#record);
    return this.#wait(offered, `choices for ${this.#record.label}`);
  }
}

export class Actions {
  readonly #world: World;
  readonly #wait: Wait;

  constructor(world: World, wait: Wait) {
    this.#world = world;
    this.#wait = wait;
  }

  #start(fresh: Parameters<typeof createInteraction>[1]): FakeInteraction {
    return new FakeInteraction(this.#world, createInteraction(this.#world, fresh), this.#wait);
  }

  #place(userId: string, channelId: string): { user: UserRecord; channel: ChannelRecord } {
    const user = knownUser(this.#world, userId);
    const channel = knownChannel(this.#world, channelId);
    if (!personSees(this.#world, channel, userId))
      throw new Error(`Person ${userId} does not see ${channelId}`);
    return { user, channel };
  }

  slash(what: Slash, focused?: string): FakeInteraction {
    const { user, channel } = this.#place(what.user, what.channel);
    const command = findCommand(this.#world, what.command, ApplicationCommandType.ChatInput);
    const { id, name, type } = command;
    const options = fillOptions(command, what, what.options ?? {}, focused);
    const path = [what.command, what.group, what.subcommand].filter((part) => part !== undefined).join(' ');
    return this.#start({
      type:
        focused === undefined
          ? InteractionType.ApplicationCommand
          : InteractionType.ApplicationCommandAutocomplete,
      user,
      channel,
      data: { id, name, type, options, ...this.#resolved(options) },
      label: `/${path}`,
    });
  }

  /** People and channels that options name, resolved as Discord sends them along. */
  #resolved(options: readonly Json[]): Json {
    const values = flatten(options).map((option) => String(option.value));
    const users = values.flatMap((value) => this.#world.users.get(value) ?? []);
    if (users.length === 0) return {};
    const members = Object.fromEntries(users.map((user) => [user.id, memberJson(user)]));
    return {
      resolved: { users: Object.fromEntries(users.map((user) => [user.id, userJson(user)])), members },
    };
  }

  contextMenu(userId: string, messageId: string, commandName: string): FakeInteraction {
    const message = knownMessage(this.#world, messageId);
    const { user, channel } = this.#place(userId, message.channelId);
    const { id, name, type } = findCommand(this.#world, commandName, ApplicationCommandType.Message);
    const resolved = { messages: { [message.id]: messageJson(this.#world, message) } };
    return this.#start({
      type: InteractionType.ApplicationCommand,
      user,
      channel,
      data: { id, name, type, target_id: message.id, resolved },
      label: `menu ${commandName}`,
      contextMenu: true,
    });
  }

  #component(userId: string, messageId: string, customId: string) {
    const source = knownMessage(this.#world, messageId);
    if (source.ephemeralFor !== null && source.ephemeralFor !== userId) {
      throw new Error(`Person ${userId} does not see the ephemeral message ${messageId}`);
    }
    const { user, channel } = this.#place(userId, source.channelId);
    return { source, user, channel, component: findComponent(source, customId) };
  }

  click(userId: string, messageId: string, customId: string): FakeInteraction {
    const { component, ...place } = this.#component(userId, messageId, customId);
    const data = { custom_id: customId, component_type: ComponentType.Button, id: 1 };
    if (number(component, 'type') !== ComponentType.Button) throw new Error(`"${customId}" is not a button`);
    return this.#start({
      type: InteractionType.MessageComponent,
      ...place,
      data,
      label: `click ${customId}`,
    });
  }

  select(userId: string, messageId: string, customId: string, values: readonly string[]): FakeInteraction {
    const { component, ...place } = this.#component(userId, messageId, customId);
    const offered = objects(component, 'options')?.map((option) => text(option, 'value'));
    const wrong = values.find((value) => offered !== undefined && !offered.includes(value));
    if (wrong !== undefined) throw new Error(`Menu "${customId}" has no value "${wrong}"`);
    const data = {
      custom_id: customId,
      component_type: number(component, 'type'),
      id: 1,
      values: [...values],
    };
    return this.#start({
      type: InteractionType.MessageComponent,
      ...place,
      data,
      label: `choose in ${customId}`,
    });
  }

  /** Fills in and sends the form that an earlier interaction opened. */
  submit(token: string, fields: Readonly<Record<string, string>>): FakeInteraction {
    const opener = this.#world.interactions.get(token);
    const modal = opener?.modal;
    if (opener === undefined || modal === null || modal === undefined)
      throw new Error('No form is open there');
    const { user, channel } = this.#place(opener.userId, opener.channelId);
    const customId = text(modal, 'custom_id');
    const source: MessageRecord | undefined = this.#world.messages.get(opener.sourceMessageId ?? '');
    const data = { custom_id: customId, components: fillModal(modal, fields) };
    return this.#start({
      type: InteractionType.ModalSubmit,
      user,
      channel,
      data,
      label: `form ${customId}`,
      source,
    });
  }
}

function flatten(options: readonly Json[]): Json[] {
  return options.flatMap((option) => [option, ...flatten(objects(option, 'options') ?? [])]);
}
