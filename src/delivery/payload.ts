// What an inbox row holds beside its columns, by its kind: a message, a command, a click, an edit, or what comes from
// ourselves. Plain JSON; event.ts reads it.
import type { ApprovalId, OccurrenceId, PersonId, ScheduleId, TurnId } from '../database/ids.ts';
import type { Addressed, Incoming, IncomingReaction, Overheard } from './channel.ts';
import type { SpokenFile } from './files.ts';

/** One message of a person, as taken into a turn. */
export interface SpokenMessage {
  readonly messageId: string;
  readonly person: PersonId;
  /** The speaker's name as the platform shows it. */
  readonly name: string;
  readonly text: string;
  /** Names of attachments that were not read. */
  readonly attachments: readonly string[];
  /** Files that came with it; empty once they are blanked. */
  readonly files?: readonly SpokenFile[];
  /** ISO instant at which the platform says it was sent. */
  readonly sentAt: string;
  /** ISO instant of its last edit, if it was edited before it was taken: "in 20 minutes" counts from there. */
  readonly editedAt?: string;
  /** True if it reached us late, after a gap. */
  readonly late: boolean;
  /** What others had said before, if it called us into a discussion; empty once it is blanked. */
  readonly discussion?: readonly Overheard[];
}

/** What each kind of inbox row holds. */
export interface Payloads {
  readonly message: MessagePayload;
  readonly command: CommandPayload;
  readonly click: ClickPayload;
  readonly edit: EditPayload;
  readonly delete: DeletePayload;
  readonly fired: FiredPayload;
  readonly task: TaskPayload;
  readonly decision: DecisionPayload;
  readonly erase: ErasePayload;
  readonly notice: NoticePayload;
  readonly zone: ZonePayload;
}

/** A command: typed after a slash, chosen in a menu, or the one that a reaction means. */
export interface CommandPayload {
  readonly name: string;
  readonly args: string;
  /** True if only the person sees the answer. */
  readonly private: boolean;
  readonly sentAt: string;
  readonly replyToken: string | null;
  readonly admin?: boolean;
  /** Set if it was a reaction: the platform's id of the message that bears it. */
  readonly reactedTo?: string;
  /** Set once it has ended a turn. */
  readonly stopped?: true;
}

/** A click on a button of ours. */
export interface ClickPayload {
  /** What the button was sent with: "undo:12". */
  readonly action: string;
  readonly clickedMessageId: string;
  readonly sentAt: string;
  readonly replyToken: string | null;
  /** Whether an admin clicked. */
  readonly admin?: boolean;
  readonly stopped?: true;
}

/** One of a turn's messages was deleted while it ran. */
export interface DeletePayload {
  /** The message's id. */
  readonly deleted: string;
}

/** The person's zone has become known or changed: what is addressed to them is to move. */
export interface ZonePayload {
  readonly zone: string;
  readonly before: string | null;
}

/** A person's words are to be blanked here. */
export interface ErasePayload {
  readonly erase: PersonId;
  /** What rows of theirs had said in this room, for finding where it is repeated; gone when that is done. */
  readonly rows?: readonly string[];
}

/** A message that its author has edited. `sentAt` is when. */
export interface EditPayload {
  /** The message's own id. */
  readonly edited: string;
  readonly text: string;
  readonly sentAt: string;
}

/** A turn that is done anew because its message was edited. */
export interface Again {
  /** The turn that is replaced: the new reply takes the place of its reply. */
  readonly turn?: TurnId;
  readonly messages: readonly SpokenMessage[];
  /** What the replaced turn had set and was taken back, a line each, for people. */
  readonly undone: readonly string[];
}

/** A line for the history alone. */
export interface NoticePayload {
  readonly notice: string;
  /** True if it holds words of others than the person of its row. */
  readonly tainted?: boolean;
}

/** A due reminder on its way into the history. `due` is local time with its zone, `to` a name. */
export interface FiredPayload {
  readonly handle: string;
  readonly text: string;
  readonly due: string;
  readonly to: string;
  readonly tainted: boolean;
}

/** A due task: work for a turn without a user message. */
export interface TaskPayload {
  readonly task: string;
  readonly handle: string;
  readonly schedule: ScheduleId;
  readonly occurrence: OccurrenceId;
  /** ISO instant. */
  readonly dueAt: string;
  readonly zone: string;
  readonly tainted: boolean;
}

/** An approved call: it runs in a turn of its own. */
export interface DecisionPayload {
  readonly approval: ApprovalId;
}

/** A person's message. */
export interface MessagePayload {
  readonly text: string;
  readonly attachments: readonly string[];
  readonly files?: readonly SpokenFile[];
  /** The images that the model is shown in this turn, in order, as data URLs: gone when the turn has ended. */
  readonly images?: readonly string[];
  readonly sentAt: string;
  readonly late: boolean;
  readonly reason?: Addressed;
  readonly admin?: boolean;
  /** When it was last edited, an ISO instant: an edit that comes later than a newer one is dropped. */
  readonly editedAt?: string;
  /** What others had said before, if it called us into a discussion; empty once it is blanked. */
  readonly discussion?: readonly Overheard[];
  /** A message that said stop and has ended a turn. */
  readonly stopped?: true;
  /** An edited message: the turn it belongs to is done anew with these messages. */
  readonly again?: Again;
}

/** What is stored as it comes; a reaction is stored as the command that it means. */
export type Storable = Exclude<Incoming, IncomingReaction>;

/** The stored part of an event. */
export function payloadOf(incoming: Storable, admin: boolean): Payloads[Storable['type']] {
  const sentAt = incoming.sentAt.toISOString();
  const replyToken = incoming.replyToken ?? null;
  switch (incoming.type) {
    case 'message':
      return {
        text: incoming.text,
        attachments: incoming.attachments,
        ...(incoming.files?.length ? { files: incoming.files } : {}),
        sentAt,
        late: incoming.late,
        ...(incoming.reason ? { reason: incoming.reason } : {}),
        ...(incoming.discussion?.length ? { discussion: incoming.discussion } : {}),
        ...(admin ? { admin } : {}),
      };
    case 'edit':
      return { edited: incoming.edited, text: incoming.text, sentAt };
    case 'command':
      return {
        name: incoming.name,
        args: incoming.args,
        private: incoming.private,
        sentAt,
        replyToken,
        ...(incoming.reactedTo === undefined ? {} : { reactedTo: incoming.reactedTo }),
        ...(admin ? { admin } : {}),
      };
    case 'click':
      return {
        action: incoming.action,
        clickedMessageId: incoming.clickedMessageId,
        sentAt,
        replyToken,
        admin,
      };
  }
}
