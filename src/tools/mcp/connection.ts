// A server, as long as the process runs: connected when it is needed, and anew when the connection has ended. A call says
// what became of it, and above all whether it may have been done: only one that reads is ever sent twice.
import { z } from 'zod';
import type { ServerConfig } from './config.ts';
import { type Fate, fateOf, reasonOf } from './fate.ts';
import { connect, type Live, SDK_MS, whileWaited } from './live.ts';
import { type Answer, answer } from './result.ts';
import type { Surroundings } from './transport.ts';

/** What became of a call. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The server said no. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Nothing was sent. */
  | { readonly kind: 'unreachable'; readonly why: string }
  /** It was sent, and its outcome is unknown: the connection broke, it took too long, no one waits any more. */
  | { readonly kind: 'lost' | 'late' | 'stopped' };

/** A tool as a server lists it. */
export const listed = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.unknown(),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional(),
});
export type Listed = z.output<typeof listed>;
const page = z.looseObject({ tools: z.array(listed), nextCursor: z.string().optional() });

const MOST_PAGES = 50;

export class Connection {
  readonly #server: ServerConfig;
  readonly #around: Surroundings;
  readonly #startMs: number;
  readonly #stop = new AbortController();
  /** How many calls are under way on each that has not been ended: the one in use, and those given up. */
  readonly #lives = new Map<Live, number>();
  #current: Live | null = null;
  #connecting: Promise<Live> | null = null;

  /** @param startMs time limit of connecting, and of listing the tools, in milliseconds */
  constructor(server: ServerConfig, around: Surroundings, startMs: number) {
    this.#server = server;
    this.#around = around;
    this.#startMs = startMs;
  }

  /** All tools of the server. @throws Error when it cannot be reached or does not list them */
  async list(): Promise<readonly Listed[]> {
    return this.#inTime(async (signal) => {
      const { client } = await unlessAborted(signal, () => this.#connected());
      const tools: Listed[] = [];
      let params: { cursor?: string } = {};
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const request = { method: 'tools/list' as const, params };
        const found = await client.request(request, page, { signal, timeout: SDK_MS });
        tools.push(...found.tools);
        if (found.nextCursor === undefined) return tools;
        params = { cursor: found.nextCursor };
      }
      throw new Error(`its list of tools has more than ${MOST_PAGES} pages`);
    });
  }

  /**
   * Calls a tool. Never throws.
   *
   * @param again whether the call only reads, and may be sent a second time
   * @param waiting fires when no one waits for the answer any more
   */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    again: boolean,
    waiting: AbortSignal | undefined,
  ): Promise<Outcome> {
    const late = AbortSignal.timeout(this.#server.timeoutMs);
    const given = AbortSignal.any([late, this.#stop.signal, ...(waiting ? [waiting] : [])]);
    for (let tries = 1; ; tries += 1) {
      const live = await unlessAborted(given, () => this.#connected()).catch(reasonOf);
      if (typeof live === 'string') return { kind: 'unreachable', why: live };
      const fate = await this.#send(live, name, args, given);
      if (fate.kind === 'answered' || fate.kind === 'refused') return fate;
      if (given.aborted) return { kind: late.aborted ? 'late' : 'stopped' };
      this.#giveUp(live);
      if (tries === 1 && (again || fate.kind === 'unsent')) continue;
      return fate.kind === 'lost' ? fate : { kind: 'unreachable', why: fate.why };
    }
  }

  /** Ends the connection. Resolves when its process is gone. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('Peacrab stops'));
    await this.#connecting?.catch(() => undefined);
    await Promise.all([...this.#lives.keys()].map((live) => live.end()));
  }

  async #send(
    live: Live,
    name: string,
    args: Readonly<Record<string, unknown>>,
    given: AbortSignal,
  ): Promise<Fate | { readonly kind: 'answered'; readonly answer: Answer }> {
    const { client, way, hasEnded } = live;
    const hadSession = way.transport.sessionId !== undefined;
    const request = { method: 'tools/call' as const, params: { name, arguments: args } };
    let broke = false;
    this.#count(live, 1);
    try {
      const said = await whileWaited(given, (signal, stop) =>
        way.ask(
          () => client.request(request, answer, { signal, timeout: SDK_MS }),
          () => {
            broke = true;
            stop(new Error('the connection broke'));
          },
        ),
      );
      return { kind: 'answered', answer: said };
    } catch (error) {
      // The SDK throws the same for what it was told to stop and for what a server refuses.
      return given.aborted || broke ? { kind: 'lost' } : fateOf(error, hasEnded(), hadSession);
    } finally {
      this.#count(live, -1);
    }
  }

  #connected(): Promise<Live> {
    if (this.#current?.hasEnded()) this.#giveUp(this.#current);
    if (this.#current) return Promise.resolve(this.#current);
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #connect(): Promise<Live> {
    const live = await this.#inTime((signal) => connect(this.#server, this.#around, signal));
    this.#lives.set(live, 0);
    this.#current = live;
    return live;
  }

  /** The next call makes another; calls that are still under way on this one may yet be answered. */
  #giveUp(live: Live): void {
    if (this.#current === live) this.#current = null;
    this.#count(live, 0);
  }

  /** Counts calls under way; what was given up ends with its last one. */
  #count(live: Live, more: number): void {
    const calls = (this.#lives.get(live) ?? 0) + more;
    this.#lives.set(live, calls);
    if (calls > 0 || live === this.#current) return;
    const { log } = this.#around;
    live
      .end()
      .catch((error) =>
        log.debug({ server: this.#server.name, error: reasonOf(error) }, 'an MCP connection did not end'),
      )
      .finally(() => this.#lives.delete(live));
  }

  async #inTime<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(this.#startMs);
    try {
      return await whileWaited(AbortSignal.any([late, this.#stop.signal]), run);
    } catch (error) {
      throw late.aborted ? new Error(`it did not answer within ${this.#startMs / 1000} s`) : error;
    }
  }
}

async function unlessAborted<T>(given: AbortSignal, run: () => Promise<T>): Promise<T> {
  return whileWaited(given, (signal) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return Promise.race([run(), promise]);
  });
}
