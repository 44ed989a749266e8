// The shapes of the fake Slack: people, rooms, messages as they are stored, and what tests get to see of them.
// Wire payloads (events, API answers) are plain `Fields`, built in payloads.ts and interactions.ts.
import type { Serving } from '../file-serving.ts';

export type Fields = Record<string, unknown>;

export type RoomKind = 'im' | 'channel' | 'group' | 'mpim';

export interface Person {
  readonly id: string;
  name: string;
  /** IANA zone of the profile, for example "Europe/Berlin". */
  tz: string;
  /** For example "de-DE"; users.info gives it only with include_locale. */
  locale: string;
  isBot: boolean;
  isAdmin: boolean;
  deleted: boolean;
  restricted: boolean;
  ultraRestricted: boolean;
  /** Another workspace's id for people of a shared channel. */
  teamId: string;
}

export interface Room {
  readonly id: string;
  readonly kind: RoomKind;
  readonly name: string;
  readonly members: Set<string>;
  topic: string;
  archived: boolean;
  /** True for a Slack Connect channel. */
  shared: boolean;
}

export interface Reaction {
  readonly name: string;
  readonly users: string[];
}

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  content: Buffer;
  readonly user: string;
  readonly mode?: string;
  /** Of another workspace: a message tells its id alone. */
  readonly foreign?: boolean;
  /** What is told in place of the true size. */
  readonly size?: number | undefined;
  readonly serving?: Serving | undefined;
  /** Absent: the name. */
  title?: string;
  /** Bytes announced for an upload that is not shown anywhere yet. */
  announced?: number;
}

export interface StoredMessage {
  readonly channel: string;
  readonly ts: string;
  readonly user: string | undefined;
  readonly botId: string | undefined;
  readonly clientMsgId: string | undefined;
  readonly subtype: string | undefined;
  readonly threadTs: string | undefined;
  readonly broadcast: boolean;
  readonly username: string | undefined;
  readonly icons: Fields | undefined;
  readonly files: readonly StoredFile[];
  text: string;
  blocks: Fields[] | undefined;
  attachments: Fields[] | undefined;
  metadata: Fields | undefined;
  edited: { readonly user: string; readonly ts: string } | undefined;
  deleted: boolean;
  readonly reactions: Reaction[];
}

/** What is given to put a message into a room; `ts` is the workspace's business. */
export interface Draft {
  readonly channel: string;
  readonly text: string;
  readonly user?: string | undefined;
  readonly botId?: string | undefined;
  readonly subtype?: string | undefined;
  readonly threadTs?: string | undefined;
  readonly broadcast?: boolean | undefined;
  readonly username?: string | undefined;
  readonly icons?: Fields | undefined;
  readonly blocks?: Fields[] | undefined;
  readonly attachments?: Fields[] | undefined;
  readonly metadata?: Fields | undefined;
  readonly files?: readonly StoredFile[] | undefined;
}

/** A message as a person in the room sees it now. */
export interface SeenMessage {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  readonly user: string | undefined;
  /** True when our bot posted it. */
  readonly ours: boolean;
  readonly username: string | undefined;
  readonly text: string;
  /** What is rendered: the blocks' texts when there are blocks, buttons as "[label]", else the text. */
  readonly shown: string;
  readonly blocks: readonly Fields[] | undefined;
  readonly attachments: readonly Fields[] | undefined;
  readonly metadata: Fields | undefined;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly reactions: readonly Reaction[];
  readonly files: readonly string[];
}

/** A message that one person alone sees: chat.postEphemeral, a response_url, the answer to a slash command. */
export interface Ephemeral {
  readonly user: string;
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  text: string;
  blocks: Fields[] | undefined;
  shown: string;
  /** Whether links in it may unfurl; undefined where the method has no say in it. */
  readonly unfurls?: boolean;
  removed: boolean;
}

/** One assistant.threads.setStatus; an empty status takes it away. */
export interface Status {
  readonly channel: string;
  readonly threadTs: string;
  readonly status: string;
  readonly loadingMessages: readonly string[];
  /** False once it was replaced, taken away or ended by a reply. */
  current: boolean;
}

/** One Web API call as it arrived, and what became of it. */
export interface Call {
  readonly method: string;
  readonly args: Fields;
  /** Milliseconds since 1970 of the fake's clock. */
  readonly at: number;
  /** 'ok', a Slack error code, or the fault that struck ("lost-answer after ok", "http-500", ...). */
  outcome: string;
}

export interface Settings {
  readonly seed: number;
  /** How long an envelope may stay unacknowledged, ms. */
  readonly ackMs: number;
  /** Waits before retries 1, 2 and 3 of an event, ms. */
  readonly retryMs: readonly number[];
  /** Time between the server's pings on each socket, ms. */
  readonly pingMs: number;
  /** After a refresh: how long the old socket stays open before the server closes it, ms. */
  readonly refreshGraceMs: number;
  /** Keep events while no socket is connected instead of spending their retries (see socket-hub.ts). */
  readonly holdWhileOffline: boolean;
  /** Leave the TCP connection open after the close handshake, as the real Slack does. */
  readonly lingerAfterClose: boolean;
  readonly scopes: readonly string[];
  /** The app that the bot token belongs to; another one than the app token's is a mix-up. */
  readonly botAppId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
