// The HTTP side: authentication, faults, limits, routes, the log of calls, files, and the upgrade to the gateway.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serveFile } from '../file-serving.ts';
import { parseBody, readRaw } from './body.ts';
import { ApiError } from './errors.ts';
import type { Call, Cut, Fault, Faults } from './faults.ts';
import type { Gateway } from './gateway.ts';
import type { Json } from './json.ts';
import { Limits, tooMany } from './limits.ts';
import { attachmentPath } from './message-payloads.ts';
import { channelRoutes } from './routes/channels.ts';
import { identityRoutes } from './routes/identity.ts';
import { interactionRoutes } from './routes/interactions.ts';
import { messageRoutes } from './routes/messages.ts';
import { type Match, matchRoute, type Reply, type Route } from './routes/route.ts';
import type { World } from './world.ts';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

interface Running {
  readonly call: Call;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly raw: Buffer;
  readonly versioned: boolean;
}

export class RestServer {
  readonly calls: Call[] = [];
  refusing = false;
  /** Connections reset while refusing. */
  refused = 0;
  /** The HTTP status with which handshakes of gateway sockets are refused; 0: they are not. */
  handshake = 0;
  #stalling = false;
  readonly #stalled: Socket[] = [];
  readonly #world: World;
  readonly #gateway: Gateway;
  readonly #faults: Faults;
  readonly #limits: Limits;
  readonly #routes: readonly Route[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #identifies = 0;

  constructor(world: World, gateway: Gateway, faults: Faults) {
    this.#world = world;
    this.#gateway = gateway;
    this.#faults = faults;
    this.#limits = new Limits(world.settings);
    this.#routes = [
      ...this.#gatewayRoutes(),
      ...identityRoutes,
      ...channelRoutes,
      ...messageRoutes,
      ...interactionRoutes,
    ];
    this.#server = createServer((request, response) => void this.#handle(request, response));
    // A request may come late where everything runs in one busy process: an idle connection stays.
    this.#server.keepAliveTimeout = 0;
    this.#server.on('connection', (socket: Socket) => {
      socket.on('error', () => socket.destroy());
      if (this.refusing) {
        this.refused += 1;
        this.#world.changed('refused', 'a connection');
        socket.resetAndDestroy();
        return;
      }
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('upgrade', (request, socket: Socket, head) => {
      if (this.handshake > 0) socket.end(`HTTP/1.1 ${this.handshake} Refused\r\nConnection: close\r\n\r\n`);
      else if (!this.#stalling) gateway.upgrade(request, socket, head);
      else this.#stalled.push(socket);
      world.changed('upgrade', this.#stalling ? 'stalled' : '');
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.#world.origin = `http://127.0.0.1:${port}`;
  }

  /** New connections are reset and idle ones cut, as if the platform were down; the gateway's sockets stay. */
  refuse(on: boolean): void {
    this.refusing = on;
    if (on) this.#server.closeAllConnections();
  }

  /** Handshakes of gateway sockets are left unanswered; at the end they are reset. */
  stall(on: boolean): void {
    this.#stalling = on;
    if (!on) for (const socket of this.#stalled.splice(0)) socket.resetAndDestroy();
  }

  /** How many handshakes are left unanswered now. */
  get stalled(): number {
    return this.#stalled.length;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #gatewayRoutes(): Route[] {
    const url = (): string => this.#world.origin.replace('http', 'ws');
    const limit = (): Json => ({
      total: 1000,
      remaining: Math.max(0, this.#world.settings.sessionsLeft - this.#identifies),
      reset_after: 86_400_000,
      max_concurrency: 1,
    });
    const bot = (): Reply => {
      this.#identifies = this.#gateway.notes.filter((note) => note.kind === 'identify').length % 1000;
      return { status: 200, body: { url: url(), shards: 1, session_start_limit: limit() } };
    };
    return [
      { method: 'GET', pattern: '/gateway', open: true, run: () => ({ status: 200, body: { url: url() } }) },
      { method: 'GET', pattern: '/gateway/bot', run: bot },
    ];
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#world.origin);
    const method = request.method ?? 'GET';
    if (url.pathname.startsWith('/attachments/')) return this.#file(url, request, response);
    const { path, versioned } = apiPath(url.pathname);
    try {
      const raw = await readRaw(request);
      const call = await this.#record(method, path, url, raw, request.headers['content-type']);
      await this.#serve({ call, request, response, raw, versioned });
    } catch {
      request.socket.destroy(); // the client went away while it was sending
    }
  }

  async #record(
    method: string,
    path: string,
    url: URL,
    raw: Buffer,
    type: string | undefined,
  ): Promise<Call> {
    const parsed = await parseBody(raw, type, () => '0').catch(() => undefined);
    const body = parsed === undefined ? {} : parsed.list.length > 0 ? { list: parsed.list } : parsed.body;
    const query = Object.fromEntries(url.searchParams);
    const call: Call = {
      at: this.#world.now(),
      method,
      path,
      query,
      body,
      status: null,
      code: null,
      fault: null,
    };
    this.calls.push(call);
    this.#world.changed('request', `${method} ${path}`);
    return call;
  }

  async #serve(running: Running): Promise<void> {
    const { call, response } = running;
    const struck = this.#faults.strike(call);
    if (struck !== undefined) call.fault = struck.fault.kind;
    if (struck?.fault.kind === 'hold') await struck.released;
    if (struck?.fault.kind === 'drop-before') return this.#cut(running, struck.fault.how ?? 'reset');
    const instead = struck === undefined ? undefined : await this.#insteadOf(running, struck.fault);
    const answer = instead ?? (await this.#answer(running));
    if (struck?.fault.kind === 'lost-answer') return this.#cut(running, struck.fault.how ?? 'reset');
    call.status = answer.status;
    this.#world.changed('response', `${answer.status} to ${call.method} ${call.path}`);
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  }

  /** The answer a fault gives in place of the true one. */
  async #insteadOf(running: Running, fault: Fault): Promise<Answer | undefined> {
    const json = { 'Content-Type': 'application/json' };
    if (fault.kind === '5xx') {
      if (fault.processed) await this.#answer(running);
      return {
        status: fault.status ?? 502,
        headers: json,
        body: { message: `${fault.status ?? 502}: Server Error`, code: 0 },
      };
    }
    if (fault.kind === '429') {
      const { status, headers, body } = tooMany(fault.retryAfter, fault.global ?? false);
      return { status, headers: { ...json, ...headers }, body };
    }
    if (fault.kind !== 'error') return undefined;
    const { code, status, message } = fault;
    running.call.code = code;
    const error = new ApiError(code, { ...(status ? { status } : {}), ...(message ? { message } : {}) });
    return { status: error.status, headers: json, body: error.body() };
  }

  #cut({ request, call }: Running, how: Cut): void {
    this.#world.changed('cut', `${call.method} ${call.path} (${call.fault ?? ''}, ${how})`);
    if (how === 'reset') request.socket.resetAndDestroy();
    else if (how === 'close') request.socket.destroy();
  }

  async #answer(running: Running): Promise<Answer> {
    const { call } = running;
    const json = { 'Content-Type': 'application/json' };
    try {
      const match = this.#match(running);
      const major = /^\/(?:channels|guilds|webhooks)\/([^/]+)/.exec(call.path)?.[1] ?? '';
      const { headers, refusal } = this.#limits.take(
        `${call.method} ${match.route.pattern}`,
        major,
        this.#world.now(),
      );
      if (refusal !== null)
        return { status: 429, headers: { ...json, ...refusal.headers }, body: refusal.body };
      const reply = await this.#run(running, match);
      const status = reply.status ?? 204;
      if (reply.body === undefined) return { status, headers };
      return { status, headers: { ...json, ...headers }, body: reply.body };
    } catch (error) {
      if (error instanceof ApiError) {
        call.code = error.code;
        return { status: error.status, headers: json, body: error.body() };
      }
      this.#world.changed(
        'the fake broke',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
      return { status: 500, headers: json, body: { message: '500: the fake itself broke', code: 0 } };
    }
  }

