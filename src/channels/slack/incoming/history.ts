// Reading what was said, as often as Slack lets us: a refused call waits as long as Slack asks. Apps that are distributed
// outside the Marketplace get one call a minute and 15 messages at a time; that is recognised by its signs and obeyed.
import type { WebClient } from '@slack/web-api';
import { sleep } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import { failureOf } from '../errors.ts';

const pageSize = 200;
const rationedPage = 15;
/** Of a room in which more was said meanwhile only the newest is read. */
const pagesAtMost = 50;
const triesAtMost = 20;
/** So many calls a minute any app may make that is not rationed; its limit is 50. */
const fewCalls = 3;

/** A message as history tells it: an event without its channel. */
export interface OldMessage {
  readonly ts: string;
  readonly latestReply: string | null;
  /** When it was edited last. */
  readonly editedTs: string | null;
  readonly raw: object;
}

export interface HistoryParts {
  readonly client: WebClient;
  /** How often a rationed app may read, in milliseconds. */
  readonly rationMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface Page {
  readonly messages?: readonly object[];
  readonly has_more?: boolean;
  readonly response_metadata?: { readonly next_cursor?: string };
}

type Lane = 'read' | 'list';

export class History {
  readonly #parts: HistoryParts;
  /** Until when each kind of call has to wait, in milliseconds of {@link performance.now}. */
  readonly #freeAt: Record<Lane, number> = { read: 0, list: 0 };
  #reads: readonly number[] = [];
  #rationed = false;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Whether Slack rations this app: then nothing should wait for what is read. */
  get rationed(): boolean {
    return this.#rationed;
  }

  /** The messages of a room itself, oldest first. @param oldest a ts, itself left out @throws what the Web API throws */
  room(channel: string, oldest: string): Promise<readonly OldMessage[]> {
    return this.#all((page) => this.#parts.client.conversations.history({ channel, oldest, ...page }));
  }

  /** The replies of a thread, oldest first. @throws what the Web API throws */
  async thread(channel: string, root: string, oldest: string): Promise<readonly OldMessage[]> {
    const read = (page: { limit: number; cursor?: string }) =>
      this.#parts.client.conversations.replies({ channel, ts: root, oldest, ...page });
    // The root comes first whatever the range says.
    return (await this.#all(read)).filter(({ ts }) => ts > oldest && ts !== root);
  }

  /** All DMs with us, also of those who have not written yet; none without `im:read`. @throws what the Web API throws */
  async directs(): Promise<readonly string[]> {
    return (await this.#listed('im')) ?? [];
  }

  /** The channels that we are in, as far as our scopes let us ask. @throws what the Web API throws */
  async channels(): Promise<readonly string[]> {
    const all = await this.#listed('public_channel,private_channel,mpim');
    if (all !== null) return all;
    const kinds = await Promise.all(
      ['public_channel', 'private_channel', 'mpim'].map((kind) => this.#listed(kind)),
    );
    return kinds.flatMap((kind) => kind ?? []);
  }

  /** Null if we lack the scope. */
  async #listed(types: string): Promise<readonly string[] | null> {
    const found: string[] = [];
    let cursor: string | undefined;
    try {
      do {
        const query = { types, exclude_archived: true, limit: pageSize, ...(cursor ? { cursor } : {}) };
        const page = await this.#call('list', () => this.#parts.client.users.conversations(query));
        found.push(...(page.channels ?? []).flatMap(({ id }) => (id ? [id] : [])));
        cursor = page.response_metadata?.next_cursor || undefined;
      } while (cursor !== undefined);
      return found;
    } catch (error) {
      if (failureOf(error).code === 'missing_scope') return null;
      throw error;
    }
  }

  async #all(
    read: (page: { limit: number; cursor?: string }) => Promise<Page>,
  ): Promise<readonly OldMessage[]> {
    const found: OldMessage[] = [];
    let cursor: string | undefined;
    for (let number = 0; number < pagesAtMost; number++) {
      const limit = this.#rationed ? rationedPage : pageSize;
      const page = await this.#call('read', () => read({ limit, ...(cursor ? { cursor } : {}) }));
      const messages = page.messages ?? [];
      if (limit > rationedPage && messages.length === rationedPage && page.has_more) this.#ration();
      found.push(...messages.flatMap(oldMessageOf));
      cursor = page.response_metadata?.next_cursor || undefined;
      if (cursor === undefined) break;
    }
    return found.sort((a, b) => (a.ts < b.ts ? -1 : 1));
  }

  async #call<T>(lane: Lane, call: () => Promise<T>): Promise<T> {
    const { signal, rationMs } = this.#parts;
    for (let attempt = 1; ; attempt++) {
      await this.#turn(lane);
      if (signal.aborted) throw new Error('we are stopping');
      try {
        const answer = await call();
        if (lane === 'read') this.#reads = [...this.#reads, performance.now()].slice(-fewCalls);
        return answer;
      } catch (error) {
        const { code, retryAfterMs } = failureOf(error);
        if (code !== 'ratelimited' || attempt >= triesAtMost) throw error;
        const since = performance.now() - rationMs;
        const isSoon = this.#reads.filter((at) => at > since).length < fewCalls;
        if (lane === 'read' && isSoon && retryAfterMs > rationMs * 0.4) this.#ration();
        this.#freeAt[lane] = Math.max(this.#freeAt[lane], performance.now() + retryAfterMs);
      }
    }
  }

  /** Resolves when it is our turn; in a rationed lane no other's is before the time. */
  async #turn(lane: Lane): Promise<void> {
    const { signal, rationMs } = this.#parts;
    for (;;) {
      const wait = this.#freeAt[lane] - performance.now();
      if (wait <= 0 || signal.aborted) break;
      await sleep(Math.ceil(wait), signal);
    }
    if (lane === 'read' && this.#rationed) this.#freeAt.read = performance.now() + rationMs;
  }

  #ration(): void {
    if (this.#rationed) return;
    this.#rationed = true;
    this.#freeAt.read = performance.now() + this.#parts.rationMs;
    this.#parts.log.warn(
      { everyMs: this.#parts.rationMs, messages: rationedPage },
      'Slack rations reading history for this app: what was missed is read slowly, direct messages first (npm run doctor says more)',
    );
  }
}

function oldMessageOf(raw: object): OldMessage[] {
  const {
    ts,
    latest_reply: latest,
    edited,
  } = raw as {
    ts?: unknown;
    latest_reply?: unknown;
    edited?: { ts?: unknown };
  };
  if (typeof ts !== 'string') return [];
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return [{ ts, latestReply: text(latest), editedTs: text(edited?.ts), raw }];
}
