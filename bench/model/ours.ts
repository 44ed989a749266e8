// A conversation on the whole bot, from a message's row to the reply that was sent, on PGlite with the channel in memory
// and a clock that the player moves.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ModelClient } from '../../src/agent/model.ts';
import type { Overrides } from '../../src/bot/peacrab.ts';
import { takesPart } from '../../src/conversation/intake/takes-part.ts';
import type { Database } from '../../src/database/database.ts';
import type { IncomingMessage, Overheard, Place } from '../../src/delivery/channel.ts';
import { kindOfFile } from '../../src/delivery/files.ts';
import type { OutgoingMessage } from '../../src/delivery/outgoing.ts';
import { sweep } from '../../src/schedule/sweep/sweep.ts';
import { type Bot, startBot } from '../../test/e2e/harness.ts';
import { FakeChannel } from '../../test/fakes/channel.ts';
import type { Conversation } from './script.ts';
import { FILLED, type Heard, type Saying, type Stage, seatOf } from './stage.ts';
import { standingOf } from './standing.ts';

export interface OurParts {
  /** Settings beside the harness's own: the window, the model's profile, prices. */
  readonly env: Readonly<Record<string, string>>;
  /** What is left out, and other overrides. */
  readonly overrides?: Overrides;
}

export async function ourStage(client: ModelClient, { env, overrides = {} }: OurParts): Promise<OurStage> {
  const channel = new FakeChannel();
  const clock = { at: new Date() };
  const bot = await startBot({
    channels: [channel],
    strict: { instant: true },
    env: { LIMIT_TURNS_PER_PERSON: '0', ...env },
    overrides: {
      clock: { now: () => clock.at },
      model: () => client,
      dispatcher: { leaseMs: 60_000, pollMs: 200 },
      sender: { leaseMs: 60_000, pollMs: 200 },
      ...overrides,
    },
  });
  return new OurStage(bot, channel, clock);
}

export class OurStage implements Stage {
  readonly #bot: Bot;
  readonly #channel: FakeChannel;
  readonly #clock: { at: Date };
  #conversation: Conversation | null = null;
  #overheard = new Map<string, Overheard[]>();
  #said = 0;

