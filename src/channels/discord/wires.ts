// What the discord.js client keeps to itself and we need: where it resumes, and its sockets when it is to end. The strategy
// that makes its sockets is an option of the client, so it is ours to keep.
import { EventEmitter } from 'node:events';
import { type Client, Events, GatewayOpcodes, type SessionInfo, SimpleShardingStrategy } from 'discord.js';
import { sleep } from '../../clock.ts';
import type { Bookmark } from './bookmark.ts';

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
  override async spawn(ids: number[]): Promise<void> {
    await super.spawn(ids);
    for (const shard of shardsOf(this)) {
      let connection: unknown = null;
      Object.defineProperty(shard, 'connection', {
        get: () => connection,
        set: (next: unknown) => {
          connection = next;
          if (next instanceof EventEmitter) next.on('error', () => undefined);
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

  constructor(from: Bookmark | null) {
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
    this.#strategy = new Guarded(manager);
    if (this.#from) this.#resumeFrom(manager, manager.options.updateSessionInfo);
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
    this.#freeze();
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

  /** A reconnection that is under way asks for its session first: it never gets it, so it opens no other socket. */
  #freeze(): void {
    if (this.#manager)
      Object.assign(this.#manager.options, { retrieveSessionInfo: () => new Promise(() => undefined) });
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
