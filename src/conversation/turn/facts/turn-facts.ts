// What was gathered for a turn, sliced by who needs it: where it is, what was said, what the model is shown, what triggered it.
import type { Entry, SpokenMessage } from '../../../context/entry.ts';
import type { InboxId, TaskId, TurnId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import type { Person } from '../../../people/person.ts';
import type { Persona } from '../../../personas/personas.ts';
import type { DecidedCall } from '../approved-call.ts';
import type { TaskDue } from '../due-task.ts';
import type { Trigger } from '../trigger.ts';

/** For whom a turn is, and where. */
export interface TurnPlace {
  readonly conversation: Row<'conversation'>;
  readonly room: Row<'room'>;
  /** Its principal. */
  readonly person: Person;
  /** Whether an admin wrote the messages. */
  readonly isAdmin: boolean;
}

/** What the person said. */
export interface AskedFacts {
  readonly messages: readonly SpokenMessage[];
  /** Data URLs of the images that came with them. */
  readonly images: readonly string[];
  readonly inboxIds: readonly InboxId[];
  /** When the newest of the messages was sent, or edited. */
  readonly askedAt: Date;
  /** The turn that this one does anew, since its message was edited. */
  readonly insteadOf: TurnId | null;
  /** What an edit of the message had taken back, a line each, for people. */
  readonly undone: readonly string[];
}

/** What a turn without words is for; all null for one that has them. */
export interface TriggerFacts {
  /** A task that fell due. */
  readonly task: TaskDue | null;
  /** An approved call. */
  readonly decided: DecidedCall | null;
  /** The event that triggers such a turn: its line is the end of the path before it is stored. */
  readonly trigger: Trigger | null;
}

/** What the model is shown, and whose words are among it. */
export interface ShownFacts {
  readonly path: readonly Entry[];
  /** The head block's text: of this turn's first attempt, if there was one. */
  readonly head: string;
  /** The persona that the turn begins as. */
  readonly persona: Persona | null;
  /** The task that the head block calls stalled. */
  readonly told: TaskId | null;
  /** True if the visible path holds tainted text. */
  readonly tainted: boolean;
  /** Whether the context holds words of others than the principal: also what the principal quotes or hands on. */
  readonly others: boolean;
  /** Handles of reminders that the model is shown. */
  readonly shown: ReadonlySet<string>;
  /** The factor on estimates, held still for the turn. */
  readonly factor: number;
  /** Minutes since the server was last asked for this conversation; null if it never was. */
  readonly idleMinutes: number | null;
}

/** What a compaction puts back. */
export interface ScaffoldFacts {
  /** Schedules ahead in words that stay true, a line each, soonest first. */
  readonly standing: readonly string[];
  /** Open tasks of this conversation. */
  readonly tasks: readonly string[];
  /** When its task list was last done: then no skill is in use any more. */
  readonly listDoneAt: Date | null;
}

export interface TurnFacts extends TurnPlace, AskedFacts, TriggerFacts, ShownFacts, ScaffoldFacts {}
