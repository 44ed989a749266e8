// Delivers outbox rows through the channels: once, as far as the platform can tell. A send whose answer was lost, or
// whose sender died, is looked for before it is sent again. The channels never retry; this file decides.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../database/database.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Channel, Place } from './channel.ts';
import { upsertPlace } from './inbox.ts';
import { type ClaimedRow, claimOutgoing, outgoingOf } from './outbox.ts';
import { type OutgoingMessage, SendError } from './outgoing.ts';
import type { Wake } from './wake.ts';

export interface SenderTimings {
  /** How long a claimed row is ours, in milliseconds: longer than any send takes. */
  readonly leaseMs: number;
  /** How often a loop looks without being woken. */
  readonly pollMs: number;
  /** The first wait after a failure; doubles up to `backoffMaxMs`. */
  readonly backoffMs: number;
  readonly backoffMaxMs: number;
}

export const senderTimings: SenderTimings = {
  leaseMs: 30_000,
  pollMs: 1000,
  backoffMs: 1000,
  backoffMaxMs: 60_000,
};

/** Attempts after which a message is given up: at the longest backoff this is more than a day of trying. */
const attemptsAtMost = 1500;
/** Attempts after which a platform that cannot be looked at leaves a message in doubt. */
const looksAtMost = 6;
const atOnce = 20;

/** Told of the end of a row that belongs to an occurrence, inside the transaction that records it. */
export type Delivered = (tx: Tx, row: ClaimedRow, outcome: 'sent' | 'failed') => Promise<void>;

/** Brings the text of a row up to date before its first send; a text that may stand already is never touched. */
export type Worded = (row: ClaimedRow) => Promise<ClaimedRow>;

