// The gateway: hello, identify, heartbeat, resume, and the faults a socket can have. Every session of the bot gets
// every event its intents allow, whether it has a socket at the moment or not.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GatewayCloseCodes as Close, GatewayIntentBits, GatewayOpcodes as Op } from 'discord-api-types/v10';
import { WebSocketServer } from 'ws';
import { Connection } from './connection.ts';
import { guildCreateJson, readyJson } from './gateway-payloads.ts';
import { disallowedIntents, forIntents, validIntents } from './intents.ts';
import { flag, type Json, number, object, text } from './json.ts';
import { memberJson } from './payloads.ts';
import { Session } from './session.ts';
import type { Dispatch, World } from './world.ts';

/** What sockets did, in order: tests count identifies and resumes. */
export interface GatewayNote {
  readonly at: number;
  readonly kind: 'connect' | 'identify' | 'resume' | 'invalid' | 'heartbeat' | 'close';
  readonly sessionId: string | null;
  /** Close code, or number of events replayed. */
  readonly detail: number | null;
}

export class Gateway {
  readonly notes: GatewayNote[] = [];
  /** So many sessions end as soon as they have begun. */
  endings = 0;
  readonly #world: World;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #sessions = new Map<string, Session>();
  readonly #connections = new Set<Connection>();
  #repeat = { left: 0, type: '' };
  #shuffle: { left: number; type: string; held: Dispatch[] } = { left: 0, type: '', held: [] };

