// What every part of the fake's interface stands on: the world, its servers, reading what there is, and waiting.

import { patienceMs } from '../patience.ts';
import { isThread, knownChannel, knownMessage } from './access.ts';
import { type Call, Faults, routePattern } from './faults.ts';
import { Gateway, type GatewayNote } from './gateway.ts';
import type { Json } from './json.ts';
import type { TypingRecord } from './records.ts';
import { RestServer } from './server.ts';
import type { Settings } from './settings.ts';
import { dump, type SeenMessage, seeChannel, seeMessage } from './view.ts';
import { Watch } from './watch.ts';
import { World } from './world.ts';

export interface FakeDiscordOptions {
  /** For every random choice; print it. */
  readonly seed?: number;
  /** Milliseconds since 1970; the fake's ids, nonces and deadlines follow it. */
  readonly clock?: () => number;
  readonly settings?: Partial<Settings>;
}

export class FakeBase {
  /** Change timings while it runs. */
  readonly settings: Settings;
  protected readonly world: World;
  protected readonly gateway: Gateway;
  protected readonly faults = new Faults();
  protected readonly server: RestServer;
  protected readonly watching: Watch;

  protected constructor(options: FakeDiscordOptions) {
    this.world = new World({
      seed: options.seed ?? 1,
      clock: options.clock ?? (() => Date.now()),
      settings: options.settings ?? {},
    });
    this.settings = this.world.settings;
    this.gateway = new Gateway(this.world);
    this.server = new RestServer(this.world, this.gateway, this.faults);
    this.watching = new Watch(() => this.dump());
    this.world.onChange(() => this.watching.notify());
  }

  // Where and who.

  /** For DISCORD_API_URL: discord.js appends `/v10`. */
  get apiUrl(): string {
    return `${this.world.origin}/api`;
  }

  get token(): string {
    return this.world.token;
  }

  get applicationId(): string {
    return this.world.applicationId;
  }

  get botUserId(): string {
    return this.world.bot.id;
  }

  get guildId(): string {
    return this.world.guildId;
  }

  /** A fresh snowflake, for people, channels and roles. */
  newId(): string {
    return this.world.newId();
  }

  // What is to be seen.

  /** A channel's, thread's or DM's messages, oldest first; with `as`, only what that person sees. */
  messages(channelId: string, options: { readonly as?: string } = {}): SeenMessage[] {
    return seeChannel(this.world, knownChannel(this.world, channelId).id, options.as);
  }

  message(messageId: string): SeenMessage {
    return seeMessage(this.world, knownMessage(this.world, messageId));
  }

  /** The threads of a channel, with the ones deleted left out. */
  threads(channelId: string): { readonly id: string; readonly name: string; readonly archived: boolean }[] {
    const all = [...this.world.channels.values()].filter(
      (one) => isThread(one) && one.parentId === channelId && !one.deleted,
    );
    return all.map(({ id, name, archived }) => ({ id, name, archived }));
  }

  /** The bot's typing signals, oldest first. */
  typing(channelId?: string): TypingRecord[] {
    const own = this.world.typing.filter((one) => one.userId === this.botUserId);
    return own.filter((one) => channelId === undefined || one.channelId === channelId);
  }

  reactions(messageId: string): readonly { readonly emoji: string; readonly users: readonly string[] }[] {
    return this.message(messageId).reactions;
  }

  /** Commands the bot registered: `global` or a server's id. */
  commands(scope = 'global'): readonly Json[] {
    return this.world.commands.get(scope) ?? [];
  }

  /** The REST log, oldest first. @param filter a route pattern (see `fail`) or a function */
  calls(filter: string | RegExp | ((call: Call) => boolean) = () => true): Call[] {
    if (typeof filter === 'function') return this.server.calls.filter(filter);
    const pattern = typeof filter === 'string' ? routePattern(filter) : filter;
    return this.server.calls.filter((call) => pattern.test(`${call.method} ${call.path}`));
  }

  /** What the gateway's sockets did, oldest first. */
  gatewayLog(kind?: GatewayNote['kind']): GatewayNote[] {
    return this.gateway.notes.filter((note) => kind === undefined || note.kind === kind);
  }

  /** Open gateway sockets; 1 in good health, 0 after the bot has gone. */
  get sockets(): number {
    return this.gateway.connections.length;
  }

  /** How many connections were reset while `refuseConnections` was on. */
  get connectionsRefused(): number {
    return this.server.refused;
  }

  /**
   * Resolves with the predicate's first truthy value, asked at once and again after each change (message, typing,
   * reaction, answer, REST call, gateway event). Rejects with a dump when the deadline passes.
   */
  waitFor<T>(
    predicate: () => T | undefined | null | false,
    description: string,
    options: { readonly timeoutMs?: number } = {},
  ): Promise<T> {
    return this.watching.wait(predicate, description, options.timeoutMs ?? patienceMs);
  }

  /** Waits for a message of the bot in that channel, finished, that contains the text or fits the pattern. */
  waitForReply(channelId: string, wanted: string | RegExp = ''): Promise<SeenMessage> {
    const fits = (seen: SeenMessage): boolean =>
      seen.ours &&
      !seen.loading &&
      (typeof wanted === 'string' ? seen.text.includes(wanted) : wanted.test(seen.text));
    const find = (): SeenMessage | undefined =>
      this.world.channels.has(channelId) ? this.messages(channelId).find(fits) : undefined;
    return this.waitFor(find, `a reply in ${channelId} with ${wanted}`);
  }

  /** Waits until the bot is identified and its socket well. */
  connected(): Promise<true> {
    return this.waitFor(() => this.gateway.connected || undefined, 'the bot at the gateway');
  }

  dump(): string {
    return dump(this.world, this.server.calls, this.gateway.sessions);
  }
}
