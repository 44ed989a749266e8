// A server's tools, whether it is there or not. They keep their names and places from the start to the end of the process; a
// server that is away is tried again with patience, and a call says meanwhile that it cannot be reached. Where it was reached
// before, its tools look as they did then; else they get their parameters when it is first there.
import { sleep } from '../../clock.ts';
import { messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { AnyTool } from '../runner.ts';
import type { ServerConfig } from './config.ts';
import type { Connection, Listed } from './connection.ts';
import { reasonOf } from './fate.ts';
import { keepListing, knownListing } from './known.ts';
import { toolsOf, unknownTool } from './tools.ts';

/** A server that was reached before is not waited for at the start. Milliseconds. */
const KNOWN_MS = 3000;
/** The first wait before it is tried again, and the longest; each is varied by a quarter. Milliseconds. */
const RETRY_MS = 1000;
const RETRY_MOST_MS = 60_000;
/** How long a call waits for a server that was away when it was last tried. Milliseconds. */
const CALL_MS = 5000;

export interface ServerParts {
  readonly dataDir: string;
  readonly log: Log;
  readonly retryMs?: number;
}

export class Server {
  /** In the order of the file. */
  readonly tools: readonly AnyTool[];
  readonly #server: ServerConfig;
  readonly #connection: Connection;
  readonly #parts: ServerParts;
  readonly #stop = new AbortController();
  /** Each tool as it looks now. */
  #now: readonly AnyTool[];
  /** Why it cannot be used; null if it was reached. */
  #away: string | null = 'it has not answered yet';
  #trying: Promise<readonly string[]> | null = null;

  constructor(server: ServerConfig, connection: Connection, parts: ServerParts) {
    this.#server = server;
    this.#connection = connection;
    this.#parts = parts;
    const known = knownListing(parts.dataDir, server.name);
    const remembered = known === null ? null : this.#read(known);
    this.isKnown = remembered !== null && remembered.faults.length === 0;
    this.#now =
      this.isKnown && remembered ? remembered.tools : server.tools.map((tool) => unknownTool(server, tool));
    this.tools = server.tools.map((_, index) => this.#live(index));
  }

  /** Whether its tools look as they did when it was last reached. */
  readonly isKnown: boolean;

  /** `the MCP server "hub" cannot be reached: ...`; null if it was. */
  get unreachable(): string | null {
    return this.#away === null
      ? null
      : `the MCP server "${this.#server.name}" cannot be reached: ${this.#away}`;
  }

  /**
   * Reaches it if it is there; else it is tried again until `stop`.
   *
   * @returns what the file asks of it and it does not have, a clause each
   */
  async start(): Promise<readonly string[]> {
    const first = this.#try();
    const settled = new AbortController();
    const patience = this.isKnown ? sleep(KNOWN_MS, settled.signal).then(() => []) : first;
    const faults = await Promise.race([first, patience]);
    settled.abort();
    if (faults.length > 0 || this.#away === null || this.#stop.signal.aborted) return faults;
    this.#parts.log.warn(
      { server: this.#server.name, error: this.#away },
      'an MCP server cannot be reached; its tools say so, and it is tried again',
    );
    void this.#tryAgain(first);
    return [];
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#connection.close();
  }

  async #tryAgain(first: Promise<readonly string[]>): Promise<void> {
    await first;
    const { retryMs = RETRY_MS, log } = this.#parts;
    const { signal } = this.#stop;
    for (let tries = 0; this.#away !== null && !signal.aborted; tries += 1) {
      await sleep(Math.min(RETRY_MOST_MS, retryMs * 2 ** tries) * (0.75 + Math.random() / 2), signal);
      if (signal.aborted) return;
      const faults = await this.#try();
      if (faults.length === 0) continue;
      this.#away = faults.join('; ');
      log.error(
        { server: this.#server.name, faults },
        'an MCP server is there, but its tools cannot be used',
      );
      return;
    }
  }

  /** One try at a time; those who ask meanwhile get its outcome. */
  #try(): Promise<readonly string[]> {
    this.#trying ??= this.#reach().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #reach(): Promise<readonly string[]> {
    const { log, dataDir } = this.#parts;
    const { name } = this.#server;
    try {
      const found = await this.#connection.list();
      const { tools, faults } = this.#read(found);
      if (faults.length > 0) return faults;
      this.#now = tools;
      this.#away = null;
      log.info({ server: name, listed: found.length, taken: tools.length }, 'an MCP server is connected');
      try {
        keepListing(dataDir, name, found);
      } catch (error) {
        log.warn({ server: name, error: messageOf(error) }, 'the tools of an MCP server could not be noted');
      }
    } catch (error) {
      this.#away = reasonOf(error);
    }
    return [];
  }

  #read(found: readonly Listed[]): {
    readonly tools: readonly AnyTool[];
    readonly faults: readonly string[];
  } {
    const faults: string[] = [];
    const tools = toolsOf(this.#server, found, this.#connection, faults);
    return { tools, faults };
  }

  /** The tool at this place of the file, as it looks at the moment it is asked. */
  #live(index: number): AnyTool {
    const now = (): AnyTool => {
      const tool = this.#now[index];
      if (!tool) throw new Error(`the server ${this.#server.name} has no tool ${index}`);
      return tool;
    };
    const { name, safe, outside, bound, doing, ages, timeoutMs } = now();
    return {
      name,
      safe,
      doing,
      ages,
      timeoutMs,
      ...(outside === undefined ? {} : { outside }),
      ...(bound === undefined ? {} : { bound }),
      get description() {
        return now().description;
      },
      get parameters() {
        return now().parameters;
      },
      run: (args, use) => now().run(args, use),
      away: () => this.#whyAway(),
    };
  }

  /** Before a person is asked whether a call may be made, it is checked once more whether it can. */
  async #whyAway(): Promise<string | null> {
    if (this.#away === null) return null;
    const before = this.#now;
    await Promise.race([this.#try(), sleep(CALL_MS, this.#stop.signal)]);
    if (this.#away === null && (this.isKnown || before === this.#now)) return null;
    const { name } = this.#server;
    return this.#away === null
      ? `${name} is there again, and from the next message on its tools can be used. Nothing was done: say so.`
      : `${name} cannot be reached now (${this.#away}). Nothing was done: say so, or try again later.`;
  }
}
