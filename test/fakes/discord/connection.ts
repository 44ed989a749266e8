// One gateway socket: frames in and out, its heartbeat watch, and the ways in which it can go bad.
import { constants, createDeflate, type Deflate, deflateSync } from 'node:zlib';
import { GatewayOpcodes } from 'discord-api-types/v10';
import type { RawData, WebSocket } from 'ws';
import { isJson, type Json } from './json.ts';
import type { Line, SentEvent, Session } from './session.ts';

/** Deaf: acknowledges and delivers nothing more. `half`: still acknowledges heartbeats. */
export type Health = 'well' | 'half' | 'deaf';

export interface ConnectionEvents {
  onPayload(connection: Connection, payload: Json): void;
  onClosed(connection: Connection, code: number): void;
}

export class Connection implements Line {
  readonly path: string;
  session: Session | null = null;
  health: Health = 'well';
  /** Set by an identify that asked for it: big frames come compressed one by one. */
  compressFrames = false;
  readonly #socket: WebSocket;
  readonly #raw: { pause(): unknown; resume(): unknown; destroy(): unknown };
  readonly #stream: Deflate | null;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    socket: WebSocket,
    raw: { pause(): unknown; resume(): unknown; destroy(): unknown },
    path: string,
    streamed: boolean,
    events: ConnectionEvents,
  ) {
    this.#socket = socket;
    this.#raw = raw;
    this.path = path;
    this.#stream = streamed ? createDeflate() : null;
    socket.on('message', (data: RawData) => {
      if (this.health !== 'deaf') events.onPayload(this, parse(data));
    });
    socket.on('close', (code) => {
      this.stopWatch();
      events.onClosed(this, code);
    });
    socket.on('error', () => socket.terminate());
  }

  sendEvent(event: SentEvent): void {
    if (this.health !== 'well') return;
    this.#write({ op: GatewayOpcodes.Dispatch, ...event });
  }

  /** Any frame that is not a dispatch. */
  send(op: GatewayOpcodes, d: unknown): void {
    if (this.health !== 'deaf') this.#write({ op, d, s: null, t: null });
  }

  #write(payload: Json): void {
    const json = JSON.stringify(payload);
    if (this.#stream !== null) {
      const stream = this.#stream;
      stream.write(json);
      stream.flush(constants.Z_SYNC_FLUSH, () => {
        const chunk = stream.read() as Buffer | null;
        if (chunk !== null) this.#socket.send(chunk);
      });
    } else this.#socket.send(this.compressFrames ? deflateSync(json) : json);
  }

  /** Closes with 4009 when the client stays silent for longer than this. */
  watchHeartbeat(withinMs: number): void {
    this.stopWatch();
    this.#timer = setTimeout(() => this.close(4009, 'Session timed out.'), withinMs);
  }

  stopWatch(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Ends the connection without a close frame: the client sees 1006 at once. */
  drop(): void {
    this.#socket.terminate();
  }

  /** Reads and writes no more but keeps the line open: even a close is not answered. */
  freeze(): void {
    this.health = 'deaf';
    this.stopWatch();
    this.#raw.pause();
  }

  /** Reads again, so that the client's end of it is noticed. */
  thaw(): void {
    this.#raw.resume();
  }

  destroy(): void {
    this.stopWatch();
    this.#stream?.close();
    this.#socket.terminate();
    this.#raw.destroy();
  }
}

function parse(data: RawData): Json {
  try {
    const value: unknown = JSON.parse(data.toString());
    return isJson(value) ? value : { op: -1 };
  } catch {
    return { op: -1 };
  }
}
