// The contract that every channel adapter keeps. A channel turns platform events into rows (through the Intake) and
// outbox rows into platform messages; it decides nothing else. It never retries a send by itself: the outbox does.
import type { ConversationKey, PersonId, RoomId } from '../database/ids.ts';
import type { Tag } from '../language/languages.ts';
import type { AttachedFile, Fetched, FetchLimits } from './files.ts';
import type { OutgoingMessage } from './outgoing.ts';

export type Platform = 'slack' | 'discord' | 'terminal';

/** Where something is said: a room, and the thread in it, if any, in the platform's own ids. */
export interface Place {
  readonly platform: Platform;
  readonly room: RoomId;
  readonly kind: 'dm' | 'channel';
  readonly conversation: ConversationKey;
  /** Slack: thread_ts. Discord: the id of the thread channel, or of the message a thread is to be made from. */
  readonly thread: string | null;
  /** The room's name and topic as people see them, where known. */
  readonly name?: string;
  readonly topic?: string;
}

/** Who said it. `zone` is an IANA name, `locale` BCP 47; absent where the platform does not tell. */
export interface Speaker {
  readonly id: PersonId;
  readonly name: string;
  readonly zone?: string;
  readonly locale?: string;
  /** Whether they belong to the workspace, or to a server that we are on. */
  readonly member: boolean;
  /** Discord: the ids of their roles in the server. */
  readonly roles?: readonly string[];
}

interface IncomingBase {
  readonly place: Place;
  readonly speaker: Speaker;
  /** The platform's own id of the message or interaction; unique in the room. */
  readonly messageId: string;
  /** When the platform says it was sent. */
  readonly sentAt: Date;
  /** An opaque token that the channel wants back with whatever answers this (an interaction token, a response URL). */
  readonly replyToken?: string;
}

/** Why a message is for us: it is in a DM, names us, is in a thread that we take part in, or replies to one of our messages. */
export type Addressed = 'dm' | 'mention' | 'thread' | 'reply';

/** A message for us: in a DM, mentioning us, in a thread we take part in, a reply to one of our messages, or in a room that wants all heard. */
export interface IncomingMessage extends IncomingBase {
  readonly type: 'message';
  /** The person's words, platform markup made readable, our own mention removed. */
  readonly text: string;
  /** Names of attachments that are not read: "report.pdf (file)". */
  readonly attachments: readonly string[];
  /** Attachments that may be read, once a turn begins. */
  readonly files?: readonly AttachedFile[];
  /** True if it was found by paging history after a gap. */
  readonly late: boolean;
  readonly reason?: Addressed;
  /** Set if we were called into a running discussion: what was said there just before, oldest first. */
  readonly discussion?: readonly Overheard[];
  /** Set if we were not mentioned, but the room wants all messages heard. Ignored if the sender is not admitted. */
  readonly unaddressed?: true;
}

/** Something that was said where we were called, before we were: context from outside, never a request to us. */
export interface Overheard {
  /** Who said it; null if it was a program. */
  readonly person: PersonId | null;
  readonly name: string;
  /** The words, platform markup made readable. */
  readonly text: string;
  /** ISO instant. */
  readonly sentAt: string;
}

/** A command with its arguments as typed, without its leading slash or exclamation mark. */
export interface IncomingCommand extends IncomingBase {
  readonly type: 'command';
  readonly name: string;
  readonly args: string;
  /** True if only the person should see the answer (slash commands). */
  readonly private: boolean;
  /** Set if the command is a reaction: the platform's id of the message that bears it. Then nothing is said that need not be. */
  readonly reactedTo?: string;
  /** True if the person has said nothing: whom we do not talk with is not told so. */
  readonly quiet?: boolean;
}

/** A click on a button of ours. */
export interface IncomingClick extends IncomingBase {
  readonly type: 'click';
  /** The button's action, as we sent it: "undo:12". */
  readonly action: string;
  /** The platform's id of the message that bears the button. */
  readonly clickedMessageId: string;
}

/**
 * A person has edited a message of theirs. `messageId` names the edit, so that each is stored once; `sentAt` is when. The
 * conversation is that of the message, whatever `place` says.
 */
export interface IncomingEdit extends IncomingBase {
  readonly type: 'edit';
  /** The edited message's id. */
  readonly edited: string;
  readonly text: string;
}

/**
 * A person has put a reaction that means something to us on a message of ours or on one that was taken in. The conversation is
 * that of the message, whatever `place` says; what it asks for is stored as a command, if it is theirs to ask.
 */
export interface IncomingReaction extends IncomingBase {
  readonly type: 'reaction';
  readonly means: ReactionMeaning;
  /** The platform's id of the message that bears it. */
  readonly reactedTo: string;
}

/** 🛑 ends the turn, 🔍 asks what a reply was made of, ❌ takes a reply away. */
export type ReactionMeaning = 'stop' | 'why' | 'delete';

export type Incoming = IncomingMessage | IncomingCommand | IncomingClick | IncomingEdit | IncomingReaction;

/** A value that may be meant, and how people see it. */
export interface Suggestion {
  readonly label: string;
  readonly value: string;
}

/** What a person types in an option of a command. */
export interface Typed {
  /** With its sub-command: "reminders cancel". */
  readonly command: string;
  readonly option: string;
  readonly typed: string;
}

