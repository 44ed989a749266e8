// Delivers outbox rows through the channels: once, as far as the platform can tell. A send whose answer was lost, or
// whose sender died, is looked for before it is sent again. The channels never retry; this file decides.
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { isOfTheWorld } from '../database/faults.ts';
import type { OutboxId } from '../database/ids.ts';
import type { Holding } from '../database/process-lock.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Channel, Place } from './channel.ts';
import { type ClaimedRow, claimOutgoing, enqueue, ifStillOurs, markSent, outgoingOf } from './outbox.ts';
import { type OutgoingMessage, Postponed, SendError } from './outgoing.ts';
import { upsertPlace } from './places.ts';
import { recordTrouble } from './trouble.ts';
import { insteadOf, unforeseen } from './unsent.ts';
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
const sendsAtMost = 1500;
/** Attempts after which a platform that cannot be looked at leaves a message in doubt. */
const looksAtMost = 6;
/** Attempts up to which a wait that a channel names is kept as it is; beyond it the waits grow. */
const postponedAtMost = 20;
const atOnce = 20;

/** Told of the end of a row that belongs to an occurrence, inside the transaction that records it. */
export type Delivered = (tx: Tx, row: ClaimedRow, outcome: 'sent' | 'failed') => Promise<void>;

/** Brings the text of a row up to date before its first send; a text that may have been sent is never touched. */
export type Worded = (row: ClaimedRow) => Promise<ClaimedRow>;

