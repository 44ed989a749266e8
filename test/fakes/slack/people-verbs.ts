// What people do in the workspace, as tests say it. Everything returns at once, when the events for it are queued.

import type { Serving } from '../file-serving.ts';
import { edit, join, post, react, remove, roomOf, tell, unreact } from './actions.ts';
import { clickHome, clickMessage, runShortcut, slashCommand, submitView } from './interactions.ts';
import type { Fields, Person, Room, RoomKind, StoredFile, StoredMessage } from './types.ts';
import type { World } from './world.ts';

export interface Said {
  readonly user: string;
  readonly channel: string;
  readonly text: string;
  readonly thread_ts?: string;
  /** A thread reply that is also shown in the channel. */
  readonly broadcast?: boolean;
  readonly files?: readonly {
    readonly name: string;
    readonly mimetype?: string;
    readonly content: string | Buffer;
    /** "snippet", "post", "external", ...; "hosted" unless told. */
    readonly mode?: string;
    /** Of another workspace: a message tells its id alone. */
    readonly foreign?: boolean;
    /** In place of the true one. */
    readonly size?: number;
    readonly serving?: Serving;
  }[];
}

interface At {
  readonly channel: string;
  readonly ts: string;
}

export class PeopleVerbs {
  /** The parts themselves, for tests of the fake. */
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** Makes a person, or changes what is given about one. Ids begin with U. */
  person(id: string, about: Partial<Omit<Person, 'id'>> = {}): Person {
    const person: Person = this.world.state.people.get(id) ?? {
      id,
      name: id.toLowerCase(),
      tz: 'Europe/London',
      locale: 'en-GB',
      isBot: false,
      isAdmin: false,
      deleted: false,
      restricted: false,
      ultraRestricted: false,
      teamId: this.world.identity.teamId,
    };
    Object.assign(person, about);
    this.world.state.people.set(id, person);
    return person;
  }

  /** Makes a room with these people and, unless `bot` is false, our bot. No event is sent for its making. */
  channel(
    id: string,
    about: {
      members?: readonly string[];
      topic?: string;
      name?: string;
      kind?: RoomKind;
      bot?: boolean;
      shared?: boolean;
    } = {},
  ): Room {
    for (const user of about.members ?? []) this.#known(user);
    const members = new Set(about.members ?? []);
    if (about.bot !== false) members.add(this.world.identity.botUserId);
    const { kind = 'channel', name = id.toLowerCase(), topic = '', shared = false } = about;
    const room: Room = { id, kind, name, members, topic, archived: false, shared };
    this.world.state.rooms.set(id, room);
    return room;
  }

  /** The id of the person's DM with our bot. */
  dm(user: string): string {
    this.#known(user);
    return this.world.state.dmOf(user, this.world.identity.botUserId).id;
  }

