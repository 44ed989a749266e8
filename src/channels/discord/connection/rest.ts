// Discord's REST API as discord.js speaks it, without retries and without waiting: the outbox decides about both. Every
// call ends within the timeout, answers that stall in the middle included.
import { DiscordAPIError, REST, type RESTOptions, type RouteLike } from 'discord.js';
import type { OutgoingFile } from '../../../delivery/outgoing.ts';

export interface RestSettings {
  readonly token: string;
  /** Another base address, such as "http://127.0.0.1:8080/api"; null: Discord's own. */
  readonly apiUrl: string | null;
  readonly timeoutMs: number;
  /** For all routes together; absent: the 50 that Discord allows. */
  readonly callsPerSecond?: number;
}

interface CallOptions {
  readonly body?: unknown;
  readonly file?: OutgoingFile | null;
  readonly query?: Readonly<Record<string, string>>;
  /** False for routes that carry an interaction's token in their path. */
  readonly auth?: boolean;
}

/** The options that the client for the gateway shares. */
export function restOptions(settings: Pick<RestSettings, 'apiUrl' | 'timeoutMs'>): Partial<RESTOptions> {
  return { timeout: settings.timeoutMs, ...(settings.apiUrl ? { api: settings.apiUrl } : {}) };
}

export class DiscordRest {
  readonly #rest: REST;
  readonly #settings: RestSettings;
  /** Ends all calls, if any; each ends by itself within the timeout. */
  readonly #deadline: AbortSignal | null;

  constructor(settings: RestSettings, within: { readonly rest: REST; readonly ms: number } | null = null) {
    this.#settings = settings;
    this.#deadline = within && AbortSignal.timeout(within.ms);
    this.#rest =
      within?.rest ??
      new REST({
        ...restOptions(settings),
        retries: 0,
        rejectOnRateLimit: () => true,
        globalRequestsPerSecond: settings.callsPerSecond ?? 50,
      });
    if (!within) this.#rest.setToken(settings.token);
  }

  /** The same client for something that takes several calls: after `ms` none of them goes on or begins. */
  within(ms: number): DiscordRest {
    return new DiscordRest(this.#settings, { rest: this.#rest, ms });
  }

  get<T>(
    route: RouteLike,
    query: Readonly<Record<string, string>> = {},
    options: CallOptions = {},
  ): Promise<T> {
    return this.#call<T>('GET', route, { ...options, query });
  }

  post<T>(route: RouteLike, body: unknown, options: CallOptions = {}): Promise<T> {
    return this.#call<T>('POST', route, { ...options, body });
  }

  patch<T>(route: RouteLike, body: unknown, options: CallOptions = {}): Promise<T> {
    return this.#call<T>('PATCH', route, { ...options, body });
  }

  put<T>(route: RouteLike, body?: unknown): Promise<T> {
    return this.#call<T>('PUT', route, { body });
  }

  delete(route: RouteLike): Promise<unknown> {
    return this.#call('DELETE', route, {});
  }

  /** Ends the timers of the client. Calls are still possible: what is on its way may be sent to its end. */
  close(): void {
    this.#rest.clearHashSweeper();
    this.#rest.clearHandlerSweeper();
  }

  async #call<T>(method: string, fullRoute: RouteLike, options: CallOptions): Promise<T> {
    const { body, file, query = {}, auth = true } = options;
    const { token, timeoutMs } = this.#settings;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer: unknown = await this.#rest.request({
        method: method as Parameters<REST['request']>[0]['method'],
        fullRoute,
        auth,
        query: new URLSearchParams(query),
        signal: this.#deadline ? AbortSignal.any([timeout, this.#deadline]) : timeout,
        ...(body === undefined ? {} : { body }),
        ...(file ? { files: [{ name: file.name, data: file.text }] } : {}),
      });
      return answer as T;
    } catch (error) {
      // The client forgets a token that was refused once; ours may be put right in the portal meanwhile.
      if (error instanceof DiscordAPIError && error.status === 401) this.#rest.setToken(token);
      throw error;
    }
  }
}
