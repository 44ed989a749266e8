// An inbox row as an event: its payload is read once, here, and from then on `kind` says what it holds. A row whose payload
// does not fit its kind is an event too, so that it never holds up those behind it.
import type { InboxKind, Row } from '../database/tables.ts';
import type { MessagePayload, Payloads } from './payload.ts';

/** Everything an event can be: the stored kinds, and what has become of rows whose payload no longer fits. */
interface Read extends Payloads {
  /** Its words were blanked: it has the form of a message now, whatever it was. */
  readonly blanked: MessagePayload;
  /** Nothing is known of what it holds. */
  readonly unreadable: object;
}

export type EventKind = keyof Read;

type StoredPayload = Pick<Row<'inbox'>, 'kind' | 'payload'>;

/** What an event holds, without the columns of its row. */
export type EventBody = ReadRow<StoredPayload>;

/** A row of the inbox, or a part of one, with its payload read. `stored` is the kind in its column. */
export type ReadRow<R extends StoredPayload, K extends EventKind = EventKind> = {
  readonly [Kind in K]: Omit<R, 'kind' | 'payload'> & {
    readonly kind: Kind;
    readonly payload: Read[Kind];
    readonly stored: InboxKind;
  };
}[K];

/** What has happened to a conversation. */
export type InboxEvent<K extends EventKind = EventKind> = ReadRow<Row<'inbox'>, K>;

/** What a turn can be for. */
export type TurnEvent = InboxEvent<'message' | 'task' | 'decision'>;

type Fields = Readonly<Record<string, unknown>>;

const texts = (payload: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof payload[name] === 'string');

/** What the payload of each kind has to have, so that its handler finds what its type promises. */
const fits: Readonly<Record<InboxKind, (payload: Fields) => boolean>> = {
  message: (payload) => texts(payload, 'text', 'sentAt') && Array.isArray(payload.attachments),
  command: (payload) => texts(payload, 'name', 'args', 'sentAt'),
  click: (payload) => texts(payload, 'action', 'sentAt'),
  edit: (payload) => texts(payload, 'edited', 'text', 'sentAt'),
  delete: (payload) => texts(payload, 'deleted'),
  fired: (payload) => texts(payload, 'handle', 'text', 'due', 'to'),
  task: (payload) => texts(payload, 'task', 'handle', 'dueAt', 'zone'),
  decision: ({ approval }) => typeof approval === 'number',
  erase: (payload) => texts(payload, 'erase'),
  notice: (payload) => texts(payload, 'notice'),
  zone: (payload) => texts(payload, 'zone'),
};

/** Reads a row's payload. Never throws. */
export function readEvent<R extends StoredPayload>(row: R): ReadRow<R> {
  const payload: Fields = Object(row.payload);
  const kind = fits[row.kind](payload) ? row.kind : fits.message(payload) ? 'blanked' : 'unreadable';
  // The one place where a payload gets its type: what it needs was just looked for.
  return { ...row, kind, payload, stored: row.kind } as unknown as ReadRow<R>;
}

export interface AskedHow {
  /** When the person sent it, an ISO instant; null: it was not sent by a person. */
  readonly sentAt: string | null;
  /** Whether an admin sent it. */
  readonly admin: boolean;
  /** True if only the person sees the answer. */
  readonly private: boolean;
  /** With what the platform lets it be answered where it was asked. */
  readonly replyToken: string | null;
}

/** How an event wants to be answered, and who asked. Also told of one that cannot be read, as far as it says so. */
export function askedHow({ payload }: Pick<InboxEvent, 'payload'>): AskedHow {
  const { sentAt, admin, private: isPrivate, replyToken }: Fields = { ...payload };
  return {
    sentAt: typeof sentAt === 'string' ? sentAt : null,
    admin: admin === true,
    private: isPrivate === true,
    replyToken: typeof replyToken === 'string' ? replyToken : null,
  };
}

/** Whether a turn can be for it. */
export const isTurnEvent = (event: InboxEvent): event is TurnEvent =>
  event.kind === 'message' || event.kind === 'task' || event.kind === 'decision';
