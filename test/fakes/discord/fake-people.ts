// The setting and what people do in it: the verbs that tests speak.
import { knownChannel, knownMessage, knownUser } from './access.ts';
import { Actions, type FakeInteraction, type Slash } from './actions.ts';
import type { OptionValues } from './commands.ts';
import { FakeBase, type FakeDiscordOptions } from './fake-base.ts';
import { isSnowflake } from './ids.ts';
import type { Json } from './json.ts';
import { deleteMessages, dispatchChannel, startTyping } from './messages.ts';
import { memberJson, userJson } from './payloads.ts';
import * as people from './people.ts';
import type { UserRecord } from './records.ts';
import { addChannel, dmWith } from './threads.ts';

export interface PersonOptions {
  readonly name?: string;
  /** Discord's locale codes, e.g. `de`, `en-GB`. */
  readonly locale?: string;
  readonly bot?: boolean;
  readonly roles?: readonly string[];
  /** False for somebody who shares no server with the bot. */
  readonly inGuild?: boolean;
}

export interface ChannelOptions {
  readonly name?: string;
  readonly topic?: string;
  readonly type?: 'text' | 'forum';
  /** Who sees it; everybody in the server unless given. The bot does either way. */
  readonly members?: readonly string[];
  /** `hidden`: 50001 for the bot. `read`: it may not write, 50013. */
  readonly bot?: 'full' | 'read' | 'hidden';
}

export class FakePeople extends FakeBase {
  readonly #actions: Actions;

  protected constructor(options: FakeDiscordOptions) {
    super(options);
    this.#actions = new Actions(this.world, (predicate, description) => this.waitFor(predicate, description));
  }

  // The setting.

  /** Adds a person to the server, or changes one. @returns the id */
  person(id: string, options: PersonOptions = {}): string {
    requireSnowflake(id);
    const known = this.world.users.get(id);
    const name = options.name ?? known?.name ?? `person ${id}`;
    const user =
      known ??
      this.world.addUser(id, name.toLowerCase().replace(/\W+/g, '_'), name, 'en-US', options.bot ?? false);
    user.name = name;
    user.locale = options.locale ?? user.locale;
    user.roles = [...(options.roles ?? user.roles)];
    const wasInGuild = known?.inGuild ?? false;
    user.inGuild = options.inGuild ?? known?.inGuild ?? true;
    for (const role of user.roles) if (!this.world.roles.has(role)) this.role(role, `role ${role}`);
    if (user.inGuild) this.#member(wasInGuild ? 'UPDATE' : 'ADD', user);
    else if (wasInGuild) this.#member('REMOVE', user);
    return id;
  }

  /** The person leaves the server. */
  leave(userId: string): void {
    const user = knownUser(this.world, userId);
    user.inGuild = false;
    this.#member('REMOVE', user);
  }