export class Sender {
  readonly #database: Database;
  readonly #channels: ReadonlyMap<string, Channel>;
  readonly #wake: Wake;
  readonly #timings: SenderTimings;
  readonly #log: Log;
  readonly #delivered: Delivered;
  readonly #worded: Worded;
  readonly #sending = new Set<Promise<void>>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: {
    readonly database: Database;
    readonly channels: ReadonlyMap<string, Channel>;
    readonly wake: Wake;
    readonly log: Log;
    readonly delivered: Delivered;
    readonly worded?: Worded;
    readonly timings?: Partial<SenderTimings>;
  }) {
    this.#database = parts.database;
    this.#channels = parts.channels;
    this.#wake = parts.wake;
    this.#log = parts.log;
    this.#delivered = parts.delivered;
    this.#worded = parts.worded ?? ((row) => Promise.resolve(row));
    this.#timings = { ...senderTimings, ...parts.timings };
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Sends what can be sent at once, waits for what is on its way, and stops. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake.signal();
    await this.#running;
    await Promise.all(this.#sending);
  }

  async #loop(): Promise<void> {
    for (;;) {
      const room = atOnce - this.#sending.size;
      const claimed = room > 0 ? await this.#claim(room) : [];
      for (const row of claimed) this.#track(this.#deliver(row));
      if (claimed.length > 0 && claimed.length === room) continue;
      if (!this.#stopped) await this.#wake.wait(this.#timings.pollMs);
      else if (this.#sending.size === 0 && claimed.length === 0) return;
      else await Promise.race(this.#sending);
    }
  }

  async #claim(room: number): Promise<ClaimedRow[]> {
    try {
      return await claimOutgoing(this.#database, [...this.#channels.keys()], this.#timings.leaseMs, room);
    } catch (error) {
      this.#log.error({ error: messageOf(error) }, 'the outbox could not be read; trying again');
      return [];
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      if (this.#sending.size >= atOnce) this.#wake.signal();
      this.#sending.delete(tracked);
    });
    this.#sending.add(tracked);
  }

  async #deliver(row: ClaimedRow): Promise<void> {
    try {
      const channel = this.#channels.get(row.platform);
      if (!channel) return;
      try {
        const message = outgoingOf(row.was === 'waiting' ? await this.#worded(row) : row);
        const look =
          row.was === 'waiting' ? { standing: null, unsure: false } : await this.#look(row, channel, message);
        if (look === 'give up')
          return await this.#giveUp(
            row,
            new SendError('doubt', 'it stayed unclear whether this reply had arrived'),
          );
        const text = look.unsure
          ? `${message.text}\n(sent again: it was unclear whether the first had arrived)`
          : message.text;
        await this.#finish(row, look.standing ?? (await channel.send({ ...message, text })));
      } catch (error) {
        await this.#fail(
          row,
          channel,
          error instanceof SendError
            ? error
            : new SendError('doubt', messageOf(error), 1000, { cause: error }),
        );
        this.#wake.signal();
      }
    } catch (error) {
      // The row stays claimed until its lease ends, then it is looked for: nothing is lost.
      this.#log.error(
        { outbox: row.id, error: messageOf(error) },
        'a delivery could not be recorded; it will be looked for',
      );
    }
  }

  /** Whether the message stands already. What stays in doubt is sent again for a reminder, marked, and not for a reply. */
  async #look(
    row: ClaimedRow,
    channel: Channel,
    message: OutgoingMessage,
  ): Promise<{ standing: string | null; unsure: boolean } | 'give up'> {
    try {
      return { standing: await channel.find(message), unsure: false };
    } catch (error) {
      if (!(error instanceof SendError) || error.failure !== 'doubt' || row.attempts < looksAtMost)
        throw error;
      return row.kind === 'reminder' ? { standing: null, unsure: true } : 'give up';
    }
  }

  async #finish(row: ClaimedRow, platformId: string): Promise<void> {
    const record = async (queries: Queries) => {
      if (await markSent(queries, row, platformId)) this.#wake.signal();
    };
    if (row.occurrence_id === null) return record(this.#database.db);
    await this.#database.transaction(async (tx) => {
      await record(tx);
      await this.#delivered(tx, row, 'sent');
    });
  }

  async #fail(row: ClaimedRow, channel: Channel, error: SendError): Promise<void> {
    this.#log.warn(
      { outbox: row.id, failure: error.failure, attempt: row.attempts, error: error.message },
      'a message was not delivered',
    );
    if (row.stands_at !== null && (error.failure === 'gone' || error.failure === 'refused'))
      return this.#postAnew(row, error);
    if (error.failure === 'gone') return this.#fallBack(row, channel, error);
    if (error.failure === 'refused' || row.attempts >= attemptsAtMost) return this.#giveUp(row, error);
    // What may have been sent before stays in doubt, so that it is looked for whatever happens in between.
    const state = error.failure === 'doubt' || row.was !== 'waiting' ? 'doubt' : 'waiting';
    const wait = Math.max(
      error.retryAfterMs,
      Math.min(this.#timings.backoffMaxMs, this.#timings.backoffMs * 2 ** (row.attempts - 1)),
    );
    await this.#database.db
      .updateTable('outbox')
      .set({
        state,
        error: error.message,
        next_try_at: sql<Date>`now() + ${wait} * interval '1 millisecond'`,
        lease_until: null,
      })
      .where('id', '=', row.id)
      .execute();
  }

  /** What was to be replaced is no longer there, or cannot be changed: then it is a message of its own. */
  async #postAnew(row: ClaimedRow, error: SendError): Promise<void> {
    await this.#database.db
      .updateTable('outbox')
      .set({ state: 'waiting', payload: sql`payload - 'inPlaceOf'`, error: error.message, lease_until: null })
      .where('id', '=', row.id)
      .execute();
  }

  /** The room is gone: a message that matters goes to the person's DM, once, as a row of its own place. */
  async #fallBack(row: ClaimedRow, channel: Channel, error: SendError): Promise<void> {
    if (!row.person_id) return this.#giveUp(row, error);
    let direct: Place;
    try {
      direct = await channel.direct(row.person_id);
    } catch (cause) {
      const failure = cause instanceof SendError ? cause : new SendError('doubt', messageOf(cause));
      return failure.failure === 'gone' || failure.failure === 'refused'
        ? this.#giveUp(row, error)
        : this.#fail(row, channel, new SendError('retry', failure.message));
    }
    if (direct.room === row.room_id) return this.#giveUp(row, error);
    await this.#database.transaction(async (tx) => {
      await upsertPlace(tx, direct);
      await tx
        .updateTable('outbox')
        .set({
          room_id: direct.room,
          conversation_id: direct.conversation,
          state: 'waiting',
          lease_until: null,
          error: error.message,
        })
        .where('id', '=', row.id)
        .execute();
    });
  }

  async #giveUp(row: ClaimedRow, error: SendError): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await tx
        .updateTable('outbox')
        .set({
          state: 'failed',
          error: error.message,
          lease_until: null,
          payload: sql`payload - 'file' - 'panel'`,
        })
        .where('id', '=', row.id)
        .execute();
      await this.#delivered(tx, row, 'failed');
    });
  }
}

/** @returns whether more waits behind it in its conversation */
async function markSent(queries: Queries, row: ClaimedRow, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    update outbox set state = 'sent', platform_message_id = ${platformId}, sent_at = now(), lease_until = null, error = null,
      payload = payload - 'file' - 'panel'
    where id = ${row.id}
    returning exists (
      select 1 from outbox later where later.conversation_id = outbox.conversation_id and later.id > outbox.id
        and later.state in ('waiting', 'sending', 'doubt')
    ) as more`.execute(queries);
  return rows[0]?.more ?? false;
}

/** Names this process in leases. */
export const newOwner = () => `${process.pid}-${randomUUID().slice(0, 8)}`;
