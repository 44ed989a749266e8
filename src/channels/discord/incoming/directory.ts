// Who and what an id means: channels, roles, members of our servers. The client's cache first, where there is one;
// else the REST API, with bounded memory of what it said.
import {
  type APIChannel,
  type APIGuild,
  type APIGuildMember,
  RESTJSONErrorCodes as C,
  type Client,
  Routes,
} from 'discord.js';
import type { Clock } from '../../../clock.ts';
import { Bounded } from '../../../process/lru.ts';
import { patiently } from '../connection/patience.ts';
import type { DiscordRest } from '../connection/rest.ts';
import { isCode } from '../errors.ts';
import { type ChannelFacts, factsOfApi, factsOfCache } from './facts.ts';

const minutes = 60_000;
/** A person is looked for on so many servers at a time. */
const atOnce = 4;
/** How often a look is repeated that Discord turned down for its rate. */
const triesAtMost = 20;
const pageSize = 200;
/** More than the 2,500 servers that need sharding. */
const pagesAtMost = 20;

export interface Membership {
  /** Their name on that server, if they have one of their own there. */
  readonly nick: string | null;
  readonly roles: readonly string[];
}

export class Directory {
  readonly #rest: DiscordRest;
  readonly #channels: Bounded<ChannelFacts>;
  readonly #members: Bounded<Membership | null>;
  /** By person: what the servers that we share say of them. */
  readonly #shared: Bounded<Membership | null>;
  /** By person: a server they were met on. */
  readonly #metOn: Bounded<string>;
  readonly #rolesCount: boolean;
  #client: Client | null = null;

  /** @param rolesCount whether a person's roles decide what they may do, so that all of them must be known */
  constructor(rest: DiscordRest, clock: Clock, rolesCount = true) {
    const now = () => clock.now().getTime();
    this.#rest = rest;
    this.#rolesCount = rolesCount;
    this.#shared = new Bounded(2000, 10 * minutes, now);
    this.#metOn = new Bounded(5000, 7 * 24 * 60 * minutes, now);
    this.#channels = new Bounded(500, 10 * minutes, now);
    this.#members = new Bounded(1000, 10 * minutes, now);
  }

  /** The connected client, whose cache is asked first; null while there is none. */
  attach(client: Client | null): void {
    this.#client = client;
  }

  /** @throws what the REST API throws, if it does not know the channel either */
  async channel(id: string): Promise<ChannelFacts> {
    const near = this.knownChannel(id);
    if (near) return near;
    const facts = factsOfApi(await this.#rest.get<APIChannel>(Routes.channel(id)), null);
    this.#channels.set(id, facts);
    return facts;
  }

  /** What is known of a channel without asking. */
  knownChannel(id: string): ChannelFacts | null {
    const cached = this.#client?.channels.cache.get(id);
    return cached ? factsOfCache(cached) : (this.#channels.get(id) ?? null);
  }

  roleName(guild: string, id: string): string | null {
    return this.#client?.guilds.cache.get(guild)?.roles.cache.get(id)?.name ?? null;
  }

  /** A person's membership of one server, or null if they are not on it. */
  async member(guild: string, user: string): Promise<Membership | null> {
    const key = `${guild}:${user}`;
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const membership = await this.#ask(guild, user);
    this.#members.set(key, membership);
    return membership;
  }

  /** The person was met on this server: they are looked for there first. */
  metOn(guild: string, user: string): void {
    this.#metOn.set(user, guild);
  }

  /**
   * A person's roles on the servers that we share, or null if we share none. Remembered for ten minutes; where roles count,
   * every server is asked, else as many as it takes to find them on one.
   *
   * @throws what the REST API throws, if they were found nowhere and not every server answered
   */
  async shared(user: string): Promise<Membership | null> {
    return this.#shared.load(user, async () => {
      const met = this.#metOn.get(user);
      const all = await this.#guilds();
      const guilds = met ? [met, ...all.filter((guild) => guild !== met)] : all;
      const { found, failures } = await this.#lookOn(guilds, user);
      if (found.length > 0) return { nick: null, roles: found.flatMap(({ roles }) => roles) };
      if (failures.length > 0) throw failures[0];
      return null;
    });
  }

  async #lookOn(guilds: readonly string[], user: string) {
    const left = guilds.values();
    const found: Membership[] = [];
    const failures: unknown[] = [];
    const walk = async () => {
      for (const guild of left) {
        if (found.length > 0 && !this.#rolesCount) return;
        const one = await patiently(() => this.#ask(guild, user), triesAtMost).catch((error: unknown) => {
          failures.push(error);
          return null;
        });
        if (!one) continue;
        found.push(one);
        this.#metOn.set(user, guild);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, walk));
    return { found, failures };
  }

  async #ask(guild: string, user: string): Promise<Membership | null> {
    const found = await this.#rest
      .get<APIGuildMember>(Routes.guildMember(guild, user))
      .catch((error: unknown) => {
        if (isCode(error, C.UnknownMember, C.UnknownUser, C.UnknownGuild, C.MissingAccess)) return null;
        throw error;
      });
    return found ? { nick: found.nick ?? null, roles: found.roles } : null;
  }

  /** The servers we are on, all of them. */
  async #guilds(): Promise<readonly string[]> {
    const cached = this.#client?.guilds.cache;
    if (cached) return [...cached.keys()];
    const all: string[] = [];
    for (let page = 0; page < pagesAtMost; page++) {
      const query = { limit: String(pageSize), ...(page > 0 ? { after: all.at(-1) ?? '0' } : {}) };
      const more = await patiently(() => this.#rest.get<APIGuild[]>(Routes.userGuilds(), query), triesAtMost);
      all.push(...more.map(({ id }) => id));
      if (more.length < pageSize) break;
    }
    return all;
  }
}
