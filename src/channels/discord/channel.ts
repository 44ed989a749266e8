// Discord behind the channel contract. Sending is REST alone, so that any process can; taking in needs the gateway, which
// one process at a time holds.
import { type APIApplication, type APIUser, Routes } from 'discord.js';
import type { Clock } from '../../clock.ts';
import type { Turns } from '../../database/advisory.ts';
import type { Database } from '../../database/database.ts';
import type { PersonId } from '../../database/ids.ts';
import type { Channel, Intake, Liveness, Place } from '../../delivery/channel.ts';
import type { AttachedFile, Fetched, FetchLimits } from '../../delivery/files.ts';
import type { OutgoingMessage } from '../../delivery/outgoing.ts';
import type { Log } from '../../log.ts';
import { Pulse } from '../pulse.ts';
import { readBookmark } from './connection/bookmark.ts';
import { Gateway } from './connection/gateway.ts';
import { Pace } from './connection/pace.ts';
import { patiently } from './connection/patience.ts';
import { DiscordRest } from './connection/rest.ts';
import { openSession } from './connection/session.ts';
import { Acknowledging } from './controls/acknowledging.ts';
import { startError } from './errors.ts';
import { fetchFile } from './incoming/attached.ts';
import { Directory } from './incoming/directory.ts';
import { Taking } from './incoming/taking.ts';
import { idAt } from './keys.ts';
import { splitForDiscord } from './outgoing/message.ts';
import { Working } from './outgoing/presence.ts';
import { Sending } from './outgoing/send.ts';
import { Threads } from './outgoing/threads.ts';
import type { Timings } from './timings.ts';

export interface DiscordSettings {
  readonly token: string;
  /** Another base address than Discord's own, or null. */
  readonly apiUrl: string | null;
}

export interface DiscordParts {
  readonly log: Log;
  readonly clock: Clock;
  /** Keeps our place in the gateway's stream; null: it is not kept, and a restart may miss a first direct message. */
  readonly database: Database | null;
  /** Whose turn it is to hold the gateway. */
  readonly turns: Turns;
  /** CATCH_UP_HOURS: what was said before is not answered after a gap. */
  readonly catchUpHours: number;
  /** Whether ALLOW or ADMINS name roles: then a person's roles on all servers must be known; true if absent. */
  readonly rolesCount?: boolean;
  readonly timings: Timings;
}

export class DiscordChannel implements Channel {
  readonly platform = 'discord';
  readonly #settings: DiscordSettings;
  readonly #parts: DiscordParts;
  readonly #rest: DiscordRest;
  readonly #directory: Directory;
  readonly #threads: Threads;
  readonly #working: Working;
  readonly #acknowledging = new Acknowledging();
  #self: Promise<string> | null = null;
  #intake: Intake | null = null;
  #taking: Taking | null = null;
  #gateway: Gateway | null = null;
  readonly #pulse: Pulse;
  #stopped = new AbortController();
  /** The application's name. */
  #name = '';

  constructor(settings: DiscordSettings, parts: DiscordParts) {
    this.#settings = { ...settings, token: settings.token.trim().replace(/^Bot\s+/i, '') };
    this.#parts = parts;
    this.#pulse = new Pulse(parts.timings);
    const self = () => this.#whoAmI();
    const { timeoutMs, callsPerSecond } = parts.timings;
    this.#rest = new DiscordRest({ ...this.#settings, timeoutMs, callsPerSecond });
    this.#directory = new Directory(this.#rest, parts.clock, parts.rolesCount ?? true);
    this.#threads = new Threads(self, parts.clock);
    this.#working = new Working(this.#rest, this.#threads, parts.log);
  }

