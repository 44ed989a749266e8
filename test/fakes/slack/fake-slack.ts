// The fake Slack as tests hold it: start it, give the bot its address and tokens, act as people, look at what they see.
// It keeps everything in memory and outlives the bot's process, so a killed bot finds its platform as it left it.
//
//   const slack = await FakeSlack.start({ seed: 7, ackMs: 200, retryMs: [0, 100, 300] });
//   slack.person('U1ANN', { tz: 'Europe/Berlin' });
//   slack.channel('C1TEAM', { members: ['U1ANN'] });
//   const ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hello' });
//   await slack.waitFor(() => slack.messages('C1TEAM', { thread_ts: ts })[1], 'an answer in the thread');
//   await slack.stop();
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { dump } from './dump.ts';
import { FaultVerbs } from './fault-verbs.ts';
import { PeopleVerbs } from './people-verbs.ts';
import { seen } from './render.ts';
import { DEFAULTS, IDENTITY, makeWorld } from './setup.ts';
import type { Delivery } from './socket-hub.ts';
import type { Call, Ephemeral, Fields, Reaction, SeenMessage, Settings, Status } from './types.ts';
import { serve } from './web-api.ts';
import type { OpenView } from './workspace.ts';

export class FakeSlack extends PeopleVerbs {
  readonly botToken = IDENTITY.botToken;
  readonly appToken = IDENTITY.appToken;
  readonly teamId = IDENTITY.teamId;
  readonly botUserId = IDENTITY.botUserId;
  readonly botId = IDENTITY.botId;
  readonly appId = IDENTITY.appId;
  readonly seed: number;
  /** What goes wrong, and when. */
  readonly faults: FaultVerbs;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #tcp = new Set<Duplex>();

