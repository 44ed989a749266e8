// After a gap: pages what was said since the watermark, in the DMs we know and in every channel and thread we may read, and
// takes in what was for us. A channel is paged before anything live of it is dealt with, so that order is kept.
import { type Channel, type Client, PermissionFlagsBits, Routes } from 'discord.js';
import { type Clock, sleep } from '../../../clock.ts';
import type { Intake } from '../../../delivery/channel.ts';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { lazy } from '../../../process/lazy.ts';
import type { Mark } from '../../mark.ts';
import { patiently } from '../connection/patience.ts';
import type { DiscordRest } from '../connection/rest.ts';
import { isClosedToUs } from '../errors.ts';
import { channelOf, idAt, laterId, oldestFirst, timeOf } from '../keys.ts';
import { type HeardMessage, idsOf, readPage } from './envelope.ts';

/** Ids are handed out by many machines: a little before the mark is looked at again. What is stored already is recognised. */
const overlapMs = 60_000;
const pageSize = 100;
const pagesAtMost = 100;
const atOnce = 3;
/** How long live messages wait for the list of channels; longer while an earlier run is still under way. */
const patienceMs = 2000;
/** How long those of a channel wait until it is read after all, together. */
const waitMs = 20_000;

export interface CatchUpParts {
  readonly rest: DiscordRest;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly log: Log;
  readonly mark: Mark<string>;
  /** What is older is left. */
  readonly hours: number;
  readonly hear: (message: HeardMessage) => Promise<void>;
  readonly signal: AbortSignal;
}

interface Target {
  readonly channel: string;
  readonly guild: string | null;
}

/** From which id on to page, or null for nothing. Pure. */
export function pageFrom(mark: string | null, hours: number, now: Date): string | null {
  if (mark === null || hours === 0) return null;
  const oldest = now.getTime() - hours * 3_600_000;
  return idAt(new Date(Math.max(timeOf(mark).getTime() - overlapMs, oldest)));
}

