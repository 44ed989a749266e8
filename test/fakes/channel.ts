// A channel in memory, for tests of the flow that need no platform: people say things, messages are sent, faults are set.
import type { ConversationKey, PersonId, RoomId } from '../../src/database/ids.ts';
import type {
  Channel,
  Incoming,
  Intake,
  Place,
  ReactionMeaning,
  Speaker,
  Suggestion,
  Typed,
} from '../../src/delivery/channel.ts';
import { type AttachedFile, type Fetched, kindOfFile } from '../../src/delivery/files.ts';
import type { OutgoingMessage } from '../../src/delivery/outgoing.ts';
import { SendError, type SendFailure } from '../../src/delivery/outgoing.ts';
import { patienceMs } from './patience.ts';

export interface SayOptions {
  readonly zone?: string;
  readonly locale?: string;
  /** The channel's id; absent: the person's DM. */
  readonly channel?: string;
  readonly thread?: string;
  readonly id?: string;
  readonly sentAt?: Date;
}

/** Sent messages stay here when a Peacrab is stopped and started again on the same channel. */
export class FakeChannel implements Channel {
  readonly platform = 'slack';
  readonly sent: OutgoingMessage[] = [];
  readonly statuses: (string | null)[] = [];
  /** The messages that bear our ✅. */
  readonly marked: string[] = [];
  /** What the next sends do instead; 'lost' sends and then fails as if the answer were lost. */
  faults: (SendFailure | 'lost')[] = [];
  gone = new Set<string>();
  /** Whether it knows who it is. */
  ready = true;
  /** What fetching a file gives, by its name; others never come. */
  readonly stored = new Map<string, Fetched | Uint8Array>();
  /** The names of the files that were fetched, in order. */
  readonly fetched: string[] = [];
  #intake: Intake | null = null;
  #count = 0;
  #waiting: { readonly test: (sent: readonly OutgoingMessage[]) => boolean; readonly resolve: () => void }[] =
    [];

  async start(intake: Intake): Promise<void> {
    this.#intake = intake;
  }

  async stop(): Promise<void> {
    this.#intake = null;
  }

  isReady(): boolean {
    return this.ready;
  }

  /** A person says something, in their DM or in a channel's thread. */
  async say(user: string, text: string, options: SayOptions = {}): Promise<'stored' | 'seen' | 'refused'> {
    return this.receive({ type: 'message', text, attachments: [], late: false, ...this.base(user, options) });
  }

