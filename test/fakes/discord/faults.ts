// What goes wrong on purpose: rules that match REST requests in order, each for a number of times.
import type { Json } from './json.ts';

/** One line of the REST log. */
export interface Call {
  readonly at: number;
  readonly method: string;
  /** Without base and version: `/channels/1/messages`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
  /** HTTP status, or null while running or when the connection was cut. */
  status: number | null;
  /** Discord's error code, when it was an error. */
  code: number | null;
  /** The fault that struck it, if any. */
  fault: Fault['kind'] | null;
}

/** How a connection ends: `reset` (discord.js retries that), `close` (it does not), `hang` (until its timeout). */
export type Cut = 'reset' | 'close' | 'hang';

interface Common {
  /** How often it strikes; 1 unless given. `Number.POSITIVE_INFINITY` until `remove()`. */
  readonly times?: number;
  /** How many matching requests pass first. */
  readonly after?: number;
  /** Only requests for which this holds. */
  readonly when?: (call: Call) => boolean;
}

export type Fault = Common &
  (
    | { readonly kind: 'lost-answer'; readonly how?: Cut }
    | { readonly kind: 'drop-before'; readonly how?: Cut }
    | { readonly kind: '5xx'; readonly status?: number; readonly processed?: boolean }
    /** `retryAfter` in seconds, fractions allowed. */
    | { readonly kind: '429'; readonly retryAfter: number; readonly global?: boolean }
    | { readonly kind: 'error'; readonly code: number; readonly status?: number; readonly message?: string }
    /** Waits, unprocessed, for `release()`. */
    | { readonly kind: 'hold' }
  );

export interface FaultHandle {
  /** How often it struck so far. */
  readonly fired: number;
  /** Resolves with the first request it strikes. */
  readonly hit: Promise<Call>;
  /** Lets held requests go on, and later ones pass. */
  release(): void;
  /** Strikes no more. */
  remove(): void;
}

class Rule implements FaultHandle {
  readonly fault: Fault;
  readonly hit: Promise<Call>;
  readonly released: Promise<void>;
  fired = 0;
  #left: number;
  #skip: number;
  readonly #pattern: RegExp;
  readonly #struck: (call: Call) => void;
  readonly #release: () => void;

  constructor(pattern: string | RegExp, fault: Fault) {
    this.fault = fault;
    this.#pattern = typeof pattern === 'string' ? routePattern(pattern) : pattern;
    this.#left = fault.times ?? 1;
    this.#skip = fault.after ?? 0;
    const hit = Promise.withResolvers<Call>();
    const released = Promise.withResolvers<void>();
    this.hit = hit.promise;
    this.released = released.promise;
    this.#struck = hit.resolve;
    this.#release = released.resolve;
  }

  strikes(call: Call): boolean {
    if (this.#left <= 0 || !this.#pattern.test(`${call.method} ${call.path}`)) return false;
    if (this.fault.when !== undefined && !this.fault.when(call)) return false;
    if (this.#skip > 0) {
      this.#skip -= 1;
      return false;
    }
    this.#left -= 1;
    this.fired += 1;
    this.#struck(call);
    return true;
  }

  release(): void {
    this.#release();
    this.remove();
  }

  remove(): void {
    this.#left = 0;
  }
}

/**
 * A pattern such as `POST /channels/:id/messages`: `:name` and `*` stand for one segment, a final `**` for the rest;
 * without a method any will do.
 */
export function routePattern(pattern: string): RegExp {
  const [, method = '*', path = ''] = /^(?:([A-Z*]+) )?(.*)$/.exec(pattern) ?? [];
  const segments = path
    .split('/')
    .map((part) => {
      if (part === '**') return '.*';
      return part === '*' || part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${method === '*' ? '[A-Z]+' : method} ${segments}$`);
}

export class Faults {
  readonly #rules: Rule[] = [];

  add(pattern: string | RegExp, fault: Fault): FaultHandle {
    const rule = new Rule(pattern, fault);
    this.#rules.push(rule);
    return rule;
  }

  /** The first rule that strikes this request, counted as struck. */
  strike(call: Call): { readonly fault: Fault; readonly released: Promise<void> } | undefined {
    return this.#rules.find((rule) => rule.strikes(call));
  }

  clear(): void {
    for (const rule of this.#rules) rule.release();
    this.#rules.length = 0;
  }
}
