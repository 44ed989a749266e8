// What a tool is handed beside its arguments. No tool takes a person, a room, a scope or a path from the model: they
// come from here, and the SQL uses nothing else.
import type { Clock } from '../clock.ts';
import type { NewEntry } from '../context/entry.ts';
import type { Queries } from '../database/database.ts';
import type { ConversationKey, RoomId, ScheduleId, TurnId } from '../database/ids.ts';
import { english, type Line, type Say } from '../language/say.ts';
import type { Person } from '../people/person.ts';
import type { Personas } from '../personas/personas.ts';
import type { ScheduleUndo } from '../schedule/undo.ts';
import type { Skills } from '../skills/skills.ts';
import type { Abilities } from './abilities.ts';
import type { DelegateOrder, DelegateRun } from './delegates/kind.ts';
import type { TasksUndo } from './tasks/rows.ts';

export interface ToolContext {
  /** The person the turn is for. */
  readonly principal: Person;
  readonly room: { readonly id: RoomId; readonly kind: 'dm' | 'channel'; readonly platform: string };
  readonly conversation: ConversationKey;
  readonly turn: TurnId;
  /** When the newest of the principal's words were sent: "in 20 minutes" counts from here, even if the turn ran late. */
  readonly askedAt: Date;
  /** True if the context holds text from outside the principal: what is made of it is marked. */
  readonly tainted: boolean;
  /** The text of the scheduled task that this turn works on; absent in a turn for a person's words. */
  readonly task?: string;
  /** Whether the model has been shown a handle (`r3`) here. */
  readonly shown?: (handle: string) => boolean;
  /** The entries of this turn so far, its messages first: they are stored when it ends. */
  readonly running?: () => readonly NewEntry[];
  /** Estimated tokens up to which a result reaches the model whole. */
  readonly resultTokens?: number;
  /**
   * Runs a sub-agent; absent within one.
   *
   * @param signal fires when no one waits for it any more
   */
  readonly delegate?: (order: DelegateOrder, signal?: AbortSignal) => Promise<DelegateRun>;
  readonly clock: Clock;
  /** Fires when no one waits for the result any more. */
  readonly signal?: AbortSignal;
  /** For an unsafe tool the transaction in which its result is stored too; for a safe one the database. */
  readonly queries: Queries;
  readonly personas: Personas;
  readonly skills: Skills;
  /** What can be done here, and what cannot. */
  readonly abilities: Abilities;
}

/** What an unsafe tool's result may carry beside its text, for the harness's own use. */
export interface Effect {
  /** One line for people, shown under the reply: "⏰ Sat 21 Nov, 09:00 Europe/Berlin, in 17 h (r3)". */
  readonly receipt?: string;
  /** The same in English, for the history that the model reads; absent: the receipt is English. */
  readonly inEnglish?: string;
  /** The reminder that the receipt is about (`r3`): of several receipts about one the last is shown. */
  readonly handle?: string;
  /** What that reminder says: shown behind its receipt where several stand below one another. */
  readonly about?: string;
  /** The ISO instant that the receipt names, if any: readers elsewhere see it in their own local time too. */
  readonly at?: string;
  /** How Undo takes it back; plain JSON. */
  readonly inverse?: Inverse;
  /** True if a stored reminder waits for the person's zone: the turn asks for it with buttons. */
  readonly asksZone?: boolean;
  /** The readings of an ambiguous time: the turn asks with these buttons. */
  readonly choices?: readonly { readonly label: string; readonly action: string }[];
  /** True if it was done outside, where nothing can be taken back. */
  readonly outside?: boolean;
  /** The persona that was switched to: its marker is written into the history. */
  readonly persona?: string;
}

/** A receipt in the person's language, and in the model's. */
export function receiptIn(line: Line, say: Say): Pick<Effect, 'receipt' | 'inEnglish'> {
  const [receipt, inEnglish] = [line(say), line(english)];
  return receipt === inEnglish ? { receipt } : { receipt, inEnglish };
}

export type Inverse =
  /** `schedule` is the one that people were told of. */
  | { readonly do: 'undo-schedule'; readonly schedule: ScheduleId; readonly undo: ScheduleUndo }
  | { readonly do: 'retract-note'; readonly note: number }
  | { readonly do: 'undo-tasks'; readonly undo: TasksUndo }
  | { readonly do: 'switch-persona'; readonly persona: string | null }
  /** Taken back only while `from` is still set: what was set since stays. */
  | {
      readonly do: 'set-room';
      readonly room: string;
      readonly field: 'brief' | 'agenda' | 'mode' | 'attend' | 'react';
      readonly from: string | boolean | null;
      readonly to: string | boolean | null;
    };
