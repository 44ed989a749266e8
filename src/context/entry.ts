// The typed nodes of a conversation's session tree. Entries are never rewritten: what the model sees is compiled from
// them anew for every request.
import type { ConversationKey, EntryId, PersonId, TurnId } from '../database/ids.ts';
import type { SpokenMessage } from '../delivery/payload.ts';
import type { KeepItem } from './compact/salient.ts';

export type { SpokenMessage } from '../delivery/payload.ts';

export interface RecordedCall {
  readonly id: string;
  readonly name: string;
  /** Always the JSON text of an object. */
  readonly arguments: string;
}

/** What an entry holds, by its type. Plain JSON. */
export type EntryBody =
  | {
      readonly type: 'user';
      readonly payload: {
        readonly messages: readonly SpokenMessage[];
        readonly head: string;
        /** True if it was said while the turn worked, and taken into it after a step's results. */
        readonly meanwhile?: true;
      };
    }
  | {
      readonly type: 'assistant';
      readonly payload: { readonly text: string; readonly calls: readonly RecordedCall[] };
    }
  | {
      readonly type: 'tool_result';
      readonly payload: {
        readonly callId: string;
        readonly name: string;
        readonly ok: boolean;
        /** What the model saw: the whole result, or head and tail if it was offloaded at birth. */
        readonly text: string;
        /** `t12.3`: reads the result again by `recall`. */
        readonly handle: string;
        /** The whole result, if `text` is not. */
        readonly full?: string;
        /** What of it stays in one line. */
        readonly gist?: string;
        /** The number of the question that was put to a person instead of running it. */
        readonly asked?: number;
        /** Why the room's mode or a rule did not let it run. */
        readonly refused?: string;
        /** The skill that it brought. */
        readonly skill?: string;
      };
    }
  /** A nudge of the harness after an assistant message, sent as a user message. */
  | {
      readonly type: 'nudge';
      readonly payload: {
        readonly text: string;
        /** True if it tells the model of a false claim in its reply. */
        readonly claim?: true;
      };
    }
  | { readonly type: 'persona'; readonly payload: { readonly persona: string; readonly title: string } }
  | {
      readonly type: 'fired';
      readonly payload: {
        readonly handle: string;
        readonly text: string;
        readonly due: string;
        readonly to: string;
      };
    }
  /** A scheduled task that this turn works on: not a person's message, but a request of the person it names. */
  | {
      readonly type: 'task';
      readonly payload: {
        readonly handle: string;
        readonly text: string;
        /** Who asked for it. */
        readonly by: string;
        /** When it was due, when it runs, and how the last run ended, in words. */
        readonly facts: string;
      };
    }
  /** Something the model should know: a button was clicked, a reply failed, an older message was edited. */
  | {
      readonly type: 'notice';
      readonly payload: {
        readonly text: string;
        /** What became of a claim of a reply, if it says that; true in older entries. */
        readonly claim?: true | 'set' | 'taken-back';
      };
    }
  /** A person decided on something that was asked: an approval, a choice between two readings. */
  | { readonly type: 'decision'; readonly payload: { readonly text: string } }
  /** Replaces a branch that was left: what was asked and answered there, in a line. */
  | { readonly type: 'branch_summary'; readonly payload: { readonly text: string } }
  /** A compaction: what replaces the entries before `firstKept`, once at the front of the first kept user message. */
  | { readonly type: 'summary'; readonly payload: Summary }
  /** The running log, written ahead; the model sees it only when a compaction swaps it in. */
  | { readonly type: 'journal'; readonly payload: Journal }
  /** Anything a later part wants to keep in the tree; never shown. */
  | { readonly type: 'custom'; readonly payload: { readonly kind: string; readonly data: unknown } };

export interface Summary {
  readonly firstKept: EntryId;
  /** The log: from the journal, from a summary by model call, or the last log taken on as it was. */
  readonly log: string;
  readonly by: 'journal' | 'model' | 'rule';
  /** What a rule kept word for word because the log had lost it: shown beside the log. */
  readonly kept: readonly KeepItem[];
  /** All that a rule would keep, for the next compaction to hold its log against. */
  readonly handedOn: readonly KeepItem[];
  /** What was put back from the database when this was written. */
  readonly scaffold: string;
  /** The skills in use when this was written. */
  readonly skills?: readonly SkillInUse[];
}

export interface SkillInUse {
  readonly name: string;
  /** ISO instant at which it was last read. */
  readonly at: string;
}

export interface Journal {
  readonly text: string;
  /** The last entry that it covers. */
  readonly through: EntryId;
}

/** Entries that have no message of their own: a bracketed line at the front of the next user message. */
export type Marker = Extract<
  EntryBody,
  { type: 'persona' | 'fired' | 'task' | 'notice' | 'decision' | 'branch_summary' }
>;

/** Entries that the model never sees as such. */
type Silent = Extract<EntryBody, { type: 'summary' | 'journal' | 'custom' }>;

const MARKERS: ReadonlySet<string> = new Set<Marker['type']>([
  'persona',
  'fired',
  'task',
  'notice',
  'decision',
  'branch_summary',
]);
const SILENT: ReadonlySet<string> = new Set<Silent['type']>(['summary', 'journal', 'custom']);

/** Whether a turn begins with this entry. */
export const isTurnStart = (entry: EntryBody): boolean =>
  entry.type === 'user' && entry.payload.meanwhile !== true;
export const isMarker = (entry: EntryBody): entry is Marker => MARKERS.has(entry.type);
export const isSilent = (entry: EntryBody): entry is Silent => SILENT.has(entry.type);

/** A stored entry. */
export type Entry = EntryBody & {
  readonly id: EntryId;
  readonly parentId: EntryId | null;
  readonly conversation: ConversationKey;
  readonly turn: TurnId | null;
  readonly tainted: boolean;
  /** Who brought it about; null: no person. */
  readonly person?: PersonId | null;
  readonly at: Date;
};

/** An entry about to be appended. */
export type NewEntry = EntryBody & { readonly tainted: boolean; readonly person: PersonId | null };
