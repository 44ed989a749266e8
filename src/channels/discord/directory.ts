// Who and what stands behind an id: channels, roles, members of our servers. The client's cache first, where there is one;
// else the REST API, with bounded memory of what it said.
import {
  type APIChannel,
  type APIGuild,
  type APIGuildMember,
  RESTJSONErrorCodes as C,
  type Client,
  Routes,
} from 'discord.js';
import { Bounded } from '../../bounded.ts';
import type { Clock } from '../../clock.ts';
import { isCode } from './errors.ts';
import { type ChannelFacts, factsOfApi, factsOfCache } from './facts.ts';
import type { DiscordRest } from './rest.ts';

const minutes = 60_000;
/** A person is looked for on so many of our servers. */
const serversAtMost = 20;

export interface Membership {
  /** Their name on that server, if they have one of their own there. */
  readonly nick: string | null;
  readonly roles: readonly string[];
}

export class Directory {
  readonly #rest: DiscordRest;
  readonly #channels: Bounded<ChannelFacts>;
  readonly #members: Bounded<Membership | null>;
  #client: Client | null = null;

  constructor(rest: DiscordRest, clock: Clock) {
    const now = () => clock.now().getTime();
    this.#rest = rest;
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

  /** Somebody's membership of one server, or null if they are not on it. */
  async member(guild: string, user: string): Promise<Membership | null> {
    const key = `${guild}:${user}`;
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const found = await this.#rest
      .get<APIGuildMember>(Routes.guildMember(guild, user))
      .catch((error: unknown) => {
        if (isCode(error, C.UnknownMember, C.UnknownUser, C.UnknownGuild, C.MissingAccess)) return null;
        throw error;
      });
    const membership = found ? { nick: found.nick ?? null, roles: found.roles } : null;
    this.#members.set(key, membership);
    return membership;
  }

  /** The servers we are on: the first of them, if there are many. */
  async #guilds(): Promise<readonly string[]> {
    const cached = this.#client?.guilds.cache;
    if (cached) return [...cached.keys()].slice(0, serversAtMost);
    const query = { limit: String(serversAtMost) };
    return (await this.#rest.get<APIGuild[]>(Routes.userGuilds(), query)).map((guild) => guild.id);
  }

  /** Somebody's roles on the servers that we share, or null if we share none. */
  async shared(user: string): Promise<Membership | null> {
    const found = await Promise.all((await this.#guilds()).map((guild) => this.member(guild, user)));
    const memberships = found.filter((each) => each !== null);
    if (memberships.length === 0) return null;
    return { nick: null, roles: memberships.flatMap((each) => each.roles) };
  }
}