  /** A person says something, with files. */
  async attach(
    user: string,
    text: string,
    files: Readonly<Record<string, string | Uint8Array>>,
    options = {},
  ) {
    const attached = Object.entries(files).map(([name, content]): AttachedFile => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      this.stored.set(name, bytes);
      return { name, mediaType: '', bytes: bytes.byteLength, kind: fakeKind(name), ref: name };
    });
    const base = this.base(user, options);
    return this.receive({ type: 'message', text, attachments: [], files: attached, late: false, ...base });
  }

  async fetch(file: AttachedFile): Promise<Fetched> {
    this.fetched.push(file.name);
    const content = this.stored.get(file.name);
    if (content === undefined) return new Promise(() => undefined);
    if (!(content instanceof Uint8Array)) return content;
    return { ok: true, bytes: content, name: file.name, mediaType: file.mediaType };
  }

  /** A person edits a message of theirs. */
  async edit(user: string, edited: string, text: string, options: SayOptions = {}) {
    return this.receive({ type: 'edit', edited, text, ...this.base(user, options) });
  }

  /** A person deletes a message of theirs. */
  async delete(user: string, messageId: string, options: SayOptions = {}): Promise<void> {
    if (!this.#intake) throw new Error('the channel is not started');
    await this.#intake.withdrawn(placeOf(user, options).room, messageId);
  }

  /** A person puts a reaction on a message of theirs or of ours. */
  async react(user: string, means: ReactionMeaning, reactedTo: string, options: SayOptions = {}) {
    return this.receive({ type: 'reaction', means, reactedTo, ...this.base(user, options) });
  }

  async done(_place: Place, messageId: string): Promise<void> {
    this.marked.push(messageId);
  }

  async click(
    user: string,
    action: string,
    options: SayOptions = {},
  ): Promise<'stored' | 'seen' | 'refused'> {
    return this.receive({ type: 'click', action, clickedMessageId: 'm', ...this.base(user, options) });
  }

  async receive(incoming: Incoming): Promise<'stored' | 'seen' | 'refused'> {
    if (!this.#intake) throw new Error('the channel is not started');
    return this.#intake.receive(incoming);
  }

  /** A person types in an option of a command. */
  async suggest(user: string, typed: Typed, options: SayOptions = {}): Promise<readonly Suggestion[]> {
    if (!this.#intake) throw new Error('the channel is not started');
    const { speaker, place } = this.base(user, options);
    return this.#intake.suggest(speaker, place, typed);
  }

  base(user: string, options: SayOptions = {}) {
    const speaker: Speaker = {
      id: `slack:T1:${user}` as PersonId,
      name: user,
      member: true,
      ...(options.zone ? { zone: options.zone } : {}),
      ...(options.locale ? { locale: options.locale } : {}),
    };
    return {
      place: placeOf(user, options),
      speaker,
      messageId: options.id ?? `in${++this.#count}`,
      sentAt: options.sentAt ?? new Date(),
    };
  }

  async send(message: OutgoingMessage): Promise<string> {
    if (this.gone.has(message.place.room)) throw new SendError('gone', 'the channel is gone');
    const fault = this.faults.shift();
    if (fault && fault !== 'lost') throw new SendError(fault, `a scripted ${fault}`, 1);
    this.sent.push(message);
    this.#wake();
    if (fault === 'lost') throw new SendError('doubt', 'the answer was lost', 1);
    return standsAt(message);
  }

  async find(message: OutgoingMessage): Promise<string | null> {
    return this.sent.some((each) => each.key === message.key) ? standsAt(message) : null;
  }

  async direct(person: PersonId): Promise<Place> {
    return placeOf(person.split(':').at(-1) ?? '', {});
  }

  async working(_place: Place, _messageId: string, doing: string | null): Promise<void> {
    this.statuses.push(doing);
  }

  split(text: string): readonly string[] {
    return text.match(/[\s\S]{1,2000}/g) ?? [''];
  }

  /** Resolves when what was sent passes the test. */
  until(test: (sent: readonly OutgoingMessage[]) => boolean): Promise<void> {
    if (test(this.sent)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`never sent; what was: ${JSON.stringify(this.sent.map(({ text }) => text))}`)),
        patienceMs,
      );
      this.#waiting.push({
        test,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      });
    });
  }

  #wake(): void {
    for (const each of this.#waiting.filter(({ test }) => test(this.sent))) {
      each.resolve();
      this.#waiting = this.#waiting.filter((other) => other !== each);
    }
  }
}

/** An edited message keeps its id. */
const standsAt = ({ id, replaces }: OutgoingMessage): string => replaces ?? `out-${id}`;
const fakeKind = (name: string) => kindOfFile(name, name.endsWith('.png') ? 'image/png' : '') ?? 'unknown';

function placeOf(user: string, options: SayOptions): Place {
  if (!options.channel) {
    const room = `slack:T1:D${user}`;
    return {
      platform: 'slack',
      room: room as RoomId,
      kind: 'dm',
      conversation: room as ConversationKey,
      thread: null,
    };
  }
  const room = `slack:T1:${options.channel}`;
  const thread = options.thread ?? '1';
  return {
    platform: 'slack',
    room: room as RoomId,
    kind: 'channel',
    conversation: `${room}:${thread}` as ConversationKey,
    thread,
  };
}