  /** Writes a message; returns its ts. `<@BOTUSERID>` in a channel is a mention. Files make it a file_share. */
  say(said: Said): string {
    this.#known(said.user);
    const files = (said.files ?? []).map((file) => this.#file(said.user, file));
    const message = post(this.world, {
      channel: said.channel,
      text: said.text,
      user: said.user,
      threadTs: said.thread_ts,
      broadcast: said.broadcast,
      subtype: files.length > 0 ? 'file_share' : undefined,
      files,
    });
    return message.ts;
  }

  /** Writes a message that begins with a mention of our bot; returns its ts. */
  mention(said: Said): string {
    return this.say({ ...said, text: `<@${this.world.identity.botUserId}> ${said.text}` });
  }

  /** Edits one's own message. */
  edit(what: At & { readonly text: string }): void {
    const message = this.#message(what);
    edit(this.world, message, { text: what.text, editor: message.user ?? '' });
  }

  /** Slack unfurls a link in a message: message_changed with the same text and no "edited". */
  unfurl(what: At & { readonly url: string }): void {
    const attachments = [
      { from_url: what.url, original_url: what.url, title: 'A page', text: 'About it', id: 1 },
    ];
    edit(this.world, this.#message(what), { attachments, editor: undefined });
  }

  /** Deletes a message. */
  delete(what: At): void {
    remove(this.world, this.#message(what));
  }

  react(what: At & { readonly user: string; readonly name: string }): void {
    react(this.world, this.#message(what), what.user, what.name);
  }

  unreact(what: At & { readonly user: string; readonly name: string }): void {
    unreact(this.world, this.#message(what), what.user, what.name);
  }

  /** Another app's bot writes: with a user of its own, or as an old integration with subtype bot_message. */
  otherBot(what: Omit<Said, 'user'> & { readonly botId?: string; readonly user?: string }): string {
    const { botId = 'B0OTHER', user } = what;
    const subtype = user === undefined ? 'bot_message' : undefined;
    return post(this.world, {
      channel: what.channel,
      text: what.text,
      threadTs: what.thread_ts,
      user,
      botId,
      subtype,
    }).ts;
  }

  /** Somebody joins a room; our bot too, when its id is given. */
  join(what: { readonly user: string; readonly channel: string; readonly inviter?: string }): void {
    join(this.world, roomOf(this.world, what.channel), what.user, what.inviter);
  }

  /** Clicks a button or chooses of a menu. @throws when it isn't there to be clicked */
  click(what: {
    readonly user: string;
    readonly channel: string;
    readonly message_ts: string;
    readonly action_id: string;
    readonly value?: string;
  }): void {
    const { user, channel, message_ts: messageTs, action_id: actionId, value } = what;
    clickMessage(this.world, roomOf(this.world, channel), { user, channel, messageTs, actionId, value });
  }

  /** Clicks a control of one's App Home. */
  clickHome(what: { readonly user: string; readonly action_id: string; readonly value?: string }): void {
    clickHome(this.world, what.user, what.action_id, what.value);
  }

  /** Sends a slash command; `command` with its slash. Its answers are seen by `ephemerals(user)`. */
  slash(what: {
    readonly user: string;
    readonly channel: string;
    readonly command: string;
    readonly text?: string;
  }): void {
    slashCommand(this.world, roomOf(this.world, what.channel), what.user, what.command, what.text ?? '');
  }

  /** A global shortcut; with `channel` and `message_ts` a message shortcut. */
  shortcut(what: {
    readonly user: string;
    readonly callback_id: string;
    readonly channel?: string;
    readonly message_ts?: string;
  }): void {
    const { channel, message_ts: ts } = what;
    const on = channel !== undefined && ts !== undefined ? this.#message({ channel, ts }) : undefined;
    runShortcut(this.world, what.user, what.callback_id, on);
  }

  /** Submits an open modal. */
  submit(what: { readonly view_id: string; readonly values: Fields }): void {
    submitView(this.world, what.view_id, what.values);
  }

  /** Opens the App Home, or with tab 'messages' the DM. */
  openHome(what: { readonly user: string; readonly tab?: 'home' | 'messages' }): void {
    const channel = this.dm(what.user);
    const view = this.world.state.homes.get(what.user);
    const eventTs = this.world.state.nextTs();
    const event = {
      type: 'app_home_opened',
      user: what.user,
      channel,
      tab: what.tab ?? 'home',
      event_ts: eventTs,
    };
    tell(this.world, undefined, view === undefined ? event : { ...event, view });
  }

  #known(user: string): void {
    if (!this.world.state.people.has(user)) this.person(user);
  }

  #message(at: At): StoredMessage {
    const message = this.world.state.find(at.channel, at.ts);
    if (message === undefined) throw new Error(`No message ${at.ts} in ${at.channel} of the fake Slack.`);
    return message;
  }

  #file(user: string, file: NonNullable<Said['files']>[number]): StoredFile {
    const id = this.world.random.id('F');
    const stored = {
      id,
      name: file.name,
      mimetype: file.mimetype ?? 'text/plain',
      content: Buffer.from(file.content),
      user,
      mode: file.mode ?? 'hosted',
      foreign: file.foreign ?? false,
      size: file.size,
      serving: file.serving,
    };
    this.world.state.files.set(id, stored);
    return stored;
  }
}