  #match({ call, versioned, request }: Running): Match {
    if (!versioned) throw new ApiError(50041);
    const match = matchRoute(this.#routes, call.method, call.path);
    const authorised = request.headers.authorization === `Bot ${this.#world.token}`;
    if (match?.route.open !== true && !authorised)
      throw new ApiError(0, { status: 401, message: '401: Unauthorized' });
    if (match === undefined) {
      this.#world.changed('no such route', `${call.method} ${call.path}`);
      throw new ApiError(0);
    }
    return match;
  }

  async #run({ call, raw, request }: Running, { route, params }: Match): Promise<Reply> {
    const parsed = await parseBody(raw, request.headers['content-type'], () => this.#world.newId());
    return route.run({ world: this.#world, params, query: new URLSearchParams(call.query), ...parsed });
  }

  /** Files are public to whoever has their address while it lasts; a token there is a token given away. */
  #file(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const path = url.pathname;
    this.#world.changed('file', path);
    if (request.headers.authorization !== undefined) {
      this.#world.changed('token given away', path);
      return void response.writeHead(400).end();
    }
    if (url.searchParams.get('ex') !== String(this.#world.filesSigned))
      return void response.writeHead(404).end('This content is no longer available.');
    for (const { attachments, channelId, deleted } of this.#world.messages.values()) {
      const found = deleted ? undefined : attachments.find((one) => attachmentPath(channelId, one) === path);
      if (found === undefined) continue;
      serveFile(response, found);
      return;
    }
    response.writeHead(404).end();
  }
}

function apiPath(pathname: string): { path: string; versioned: boolean } {
  const [, version, path] = /^\/api(?:\/v(\d+))?(\/.*)$/.exec(pathname) ?? [];
  return { path: path ?? pathname, versioned: version === '10' };
}
