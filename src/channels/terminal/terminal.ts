// The terminal as a channel: one person, one room, one conversation. A person at a screen gets a prompt, with what arrives
// printed above it; piped lines go in one after the other, each when the one before has been answered.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { ConversationKey, PersonId, RoomId } from '../../database/ids.ts';
import type { Channel, Intake, Place, Speaker, Typed } from '../../delivery/channel.ts';
import type { Button, OutgoingFile, OutgoingMessage } from '../../delivery/outgoing.ts';
import { type Say, sayFor, sayIn } from '../../language/say.ts';
import { bannerText } from './banner.ts';
import { type CompletedCommand, complete } from './completer.ts';
import { type CommandReader, isErasure, readLine } from './incoming.ts';
import type { Canvas } from './markdown.ts';
import { drawnMessage, plainMessage } from './message.ts';
import { painted, unpainted } from './paint.ts';
import { onOneLine } from './paste.ts';
import { Prompt } from './prompt.ts';
import { columnsOf, isScreen, type TerminalInput, type TerminalOutput } from './screen.ts';
import { wrapped } from './wrap.ts';

export interface TerminalParts {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly user: string;
  readonly zone: string;
  readonly locale: string;
  /** Splits a typed line into a command, or null if it is a message. */
  readonly command: CommandReader;
  /** What Tab completes. */
  readonly commands: readonly CompletedCommand[];
  /** What was typed before in this room by this person, the latest first; asked for once. */
  readonly history: (room: RoomId, person: PersonId) => Promise<readonly string[]>;
  /** Resolves when everything taken in has been answered. */
  readonly settled: () => Promise<void>;
  /** Called once: the person wants to leave, or piped input has ended and everything has been answered. */
  readonly ended: (how: 'left' | 'input ended') => void;
  readonly now: () => Date;
  /** Where files go. */
  readonly folder: string;
  /** A clock that only goes forward, and how often what is being done is drawn anew, both in milliseconds; for tests. */
  readonly monotonic?: () => number;
  readonly drawEveryMs?: number;
}

export const terminalPlace: Place = {
  platform: 'terminal',
  room: 'terminal' as RoomId,
  kind: 'dm',
  conversation: 'terminal' as ConversationKey,
  thread: null,
};

const drawEveryMs = 200;
/** Text is easier to read when its lines are not longer than this. */
const widest = 100;

export class Terminal implements Channel {
  readonly platform = 'terminal';
  /** Whether a person sits at a screen that can be drawn on. */
  readonly interactive: boolean;
  readonly #parts: TerminalParts;
  readonly #speaker: Speaker;
  readonly #run = `${process.pid}-${process.hrtime.bigint().toString(36)}`;
  #intake: Intake | null = null;
  #prompt: Prompt | null = null;
  #piped: Interface | null = null;
  #count = 0;
  /** The language that the person is spoken to in: their locale's, until something is said to them in another. */
  #say: Say;
  #buttons: readonly Button[] = [];
  #isOpen: boolean;
  /** What was said before it was open. */
  #early: OutgoingMessage[] = [];
  #reading: Promise<void> = Promise.resolve();