  private constructor(settings: Settings) {
    super(
      makeWorld(
        settings,
        () => this.origin,
        () => this.dump(),
      ),
    );
    this.seed = settings.seed;
    this.faults = new FaultVerbs(this.world);
    this.#sockets = new WebSocketServer({ noServer: true, autoPong: false });
    this.#server = createServer((request, response) => {
      serve(this.world, request, response).catch((error: unknown) => {
        response
          .writeHead(500, { 'content-type': 'text/plain' })
          .end(`The fake Slack failed: ${String(error)}`);
      });
    });
    // A request may come late where everything runs in one busy process: an idle connection stays.
    this.#server.keepAliveTimeout = 0;
    this.#listen();
  }

  /** Starts a workspace with our bot in it and nobody else, listening on a free port of 127.0.0.1. */
  static async start(options: Partial<Settings> = {}): Promise<FakeSlack> {
    const slack = new FakeSlack({ ...DEFAULTS, ...options });
    await new Promise<void>((resolve) => slack.#server.listen(0, '127.0.0.1', resolve));
    return slack;
  }

  /** Stops it and leaves no socket and no timer; whoever still waits is rejected. */
  async stop(): Promise<void> {
    this.world.changes.stop();
    this.world.timers.stop();
    this.world.sockets.stop();
    this.#sockets.close();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#tcp) socket.destroy();
    this.#server.closeAllConnections();
    await closed;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The value of SLACK_API_URL. */
  get apiUrl(): string {
    return `${this.origin}/api/`;
  }

  /** Arms a fault on a Web API method; see faults.ts for the kinds. */
  readonly fail: FaultVerbs['fail'] = (...args) => this.faults.fail(...args);

  /**
   * The messages that people see in a room now, in order: top-level ones and broadcasts, or with `thread_ts` the root
   * and its replies. Deleted ones only when asked for.
   */
  messages(channel: string, which: { thread_ts?: string; withDeleted?: boolean } = {}): SeenMessage[] {
    const { thread_ts: threadTs, withDeleted = false } = which;
    const inPlace = this.world.state.all(channel).filter((m) => {
      if (threadTs !== undefined) return m.ts === threadTs || m.threadTs === threadTs;
      return m.threadTs === undefined || m.threadTs === m.ts || m.broadcast;
    });
    return inPlace.filter((m) => withDeleted || !m.deleted).map((m) => seen(m, this.botUserId, this.botId));
  }

  /** Every message our bot posted that still stands, in all rooms and threads, in order of posting. */
  ours(): SeenMessage[] {
    const rooms = [...this.world.state.rooms.keys()];
    const all = rooms
      .flatMap((id) => this.world.state.all(id))
      .map((m) => seen(m, this.botUserId, this.botId));
    return all.filter((m) => m.ours && !m.deleted).sort((a, b) => (a.ts < b.ts ? -1 : 1));
  }

  /** What only this person sees and what still stands. */
  ephemerals(user: string, channel?: string): Ephemeral[] {
    const all = this.world.state.ephemerals.filter((e) => e.user === user && !e.removed);
    return structuredClone(all.filter((e) => channel === undefined || e.channel === channel));
  }

  /** Every status that was set, in order; `current` says whether people see it now. */
  get statuses(): readonly Status[] {
    return structuredClone(this.world.state.statuses);
  }

  /** The reactions on a message now. */
  reactions(channel: string, ts: string): Reaction[] {
    return structuredClone(this.world.state.find(channel, ts)?.reactions ?? []);
  }

  /** What stands in a file, by its name; the newest of that name. */
  fileText(name: string): string | undefined {
    const found = [...this.world.state.files.values()].findLast((file) => file.name === name);
    return found?.content.toString('utf8');
  }

  /** The App Home of a person as last published. */
  home(user: string): Fields | undefined {
    return structuredClone(this.world.state.homes.get(user));
  }

  /** The modals that are open now. */
  get modals(): readonly OpenView[] {
    return structuredClone([...this.world.state.views.values()]);
  }

  /** The Web API calls so far, in order of arrival; of one method when given. */
  calls(method?: string): Call[] {
    return structuredClone(this.world.calls.filter((call) => method === undefined || call.method === method));
  }

  /** Every envelope so far: attempts, sockets, outcome. */
  get deliveries(): readonly Delivery[] {
    return this.world.sockets.deliveries;
  }

  /** Sockets that are up now. */
  get connected(): number {
    return this.world.sockets.connections.length;
  }

  /** Resolves with the predicate's first value that is not false, null or undefined; never polls. */
  waitFor<T>(predicate: () => T, description: string, deadlineMs?: number): Promise<NonNullable<T>> {
    return this.world.changes.waitFor(predicate, description, deadlineMs);
  }

  /** Resolves when a bot's socket is up. */
  async connection(): Promise<void> {
    await this.waitFor(() => this.connected > 0, 'a socket of the bot');
  }

  /** Resolves when every envelope was acknowledged or given up. */
  async settled(): Promise<void> {
    await this.waitFor(
      () => this.world.sockets.underway === 0,
      'every envelope to be acknowledged or given up',
    );
  }

  /** The state in words, for failure messages. */
  dump(): string {
    return dump(this.world);
  }

  #listen(): void {
    this.#server.on('connection', (socket: Socket) => {
      this.#tcp.add(socket);
      socket.on('close', () => this.#tcp.delete(socket));
    });
    this.#server.on('upgrade', (request, tcp, head) => {
      const ticket = new URL(request.url ?? '/', 'ws://slack.test').searchParams.get('ticket') ?? '';
      const { faults, sockets, settings } = this.world;
      if (faults.handshake > 0) {
        tcp.end(`HTTP/1.1 ${faults.handshake} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      if (faults.outage || faults.refusesConnections || !sockets.tickets.delete(ticket)) {
        tcp.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      // The real Slack answers a close frame but leaves the TCP connection for the client to end.
      if (settings.lingerAfterClose) tcp.end = () => tcp;
      this.#sockets.handleUpgrade(request, tcp, head, (socket) => sockets.accept(socket, tcp));
    });
  }
}
