// The terminal as a channel: one person, one room, one conversation. Typed lines go in as they come; piped lines go in
// one after the other, each when the one before has been answered.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ConversationKey, PersonId, RoomId } from '../../database/ids.ts';
import type { Channel, Intake, Place, Speaker } from '../../delivery/channel.ts';
import type { Button, OutgoingFile, OutgoingMessage } from '../../delivery/outgoing.ts';

export interface TerminalParts {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  readonly user: string;
  readonly zone: string;
  readonly locale: string;
  /** Splits a typed line into a command, or null if it is a message. */
  readonly command: (line: string) => { readonly name: string; readonly args: string } | null;
  /** Resolves when everything taken in has been answered. */
  readonly settled: () => Promise<void>;
  /** Called once when the input has ended and everything has been answered. */
  readonly ended: () => void;
  readonly now: () => Date;
  /** Where files go. */
  readonly folder: string;
}

export const terminalPlace: Place = {
  platform: 'terminal',
  room: 'terminal' as RoomId,
  kind: 'dm',
  conversation: 'terminal' as ConversationKey,
  thread: null,
};

export class Terminal implements Channel {
  readonly platform = 'terminal';
  readonly #parts: TerminalParts;
  readonly #speaker: Speaker;
  readonly #run = `${process.pid}-${process.hrtime.bigint().toString(36)}`;
  #lines: Interface | null = null;
  #count = 0;
  #buttons: readonly Button[] = [];
  #reading: Promise<void> = Promise.resolve();

  constructor(parts: TerminalParts) {
    this.#parts = parts;
    this.#speaker = {
      id: `terminal:${parts.user}` as PersonId,
      name: parts.user,
      zone: parts.zone,
      locale: parts.locale,
      member: true,
    };
  }

  async start(intake: Intake): Promise<void> {
    const interactive = this.#parts.input.isTTY === true;
    const lines = createInterface({
      input: this.#parts.input,
      ...(interactive ? { output: this.#parts.output, prompt: 'you> ' } : {}),
    });
    this.#lines = lines;
    if (interactive) lines.prompt();
    this.#reading = this.#read(lines, intake, interactive);
  }

  async stop(): Promise<void> {
    this.#lines?.close();
    await this.#reading;
  }

  async #read(lines: Interface, intake: Intake, interactive: boolean): Promise<void> {
    for await (const line of lines) {
      await this.#take(line, intake);
      if (interactive) lines.prompt();
      else await this.#parts.settled();
    }
    this.#parts.ended();
  }

  async #take(line: string, intake: Intake): Promise<void> {
    const text = line.trim();
    if (!text) return;
    const base = {
      place: terminalPlace,
      speaker: this.#speaker,
      messageId: `${this.#run}-${++this.#count}`,
      sentAt: this.#parts.now(),
    };
    const pressed = /^\/(\d)$/.exec(text)?.[1];
    const button = pressed ? this.#buttons[Number(pressed) - 1] : undefined;
    if (button) {
      await intake.receive({ ...base, type: 'click', action: button.action, clickedMessageId: 'last' });
      return;
    }
    const command = this.#parts.command(text);
    if (command) await intake.receive({ ...base, type: 'command', ...command, private: false });
    else await intake.receive({ ...base, type: 'message', text, attachments: [], late: false });
  }

  async send(message: OutgoingMessage): Promise<string> {
    const buttons = message.buttons.map((button, index) => `/${index + 1} ${button.label}`).join('   ');
    if (message.buttons.length > 0) this.#buttons = message.buttons;
    const interactive = this.#parts.input.isTTY === true;
    const name = message.persona && !message.persona.continues ? `[${message.persona.title}]\n` : '';
    const file = message.file ? `  ${this.#write(message.file)}\n` : '';
    this.#parts.output.write(
      `${interactive ? '\r' : ''}${name}${wordsOf(message)}\n${file}${buttons ? `  ${buttons}\n` : ''}`,
    );
    if (interactive) this.#lines?.prompt(true);
    return `${this.#run}-out-${message.id}`;
  }

  /** @returns where it stands */
  #write({ name, text }: OutgoingFile): string {
    const path = join(this.#parts.folder, basename(name));
    mkdirSync(this.#parts.folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  /** What was printed is not remembered: the terminal may repeat its last line after a crash. */
  async find(): Promise<string | null> {
    return null;
  }

  async direct(): Promise<Place> {
    return terminalPlace;
  }

  async working(): Promise<void> {
    // The prompt is status enough.
  }

  split(text: string): readonly string[] {
    return [text];
  }
}

/** What stands cannot be edited here: of a list that has changed its first line is printed, until it is done. */
function wordsOf({ text, tasks, replaces }: OutgoingMessage): string {
  if (!tasks) return text;
  const now = tasks.items.find(({ state }) => state === 'doing');
  const isOver = tasks.items.every(({ state }) => state === 'done');
  if (replaces === null || isOver) return text.replaceAll('**', '');
  return now ? `${tasks.title}, now: ${now.number} ${now.text}` : tasks.title;
}
