// Why a WebSocket could not be opened. The socket itself says only that it failed; the HTTP request it begins with is told of
// on undici's diagnostics channels, with every other request of the process, so ours is known by its address.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { networkCode } from './network.ts';

const answered = 'undici:request:headers';
const failed = 'undici:request:error';

export interface Handshake {
  /** What it met: "HTTP 403", "ECONNREFUSED"; null if it is not known. */
  readonly met: () => string | null;
  /** Stops watching. */
  readonly end: () => void;
}

/** Watches the handshake of a socket that is about to be opened. @param address gives its address, once known */
export function watchHandshake(address: () => string | null): Handshake {
  let met: string | null = null;
  const isOurs = (message: unknown) => addressOf(field(message, 'request')) === httpOf(address());
  const onAnswer = (message: unknown) => {
    if (isOurs(message)) met = `HTTP ${String(field(field(message, 'response'), 'statusCode'))}`;
  };
  const onError = (message: unknown) => {
    if (met === null && isOurs(message)) met = networkCode(field(message, 'error'));
  };
  subscribe(answered, onAnswer);
  subscribe(failed, onError);
  return {
    met: () => met,
    end() {
      unsubscribe(answered, onAnswer);
      unsubscribe(failed, onError);
    },
  };
}

/** As requests have it: "ws" is their "http". */
function httpOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, host, pathname, search } = new URL(address);
  return `${protocol.replace('ws', 'http')}//${host}${pathname}${search}`;
}

function addressOf(request: unknown): string {
  return `${String(field(request, 'origin'))}${String(field(request, 'path'))}`;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
