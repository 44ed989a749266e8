// One connection in Socket Mode: Slack's client, made safe. It does not reconnect by itself (its own reconnecting ends
// the process when Slack cannot be reached), says when Slack is about to close it, and survives payloads without an event,
// on which the client throws where it cannot be caught.
import { SocketModeClient } from '@slack/socket-mode';
import { PeacrabError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { watchHandshake } from '../../handshake.ts';
import { faultKind } from '../../own-fault.ts';
import type { SlackSettings, SlackTimings } from '../settings.ts';
import { clientOptions, sdkLogger } from './client.ts';

/** One envelope; `ack` rejects if the connection has ended meanwhile: then it comes again. */
export interface Envelope {
  readonly type: string;
  readonly body: unknown;
  /** @param response what Slack is to do with a modal; nothing closes it */
  readonly ack: (response?: Readonly<Record<string, unknown>>) => Promise<void>;
}

export interface ConnectionParts {
  readonly settings: SlackSettings;
  readonly timings: SlackTimings;
  readonly log: Log;
  readonly heard: (envelope: Envelope) => void;
  /** Called at Slack's hello, before anything else is heard, with how many connections the app has. */
  readonly opened?: (connections: number) => void;
  /** Called at every sign of life: frames, pings and pongs. */
  readonly alive?: () => void;
  /** Called once, when the connection is about to end or has ended; not if it never said hello. */
  readonly ended: () => void;
}

export class SlackConnection extends SocketModeClient {
  readonly #parts: ConnectionParts;
  #isUp = false;
  #isClosed = false;
  /** Why Slack sent us away before it said hello. */
  #refusal: string | null = null;
  /** Where Slack tells us to open the socket; null before it has. */
  #address: string | null = null;

  constructor(parts: ConnectionParts) {
    const { settings, timings, log } = parts;
    super({
      appToken: settings.appToken,
      autoReconnectEnabled: false,
      clientPingTimeout: timings.pongMs,
      // The client tells of pings and pongs in its log only.
      pingPongLoggingEnabled: true,
      logger: { ...sdkLogger(log), debug: (line: unknown) => beatOf(line) && parts.alive?.() },
      clientOptions: clientOptions(settings, timings.sendMs, log),
    });
    this.#parts = parts;
    this.on('slack_event', ({ type, body, ack }: Envelope) => parts.heard({ type, body, ack }));
    this.on('disconnected', () => this.#leave());
    this.on('authenticated', ({ url }: { readonly url?: string }) => {
      this.#address = url ?? null;
    });
  }

  /** Resolves at Slack's hello. @throws what apps.connections.open throws, PeacrabError for why Slack sent us away, or why the socket failed */
  async open(): Promise<void> {
    const handshake = watchHandshake(() => this.#address);
    const tooLate = setTimeout(() => void this.close(), this.#parts.timings.helloMs);
    try {
      await this.start();
    } catch (error) {
      // Once Slack has told the address, what fails is the socket; its client says nothing of why.
      throw this.#refusal
        ? refused(this.#refusal)
        : (error ?? noHello(handshake.met(), this.#parts.timings.helloMs));
    } finally {
      handshake.end();
      clearTimeout(tooLate);
    }
  }

  /** Ends it; cuts it off if the other side does not close in time. Twice is no harm. */
  async close(): Promise<void> {
    this.#isUp = false;
    this.#isClosed = true;
    const cutOff = setTimeout(() => void this.disconnect(), this.#parts.timings.closeMs);
    const ended = this.disconnect();
    this.#dropTimer();
    await ended;
    clearTimeout(cutOff);
  }

  /** The client's own timer for a close, of 30 s: it forgets one when the socket breaks meanwhile. Ours is in its place. */
  #dropTimer(): void {
    const socket: unknown = Reflect.get(this, 'websocket');
    if (typeof socket === 'object' && socket !== null)
      clearTimeout(Reflect.get(socket, 'closeHandshakeTimeout') as NodeJS.Timeout | undefined);
  }

  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    this.#parts.alive?.();
    const frame = typeof data === 'string' && !isBinary ? frameOf(data) : null;
    if (frame?.type === 'hello' && !this.#isClosed) {
      this.#isUp = true;
      this.#parts.opened?.(typeof frame.num_connections === 'number' ? frame.num_connections : 1);
    }
    // Slack moves us elsewhere: the next connection is opened at once, so that nothing waits for this one to close.
    if (frame?.type === 'disconnect') {
      this.#refusal = String(frame.reason);
      this.#leave();
    }
    try {
      await super.onWebSocketMessage(data, isBinary);
    } catch (error) {
      this.#parts.log.warn(
        { error: faultKind(error) },
        'Slack sent something that cannot be read; it is skipped',
      );
      this.#acknowledge(data);
    }
  }

  /** What the client fails on before it is acknowledged would come again and again. */
  #acknowledge(data: string | ArrayBuffer): void {
    const id = typeof data === 'string' ? envelopeIdOf(data) : null;
    const socket: unknown = Reflect.get(this, 'websocket');
    if (id === null || !(socket instanceof Object) || !('send' in socket)) return;
    if (typeof socket.send === 'function')
      socket.send(JSON.stringify({ envelope_id: id, payload: {} }), () => undefined);
  }

  #leave(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#parts.ended();
  }
}

const beatOf = (line: unknown): boolean =>
  typeof line === 'string' && /^WebSocket received p[io]ng /.test(line);

function refused(reason: string): PeacrabError {
  return reason === 'link_disabled'
    ? new PeacrabError(
        'CHANNEL_AUTH',
        'Socket Mode is off for the Slack app. Switch it on in the app’s settings (Socket Mode > Enable Socket Mode).',
      )
    : new PeacrabError(
        'CHANNEL_START',
        `Slack does not open a socket (${reason}). Stop other programs that use this app’s token, or try again in a minute.`,
      );
}

/** @param met what the handshake met, if it failed */
function noHello(met: string | null, helloMs: number): PeacrabError {
  if (met === null)
    return new PeacrabError(
      'CHANNEL_START',
      `Slack answers, but its WebSocket ended without a hello, or did not say it within ${helloMs / 1000} s. ${letPass}`,
    );
  const cause = Object.assign(new Error('the handshake failed'), { code: met });
  return new PeacrabError(
    'CHANNEL_START',
    `Slack answers, but its WebSocket cannot be opened (${met}). ${letPass}`,
    { cause },
  );
}

const letPass = 'Let WebSockets (wss://*.slack.com) pass the proxy or firewall, and try again.';

interface Frame {
  readonly type?: unknown;
  readonly reason?: unknown;
  readonly num_connections?: unknown;
  readonly payload?: { readonly type?: unknown };
}

/** Short frames only: what we look for is short. */
function frameOf(data: string): Frame | null {
  if (data.length > 2000) return null;
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === 'object' && frame !== null ? frame : null;
  } catch {
    return null;
  }
}

/** The id by which a frame wants to be acknowledged, if it is an envelope. */
function envelopeIdOf(data: string): string | null {
  try {
    const frame: unknown = JSON.parse(data);
    const id: unknown =
      typeof frame === 'object' && frame !== null ? Reflect.get(frame, 'envelope_id') : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}
