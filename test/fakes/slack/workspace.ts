// The state of the workspace: people, rooms, messages, what each person sees. Only data: who may do what is
// decided by the API methods, and who is told by actions.ts.
import type { Draft, Ephemeral, Fields, Person, Room, Status, StoredFile, StoredMessage } from './types.ts';

/** A ts as microseconds since 1970, for comparing; NaN when it is not a timestamp. */
export function tsValue(ts: string): number {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(ts);
  if (!match) return Number.NaN;
  return Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'));
}

/** A modal as a person sees it; `errors` by block, once a submission was answered with them. */
export interface OpenView {
  readonly user: string;
  readonly view: Fields;
  readonly errors?: Fields;
}

export class Workspace {
  readonly people = new Map<string, Person>();
  readonly rooms = new Map<string, Room>();
  readonly ephemerals: Ephemeral[] = [];
  readonly statuses: Status[] = [];
  readonly files = new Map<string, StoredFile>();
  /** App Home of each person, as last published. */
  readonly homes = new Map<string, Fields>();
  /** Modals that are open, by view id. */
  readonly views = new Map<string, OpenView>();
  readonly #messages = new Map<string, StoredMessage[]>();
  readonly #now: () => number;
  #lastTs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A new timestamp, later than every one before it, such as "1700000000.000200". */
  nextTs(): string {
    this.#lastTs = Math.max(this.#lastTs + 1, Math.floor(this.#now() * 1000));
    const micros = String(this.#lastTs % 1_000_000).padStart(6, '0');
    return `${Math.floor(this.#lastTs / 1_000_000)}.${micros}`;
  }

  /** Stores a message; a reply to a reply goes to the root's thread. */
  add(draft: Draft, clientMsgId: string | undefined): StoredMessage {
    const root = draft.threadTs === undefined ? undefined : this.find(draft.channel, draft.threadTs);
    const message: StoredMessage = {
      channel: draft.channel,
      ts: this.nextTs(),
      user: draft.user,
      botId: draft.botId,
      clientMsgId,
      subtype: draft.subtype,
      threadTs: root?.threadTs ?? draft.threadTs,
      broadcast: draft.broadcast === true,
      username: draft.username,
      icons: draft.icons,
      files: draft.files ?? [],
      text: draft.text,
      blocks: draft.blocks,
      attachments: draft.attachments,
      metadata: draft.metadata,
      edited: undefined,
      deleted: false,
      reactions: [],
    };
    const list = this.#messages.get(draft.channel) ?? [];
    list.push(message);
    this.#messages.set(draft.channel, list);
    return message;
  }

  /** A message by room and ts, deleted ones too. */
  find(channel: string, ts: string): StoredMessage | undefined {
    return this.#messages.get(channel)?.find((message) => message.ts === ts);
  }

  /** Every message of a room in order, deleted ones too. */
  all(channel: string): readonly StoredMessage[] {
    return this.#messages.get(channel) ?? [];
  }

  /** The replies of a thread that still exist, in order, without the root. */
  replies(channel: string, rootTs: string): StoredMessage[] {
    return this.all(channel).filter((m) => m.threadTs === rootTs && m.ts !== rootTs && !m.deleted);
  }

  /** What stands in the room itself: top-level messages and broadcast replies; a deleted root stays as a tombstone. */
  topLevel(channel: string): StoredMessage[] {
    return this.all(channel).filter((m) => {
      if (m.threadTs !== undefined && m.threadTs !== m.ts && !m.broadcast) return false;
      return !m.deleted || this.isTombstone(m);
    });
  }

  /** True for a deleted message that others replied to: Slack shows "This message was deleted." in its place. */
  isTombstone(message: StoredMessage): boolean {
    return (
      message.deleted &&
      message.threadTs === undefined &&
      this.replies(message.channel, message.ts).length > 0
    );
  }

  /** Takes a whole thread away, root and replies. */
  dropThread(channel: string, rootTs: string): void {
    const left = this.all(channel).filter((m) => m.ts !== rootTs && m.threadTs !== rootTs);
    this.#messages.set(channel, left);
  }

  /** The DM room of a person and the bot, made on first use. */
  dmOf(user: string, bot: string): Room {
    const id = `D${user.slice(1)}`;
    const room: Room = this.rooms.get(id) ?? {
      id,
      kind: 'im',
      name: 'directmessage',
      members: new Set([user, bot]),
      topic: '',
      archived: false,
      shared: false,
    };
    this.rooms.set(id, room);
    return room;
  }

  /** The status people see now under a thread, undefined when there is none. */
  currentStatus(channel: string, threadTs: string): Status | undefined {
    return this.statuses.findLast((s) => s.channel === channel && s.threadTs === threadTs && s.current);
  }

  /** A status ends when it is replaced, taken away, or when the bot answers in its thread. */
  endStatus(channel: string, threadTs: string): void {
    for (const status of this.statuses) {
      if (status.channel === channel && status.threadTs === threadTs) status.current = false;
    }
  }
}
