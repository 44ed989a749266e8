// What the adapter's tests stand on: the fake Discord, a database with the real intake, the channel with the real client.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createDiscordChannel, type Timings } from '../../../src/channels/discord/index.ts';
import { systemClock } from '../../../src/clock.ts';
import { createIntake } from '../../../src/conversation/intake/intake.ts';
import { alwaysOurs, type Turns } from '../../../src/database/advisory.ts';
import type { Database } from '../../../src/database/database.ts';
import type { ConversationKey, OutboxId, PersonId, RoomId } from '../../../src/database/ids.ts';
import type { Row } from '../../../src/database/tables.ts';
import type { Channel, Intake, Place } from '../../../src/delivery/channel.ts';
import type { OutgoingMessage } from '../../../src/delivery/outgoing.ts';
import { Wake } from '../../../src/delivery/wake.ts';
import { createLog, type Log, silentLog } from '../../../src/log.ts';
import { loadPersonas } from '../../../src/personas/load.ts';
import { everythingIn, openTestDatabase, type TestDatabase } from '../../fakes/databases.ts';
import { FakeDiscord, type FakeDiscordOptions } from '../../fakes/discord/index.ts';
import { patienceMs } from '../../fakes/patience.ts';

export const seed = Number(process.env.SEED ?? 20_261);

const quick: Partial<Timings> = {
  timeoutMs: 2000,
  identifyEveryMs: 0,
  callsPerSecond: 1000,
  turnEveryMs: 20,
  retryMs: 10,
  reconnectMs: 10,
  reconnectMaxMs: 50,
  identifyRefillMs: 0,
  markEveryMs: 5,
  beatMs: 250,
  quietMs: 1000,
  deafMs: 2500,
};

export interface StageOptions extends FakeDiscordOptions {
  readonly allow?: readonly string[];
  readonly timings?: Partial<Timings>;
  /** False for tests that only send. */
  readonly database?: boolean;
}

type InboxRow = Row<'inbox'>;

/** One test's Discord, database and bot; the bot may be stopped, killed and started again. */
export class Stage {
  readonly discord: FakeDiscord;
  readonly wake = new Wake();
  readonly logged: { readonly level: keyof Log; readonly fields: object; readonly message: string }[] = [];
  readonly #test: TestDatabase | null;
  readonly #options: StageOptions;
  #channels: Channel[] = [];
  ann = '';
  bob = '';
  room = '';

  private constructor(discord: FakeDiscord, test: TestDatabase | null, options: StageOptions) {
    this.discord = discord;
    this.#test = test;
    this.#options = options;
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const discord = await FakeDiscord.start({ seed, ...options });
    const stage = new Stage(
      discord,
      options.database === false ? null : await openTestDatabase('pglite'),
      options,
    );
    stage.ann = discord.person(discord.newId(), { name: 'Ann', locale: 'de' });
    stage.bob = discord.person(discord.newId(), { name: 'Bob' });
    stage.room = discord.channel(discord.newId(), { name: 'general', topic: 'all and sundry' });
    return stage;
  }

