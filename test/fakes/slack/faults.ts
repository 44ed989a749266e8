// The faults a test can ask for: what strikes Web API calls, and how many acks or events go wrong. The machinery asks
// here at each step; nothing strikes unasked.
import type { Fields } from './types.ts';

export type FaultKind = 'lost-answer' | 'drop-before' | 'http-500' | 'ratelimited' | 'error' | 'hang';

export interface Fault {
  /** How many calls it strikes; Infinity until cleared. Default 1. */
  readonly times?: number;
  readonly kind: FaultKind;
  /** For 'error': Slack's error code, such as 'is_archived'. */
  readonly error?: string;
  /** For 'ratelimited': whole seconds in Retry-After. Default 1. */
  readonly retryAfter?: number;
  /** For 'http-500': another status. */
  readonly status?: number;
  /** For 'http-500' and 'hang': true when the call is processed first. */
  readonly processed?: boolean;
  /** Lets this many calls through first. */
  readonly skip?: number;
  /** Strikes only calls with such arguments. */
  readonly match?: (args: Fields) => boolean;
}

interface ArmedFault {
  readonly method: string;
  readonly fault: Fault;
  left: number;
  skip: number;
}

export class Faults {
  /** So many next acks are not heard. */
  acksToSwallow = 0;
  /** So many next events are sent twice. */
  eventsToDouble = 0;
  /** So many next events are held and then sent shuffled. */
  eventsToReorder = 0;
  /** Wait before each Web API answer, ms. */
  apiDelayMs = 0;
  /** Wait before each event is sent, ms. */
  eventDelayMs = 0;
  /** Neither apps.connections.open nor a new socket succeeds. */
  refusesConnections = false;
  /** Socket Mode is switched off in the app's settings: a new socket is sent away before its hello. */
  socketModeOff = false;
  /** A new socket's handshake is answered with this HTTP status, as by a proxy that knows no WebSockets; 0: as usual. */
  handshake = 0;
  /** Every HTTP request dies unanswered. */
  outage = false;
  /** conversations.history and .replies as rationed for distributed apps, undefined when not. */
  ration: { readonly everyMs: number; readonly limit: number; lastAt: number } | undefined;
  #armed: ArmedFault[] = [];

  /** Arms a fault on a method; '*' means every method. */
  arm(method: string, fault: Fault): void {
    this.#armed.push({ method, fault, left: fault.times ?? 1, skip: fault.skip ?? 0 });
  }

  /** The fault that strikes this call, if any; counts it. */
  strike(method: string, args: Fields): Fault | undefined {
    for (const armed of this.#armed) {
      if (armed.method !== method && armed.method !== '*') continue;
      if (armed.fault.match !== undefined && !armed.fault.match(args)) continue;
      if (armed.skip > 0) {
        armed.skip -= 1;
        continue;
      }
      armed.left -= 1;
      if (armed.left <= 0) this.#armed = this.#armed.filter((other) => other !== armed);
      return armed.fault;
    }
    return undefined;
  }

  /** True when this ack shall not be heard; counts it. */
  swallowAck(): boolean {
    if (this.acksToSwallow <= 0) return false;
    this.acksToSwallow -= 1;
    return true;
  }

  /** True when this event shall be sent twice; counts it. */
  doubleEvent(): boolean {
    if (this.eventsToDouble <= 0) return false;
    this.eventsToDouble -= 1;
    return true;
  }

  /** Takes every fault back. */
  clear(): void {
    this.#armed = [];
    this.acksToSwallow = 0;
    this.eventsToDouble = 0;
    this.eventsToReorder = 0;
    this.apiDelayMs = 0;
    this.eventDelayMs = 0;
    this.refusesConnections = false;
    this.handshake = 0;
    this.outage = false;
    this.socketModeOff = false;
    this.ration = undefined;
  }

  /** Faults that have not struck yet, for the dump. */
  pending(): string[] {
    return this.#armed.map(({ method, fault, left }) => `${fault.kind} on ${method}, ${left} left`);
  }
}