  constructor(world: World) {
    this.#world = world;
    world.onDispatch((event) => this.#arrange(event));
  }

  get sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get connections(): readonly Connection[] {
    return [...this.#connections];
  }

  /** Whether some session is identified, has a socket, and that socket is well. */
  get connected(): boolean {
    return this.connections.some((connection) => connection.session !== null && connection.health === 'well');
  }

  /** Takes over an HTTP upgrade. */
  upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      const url = new URL(request.url ?? '/', 'ws://gateway');
      const streamed = url.searchParams.get('compress') === 'zlib-stream';
      const connection = new Connection(socket, raw, url.pathname, streamed, {
        onPayload: (one, payload) => this.#receive(one, payload),
        onClosed: (one, code) => this.#closed(one, code),
      });
      this.#connections.add(connection);
      this.#note('connect', null, null);
      if (url.searchParams.get('v') !== '10')
        connection.close(Close.InvalidAPIVersion, 'Invalid API version');
      else if (url.searchParams.get('encoding') !== 'json')
        connection.close(Close.DecodeError, 'Only JSON here');
      else this.#hello(connection);
    });
  }

  #hello(connection: Connection): void {
    const { heartbeatIntervalMs } = this.#world.settings;
    connection.send(Op.Hello, { heartbeat_interval: heartbeatIntervalMs, _trace: [] });
    connection.watchHeartbeat(heartbeatIntervalMs * 2);
  }

  #note(kind: GatewayNote['kind'], sessionId: string | null, detail: number | null): void {
    this.notes.push({ at: this.#world.now(), kind, sessionId, detail });
    this.#world.changed(`gateway ${kind}`, `${sessionId ?? ''} ${detail ?? ''}`.trim());
  }

  #receive(connection: Connection, payload: Json): void {
    const op = number(payload, 'op');
    const data = object(payload, 'd');
    if (op === Op.Heartbeat) {
      connection.watchHeartbeat(this.#world.settings.heartbeatIntervalMs * 2);
      connection.send(Op.HeartbeatAck, null);
      this.#note('heartbeat', connection.session?.id ?? null, null);
    } else if (op === Op.Identify) this.#identify(connection, data);
    else if (op === Op.Resume) this.#resume(connection, data);
    else if (connection.session === null) connection.close(Close.NotAuthenticated, 'Not authenticated.');
    else if (op === Op.RequestGuildMembers) this.#sendMembers(connection.session, data);
    else if (op !== Op.PresenceUpdate && op !== Op.VoiceStateUpdate) {
      connection.close(Close.UnknownOpcode, 'Unknown opcode.');
    }
  }

  /** Why an identify is refused: a close code and its reason. */
  #refusal(connection: Connection, data: Json | undefined): readonly [code: number, reason: string] | null {
    const intents = number(data, 'intents');
    if (connection.session !== null) return [Close.AlreadyAuthenticated, 'Already authenticated.'];
    if (text(data, 'token') !== this.#world.token)
      return [Close.AuthenticationFailed, 'Authentication failed.'];
    if (intents === undefined || !validIntents(intents)) return [Close.InvalidIntents, 'Invalid intent(s).'];
    if (disallowedIntents(intents, this.#world.settings))
      return [Close.DisallowedIntents, 'Disallowed intent(s).'];
    return null;
  }

  #identify(connection: Connection, data: Json | undefined): void {
    const refusal = this.#refusal(connection, data);
    if (refusal !== null) {
      connection.close(...refusal);
      return;
    }
    const intents = number(data, 'intents') ?? 0;
    connection.compressFrames = flag(data, 'compress') ?? false;
    const session = new Session(this.#world.chance.token(32), intents);
    this.#sessions.set(session.id, session);
    this.#attach(connection, session);
    this.#note('identify', session.id, null);
    if (this.endings > 0) {
      this.endings -= 1;
      this.#sessions.delete(session.id);
      connection.drop();
      return;
    }
    session.push('READY', readyJson(this.#world, session.id));
    for (const id of this.#world.otherGuilds)
      session.push('GUILD_CREATE', { ...guildCreateJson(this.#world), id, channels: [], threads: [] });
    if (this.#world.botInGuild && (intents & GatewayIntentBits.Guilds) !== 0) {
      session.push('GUILD_CREATE', guildCreateJson(this.#world));
    }
  }

  #resume(connection: Connection, data: Json | undefined): void {
    const session = this.#sessions.get(text(data, 'session_id') ?? '');
    const seq = number(data, 'seq') ?? 0;
    const kept = this.#world.now() - this.#world.settings.sessionMs;
    if (text(data, 'token') !== this.#world.token) {
      connection.close(Close.AuthenticationFailed, 'Authentication failed.');
    } else if (session === undefined || (session.lostAt !== null && session.lostAt < kept)) {
      this.#note('invalid', session?.id ?? null, null);
      connection.send(Op.InvalidSession, false);
    } else if (seq > session.seq) {
      connection.close(Close.InvalidSeq, 'Invalid seq.');
    } else {
      const missed = session.after(seq);
      this.#attach(connection, session);
      this.#note('resume', session.id, missed.length);
      for (const event of missed) connection.sendEvent(event);
      session.push('RESUMED', { _trace: [] });
    }
  }

  #attach(connection: Connection, session: Session): void {
    for (const other of this.#connections) {
      if (other.session === session && other !== connection) other.session = null;
    }
    connection.session = session;
    session.line = connection;
    session.lostAt = null;
  }

  #closed(connection: Connection, code: number): void {
    this.#connections.delete(connection);
    const { session } = connection;
    this.#note('close', session?.id ?? null, code);
    if (session?.line !== connection) return;
    session.line = null;
    session.lostAt = this.#world.now();
    if (code === 1000 || code === 1001) this.#sessions.delete(session.id); // a client that says goodbye can't resume
  }

  #sendMembers(session: Session, data: Json | undefined): void {
    const nonce = text(data, 'nonce');
    const members = [...this.#world.users.values()].filter((user) => user.inGuild).map(memberJson);
    const chunk = { guild_id: this.#world.guildId, members, chunk_index: 0, chunk_count: 1, not_found: [] };
    session.push('GUILD_MEMBERS_CHUNK', nonce === undefined ? chunk : { ...chunk, nonce });
  }

  /** Sends an event on, or first repeats or holds it as a fault demands. */
  #arrange(event: Dispatch): void {
    const shuffle = this.#shuffle;
    if (shuffle.left > 0 && event.type === shuffle.type) {
      shuffle.held.push(event);
      shuffle.left -= 1;
      if (shuffle.left > 0) return;
      for (const held of this.#world.chance.shuffle(shuffle.held.splice(0))) this.#deliver(held);
      return;
    }
    this.#deliver(event);
    if (this.#repeat.left > 0 && event.type === this.#repeat.type) {
      this.#repeat.left -= 1;
      this.#deliver(event);
    }
  }

  #deliver(event: Dispatch): void {
    for (const session of this.#sessions.values()) {
      const data = forIntents(event, session.intents);
      if (data !== undefined) session.push(event.type, data);
    }
  }

  /** The next n events of that type come twice. */
  repeat(n: number, type: string): void {
    this.#repeat = { left: n, type };
  }

  /** The next n events of that type are held back until there are n, then come in another order. */
  shuffle(n: number, type: string): void {
    const { held } = this.#shuffle;
    this.#shuffle = { left: n, type, held: [] };
    for (const event of held) this.#deliver(event);
  }

  /** Drops sessions (d false) or asks for another resume (d true), as opcode 9 does. */
  invalidate(resumable: boolean): void {
    for (const connection of this.#connections) {
      const { session } = connection;
      if (session === null) continue;
      connection.session = null;
      session.line = null;
      session.lostAt = this.#world.now();
      if (!resumable) this.#sessions.delete(session.id);
      this.#note('invalid', session.id, null);
      connection.send(Op.InvalidSession, resumable);
    }
  }

  /** Forgets all sessions without telling anybody: the next resume is refused. */
  forgetSessions(): void {
    for (const session of this.#sessions.values()) session.line = null;
    this.#sessions.clear();
  }

  close(): void {
    for (const connection of this.#connections) connection.destroy();
    this.#server.close();
  }
}
