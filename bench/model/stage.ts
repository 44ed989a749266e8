// Where a conversation is played: people who write, a bot that answers, a clock that the player moves, and the rows that
// stand afterwards. Once for the whole of this product, once for a plain loop; both with the same model and tools.
import type { ConversationKey, PersonId, RoomId } from '../../src/database/ids.ts';
import type { Conversation } from './script.ts';
import type { Seat, Standing } from './standing.ts';

/** Something that a person says. */
export interface Saying {
  readonly who: string;
  readonly text: string;
  readonly thread: string | undefined;
  /** In a channel, without a mention of the bot. */
  readonly quiet: boolean;
  readonly files: Readonly<Record<string, string>>;
}

/** What people saw of the answer. */
export interface Heard {
  readonly shown: readonly string[];
  /** Buttons that ask for a choice. */
  readonly choices: boolean;
}

export interface Stage {
  /** Begins a conversation on empty rows: nothing that was said in an earlier one is known. */
  begin(conversation: Conversation, now: Date): Promise<void>;
  /** Moves the clock; what falls due on the way is delivered, each at its own time. @returns what was delivered */
  until(now: Date): Promise<readonly string[]>;
  say(saying: Saying): Promise<Heard>;
  standing(who: string, thread: string | undefined): Promise<Standing>;
  stop(): Promise<void>;
}

/** The ids of who says what where. */
export function seatOf({ room: kind, people }: Conversation, who: string, thread = 'main'): Seat {
  const user = `U${people.indexOf(who) + 1}`;
  const person = `slack:T1:${user}` as PersonId;
  if (kind === 'dm') {
    const room = `slack:T1:D${user}` as RoomId;
    return { person, room: { id: room, kind }, conversation: room as string as ConversationKey };
  }
  const room = 'slack:T1:C1' as RoomId;
  return { person, room: { id: room, kind }, conversation: `${room}:${thread}` as ConversationKey };
}

/** The tables that a conversation fills, for emptying them. */
export const FILLED =
  'inbox, outbox, occurrence, schedule, note, task, effect, entry, turn, request, approval, permission, trouble, conversation, room, person';
