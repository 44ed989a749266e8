// One connection to the gateway: a discord.js client with next to no cache. Messages and interactions are taken as the
// gateway's own JSON, which is what the REST API pages too; so live and late ones go the same way, and none is dropped
// because a channel is not in the client's cache.
import {
  Client,
  type ClientOptions,
  Events,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  Options,
} from 'discord.js';
import { sleep } from '../../../clock.ts';
import { PeacrabError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { faultKind } from '../../own-fault.ts';
import type { Pulse } from '../../pulse.ts';
import { closeError, startError } from '../errors.ts';
import type { Bookmark } from './bookmark.ts';
import { guardClient } from './guard.ts';
import { intents } from './needs.ts';
import type { Pace } from './pace.ts';
import { type Hearer, placeAfter, tell } from './packets.ts';
import { restOptions } from './rest.ts';
import { Wires } from './wires.ts';

type Throttle = NonNullable<NonNullable<ClientOptions['ws']>['buildIdentifyThrottler']>;

export interface SessionSettings {
  readonly token: string;
  readonly apiUrl: string | null;
  readonly timeoutMs: number;
  /** How long a connection may take to be ready, in milliseconds. */
  readonly readyMs: number;
  /** How often it is looked whether something was heard, in milliseconds. */
  readonly beatMs: number;
}

/** What tells whether the connection is alive. */
export interface Vitals {
  readonly pulse: Pulse;
  /** A cheap call that Discord answers if it is there and knows us. */
  readonly ask: () => Promise<unknown>;
}

export interface SessionEvents extends Hearer {
  /** Our servers are known, or one is back. @param complete false if some are still unavailable */
  ready(client: Client<true>, complete: boolean): void;
}

export interface Session {
  /** True if it goes on where the bookmark was: it tells what was missed, but not which servers and channels there are. */
  readonly resumed: boolean;
  /** Resolves with the close code when the gateway will not have us any more, or when it has gone deaf. */
  readonly closed: Promise<number | 'deaf'>;
  /** Disconnects; nothing of it stays here. @param resumable whether Discord should keep it for a successor */
  end(resumable: boolean): Promise<void>;
}

/**
 * Connects, unless the signal is aborted before.
 *
 * @param from where to resume; if Discord does not know that session any more, a new one begins
 * @throws PeacrabError CHANNEL_AUTH, CHANNEL_START
 */
export async function openSession(
  settings: SessionSettings,
  from: Bookmark | null,
  events: SessionEvents,
  vitals: Vitals,
  pace: Pace,
  log: Log,
  signal: AbortSignal,
): Promise<Session> {
  // Before the time to be ready begins.
  await pace.wait(from === null, signal);
  const closed = Promise.withResolvers<number | 'deaf'>();
  const skipped = (kind: string, error: unknown) => {
    log.error({ kind, error: faultKind(error) }, 'a packet from Discord made its client fail; it is skipped');
    // A client that cannot even begin to connect does not try again by itself.
    if (kind === 'internalConnect') closed.resolve('deaf');
  };
  const wires = new Wires(from, skipped, pace);
  const client = new Client({
    intents,
    shards: [0],
    shardCount: 1,
    rest: restOptions(settings),
    makeCache: Options.cacheWithLimits(cacheLimits),
    sweepers: { threads: { interval: 3600, lifetime: 3600 } },
    ws: { buildStrategy: (manager) => wires.build(manager), buildIdentifyThrottler: throttled(pace) },
  });
  guardClient(client, skipped);
  const gone = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<'ready' | 'resumed'>();
  client.on(Events.ShardDisconnect, ({ code }) => {
    gone.resolve(code);
    closed.resolve(code);
  });
  client.once(Events.ClientReady, () => begun.resolve('ready'));
  client.ws.on(GatewayDispatchEvents.Resumed, () => begun.resolve('resumed'));
  client.ws.on(GatewayDispatchEvents.Resumed, () => pace.up());
  client.ws.on(GatewayDispatchEvents.Ready, () => pace.up());
  listen(client, from, events, log);
  try {
    const login = client.login(settings.token).then(() => begun.promise);
    const refused = gone.promise.then((code) => Promise.reject(closeError(code)));
    const how = await within(settings.readyMs, signal, Promise.race([login, refused]));
    const unwatch = watch(client, wires, vitals, settings.beatMs, (silentMs) => {
      log.warn({ silentMs }, 'the Discord gateway has gone deaf; it is closed and opened again');
      closed.resolve('deaf');
    });
    const end = (resumable: boolean) => {
      unwatch();
      return wires.end(client, resumable);
    };
    return { resumed: how === 'resumed', closed: closed.promise, end };
  } catch (error) {
    await wires.end(client, false);
    throw startError(error);
  }
}

/**
 * Believes in the connection as long as something is heard. In a silence a heartbeat of our own is sent; if that is not
 * acknowledged though Discord answers over REST, or the silence lasts, it is deaf.
 *
 * @returns what ends the watch
 */
function watch(
  client: Client,
  wires: Wires,
  { pulse, ask }: Vitals,
  beatMs: number,
  deaf: (silentMs: number) => void,
): () => void {
  let sequence = 0;
  let doubts = 0;
  let ended = false;
  const alive = () => {
    doubts = 0;
    pulse.beat();
  };
  const giveUp = () => {
    if (ended || doubts === 0) return;
    end();
    deaf(Math.round(pulse.silentMs ?? 0));
  };
  client.on(Events.Raw, (packet: GatewayDispatchPayload) => {
    if (Number.isSafeInteger(packet.s)) sequence = packet.s;
    alive();
  });
  wires.onBeat(alive);
  alive();
  const timer = setInterval(() => {
    const look = pulse.look();
    if (look === 'well') return;
    doubts += 1;
    if (look === 'deaf') return giveUp();
    wires.beat(sequence);
    // A Discord that answers over REST, but not our last heartbeat, will not answer this one either.
    if (doubts > 1) ask().then(giveUp, () => undefined);
  }, beatMs);
  const end = () => {
    ended = true;
    clearInterval(timer);
  };
  return end;
}

/** Only what the client itself needs: ourselves, servers, channels and roles. */
const cacheLimits = {
  ...Options.DefaultMakeCacheSettings,
  AutoModerationRuleManager: 0,
  BaseGuildEmojiManager: 0,
  DMMessageManager: 0,
  EntitlementManager: 0,
  GuildBanManager: 0,
  GuildEmojiManager: 0,
  GuildInviteManager: 0,
  GuildMemberManager: { maxSize: 0, keepOverLimit: isOurselves },
  GuildMessageManager: 0,
  GuildScheduledEventManager: 0,
  GuildStickerManager: 0,
  MessageManager: 0,
  PresenceManager: 0,
  ReactionManager: 0,
  ReactionUserManager: 0,
  StageInstanceManager: 0,
  ThreadMemberManager: 0,
  UserManager: { maxSize: 0, keepOverLimit: isOurselves },
  VoiceStateManager: 0,
};

function isOurselves(one: { readonly id: string; readonly client: Client }): boolean {
  return one.id === one.client.user?.id;
}

function listen(client: Client, from: Bookmark | null, events: SessionEvents, log: Log): void {
  let session = from ?? { sessionId: '', resumeUrl: '', sequence: 0 };
  client.on(Events.Raw, (packet: GatewayDispatchPayload) => {
    try {
      session = placeAfter(session, packet);
      const unread = tell(packet, session, events);
      if (unread !== null)
        log.warn(
          { kind: packet.t, fields: unread },
          'Discord told something that cannot be read; it is skipped',
        );
    } catch (error) {
      log.error(
        { kind: packet.t, error: faultKind(error) },
        'a packet could not be dealt with; it is skipped',
      );
    }
  });
  const known = () => {
    if (client.isReady())
      events.ready(
        client,
        client.guilds.cache.every((guild) => guild.available),
      );
  };
  // The client itself is marked as ready right after its shard.
  client.on(Events.ShardReady, () => queueMicrotask(known));
  client.on(Events.GuildAvailable, known);
  client.on(Events.ShardReconnecting, () => log.info({}, 'the Discord gateway is reconnecting'));
  client.on(Events.ShardResume, (_shard, replayed) =>
    log.info({ replayed }, 'the Discord gateway has resumed'),
  );
  client.on(Events.ShardError, (error) =>
    log.warn({ error: error.message }, 'the Discord gateway had an error'),
  );
  client.on(Events.Error, (error) => log.warn({ error: error.message }, 'the Discord client had an error'));
}

/** Before each identification Discord is asked how many sessions it still grants. */
const throttled =
  (pace: Pace): Throttle =>
  async (manager) => ({
    async waitForIdentify(_shard, signal) {
      const told = await manager.fetchGatewayInformation(true).catch(() => null);
      await pace.identify(told?.session_start_limit ?? null, signal);
    },
  });

async function within<T>(ms: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const late = sleep(ms, AbortSignal.any([settled.signal, signal])).then(() => {
    if (settled.signal.aborted) return work;
    throw new PeacrabError(
      'CHANNEL_START',
      `The Discord gateway was not ready within ${ms / 1000} s. Check the network and start again.`,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    settled.abort();
  }
}