  constructor(bot: Bot, channel: FakeChannel, clock: { at: Date }) {
    [this.#bot, this.#channel, this.#clock] = [bot, channel, clock];
  }

  get database(): Database {
    return this.#bot.database;
  }

  async begin(conversation: Conversation, now: Date): Promise<void> {
    await settled(this.database);
    await sql.raw(`truncate ${FILLED} restart identity cascade`).execute(this.database.db);
    this.#conversation = conversation;
    this.#clock.at = now;
    this.#overheard = new Map();
    this.#channel.sent.length = 0;
    if (conversation.room === 'channel') await this.#greet(conversation);
  }

  async until(now: Date): Promise<readonly string[]> {
    const had = this.#channel.sent.length;
    for (;;) {
      const due = await nextDue(this.database, now);
      if (due === null) break;
      if (due > this.#clock.at) this.#clock.at = due;
      await sweep(this.database, this.#clock.at);
      await settled(this.database);
      await this.#date();
    }
    this.#clock.at = now;
    await settled(this.database);
    return this.#since(had).map(({ text }) => text);
  }

  async say(saying: Saying): Promise<Heard> {
    const had = this.#channel.sent.length;
    const message = await this.#incoming(saying);
    if (message) await this.#channel.receive(message);
    await settled(this.database);
    await this.#date();
    const sent = this.#since(had);
    return {
      shown: sent.map(({ text }) => text),
      choices: sent.some(({ buttons }) =>
        buttons.some(({ action }) => !/^(?:undo|change|retry):/.test(action)),
      ),
    };
  }

  standing(who: string, thread: string | undefined) {
    const conversation = this.#playing();
    return standingOf(this.database, seatOf(conversation, who, thread), conversation.zone);
  }

  stop(): Promise<void> {
    return this.#bot.stop();
  }

  #playing(): Conversation {
    if (!this.#conversation) throw new Error('no conversation has begun');
    return this.#conversation;
  }

  /** As people see them now: what was edited or taken away later is not counted. */
  #since(had: number): readonly OutgoingMessage[] {
    const sent = this.#channel.sent.slice(had);
    const gone = new Set(sent.flatMap(({ replaces, deletes }) => [replaces, deletes]));
    return sent.filter(
      ({ id, text, deletes }) => !gone.has(`out-${id}`) && text !== '' && deletes === undefined,
    );
  }

  /** What adapters do: a message without a mention counts in a thread that we take part in, else it is only overheard. */
  async #incoming(saying: Saying): Promise<IncomingMessage | null> {
    const place = this.#placeOf(saying.who, saying.thread);
    const key = place.thread ?? '';
    const speaker = this.#speaker(saying.who);
    const isKnown = place.kind === 'dm' || (await takesPart(this.database.db, place.conversation));
    if (saying.quiet && !isKnown) {
      const one = {
        person: speaker.id,
        name: speaker.name,
        text: saying.text,
        sentAt: this.#clock.at.toISOString(),
      };
      this.#overheard.set(key, [...(this.#overheard.get(key) ?? []), one]);
      return null;
    }
    const discussion = isKnown ? undefined : this.#overheard.get(key);
    const files = Object.entries(saying.files).map(([name, content]) => {
      const bytes = Buffer.from(content);
      this.#channel.stored.set(name, bytes);
      return {
        name,
        mediaType: '',
        bytes: bytes.byteLength,
        kind: kindOfFile(name, '') ?? ('unknown' as const),
        ref: name,
      };
    });
    return {
      type: 'message',
      place,
      speaker,
      messageId: `said-${++this.#said}`,
      sentAt: this.#clock.at,
      text: saying.text,
      attachments: [],
      ...(files.length > 0 ? { files } : {}),
      late: false,
      reason: place.kind === 'dm' ? 'dm' : saying.quiet ? 'thread' : 'mention',
      ...(discussion ? { discussion } : {}),
    };
  }

  #placeOf(who: string, thread: string | undefined): Place {
    const { room, conversation } = seatOf(this.#playing(), who, thread);
    const isDm = room.kind === 'dm';
    return {
      platform: 'slack',
      room: room.id,
      kind: room.kind,
      conversation,
      thread: isDm ? null : (thread ?? 'main'),
    };
  }

  #speaker(who: string) {
    const conversation = this.#playing();
    const { person: id } = seatOf(conversation, who);
    return { id, name: who, member: true, zone: conversation.zone, locale: conversation.language };
  }

  /** Everybody has said something in the room before, in another thread: names are known there. */
  async #greet(conversation: Conversation): Promise<void> {
    for (const who of conversation.people) {
      const place = this.#placeOf(who, 'before');
      const base = {
        place,
        speaker: this.#speaker(who),
        messageId: `hello-${++this.#said}`,
        sentAt: this.#clock.at,
      };
      await this.#channel.receive({ type: 'command', name: 'help', args: '', private: true, ...base });
    }
    await settled(this.database);
    this.#channel.sent.length = 0;
  }

  /** Rows bear the database's clock: theirs becomes the bot's, so that pauses in the conversation are seen. */
  async #date(): Promise<void> {
    for (const table of ['entry', 'request', 'turn'])
      await sql
        .raw(
          `update ${table} set created_at = '${this.#clock.at.toISOString()}' where created_at > now() - interval '2 minutes'`,
        )
        .execute(this.database.db);
  }
}

/** The soonest instant up to `now` at which something falls due. */
async function nextDue({ db }: Database, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select least(
      (select min(next_at) from schedule where state = 'active' and next_at <= ${now}),
      (select min(retry_at) from occurrence where retry_at <= ${now})) as due`.execute(db);
  return rows[0]?.due ?? null;
}

/** Resolves when nothing waits to be answered or sent, and nobody works on a conversation. */
async function settled({ db }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ busy: boolean }>`
      select exists (select 1 from inbox where state <> 'done')
        or exists (select 1 from outbox where state in ('waiting', 'sending', 'doubt'))
        or exists (select 1 from conversation where lease_owner is not null) as busy`.execute(db);
    if (rows[0]?.busy !== true) return;
    await delay(12);
  }
}
