// The fake Discord: REST v10 and gateway on loopback for the real discord.js client, and verbs for tests. Driven in
// the test's process; the bot may run beside it or in a process of its own that can be killed and started again.
// Here: its start and stop, and everything that can go wrong.
import { knownChannel, knownUser } from './access.ts';
import type { FakeDiscordOptions } from './fake-base.ts';
import { FakePeople } from './fake-people.ts';
import type { Fault, FaultHandle } from './faults.ts';
import type { Json } from './json.ts';
import { deleteChannel } from './threads.ts';

export class FakeDiscord extends FakePeople {
  /** Listens on a free port of 127.0.0.1. */
  static async start(options: FakeDiscordOptions = {}): Promise<FakeDiscord> {
    const fake = new FakeDiscord(options);
    await fake.server.listen();
    return fake;
  }

  /** Ends waits, sockets and timers; nothing of the fake outlives this. */
  async stop(): Promise<void> {
    this.faults.clear();
    this.watching.close();
    this.gateway.close();
    await this.server.close();
  }

  /**
   * Makes requests fail. @param route e.g. `POST /channels/:id/messages`, `* /channels/**`, or a pattern that is
   * tested on `METHOD /path`
   */
  fail(route: string | RegExp, fault: Fault): FaultHandle {
    return this.faults.add(route, fault);
  }

  /** Takes back every fault of requests. */
  clearFaults(): void {
    this.faults.clear();
  }

  /** Ends the gateway's sockets; silently: they stay open and dead, even a close is not answered. */
  dropSockets(options: { readonly silently?: boolean; readonly code?: number } = {}): void {
    for (const connection of this.gateway.connections) {
      if (options.silently) connection.freeze();
      else if (options.code !== undefined) connection.close(options.code, 'Dropped by the test');
      else connection.drop();
    }
  }

  /** Sockets go deaf: nothing is delivered, heartbeats are not acknowledged (unless `acks`); a close is answered. */
  zombie(options: { readonly acks?: boolean } = {}): void {
    for (const connection of this.gateway.connections) connection.health = options.acks ? 'half' : 'deaf';
  }

  /** Opcode 9; resumable ones may resume on the same socket. */
  invalidateSession(options: { readonly resumable?: boolean } = {}): void {
    this.gateway.invalidate(options.resumable ?? false);
  }

  /** The next resume is refused with opcode 9. */
  forgetSessions(): void {
    this.gateway.forgetSessions();
  }

  /** The next n sessions end as soon as they have begun. */
  endSessions(n: number): void {
    this.gateway.endings = n;
  }

  /** Opcode 7. */
  askReconnect(): void {
    for (const connection of this.gateway.connections) connection.send(7, null);
  }

  /** New connections are reset; the gateway's open sockets stay: see `dropSockets`. */
  refuseConnections(on: boolean): void {
    this.server.refuse(on);
  }

  /** New gateway sockets are refused in their handshake with an HTTP status, though REST answers. */
  refuseHandshakes(status: number): void {
    this.server.handshake = status;
  }

  /** Handshakes of new gateway sockets are left unanswered; at the end they are reset. */
  stallConnections(on: boolean): void {
    this.server.stall(on);
  }

  /** How many handshakes are left unanswered now. */
  get stalled(): number {
    return this.server.stalled;
  }

  /** The next n events of that type come twice. */
  duplicateEvents(n: number, type = 'MESSAGE_CREATE'): void {
    this.gateway.repeat(n, type);
  }

  /** Sockets that were dropped silently learn whether the client has ended them meanwhile; they stay deaf. */
  thaw(): void {
    for (const connection of this.gateway.connections) connection.thaw();
  }

  /**
   * The next n events of that type are held until all are there, then come in another, seeded, order. What was held before
   * comes now.
   */
  shuffleEvents(n: number, type = 'MESSAGE_CREATE'): void {
    this.gateway.shuffle(n, type);
  }

  /** The addresses of files that were told so far run out, as they do within a day. */
  expireFiles(): void {
    this.world.filesSigned += 1;
  }

  deleteChannel(id: string): void {
    deleteChannel(this.world, knownChannel(this.world, id));
  }

  /** The bot is thrown out of the server: GUILD_DELETE, then 50001 and 10004. */
  kickBot(): void {
    this.world.botInGuild = false;
    this.world.bot.inGuild = false;
    this.world.changed('kick', 'the bot');
    this.world.dispatch({ type: 'GUILD_DELETE', data: { id: this.guildId }, scope: 'guild' });
  }

  /** That person no longer takes direct messages from the bot: 50007. */
  blockDm(userId: string, on = true): void {
    knownUser(this.world, userId).dmBlocked = on;
  }

  /** An event of any kind, for what has no verb. */
  dispatch(type: string, data: Json, scope: 'guild' | 'dm' | 'always' = 'always'): void {
    this.world.dispatch({ type, data, scope });
  }
}