  get database(): Database {
    assert.ok(this.#test, 'this test has no database');
    return this.#test.database;
  }

  /** Keeps what is logged. */
  #log(): Log {
    const shown = createLog(process.env.SHOW_LOG ? 'debug' : 'silent');
    const keep = (level: keyof Log) => (fields: object, message: string) => {
      this.logged.push({ level, fields, message });
      shown[level](fields, message);
    };
    return { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
  }

  /** Makes a channel that is not started. */
  channel(turns: Turns = alwaysOurs(), token = this.discord.token): Channel {
    return createDiscordChannel(
      { token, apiUrl: this.discord.apiUrl },
      {
        log: this.#log(),
        database: this.#test?.database ?? null,
        turns,
        catchUpHours: 12,
        timings: { ...quick, ...this.#options.timings },
      },
    );
  }

  intake(): Intake {
    return createIntake({
      database: this.database,
      clock: systemClock,
      rules: { allow: this.#options.allow ?? [], admins: [] },
      defaultZone: null,
      personas: loadPersonas(join(import.meta.dirname, '../../../personas')),
      wake: this.wake,
      sendWake: new Wake(),
      log: silentLog,
      stranger: () => undefined,
    });
  }

  /** Starts a bot. @param intake the real one, or one that fails in some way */
  async start(intake: Intake = this.intake(), turns?: Turns): Promise<Channel> {
    const channel = this.channel(turns);
    this.#channels.push(channel);
    await channel.start(intake);
    return channel;
  }

  async stop(channel: Channel): Promise<void> {
    this.#channels = this.#channels.filter((each) => each !== channel);
    await channel.stop();
  }

  async close(): Promise<void> {
    for (const channel of this.#channels) await channel.stop();
    await this.discord.stop();
    await this.#test?.close();
  }

  /** Resolves when the inbox has so many rows; they are what the tests look at. */
  async stored(count: number): Promise<InboxRow[]> {
    const deadline = AbortSignal.timeout(patienceMs);
    for (;;) {
      const rows = await this.rows();
      if (rows.length >= count) {
        assert.equal(
          rows.length,
          count,
          `more rows than expected: ${JSON.stringify(rows.map((row) => row.payload))}`,
        );
        return rows;
      }
      assert.ok(
        !deadline.aborted,
        `only ${rows.length} of ${count} rows were stored\n${this.discord.dump()}`,
      );
      await this.wake.wait(50);
    }
  }

  rows(): Promise<InboxRow[]> {
    return this.database.db.selectFrom('inbox').selectAll().orderBy('id').execute();
  }

  /** All that the tables hold as one text: to look for what must not be there. */
  everything(): Promise<string> {
    return everythingIn(this.database);
  }

  /** Resolves when this message and all that came before it, in whatever room, has been dealt with: the mark tells. */
  async seen(id: string): Promise<void> {
    const intake = this.intake();
    const deadline = AbortSignal.timeout(patienceMs);
    while (BigInt((await intake.lastSeen('discord')) ?? 0) < BigInt(id)) {
      assert.ok(!deadline.aborted, `the mark did not reach ${id}\n${this.discord.dump()}`);
      await this.wake.wait(20);
    }
  }

  /** Says something that is stored, after all that was said before: then that has been dealt with too. */
  async settled(channel?: string): Promise<void> {
    const before = (await this.rows()).length;
    const words = `settled ${this.discord.newId()}`;
    const id = channel
      ? this.discord.mention({ user: this.bob, channel, text: words })
      : this.discord.say({ user: this.bob, channel: this.discord.dm(this.bob), text: words });
    await this.stored(before + 1);
    await this.seen(id);
    await this.database.db
      .deleteFrom('inbox')
      .where('id', '=', (await this.rows()).at(-1)?.id ?? (0 as never))
      .execute();
  }

  /** The place of a stored row. */
  async placeOf(row: InboxRow): Promise<Place> {
    const found = await this.database.db
      .selectFrom('conversation')
      .innerJoin('room', 'room.id', 'conversation.room_id')
      .select(['conversation.thread', 'room.kind'])
      .where('conversation.id', '=', row.conversation_id)
      .executeTakeFirstOrThrow();
    return { platform: 'discord', room: row.room_id, conversation: row.conversation_id, ...found };
  }

  /** Records a message as sent, as the sender does, so that replies to it find their conversation. */
  async recordSent(message: OutgoingMessage, platformId: string): Promise<void> {
    await this.database.db
      .insertInto('outbox')
      .values({
        key: message.key,
        platform: 'discord',
        room_id: message.place.room,
        conversation_id: message.place.conversation,
        kind: 'reply',
        payload: '{}',
        state: 'sent',
        platform_message_id: platformId,
      })
      .execute();
  }
}

let count = 0;

/** A message to send. */
export function outgoing(place: Place, text: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  count += 1;
  return {
    id: count as OutboxId,
    key: `test:${count}`,
    place,
    text,
    buttons: [],
    times: [],
    mention: null,
    privateTo: null,
    replyToken: null,
    replaces: null,
    createdAt: new Date(),
    ...more,
  };
}

export const threadAt = (stage: Stage, channel: string, thread: string | null): Place => {
  const room = `discord:${stage.discord.guildId}:${channel}`;
  return {
    platform: 'discord',
    room: room as RoomId,
    kind: 'channel',
    conversation: (thread ? `${room}:${thread}` : room) as ConversationKey,
    thread,
  };
};

export const dmAt = (stage: Stage, user: string): Place => {
  const key = `discord:${stage.discord.dm(user)}`;
  return {
    platform: 'discord',
    room: key as RoomId,
    kind: 'dm',
    conversation: key as ConversationKey,
    thread: null,
  };
};

export const person = (id: string) => `discord:${id}` as PersonId;
