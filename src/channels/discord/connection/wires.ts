// What the discord.js client keeps to itself and we need: where it resumes, and its sockets when it is to end. The strategy
// that makes its sockets is an option of the client, so it is ours to keep.
import { EventEmitter } from 'node:events';
import {
  type Client,
  Events,
  GatewayOpcodes,
  type SessionInfo,
  SimpleShardingStrategy,
  WebSocketShardStatus,
} from 'discord.js';
import { sleep } from '../../../clock.ts';
import type { Bookmark } from './bookmark.ts';
import { guardShard, type Skipped } from './guard.ts';
import type { Pace } from './pace.ts';

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** Any close code but 1000 and 1001: Discord keeps the session for some minutes. */
const resumableCode = 4200;
/** The manager's event for an acknowledged heartbeat; its enumeration is not among what discord.js exports. */
const acknowledged = 'heartbeat' as Parameters<Manager['on']>[0];
/** How long Discord may take to answer our goodbye. */
const goodbyeMs = 2000;

/**
 * The client forgets a socket that it gives up in the middle of its handshake, and no longer hears its errors: the one with
 * which that socket then ends would end the process. So each has a listener from the moment it is there.
 */
class Guarded extends SimpleShardingStrategy {
  readonly #skipped: Skipped;
  readonly #ended: () => void;

  /** @param ended told of each socket's end */
  constructor(manager: Manager, skipped: Skipped, ended: () => void) {
    super(manager);
    this.#skipped = skipped;
    this.#ended = ended;
  }

  override async spawn(ids: number[]): Promise<void> {
    await super.spawn(ids);
    for (const shard of shardsOf(this)) {
      guardShard(shard, this.#skipped);
      let connection: unknown = null;
      Object.defineProperty(shard, 'connection', {
        get: () => connection,
        set: (next: unknown) => {
          connection = next;
          if (!(next instanceof EventEmitter)) return;
          next.on('error', () => undefined);
          next.on('close', this.#ended);
        },
      });
    }
  }
}

const shardsOf = (strategy: SimpleShardingStrategy): Iterable<object> => {
  const shards: unknown = Reflect.get(strategy, 'shards');
  return shards instanceof Map ? shards.values() : [];
};

export class Wires {
  #manager: Manager | null = null;
  #strategy: SimpleShardingStrategy | null = null;
  #from: SessionInfo | null;
  readonly #skipped: Skipped;
  readonly #pace: Pace;
  readonly #ending = new AbortController();

  constructor(from: Bookmark | null, skipped: Skipped, pace: Pace) {
    this.#skipped = skipped;
    this.#pace = pace;
    this.#from = from && {
      sessionId: from.sessionId,
      resumeURL: from.resumeUrl,
      sequence: from.sequence,
      shardId: 0,
      shardCount: 1,
    };
  }

  /** For the client's options. */
  build(manager: Manager): SimpleShardingStrategy {
    this.#manager = manager;
    this.#strategy = new Guarded(manager, this.#skipped, () => {
      if (!this.#ending.signal.aborted) this.#pace.ended();
    });
    if (this.#from) this.#resumeFrom(manager, manager.options.updateSessionInfo);
    this.#waitToConnect(manager, manager.options.retrieveSessionInfo);
    return this.#strategy;
  }

  /** Calls back whenever Discord acknowledges a heartbeat. */
  onBeat(heard: () => void): void {
    this.#manager?.on(acknowledged, heard);
  }

  /** Sends a heartbeat besides those of the client. Never throws: what is not sent is not acknowledged. */
  beat(sequence: number): void {
    const send = async () => this.#manager?.send(0, { op: GatewayOpcodes.Heartbeat, d: sequence });
    send().catch(() => undefined);
  }

  /** Ends the client with all its sockets. */
  async end(client: Client, resumable: boolean): Promise<void> {
    this.#ending.abort();
    client.removeAllListeners();
    client.ws.removeAllListeners();
    client.on(Events.Error, () => undefined);
    const reason = { code: resumableCode, reason: 'Restarting' };
    const left = resumable ? this.#manager?.destroy(reason) : client.destroy();
    await Promise.race([left, sleep(goodbyeMs)]);
    this.#cut();
    await Promise.race([client.destroy(), sleep(goodbyeMs)]);
  }

  #resumeFrom(manager: Manager, update: Manager['options']['updateSessionInfo']): void {
    Object.assign(manager.options, {
      retrieveSessionInfo: () => this.#from,
      updateSessionInfo: (shard: number, info: SessionInfo | null) => {
        this.#from = info;
        return update(shard, info);
      },
    });
  }

  /**
   * A socket that is to be opened asks for its session first: it gets it when it may connect, and never once we end, so
   * that no other socket is opened. An address to resume at that is none would make it fail.
   */
  #waitToConnect(manager: Manager, retrieve: Manager['options']['retrieveSessionInfo']): void {
    const { signal } = this.#ending;
    const retrieveSessionInfo = async (shard: number): Promise<SessionInfo | null> => {
      const session = await retrieve(shard);
      if (!this.#isIdle()) return session;
      await this.#pace.wait(session === null, signal);
      if (signal.aborted) return new Promise(() => undefined);
      return session && !/^wss?:\/\//.test(session.resumeURL) ? null : session;
    };
    Object.assign(manager.options, { retrieveSessionInfo });
  }

  /** Whether our one shard has no socket, so that it asks in order to open one. The manager forgets it when it is ended. */
  #isIdle(): boolean {
    const [shard] = this.#strategy ? shardsOf(this.#strategy) : [];
    return shard === undefined || Reflect.get(shard, 'status') === WebSocketShardStatus.Idle;
  }

  /** Cuts sockets that did not answer the close. */
  #cut(): void {
    for (const shard of this.#strategy ? shardsOf(this.#strategy) : []) {
      const socket: unknown = Reflect.get(shard, 'connection');
      if (typeof socket !== 'object' || socket === null || !('terminate' in socket)) continue;
      if (typeof socket.terminate === 'function') socket.terminate();
    }
  }
}
