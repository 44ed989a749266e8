// What the Slack adapter's tests share: the fake workspace with Ann and Bob, the real intake on PGlite, the real channel.

import { join } from 'node:path';
import { createSlackChannel, type SlackParts, type SlackTimings } from '../../../src/channels/slack/index.ts';
import { placeAt } from '../../../src/channels/slack/keys.ts';
import { systemClock } from '../../../src/clock.ts';
import { createIntake } from '../../../src/conversation/intake/intake.ts';
import type { Database } from '../../../src/database/database.ts';
import type { ConversationKey, OutboxId, PersonId, RoomId } from '../../../src/database/ids.ts';
import type { Channel, Intake } from '../../../src/delivery/channel.ts';
import { enqueue } from '../../../src/delivery/outbox.ts';
import type { OutgoingMessage } from '../../../src/delivery/outgoing.ts';
import { upsertPlace } from '../../../src/delivery/places.ts';
import { Wake } from '../../../src/delivery/wake.ts';
import { type Log, silentLog } from '../../../src/log.ts';
import { loadPersonas } from '../../../src/personas/load.ts';
import { everythingIn, openTestDatabase, type TestDatabase } from '../../fakes/databases.ts';
import { FakeSlack } from '../../fakes/slack/index.ts';
import type { Settings } from '../../fakes/slack/types.ts';

/** Twenty times faster than life, or more. */
const quick: Partial<SlackTimings> = {
  lookAgainMs: 20,
  reconnectMs: 10,
  reconnectMaxMs: 50,
  closeMs: 50,
  pongMs: 1500,
  sendMs: 2500,
  lookMs: 2500,
  beatMs: 50,
  quietMs: 1000,
  deafMs: 3000,
  waitMs: 1000,
  rationMs: 3000,
  retryMs: 10,
  markEveryMs: 5,
};

export interface Logged {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

export class SlackBench {
  readonly #endings: (() => Promise<unknown>)[] = [];
  readonly logged: Logged[] = [];
  readonly #looks = new Set<() => void>();
  readonly #parts: Pick<SlackParts, 'catchUpHours'>;
  #opened: TestDatabase | null = null;

  /** @param parts catchUpHours 0 for tests that count calls: then no history is read */
  constructor(parts: Pick<SlackParts, 'catchUpHours'> = {}) {
    this.#parts = parts;
  }

