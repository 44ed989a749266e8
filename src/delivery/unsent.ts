// What is said in place of a message of ours that cannot be sent: the platform refuses it, or its row cannot be read any more.
import { isOfTheWorld } from '../database/faults.ts';
import type { PersonId } from '../database/ids.ts';
import { messageOf } from '../errors.ts';
import type { ClaimedRow, NewOutgoing } from './outbox.ts';
import { SendError } from './outgoing.ts';

const unsentKey = 'unsent:';

/**
 * The sentence for a message that was given up; null if nothing is to be said: the place is gone, the message may have arrived
 * after all, or it was such a sentence itself.
 */
export function insteadOf(row: ClaimedRow, error: unknown): NewOutgoing | null {
  const isQuiet = error instanceof SendError && (error.failure === 'gone' || error.failure === 'doubt');
  return isQuiet || row.key.startsWith(unsentKey) ? null : unsent(row);
}

const unsent = (row: ClaimedRow): NewOutgoing => ({
  key: `${unsentKey}${row.id}:${row.attempts}`,
  platform: row.platform,
  room: row.room_id,
  conversation: row.conversation_id,
  kind: 'notice',
  text: `Sorry, ${row.kind === 'reminder' ? 'a reminder' : 'an answer'} of mine could not be sent here, so I have set it aside.`,
  privateTo: privateTo(row.payload),
});

/** For whom alone the message was. The payload may be anything. */
function privateTo(payload: unknown): PersonId | null {
  const { privateTo: person } = Object(payload) as { privateTo?: unknown };
  return typeof person === 'string' ? (person as PersonId) : null;
}

/** Attempts after which an unforeseen error will not get better. */
const looksAtMost = 6;

/** An error that no channel foresaw may have come after the send: it is looked for a few times. */
export const unforeseen = (error: unknown, { attempts }: ClaimedRow): SendError =>
  new SendError(attempts < looksAtMost || isOfTheWorld(error) ? 'doubt' : 'refused', messageOf(error), 1000, {
    cause: error,
  });