/** What a channel may ask and tell while it takes in. Every method writes or reads rows; none waits for a turn. */
export interface Intake {
  /**
   * Stores the event as an inbox row. Resolves once it is committed: only then may the channel acknowledge.
   * 'refused' if the person may not talk to us (nothing was stored), 'seen' if the row existed or there is nothing to do.
   */
  receive(incoming: Incoming): Promise<'stored' | 'seen' | 'refused'>;
  /** Whether this person may talk to us. Asked before their words are read: a stranger's are never looked at. */
  mayTalk(speaker: Speaker): Promise<boolean>;
  /** The conversation that one of our own messages belongs to, or null if it is not ours. */
  conversationOf(room: RoomId, messageId: string): Promise<ConversationKey | null>;
  /** A message was deleted: if it was taken in and is not answered yet, it is withdrawn. Others are nothing to us. */
  withdrawn(room: RoomId, messageId: string): Promise<void>;
  /** Whether a person's message was taken in, so that an edit of it is for us. */
  knows(room: RoomId, messageId: string): Promise<boolean>;
  /**
   * Whether we take part in this conversation, so that no further mention is needed: an admitted person has addressed us in
   * it, or we have said something in it for all to see. Private commands and refusals do not count.
   *
   * @param messageId whether we did so before this message of it: what is paged was said earlier than it is read
   */
  takesPart(conversation: ConversationKey, messageId?: string): Promise<boolean>;
  /** Whether an admin wants whatever members say in this room to count as addressed to us. */
  attendsAll(room: RoomId): Promise<boolean>;
  /**
   * The watermark of a platform: the id of the last message seen anywhere on it, or null. Ids grow with time on every
   * platform, so after a gap each room is paged from here; what was stored already is recognised.
   */
  lastSeen(platform: Platform): Promise<string | null>;
  /** A message has been dealt with (also one that was not for us); the watermark only moves forward. */
  seen(platform: Platform, messageId: string): Promise<void>;
  /** At most 25 values that may be meant, from rows of that person and room; none for whom may not talk to us. Stores nothing. */
  suggest(speaker: Speaker, place: Place, typed: Typed): Promise<readonly Suggestion[]>;
  /** The DMs of a platform that we know: no platform lists them. */
  directs(platform: Platform): Promise<readonly RoomId[]>;
  /** The conversations in threads in which something was said to us or by us within a week, the latest first; 200 at most. */
  threads(platform: Platform): Promise<readonly ConversationKey[]>;
}

/** Whom paging asks: whether we take part in a conversation is what it was when the message was sent. */
export const asOf = (intake: Intake, messageId: string): Intake => ({
  ...intake,
  takesPart: (conversation) => intake.takesPart(conversation, messageId),
});

/** Whether a channel hears: 'deaf' when its connection gave no sign of life for too long, 'off' when it holds none. */
export interface Liveness {
  readonly state: 'on' | 'deaf' | 'off';
  /** Milliseconds since the last sign of life; null if there was none or none is to be expected. */
  readonly silentMs: number | null;
}

export interface Channel {
  readonly platform: Platform;
  /** Connects and begins to take in. Resolves when ready; throws a PeacrabError that says what to do. */
  start(intake: Intake): Promise<void>;
  /**
   * Whether it knows who it is there, so that it can tell its own messages from others' when it looks for one: nothing is
   * sent before. Absent: always.
   */
  isReady?(): boolean;
  /** Once started: who we are there, and where, for the start screen. */
  about?(): string;
  /** Once started: whether it hears. Absent where there is no connection that could go deaf. */
  liveness?(): Liveness;
  /** Stops taking in and closes connections; what was received is stored. */
  stop(): Promise<void>;
  /** Sends once, without retries of its own. @returns the platform's id of the message. @throws SendError */
  send(message: OutgoingMessage): Promise<string>;
  /**
   * Looks whether the platform has this message already.
   *
   * @param begunAgo how many milliseconds ago its send began at least
   * @returns its id, or null if it surely does not
   * @throws SendError 'doubt' if it cannot look
   */
  find(message: OutgoingMessage, begunAgo?: number): Promise<string | null>;
  /** The DM with a person, opened if need be, as a place. @throws SendError('gone') */
  direct(person: PersonId): Promise<Place>;
  /** Shows that we are at work on a conversation (status, typing or a reaction on `messageId`), or no longer. Never throws. */
  working(place: Place, messageId: string, doing: string | null, language?: Tag): Promise<void>;
  /** Whether people see by `working` how long it takes, so that no message need say that it takes longer; absent: they don't. */
  showsDuration?(): boolean;
  /**
   * Fetches an attached file; absent: the channel cannot fetch any. Never throws but for the signal's reason: why it could
   * not be had is said in a few words.
   */
  fetch?(file: AttachedFile, limits: FetchLimits): Promise<Fetched>;
  /** Whether a message may bring a file here; absent: it may not. */
  sendsFiles?(): boolean;
  /** Marks a person's message as done (✅), where the platform has such a sign. Never throws. */
  done?(place: Place, messageId: string): Promise<void>;
  /** Cuts a text into platform messages: within the limit, never inside a word or a code fence. Pure. */
  split(text: string): readonly string[];
}