  get database(): Database {
    if (!this.#opened) throw new Error('open() first');
    return this.#opened.database;
  }

  async open(): Promise<void> {
    this.#opened = await openTestDatabase('pglite');
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }

  async workspace(options: Partial<Settings> = {}): Promise<FakeSlack> {
    const slack = await FakeSlack.start({
      ackMs: 1000,
      retryMs: [0, 20, 40, 80, 160, 320],
      refreshGraceMs: 500,
      ...options,
    });
    this.later(() => slack.stop());
    slack.person('U1ANN', { name: 'Ann', tz: 'Europe/Berlin', locale: 'de-DE' });
    slack.person('U2BOB', { name: 'Bob', tz: 'America/New_York' });
    slack.channel('C1TEAM', { members: ['U1ANN', 'U2BOB'], name: 'team', topic: 'work' });
    return slack;
  }

  intake(rules: { allow?: readonly string[] } = {}): Intake {
    const wake = new Wake();
    return createIntake({
      database: this.database,
      clock: systemClock,
      rules: { allow: rules.allow ?? [], admins: [] },
      defaultZone: null,
      personas: loadPersonas(join(import.meta.dirname, '../../../personas')),
      wake,
      sendWake: new Wake(),
      log: silentLog,
      stranger: () => undefined,
    });
  }

  channel(
    slack: FakeSlack,
    timings: Partial<SlackTimings> = {},
    tokens: { bot?: string; app?: string } = {},
    parts: Pick<SlackParts, 'clock' | 'catchUpHours'> = {},
  ): Channel {
    const settings = {
      botToken: tokens.bot ?? slack.botToken,
      appToken: tokens.app ?? slack.appToken,
      apiUrl: slack.apiUrl,
    };
    const channel = createSlackChannel(settings, {
      log: this.log(),
      timings: { ...quick, ...timings },
      ...this.#parts,
      ...parts,
    });
    this.later(() => channel.stop());
    return channel;
  }

  /** A channel that is up. */
  async started(
    slack: FakeSlack,
    intake = this.intake(),
    timings: Partial<SlackTimings> = {},
    parts: Pick<SlackParts, 'clock' | 'catchUpHours'> = {},
  ): Promise<Channel> {
    const channel = this.channel(slack, timings, {}, parts);
    await channel.start(intake);
    return channel;
  }

  /** A channel that is up and has looked for what was said before: what comes now is heard live alone. */
  async listening(slack: FakeSlack, intake = this.intake()): Promise<Channel> {
    const channel = await this.started(slack, intake);
    const read = () => slack.calls('conversations.history').some(({ args }) => args.channel === 'C1TEAM');
    await slack.waitFor(read, 'the first look at the channel');
    return channel;
  }

  log(): Log {
    const at = (level: string) => (fields: object, message: string) => {
      this.logged.push({ level, fields, message });
      for (const look of [...this.#looks]) look();
    };
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  }

  /** Resolves when what was logged passes the test. */
  until(test: (logged: readonly Logged[]) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`never logged; what was: ${JSON.stringify(this.logged)}`)),
        20_000,
      );
      const look = () => {
        if (!test(this.logged)) return;
        clearTimeout(timer);
        this.#looks.delete(look);
        resolve();
      };
      this.#looks.add(look);
      look();
    });
  }

  /** The inbox in order of arrival. */
  async inbox() {
    const rows = await this.database.db.selectFrom('inbox').selectAll().orderBy('id').execute();
    return rows.map((row) => ({
      conversation: row.conversation_id as string,
      person: row.person_id as string,
      id: row.message_id,
      kind: row.kind,
      payload: row.payload as Record<string, unknown>,
    }));
  }

  /** Resolves when the inbox holds so many rows and every envelope is settled. */
  async stored(slack: FakeSlack, count: number) {
    await slack.settled();
    const rows = await this.inbox();
    if (rows.length !== count)
      throw new Error(`${rows.length} rows instead of ${count}: ${JSON.stringify(rows)}\n${slack.dump()}`);
    return rows;
  }

  /** All that the tables hold as one text: to look for what must not be there. */
  everything(): Promise<string> {
    return everythingIn(this.database);
  }

  /** Records that we said something: what the sender does after a send. */
  async said(conversation: string, messageId: string): Promise<void> {
    const [, team = '', channel = '', thread] = conversation.split(':');
    const place = placeAt(team, channel, thread ?? null);
    await this.database.transaction(async (tx) => {
      await upsertPlace(tx, place);
      const key = `said:${messageId}`;
      await enqueue(tx, [
        {
          key,
          platform: 'slack',
          room: place.room,
          conversation: place.conversation,
          kind: 'reply',
          text: 'x',
        },
      ]);
      await tx
        .updateTable('outbox')
        .set({ state: 'sent', platform_message_id: messageId })
        .where('key', '=', key)
        .execute();
    });
  }

  later(end: () => Promise<unknown>): void {
    this.#endings.push(end);
  }

  /** Ends one test's things, last first, and empties the tables. */
  async end(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end();
    this.logged.length = 0;
    const tables = [
      'setting',
      'outbox',
      'occurrence',
      'schedule',
      'inbox',
      'entry',
      'turn',
      'conversation',
      'room',
      'person',
    ] as const;
    for (const table of tables) await this.database.db.deleteFrom(table).execute();
  }
}

let count = 0;

/** An outbox row as the sender hands it over. */
export function outgoing(
  channel: string,
  thread: string | null,
  over: Partial<OutgoingMessage> = {},
): OutgoingMessage {
  const id = ++count;
  return {
    id: id as OutboxId,
    key: `turn:${id}:0:0`,
    place: placeAt('T0PEA', channel, thread),
    text: 'hello',
    buttons: [],
    times: [],
    mention: null,
    privateTo: null,
    replyToken: null,
    replaces: null,
    createdAt: new Date(),
    ...over,
  };
}

export const person = (user: string) => `slack:T0PEA:${user}` as PersonId;
export const room = (channel: string) => `slack:T0PEA:${channel}` as RoomId;
export const conversation = (channel: string, thread?: string) =>
  `slack:T0PEA:${channel}${thread ? `:${thread}` : ''}` as ConversationKey;