export class CatchUp {
  readonly #parts: CatchUpParts;
  /** Channels to be paged, each with its one paging; one that failed stays until the next run, which forgets all others. */
  readonly #pending = new Map<string, () => Promise<boolean>>();
  /** Channels in which something was lost, whatever else is known of them; the next run that reads one takes it out. */
  readonly #also = new Map<string, Target>();
  /** Of channels that could not be read: when what comes live no longer waits for it. */
  readonly #late = new Map<string, Promise<void>>();
  #isRunning = false;
  /** Resolves when the next run has listed its channels. */
  #next = Promise.withResolvers<void>();
  #listed: Promise<void> = Promise.resolve();
  #list: () => void = () => undefined;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** Something may be missing: until {@link run} knows the channels, live messages wait, though not for long. */
  expect(): void {
    const listed = Promise.withResolvers<void>();
    this.#listed = Promise.race([
      listed.promise,
      sleep(this.#isRunning ? waitMs : patienceMs, this.#parts.signal),
    ]);
    this.#list = listed.resolve;
  }

  /** Something of this channel was heard but not stored. */
  also(channel: string, guild: string | null): void {
    this.#also.set(channel, { channel, guild });
  }

  /** Resolves when nothing older is to be paged in this channel, or when it could not be for a while. */
  async before(channel: string): Promise<void> {
    await this.#listed;
    const isRead = await this.#pending.get(channel)?.();
    if (isRead !== false) return;
    const late = this.#late.get(channel) ?? sleep(waitMs, this.#parts.signal);
    this.#late.set(channel, late);
    await Promise.race([late, this.#isRead(channel)]);
  }

  /** Resolves when a later run has read it, or leaves it out. */
  async #isRead(channel: string): Promise<void> {
    for (;;) {
      const next = this.#next.promise;
      const paging = this.#pending.get(channel);
      if (paging === undefined || (await paging())) return;
      await next;
    }
  }

  /** Pages all there is. @returns whether nothing can be missing now @throws if the database does not answer */
  async run(client: Client<true>): Promise<boolean> {
    const list = this.#list;
    this.#isRunning = true;
    try {
      const { intake, hours, clock } = this.#parts;
      const from = pageFrom(await intake.lastSeen('discord'), hours, clock.now());
      const targets = from === null ? [] : await this.#targets(client, from);
      this.#pending.clear();
      if (from === null) return true;
      const pagings = [...targets].map((target) => {
        const paging = lazy(() => this.#page(target, from));
        this.#pending.set(target.channel, paging);
        return { target, paging };
      });
      list();
      this.#tellNext();
      return await this.#all(pagings);
    } finally {
      this.#isRunning = false;
      list();
      if (this.#pending.size === 0) this.#tellNext();
    }
  }

  #tellNext(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }

  async #targets(client: Client<true>, from: string): Promise<Iterable<Target>> {
    const all = [...(await this.#dms()), ...channelsOf(client, from), ...this.#also.values()];
    return new Map(all.map((target) => [target.channel, target])).values();
  }

  async #dms(): Promise<Target[]> {
    const rooms = await this.#parts.intake.directs('discord');
    return rooms.map((room) => ({ channel: channelOf(room), guild: null }));
  }

  async #all(
    pagings: readonly { readonly target: Target; readonly paging: () => Promise<boolean> }[],
  ): Promise<boolean> {
    const left = pagings.values();
    let complete = true;
    const walk = async () => {
      for (const { target, paging } of left) {
        const isRead = await paging();
        if (isRead) this.#pending.delete(target.channel);
        complete &&= isRead;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, walk));
    return complete;
  }

  #through(target: Target): true {
    this.#also.delete(target.channel);
    this.#late.delete(target.channel);
    return true;
  }

  /** @returns false if it is to be tried again */
  async #page(target: Target, from: string): Promise<boolean> {
    const { log, signal, mark } = this.#parts;
    let after = from;
    try {
      for (let page = 0; page < pagesAtMost && !signal.aborted; page++) {
        const found = await this.#read(target, after);
        for (const message of oldestFirst(readPage(found))) {
          await this.#parts.hear(target.guild ? { ...message, guild_id: target.guild } : message);
          after = laterId(after, message.id);
        }
        // What cannot be read is passed, too.
        const ids = idsOf(found);
        after = ids.reduce(laterId, after);
        if (ids.length > 0) mark.reach(after);
        if (ids.length < pageSize) return this.#through(target);
      }
      return false;
    } catch (error) {
      log.warn(
        { channel: target.channel, error: messageOf(error) },
        'what was said meanwhile could not be read; trying again',
      );
      return false;
    }
  }

  /** The next page; nothing where the channel is closed to us. */
  async #read({ channel }: Target, after: string): Promise<unknown> {
    const { rest, signal } = this.#parts;
    const query = { after, limit: String(pageSize) };
    try {
      return await patiently(() => rest.get<unknown>(Routes.channelMessages(channel), query), 20, signal);
    } catch (error) {
      if (isClosedToUs(error)) return [];
      throw error;
    }
  }
}

/** Channels and threads with something newer, as far as we may read them. */
function channelsOf(client: Client<true>, from: string): Target[] {
  return [...client.channels.cache.values()]
    .filter((channel) => /^\d{1,20}$/.test(channel.id) && mayBeRead(channel, client.user.id, from))
    .map((channel) => ({ channel: channel.id, guild: channel.isDMBased() ? null : channel.guildId }));
}

/** What the client knows of it may be odd: then Discord is asked. */
function mayBeRead(channel: Channel, self: string, from: string): boolean {
  try {
    return isReadable(channel, self, from);
  } catch {
    return true;
  }
}

function isReadable(channel: Channel, self: string, from: string): boolean {
  if (channel.isDMBased() || !channel.isTextBased()) return false;
  if (channel.lastMessageId === null || BigInt(channel.lastMessageId) <= BigInt(from)) return false;
  const may = channel.guild.members.me ? channel.permissionsFor(self) : null;
  return may === null || may.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.ReadMessageHistory]);
}