  constructor(parts: TerminalParts) {
    this.#parts = parts;
    this.interactive = isScreen(parts.input, parts.output);
    this.#isOpen = !this.interactive;
    this.#say = sayFor(parts);
    this.#speaker = {
      id: `terminal:${parts.user}` as PersonId,
      name: parts.user,
      zone: parts.zone,
      locale: parts.locale,
      member: true,
    };
  }

  async start(intake: Intake): Promise<void> {
    this.#intake = intake;
    if (this.interactive) return;
    this.#piped = createInterface({ input: this.#parts.input });
    this.#reading = this.#readPiped(this.#piped);
  }

  /** Where a person sits at a screen: shows the banner and, under it, the prompt. Until then nothing is taken in, and what is said waits. */
  async open(banner: string): Promise<void> {
    if (!this.interactive || this.#isOpen) return;
    const history = (await this.#parts.history(terminalPlace.room, this.#speaker.id)).map(onOneLine);
    const { input, output, monotonic = () => performance.now() } = this.#parts;
    const { paint } = this.#canvas();
    output.write(`${bannerText(banner, this.columns, paint, this.#say)}\n\n`);
    this.#prompt = new Prompt({
      input,
      output,
      paint,
      say: () => this.#say,
      history,
      monotonic,
      drawEveryMs: this.#parts.drawEveryMs ?? drawEveryMs,
      complete: (line) => this.#complete(line),
      entered: (line) => this.#enqueue(line),
      stop: () => this.#enqueue('/stop'),
      closed: () => this.#left(),
    });
    this.#isOpen = true;
    this.#showEarly();
  }

  /** The width for what is printed here, in columns. */
  get columns(): number {
    return Math.min(columnsOf(this.#parts.output), widest);
  }

  async stop(): Promise<void> {
    this.#prompt?.close();
    this.#piped?.close();
    await this.#reading;
    this.#showEarly();
  }

  #showEarly(): void {
    for (const message of this.#early.splice(0)) this.#show(message);
  }

  async #readPiped(lines: Interface): Promise<void> {
    for await (const line of lines) {
      await this.#take(line);
      await this.#parts.settled();
    }
    this.#parts.ended('input ended');
  }

  /** Lines are stored in the order in which they were entered. */
  #enqueue(line: string): void {
    this.#reading = this.#reading.then(() => this.#take(line)).catch((error) => this.#notStored(error));
  }

  async #take(line: string): Promise<void> {
    const typed = readLine(line, this.#buttons, this.#parts.command);
    if (!typed || !this.#intake) return;
    const base = {
      place: terminalPlace,
      speaker: this.#speaker,
      messageId: `${this.#run}-${++this.#count}`,
      sentAt: this.#parts.now(),
    };
    if (typed.type === 'click') {
      const { action } = typed.button;
      if (isErasure(typed.button)) this.#prompt?.forget();
      await this.#intake.receive({ ...base, type: 'click', action, clickedMessageId: 'last' });
    } else if (typed.type === 'command') await this.#intake.receive({ ...base, ...typed, private: false });
    else await this.#intake.receive({ ...base, ...typed, attachments: [], late: false });
  }

  async send(message: OutgoingMessage): Promise<string> {
    if (this.#isOpen) this.#show(message);
    else this.#early.push(message);
    return `${this.#run}-out-${message.id}`;
  }

  #show(message: OutgoingMessage): void {
    if (message.language) this.#say = sayIn(message.language);
    const file = message.file ? this.#write(message.file) : null;
    if (message.buttons.length > 0) this.#buttons = message.buttons;
    if (this.interactive) this.#print(drawnMessage(message, file, this.#canvas(), this.#say));
    else this.#parts.output.write(`${plainMessage(message, file, this.#say)}\n`);
  }

  #print(text: string): void {
    if (this.#prompt) this.#prompt.above(text);
    else this.#parts.output.write(`${text}\n\n`);
  }

  #canvas(): Canvas {
    const colours = this.#parts.output.hasColors?.() ?? false;
    return { columns: this.columns, colours, paint: colours ? painted : unpainted };
  }

  /** @returns its path */
  #write({ name, text }: OutgoingFile): string {
    const path = join(this.#parts.folder, basename(name));
    mkdirSync(this.#parts.folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  async #complete(line: string) {
    const intake = this.#intake;
    const suggest = async (typed: Typed) =>
      intake ? intake.suggest(this.#speaker, terminalPlace, typed) : [];
    return complete(line, this.#parts.commands, suggest, this.#say);
  }

  #notStored(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#print(wrapped(this.#say('terminal.not-stored', { why }), this.columns));
  }

  #left(): void {
    this.#prompt = null;
    this.#parts.output.write(`${this.#say('terminal.bye')}\n`);
    this.#parts.ended('left');
  }

  /** What was printed is not remembered: the terminal may repeat its last line after a crash. */
  async find(): Promise<string | null> {
    return null;
  }

  async direct(): Promise<Place> {
    return terminalPlace;
  }

  /** The line above the prompt shows it, and for how long; a pipe has none. */
  async working(_place: Place, _messageId: string, doing: string | null): Promise<void> {
    this.#prompt?.show(doing);
  }

  showsDuration(): boolean {
    return this.interactive;
  }

  split(text: string): readonly string[] {
    return [text];
  }
}
