// Golden sequences: what people do on Discord, which conversation each message belongs to, and where an answer to it stands.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Channel, Place } from '../../../src/delivery/channel.ts';
import type { MessagePayload } from '../../../src/delivery/payload.ts';
import { upsertPlace } from '../../../src/delivery/places.ts';
import { dmAt, outgoing, Stage, threadAt } from '../discord/stage.ts';

interface Event {
  readonly do:
    | 'say'
    | 'edit'
    | 'delete'
    | 'unfurl'
    | 'ours'
    | 'answer'
    | 'thread'
    | 'invite'
    | 'archive'
    | 'webhook'
    | 'system';
  readonly by?: string;
  readonly in?: string;
  readonly text?: string;
  readonly reply?: string;
  readonly ping?: boolean;
  readonly forward?: string;
  readonly file?: string;
  readonly from?: string;
  readonly name?: string;
  readonly private?: boolean;
  readonly type?: number;
  readonly message?: string;
  readonly as?: string;
}

interface Golden {
  readonly name: string;
  readonly attend?: readonly string[];
  readonly events: readonly Event[];
  readonly expect: readonly {
    readonly in: string;
    readonly text: string;
    readonly state?: string;
    readonly attachments?: readonly string[];
  }[];
}

const goldens: readonly Golden[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'discord.json'), 'utf8'),
);

let stage: Stage;
let channel: Channel;

before(async () => {
  stage = await Stage.open();
  channel = await stage.start();
});
after(() => stage.close());

/** Resolves when all that was said before has been dealt with: by what somebody says after it. */
async function dealtWith(): Promise<void> {
  const { discord, bob } = stage;
  const id = discord.say({ user: bob, channel: discord.dm(bob), text: 'done?' });
  const last = () =>
    stage.database.db.deleteFrom('inbox').where('message_id', '=', id).returning('id').execute();
  while ((await last()).length === 0) await stage.wake.wait(20);
  await stage.seen(id);
}

/** One golden's rooms and people, made anew: names for them and for messages. */
class Scene {
  readonly #ids = new Map<string, string>();