  #member(verb: 'ADD' | 'UPDATE' | 'REMOVE', user: UserRecord): void {
    const member = verb === 'REMOVE' ? { user: userJson(user) } : memberJson(user);
    this.world.changed(`member ${verb.toLowerCase()}`, user.name);
    const data = { guild_id: this.world.guildId, ...member };
    if (this.world.botInGuild) this.world.dispatch({ type: `GUILD_MEMBER_${verb}`, data, scope: 'guild' });
  }

  /** @returns the id */
  role(id: string, name: string): string {
    requireSnowflake(id);
    this.world.roles.set(id, name);
    const role = {
      id,
      name,
      permissions: '0',
      position: 1,
      color: 0,
      hoist: false,
      managed: false,
      mentionable: true,
      flags: 0,
    };
    this.world.dispatch({
      type: 'GUILD_ROLE_CREATE',
      data: { guild_id: this.guildId, role },
      scope: 'guild',
    });
    return id;
  }

  /** Makes a channel of the server. @returns the id */
  channel(id: string, options: ChannelOptions = {}): string {
    requireSnowflake(id);
    const channel = addChannel(this.world, {
      id,
      kind: options.type ?? 'text',
      name: options.name ?? `channel-${id}`,
      topic: options.topic ?? null,
      members: options.members === undefined ? null : new Set(options.members),
      botSees: options.bot !== 'hidden',
      botSends: options.bot !== 'hidden' && options.bot !== 'read',
    });
    dispatchChannel(this.world, 'CREATE', channel);
    return id;
  }

  /** The id of the direct-message channel between that person and the bot. */
  dm(userId: string): string {
    return dmWith(this.world, knownUser(this.world, userId).id).id;
  }

  // What people do.

  /** @returns the message's id */
  say(what: people.Say): string {
    return people.say(this.world, what).id;
  }

  /** `say` with the bot's mention in front. */
  mention(what: people.Say): string {
    return this.say({ ...what, text: `<@${this.botUserId}> ${what.text ?? ''}` });
  }

  /** A post by an integration. @returns the message's id */
  webhook(what: { readonly channel: string; readonly name: string; readonly text: string }): string {
    return people.sayAsWebhook(this.world, what.channel, what.name, what.text).id;
  }

  /** A thread from a message, in a channel, or a forum post. @returns the thread's id */
  thread(what: people.OpenThread): string {
    return people.openThread(this.world, what).id;
  }

  /** Adds somebody, also the bot, to a thread. */
  invite(what: { readonly thread: string; readonly user: string }): void {
    people.invite(this.world, what.thread, what.user);
  }

  archive(what: { readonly thread: string; readonly locked?: boolean }): void {
    people.archive(this.world, what.thread, what.locked ?? false);
  }

  edit(what: { readonly message: string; readonly text: string }): void {
    people.edit(this.world, what.message, what.text);
  }

  /** A link in the message got its preview: MESSAGE_UPDATE without an edit. */
  unfurl(what: { readonly message: string; readonly embed?: Json }): void {
    people.unfurl(
      this.world,
      what.message,
      what.embed ?? { type: 'link', url: 'https://example.com', title: 'A page' },
    );
  }

  delete(what: { readonly message: string }): void {
    people.remove(this.world, what.message);
  }

  /** A moderator deletes many messages of one channel at once. */
  deleteMany(messages: readonly string[]): void {
    deleteMessages(
      this.world,
      messages.map((id) => knownMessage(this.world, id)),
    );
  }

  react(what: {
    readonly user: string;
    readonly message: string;
    readonly emoji: string;
    readonly on?: boolean;
  }): void {
    people.react(this.world, what.message, what.emoji, what.user, what.on ?? true);
  }

  startTyping(what: { readonly user: string; readonly channel: string }): void {
    startTyping(this.world, knownChannel(this.world, what.channel), what.user);
  }

  click(what: {
    readonly user: string;
    readonly message: string;
    readonly customId: string;
  }): FakeInteraction {
    return this.#actions.click(what.user, what.message, what.customId);
  }

  select(what: {
    readonly user: string;
    readonly message: string;
    readonly customId: string;
    readonly values: readonly string[];
  }): FakeInteraction {
    return this.#actions.select(what.user, what.message, what.customId, what.values);
  }

  slash(what: Slash): FakeInteraction {
    return this.#actions.slash(what);
  }

  /** The person is typing that option: asks for completions. */
  autocomplete(what: Slash & { readonly focused: string; readonly options: OptionValues }): FakeInteraction {
    return this.#actions.slash(what, what.focused);
  }

  contextMenu(what: {
    readonly user: string;
    readonly message: string;
    readonly command: string;
  }): FakeInteraction {
    return this.#actions.contextMenu(what.user, what.message, what.command);
  }

  /** Sends the form that this interaction opened. */
  modal(opener: FakeInteraction, fields: Readonly<Record<string, string>>): FakeInteraction {
    return this.#actions.submit(opener.token, fields);
  }
}

function requireSnowflake(id: string): void {
  if (!isSnowflake(id))
    throw new Error(`"${id}" is not a Discord id (17 to 19 digits): take discord.newId()`);
}