  async start(intake: Intake): Promise<void> {
    const { log, clock, database, turns, catchUpHours, timings } = this.#parts;
    this.#intake = intake;
    this.#stopped = new AbortController();
    const { signal: stopped } = this.#stopped;
    const { self, application, name } = await this.#introduce();
    stopped.throwIfAborted();
    this.#name = name;
    // The first start ever: from here on nothing is missed.
    if ((await intake.lastSeen('discord')) === null) await intake.seen('discord', idAt(clock.now()));
    const shared = { rest: this.#rest, directory: this.#directory, threads: this.#threads };
    const taking = new Taking({
      ...shared,
      acknowledging: this.#acknowledging,
      intake,
      database,
      self,
      application,
      log,
      clock,
      catchUpHours,
      timings,
    });
    this.#taking = taking;
    const session = { ...this.#settings, ...timings };
    const pace = new Pace(timings, log);
    const vitals = { pulse: this.#pulse, ask: () => this.#rest.get(Routes.user()) };
    this.#gateway = new Gateway({
      turns,
      log,
      ...timings,
      connect: (from, signal) => openSession(session, from, taking, vitals, pace, log, signal),
      bookmark: () => readBookmark(database, application),
      taken: () => this.#pulse.beat(),
    });
    try {
      if (await this.#gateway.start()) await taking.begun;
    } catch (error) {
      await this.stop();
      throw startError(error);
    }
  }

  about(): string {
    const servers = this.#taking?.servers ?? null;
    const where =
      servers === null
        ? 'standing by while another process holds the gateway'
        : `on ${servers} server${servers === 1 ? '' : 's'}`;
    return `Discord as ${this.#name}, ${where}`;
  }

  isReady(): boolean {
    return this.#name !== '';
  }

  liveness(): Liveness {
    return this.#pulse.liveness(this.#gateway?.isOurs ?? false);
  }

  async stop(): Promise<void> {
    this.#stopped.abort(new Error('Discord is stopped'));
    this.#taking?.abort();
    await this.#gateway?.stop();
    await this.#taking?.end();
    this.#rest.close();
  }

  send(message: OutgoingMessage): Promise<string> {
    return this.#within(this.#parts.timings.sendMs).send(message);
  }

  find(message: OutgoingMessage): Promise<string | null> {
    return this.#within(this.#parts.timings.lookMs).find(message);
  }

  direct(person: PersonId): Promise<Place> {
    return this.#within(this.#parts.timings.timeoutMs).direct(person);
  }

  working(place: Place, messageId: string, doing: string | null): Promise<void> {
    return this.#working.show(place, messageId, doing);
  }

  fetch(file: AttachedFile, limits: FetchLimits): Promise<Fetched> {
    return fetchFile(this.#rest, this.#settings.apiUrl, file, limits);
  }

  sendsFiles(): boolean {
    return true;
  }

  done(place: Place, messageId: string): Promise<void> {
    return this.#working.done(place, messageId);
  }

  split(text: string): readonly string[] {
    return splitForDiscord(text);
  }

  /** One send, look or opening of a DM, which ends after `ms` whatever it takes. */
  #within(ms: number): Sending {
    const { clock, timings } = this.#parts;
    return new Sending({
      rest: this.#rest.within(ms),
      threads: this.#threads,
      clock,
      acknowledging: this.#acknowledging,
      callbackMs: timings.callbackMs,
      self: () => this.#whoAmI(),
      claimed: async (room, id) => ((await this.#intake?.conversationOf(room, id)) ?? null) !== null,
    });
  }

  /** Tries the token. @throws PeacrabError CHANNEL_AUTH, CHANNEL_START */
  async #introduce(): Promise<{
    readonly self: string;
    readonly application: string;
    readonly name: string;
  }> {
    try {
      const ask = () => this.#rest.get<APIApplication>(Routes.currentApplication());
      const { id, name } = await patiently(ask, 5);
      return { self: await this.#whoAmI(), application: id, name };
    } catch (error) {
      this.#rest.close();
      throw startError(error);
    }
  }

  #whoAmI(): Promise<string> {
    this.#self ??= this.#rest.get<APIUser>(Routes.user()).then(
      (user) => user.id,
      (error: unknown) => {
        this.#self = null;
        throw error;
      },
    );
    return this.#self;
  }
}
