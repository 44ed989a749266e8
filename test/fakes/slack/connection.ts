// One Socket Mode connection as the server sees it: hello, pings, and the ways in which a socket goes bad.
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Timers } from './seeded.ts';
import type { Fields } from './types.ts';

/**
 * How well the client can be reached: 'open'; 'leaving' after a disconnect message; 'events-lost' takes envelopes and
 * answers pings but delivers nothing; 'dead' does neither, while the TCP connection stays up.
 */
export type Condition = 'open' | 'leaving' | 'events-lost' | 'dead';

export class Connection {
  readonly id: number;
  condition: Condition = 'open';
  readonly #socket: WebSocket;
  readonly #tcp: Duplex;
  readonly #stopPings: () => void;
  #forgotten = false;

  constructor(id: number, socket: WebSocket, tcp: Duplex, timers: Timers, pingMs: number) {
    this.id = id;
    this.#socket = socket;
    this.#tcp = tcp;
    socket.on('ping', (data) => {
      if (this.condition !== 'dead') socket.pong(data);
    });
    this.#stopPings = timers.every(pingMs, () => {
      if (this.condition !== 'dead' && this.isUp()) socket.ping('Ping from applink');
    });
    socket.on('close', () => this.#stopPings());
    socket.on('error', () => this.kill());
  }

  /** Calls back with each frame that the client sends and the server still hears. */
  onFrame(heard: (frame: Fields) => void): void {
    this.#socket.on('message', (data: RawData) => {
      if (this.condition === 'dead') return;
      const frame: unknown = JSON.parse(String(data));
      if (typeof frame === 'object' && frame !== null) heard(frame as Fields);
    });
  }

  onClose(gone: () => void): void {
    this.#socket.on('close', gone);
  }

  /** True when an envelope may be handed to it: a deaf one counts, for the server doesn't know. */
  takesEvents(): boolean {
    return this.isUp() && this.condition !== 'leaving';
  }

  /** True while the server believes in it. */
  isUp(): boolean {
    return !this.#forgotten && this.#socket.readyState === this.#socket.OPEN;
  }

  /** The server gives it up, but the TCP connection stays and the client is told nothing. */
  disconnectSilently(): void {
    this.condition = 'dead';
    this.#forgotten = true;
  }

  /** Sends a frame; on a deaf socket it goes nowhere. */
  send(frame: Fields): void {
    if (!this.isUp() || this.condition === 'events-lost' || this.condition === 'dead') return;
    this.#socket.send(JSON.stringify(frame));
  }

  /** Sends Slack's disconnect message; no envelope is handed to it from now on. */
  disconnect(reason: string): void {
    this.send({ type: 'disconnect', reason, debug_info: { host: 'applink-1' } });
    this.condition = 'leaving';
  }

  /** Closes with a close frame, as Slack does some seconds after a disconnect message. */
  close(): void {
    this.#socket.close(1000);
  }

  /** Cuts the TCP connection without a word. */
  kill(): void {
    this.#stopPings();
    this.#socket.terminate();
    this.#tcp.destroy();
  }
}
