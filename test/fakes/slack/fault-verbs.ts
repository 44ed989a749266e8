// What goes wrong on the platform's side, as tests say it.
import { roomOf, tell } from './actions.ts';
import type { Fault } from './faults.ts';
import type { World } from './world.ts';

export class FaultVerbs {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Arms a fault on the next calls of a Web API method; '*' is any method. */
  fail(method: string, fault: Fault): void {
    this.#world.faults.arm(method, fault);
  }

  /** The next acks are not heard, so their events come again. */
  swallowAcks(count: number): void {
    this.#world.faults.acksToSwallow += count;
  }

  /** The next events are delivered twice, in two envelopes with one event_id. */
  duplicateEvents(count: number): void {
    this.#world.faults.eventsToDouble += count;
  }

  /** The next events are kept until there are so many, then delivered in another order; `flush` ends it earlier. */
  reorder(count: number): void {
    this.#world.faults.eventsToReorder = count;
  }

  flush(): void {
    this.#world.sockets.flushReordered(this.#world.random);
  }

  /** Slows down API answers and events, ms. */
  delay(what: { readonly api?: number; readonly events?: number }): void {
    if (what.api !== undefined) this.#world.faults.apiDelayMs = what.api;
    if (what.events !== undefined) this.#world.faults.eventDelayMs = what.events;
  }

  /**
   * Every socket ends: cut off, or silently, that is, the TCP connection stays up and nothing comes through it any
   * more; the server knows of it and delivers to others.
   */
  dropSockets(how: { readonly silently?: boolean } = {}): void {
    for (const connection of this.#world.sockets.connections) {
      if (how.silently === true) connection.disconnectSilently();
      else connection.kill();
    }
    this.#world.changes.touch();
  }

  /**
   * The sockets that are up go deaf without the server's knowing: envelopes are handed to them and lost. With
   * 'events-lost' they still answer pings, with 'dead' they don't.
   *
   * @returns how many sockets it struck
   */
  deafen(how: 'events-lost' | 'dead'): number {
    const struck = this.#world.sockets.connections;
    for (const connection of struck) connection.condition = how;
    return struck.length;
  }

  /** Slack asks the sockets to reconnect; an old socket is closed after the grace time. */
  refresh(reason: 'warning' | 'refresh_requested' | 'link_disabled' = 'refresh_requested'): void {
    for (const connection of this.#world.sockets.connections) {
      connection.disconnect(reason);
      this.#world.timers.after(this.#world.settings.refreshGraceMs, () => connection.close());
    }
  }

  /** Slack tells that it drops events of this app: a payload without an event inside. */
  appRateLimited(): void {
    const { teamId, appId } = this.#world.identity;
    const minute = Math.floor(this.#world.settings.now() / 60_000) * 60;
    this.#world.sockets.sendEvent({
      token: 'legacy-verification-token',
      type: 'app_rate_limited',
      team_id: teamId,
      minute_rate_limited: minute,
      api_app_id: appId,
    });
  }

  /** While on, no new socket can be opened; those that are up stay. */
  refuseConnections(on: boolean): void {
    this.#world.faults.refusesConnections = on;
  }

  /** New sockets are refused in their handshake with an HTTP status, though the Web API answers. */
  refuseHandshakes(status: number): void {
    this.#world.faults.handshake = status;
  }

  /** Socket Mode is switched off: new sockets are sent away without a hello. */
  switchSocketModeOff(): void {
    this.#world.faults.socketModeOff = true;
  }

  /** While on, every HTTP request dies unanswered; beginning it cuts every socket. */
  outage(on: boolean): void {
    this.#world.faults.outage = on;
    if (on) this.dropSockets();
  }

  /** Gives up all events under way, as an outage longer than Slack's retries does. */
  loseUndelivered(): void {
    this.#world.sockets.loseUndelivered();
  }

  /** History and replies as rationed for distributed apps: one call a period, pages of at most `limit`. */
  rationHistory(rule: { readonly everyMs: number; readonly limit: number } | undefined): void {
    this.#world.faults.ration =
      rule === undefined ? undefined : { ...rule, lastAt: Number.NEGATIVE_INFINITY };
  }

  archive(channel: string): void {
    const room = roomOf(this.#world, channel);
    room.archived = true;
    tell(this.#world, room, {
      type: 'channel_archive',
      channel,
      user: 'U0ADMIN',
      event_ts: this.#world.state.nextTs(),
    });
  }

  /** Somebody removes our bot from a room. */
  removeBot(channel: string): void {
    const room = roomOf(this.#world, channel);
    room.members.delete(this.#world.identity.botUserId);
    const event = {
      type: 'channel_left',
      channel,
      actor_id: 'U0ADMIN',
      event_ts: this.#world.state.nextTs(),
    };
    tell(this.#world, room, event, true);
  }

  /** A thread vanishes, root and replies. */
  deleteThread(channel: string, ts: string): void {
    this.#world.state.dropThread(channel, ts);
    this.#world.changes.touch();
  }

  /** Takes back every fault that is armed; sockets and rooms stay as they are. */
  clear(): void {
    this.#world.faults.clear();
  }
}
