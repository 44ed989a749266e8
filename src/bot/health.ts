// /health and /metrics on loopback, for whoever monitors the bot. Off unless HEALTH_PORT is set; nothing else listens.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../database/database.ts';
import type { Liveness } from '../delivery/channel.ts';
import { countTrouble } from '../delivery/trouble.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import type { Log } from '../log.ts';
import { asideLines, type Metrics } from './metrics.ts';

interface HealthParts {
  /** 0: any free one. */
  readonly port: number;
  readonly database: Database;
  /** By platform; asked for every answer. */
  readonly channels: () => Readonly<Record<string, ChannelHealth>>;
  readonly metrics: Metrics;
  readonly log: Log;
}

export type ChannelHealth = Liveness | { readonly state: 'starting'; readonly silentMs: null };

interface Health {
  readonly port: number;
  stop(): Promise<void>;
}

const patienceMs = 5000;

/** What a client may send and how long it may take; who asks here is on this machine and asks for one line. */
const limits = { maxHeaderSize: 8192, headersTimeout: 5000, requestTimeout: 10_000 } as const;
const connectionsAtMost = 64;

/**
 * Starts to serve. Nothing that a client sends or leaves undone ends the process.
 *
 * @throws PeacrabError CONFIG if the port is taken
 */
export async function startHealth(parts: HealthParts): Promise<Health> {
  const broken = (error: unknown) =>
    parts.log.warn({ error: messageOf(error) }, 'the health port had trouble');
  const server = createServer(limits, (request, response) => {
    for (const stream of [request, response]) stream.on('error', broken);
    serve(parts, request, response).catch((error: unknown) => {
      broken(error);
      response.destroy();
    });
  });
  server.maxConnections = connectionsAtMost;
  await listen(server, parts.port);
  server.on('error', broken);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function serve(parts: HealthParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname;
  const answer = (status: number, type: string, body: string) =>
    void response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answer(405, 'text/plain', 'Only GET is served.\n');
  if (path === '/metrics')
    return answer(200, 'text/plain; version=0.0.4; charset=utf-8', await metricsOf(parts));
  if (path !== '/health') return answer(404, 'text/plain', 'There are /health and /metrics.\n');
  const { ok, ...state } = await stateOf(parts);
  answer(ok ? 200 : 503, 'application/json', `${JSON.stringify(state)}\n`);
}

/** The process's counters, and what is set aside, unless the database is away. */
async function metricsOf({ database, metrics, log }: HealthParts): Promise<string> {
  const counts = await asideIn(database, log);
  return counts ? `${metrics.text()}${asideLines(counts)}` : metrics.text();
}

/** What is set aside, by kind; null if the database does not answer. Never throws. */
async function asideIn(
  database: Database,
  log: Log,
): Promise<Awaited<ReturnType<typeof countTrouble>> | null> {
  return within(countTrouble(database.db)).catch((error: unknown) => {
    log.warn({ error: messageOf(error) }, 'the database does not answer');
    return null;
  });
}

/**
 * Whether the database answers, all channels have started and none is deaf; and how much is set aside, which makes nothing
 * unhealthy: all the rest goes on. Never throws.
 */
async function stateOf({ database, channels, log }: HealthParts) {
  const aside = await asideIn(database, log);
  const isUp = aside !== null;
  const states = Object.entries(channels());
  return {
    ok: isUp && states.every(([, { state }]) => state === 'on' || state === 'off'),
    database: isUp ? 'ok' : 'down',
    ...(aside ? { setAside: Object.values(aside).reduce((sum, count) => sum + count, 0) } : {}),
    channels: Object.fromEntries(states.map(([name, health]) => [name, told(health)])),
  };
}

/** With the seconds since the last sign of life, where there is one. */
const told = ({ state, silentMs }: ChannelHealth) =>
  silentMs === null ? { state } : { state, silentSeconds: Math.round(silentMs / 1000) };

/** What the promise brings in good time; null if it takes too long. */
async function within<T>(promise: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), patienceMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new PeacrabError(
          'CONFIG',
          `HEALTH_PORT ${port} cannot be served (${messageOf(cause)}). Choose another port, or leave it empty.`,
          { cause },
        ),
      ),
    );
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
