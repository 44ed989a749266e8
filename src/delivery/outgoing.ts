// What is said on a platform: a message as its outbox row holds it, with all that may accompany its words, and how
// sending it can fail.
import type { OutboxId, PersonId } from '../database/ids.ts';
import type { Tag } from '../language/languages.ts';
import type { Channel, IncomingClick, Place } from './channel.ts';

export interface Button {
  readonly label: string;
  /** Comes back as {@link IncomingClick.action}; at most 90 characters. */
  readonly action: string;
  readonly style?: 'primary' | 'danger';
}

/** The persona that speaks, if it is not the default one. */
export interface SpeakingAs {
  readonly title: string;
  /** An emoji, and Slack's name for it without colons. */
  readonly icon?: string;
  readonly iconName?: string;
  /** True on what continues an answer: where the name takes a line of its own it is not said again. */
  readonly continues?: boolean;
}

/** A text that goes as a file. */
export interface OutgoingFile {
  readonly name: string;
  readonly text: string;
}

/** What one person sees of theirs, and what they can do about it, in one place. */
export interface Panel {
  /** Who alone may see it. */
  readonly person: PersonId;
  readonly sections: readonly PanelSection[];
}

export type PanelSection =
  /** Markdown. */
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'choice';
      readonly label: string;
      readonly options: readonly { readonly label: string; readonly note: string; readonly action: string }[];
      /** The action of the one that holds now. */
      readonly chosen: string;
    }
  | {
      readonly type: 'list';
      readonly title: string;
      readonly items: readonly PanelItem[];
      /** What is said if there are none. */
      readonly none: string;
    };

export interface PanelItem {
  /** One line, plain. */
  readonly text: string;
  readonly buttons: readonly Button[];
}

/** A conversation's short list of tasks, for platforms that can draw one. */
export interface TaskBoard {
  /** "Tasks: 1 of 3 done" */
  readonly title: string;
  readonly items: readonly {
    /** What people call it. */
    readonly number: number;
    /** One line, plain. */
    readonly text: string;
    readonly state: 'open' | 'doing' | 'done';
  }[];
}

/** One platform message, as its outbox row holds it. */
export interface OutgoingMessage {
  readonly id: OutboxId;
  /** Unique and stable: what a second look and a nonce are made from. */
  readonly key: string;
  readonly place: Place;
  /** Markdown as the model writes it, within one platform message (see {@link Channel.split}). */
  readonly text: string;
  readonly buttons: readonly Button[];
  /** Instants that the text is about: shown under it in each reader's own local time, where the platform can. */
  readonly times: readonly Date[];
  /** The language of whom it answers, for what a channel says beside the text; absent: English, or the one before. */
  readonly language?: Tag;
  /** Whom to mention at the front; null: nobody. Only this person may be pinged by the message. */
  readonly mention: PersonId | null;
  /** Set if only this person should see it. */
  readonly privateTo: PersonId | null;
  readonly replyToken: string | null;
  /** Set if an earlier message of ours is to be replaced: the platform's id. */
  readonly replaces: string | null;
  /** Set on replies: whose name they bear, where that is not the default persona's. */
  readonly persona?: SpeakingAs | null;
  /** A file that goes with it. One that is for one person goes to them alone, by DM if there is no other way. */
  readonly file?: OutgoingFile | null;
  /** Set if an earlier message of ours is to be taken away, and nothing said: the platform's id. Gone already is as good. */
  readonly deletes?: string;
  /** Shown in place of the text, or where the platform has a place for it; an empty text is then no message. */
  readonly panel?: Panel | null;
  /** The list that the text shows, for where it can be drawn; the text says all of it. */
  readonly tasks?: TaskBoard;
  readonly createdAt: Date;
}

/**
 * How a send failed.
 * - `retry`: surely not sent; try again, after `retryAfterMs` at the soonest
 * - `doubt`: may have been sent (answer lost): look before sending again
 * - `gone`: the room, thread or person cannot be reached any more
 * - `refused`: the platform will never take this message
 */
export type SendFailure = 'retry' | 'doubt' | 'gone' | 'refused';

export class SendError extends Error {
  readonly failure: SendFailure;
  readonly retryAfterMs: number;

  constructor(failure: SendFailure, message: string, retryAfterMs = 1000, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SendError';
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Surely not sent, and for how long not is known: what the platform asked for, or 0 where the next try goes another way. */
export class Postponed extends SendError {
  constructor(message: string, waitMs: number, options?: ErrorOptions) {
    super('retry', message, waitMs, options);
  }
}