export class Sender {
  readonly #database: Database;
  readonly #lock: Holding;
  readonly #channels: ReadonlyMap<string, Channel>;
  readonly #wake: Wake;
  readonly #timings: SenderTimings;
  readonly #log: Log;
  readonly #delivered: Delivered;
  readonly #worded: Worded;
  readonly #sending = new Map<OutboxId, Promise<void>>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: {
    readonly database: Database;
    readonly lock: Holding;
    readonly channels: ReadonlyMap<string, Channel>;
    readonly wake: Wake;
    readonly log: Log;
    readonly delivered: Delivered;
    readonly worded?: Worded;
    readonly timings?: Partial<SenderTimings>;
  }) {
    this.#database = parts.database;
    this.#lock = parts.lock;
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
    await Promise.all(this.#sending.values());
  }

  async #loop(): Promise<void> {
    for (;;) {
      const room = atOnce - this.#sending.size;
      const claimed = room > 0 ? await this.#claim(room) : [];
      for (const row of claimed) this.#track(row.id, this.#deliver(row));
      if (claimed.length > 0 && claimed.length === room) continue;
      if (!this.#stopped) await this.#wake.wait(this.#timings.pollMs);
      else if (this.#sending.size === 0 && claimed.length === 0) return;
      else await Promise.race(this.#sending.values());
    }
  }

  async #claim(room: number): Promise<ClaimedRow[]> {
    const { holder } = this.#lock;
    if (!holder) return [];
    try {
      return await claimOutgoing(this.#database, {
        owner: holder.name,
        platforms: this.#readyPlatforms(),
        // A row whose lock was lost while it was on its way is ours to finish, and no other's to begin here.
        except: [...this.#sending.keys()],
        ms: this.#timings.leaseMs,
        limit: room,
      });
    } catch (error) {
      this.#log.error({ error: messageOf(error) }, 'the outbox could not be read; trying again');
      return [];
    }
  }

  /** What is in doubt can be looked for only by a channel that knows who it is. */
  #readyPlatforms(): string[] {
    return [...this.#channels].flatMap(([name, channel]) => (channel.isReady?.() === false ? [] : [name]));
  }

  /** @param work resolves with whether another look is due at once */
  #track(id: OutboxId, work: Promise<boolean>): void {
    const tracked = work.then((again) => {
      const wasFull = this.#sending.size >= atOnce;
      this.#sending.delete(id);
      if (again || wasFull) this.#wake.signal();
    });
    this.#sending.set(id, tracked);
  }

  /** @returns whether more of its conversation, or the same again, may be due */
  async #deliver(row: ClaimedRow): Promise<boolean> {
    try {
      const channel = this.#channels.get(row.platform);
      if (!channel) return false;
      const message = await this.#read(row);
      if (!message) return true;
      try {
        return await this.#attempt(row, channel, message);
      } catch (error) {
        await this.#fail(row, channel, error instanceof SendError ? error : unforeseen(error, row));
        return true;
      }
    } catch (error) {
      // The row is claimed again at a later look, and then looked for: nothing is lost.
      this.#log.error(
        { outbox: row.id, error: messageOf(error) },
        'a delivery could not be recorded; it will be looked for',
      );
      return false;
    }
  }

  /** The row as a message; null if it cannot be read as one, and so was given up: no look at the platform mends that. */
  async #read(row: ClaimedRow): Promise<OutgoingMessage | null> {
    try {
      return outgoingOf(row.was === 'waiting' ? await this.#worded(row) : row);
    } catch (error) {
      if (isOfTheWorld(error)) throw error;
      await this.#giveUp(row, error);
      return null;
    }
  }

  /** Sends it, unless it was sent already. @returns whether more waits behind it @throws SendError */
  async #attempt(row: ClaimedRow, channel: Channel, message: OutgoingMessage): Promise<boolean> {
    const look =
      row.was === 'waiting' ? { standing: null, unsure: false } : await this.#look(row, channel, message);
    if (look === 'give up') {
      await this.#giveUp(row, new SendError('doubt', 'it stayed unclear whether this reply had arrived'));
      return true;
    }
    const text = look.unsure
      ? `${message.text}\n(sent again: it was unclear whether the first had arrived)`
      : message.text;
    if (look.standing !== null) return this.#finish(row, look.standing);
    // Once our lock is lost another may send it, too: whoever claims it then looks for it first, and so may we.
    if (this.#lock.holder?.name !== row.lease_owner) return true;
    return this.#finish(row, await channel.send({ ...message, text }));
  }

  /** Whether the platform has the message. What stays in doubt is sent again for a reminder, marked, and not for a reply. */
  async #look(
    row: ClaimedRow,
    channel: Channel,
    message: OutgoingMessage,
  ): Promise<{ standing: string | null; unsure: boolean } | 'give up'> {
    try {
      return { standing: await channel.find(message, Math.max(0, row.begun_ago ?? 0)), unsure: false };
    } catch (error) {
      if (!(error instanceof SendError) || error.failure !== 'doubt' || row.attempts < looksAtMost)
        throw error;
      return row.kind === 'reminder' ? { standing: null, unsure: true } : 'give up';
    }
  }

  async #finish(row: ClaimedRow, platformId: string): Promise<boolean> {
    if (row.occurrence_id === null) return markSent(this.#database.db, row, platformId);
    return this.#database.transaction(async (tx) => {
      const more = await markSent(tx, row, platformId);
      await this.#delivered(tx, row, 'sent');
      return more;
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
    if (error.failure === 'refused' || row.attempts >= sendsAtMost) return this.#giveUp(row, error);
    // What may have been sent before stays in doubt, so that it is looked for whatever happens in between.
    const state = error.failure === 'doubt' || row.was !== 'waiting' ? 'doubt' : 'waiting';
    const { pollMs } = this.#timings;
    const wait = this.#waitAfter(error, row.attempts);
    await ifStillOurs(this.#database.db, row)
      .set({
        state,
        error: error.message,
        next_try_at: sql<Date>`now() + ${wait} * interval '1 millisecond'`,
        lease_until: null,
      })
      .execute();
    if (wait < pollMs) setTimeout(() => this.#wake.signal(), wait).unref();
  }

  /** Milliseconds until the next try. */
  #waitAfter(error: SendError, attempts: number): number {
    const { backoffMs, backoffMaxMs } = this.#timings;
    if (error instanceof Postponed && attempts <= postponedAtMost) return error.retryAfterMs;
    return Math.max(error.retryAfterMs, Math.min(backoffMaxMs, backoffMs * 2 ** (attempts - 1)));
  }

  /** What was to be replaced is no longer there, or cannot be changed: then it is a message of its own. */
  async #postAnew(row: ClaimedRow, error: SendError): Promise<void> {
    await ifStillOurs(this.#database.db, row)
      .set({ state: 'waiting', payload: sql`payload - 'inPlaceOf'`, error: error.message, lease_until: null })
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
      await ifStillOurs(tx, row)
        .set({
          room_id: direct.room,
          conversation_id: direct.conversation,
          state: 'waiting',
          lease_until: null,
          error: error.message,
        })
        .execute();
    });
  }

  /** Sets a message aside that cannot be sent: the next ones go, and its conversation is told, if it can be. */
  async #giveUp(row: ClaimedRow, error: unknown): Promise<void> {
    const instead = insteadOf(row, error);
    await this.#database.transaction(async (tx) => {
      const { numUpdatedRows } = await ifStillOurs(tx, row)
        .set({ state: 'failed', error: messageOf(error), lease_until: null })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const of = { conversation_id: row.conversation_id, person_id: row.person_id };
      await recordTrouble(tx, { kind: 'outgoing', ref: row.id, ...of }, error);
      if (instead) await enqueue(tx, [instead]);
      await this.#delivered(tx, row, 'failed');
    });
    this.#wake.signal();
  }
}