  constructor() {
    const { discord } = stage;
    for (const name of ['Ann', 'Bob', 'Bot'])
      this.#ids.set(name.toLowerCase(), discord.person(discord.newId(), { name, bot: name === 'Bot' }));
    for (const name of ['general', 'other', 'ideas'])
      this.#ids.set(
        name,
        discord.channel(discord.newId(), { name, type: name === 'ideas' ? 'forum' : 'text' }),
      );
  }

  id(name = ''): string {
    if (name.startsWith('dm:')) return stage.discord.dm(this.id(name.slice(3)));
    const found = this.#ids.get(name);
    assert.ok(found, `nothing is called ${name}`);
    return found;
  }

  /** "general/q": the thread of a message in a channel; "general": the channel itself. */
  placeOf(name: string): Place {
    const [room = '', thread] = name.split('/');
    if (room.startsWith('dm:')) return dmAt(stage, this.id(room.slice(3)));
    return threadAt(stage, this.id(room), thread === undefined ? null : this.id(thread));
  }

  words(text = ''): string {
    const self = stage.discord.botUserId;
    return text
      .replaceAll('@us', `<@${self}>`)
      .replaceAll('@old', `<@!${self}>`)
      .replaceAll('@bob', `<@${this.id('bob')}>`);
  }

  async act(event: Event): Promise<void> {
    const id = await this.#do(event);
    if (id && event.as) this.#ids.set(event.as, id);
    await dealtWith();
  }

  async #do(event: Event): Promise<string | undefined> {
    const { discord } = stage;
    const message = event.message === undefined ? '' : this.id(event.message);
    const text = this.words(event.text);
    // What stands in a thread stands in the channel that has the thread's id.
    const where = event.in === undefined ? '' : this.id(event.in.split('/').at(-1));
    switch (event.do) {
      case 'say':
        return discord.say(this.#said(event, where, text));
      case 'edit':
        discord.edit({ message, text });
        return undefined;
      case 'delete':
        discord.delete({ message });
        return undefined;
      case 'unfurl':
        discord.unfurl({ message });
        return undefined;
      case 'ours':
        return this.send(event.in ?? '', text || '⏰ stretch');
      case 'answer':
        return this.send(event.in ?? '', 'answer');
      case 'thread':
        return discord.thread({
          user: this.id(event.by),
          name: event.name ?? '',
          text,
          ...(event.from ? { from: this.id(event.from) } : { channel: where }),
          ...(event.private ? { private: true } : {}),
        });
      case 'invite':
        discord.invite({ thread: where, user: discord.botUserId });
        return undefined;
      case 'archive':
        discord.archive({ thread: where });
        return undefined;
      case 'webhook':
        return discord.webhook({ channel: where, name: 'CI', text });
      case 'system':
        this.#system(event, where, text);
        return undefined;
    }
  }

  #said(event: Event, where: string, text: string) {
    const { reply, forward, file, ping } = event;
    return {
      user: this.id(event.by),
      channel: where,
      text,
      ...(reply ? { replyTo: this.id(reply) } : {}),
      ...(forward ? { forward: this.id(forward) } : {}),
      ...(ping === undefined ? {} : { ping }),
      ...(file ? { files: [{ name: file, content: 'x', type: 'image/png' }] } : {}),
    };
  }

  /** A message that Discord itself writes in somebody's name. */
  #system({ by, type, in: name = '' }: Event, where: string, text: string): void {
    const { discord } = stage;
    const dm = name.startsWith('dm:');
    const data = {
      id: discord.newId(),
      channel_id: where,
      author: { id: this.id(by), username: by, discriminator: '0', avatar: null },
      type,
      content: text,
      timestamp: new Date().toISOString(),
      edited_timestamp: null,
      mentions: [],
      attachments: [],
      ...(dm ? {} : { guild_id: discord.guildId }),
    };
    discord.dispatch('MESSAGE_CREATE', data, dm ? 'dm' : 'guild');
  }

  async send(name: string, text: string): Promise<string> {
    const message = outgoing(this.placeOf(name), text);
    const id = await channel.send(message);
    await stage.database.transaction((tx) => upsertPlace(tx, message.place));
    await stage.recordSent(message, id);
    return id;
  }

  /** Where an answer stands: the thread, made if need be, or the channel. */
  async answered(name: string): Promise<void> {
    const id = await this.send(name, 'answer');
    assert.equal(stage.discord.message(id).channelId, this.id(name.split('/').at(-1)));
  }
}

for (const golden of goldens)
  test(golden.name, async () => {
    await stage.database.db.deleteFrom('outbox').execute();
    await stage.database.db.deleteFrom('inbox').execute();
    const scene = new Scene();
    for (const name of golden.attend ?? []) {
      const place = scene.placeOf(name);
      await stage.database.transaction((tx) => upsertPlace(tx, place));
      await stage.database.db
        .updateTable('room')
        .set({ attend: 'all' })
        .where('id', '=', place.room)
        .execute();
    }
    for (const event of golden.events) await scene.act(event);
    const rows = await stage.database.db
      .selectFrom('inbox')
      .innerJoin('conversation', 'conversation.id', 'inbox.conversation_id')
      .select(['inbox.conversation_id', 'inbox.kind', 'inbox.state', 'inbox.payload', 'conversation.thread'])
      .orderBy('inbox.id')
      .execute();
    assert.deepEqual(
      rows.map((row) => {
        const { text, attachments, files = [] } = row.payload as Partial<MessagePayload>;
        const names = attachments && [...files.map(({ name, kind }) => `${name} (${kind})`), ...attachments];
        return [row.conversation_id, row.thread, row.kind, row.state, text, names];
      }),
      golden.expect.map(({ in: name, text, state = 'waiting', attachments = [] }) => {
        const { conversation, thread } = scene.placeOf(name);
        return [conversation, thread, 'message', state, text, attachments];
      }),
    );
    const answered = golden.expect.filter(({ state }) => state !== 'done').map((one) => one.in);
    for (const name of new Set(answered)) await scene.answered(name);
  });
