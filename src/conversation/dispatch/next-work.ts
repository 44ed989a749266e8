// What a lease holder does next: a pure decision from the open events and the running turn to one piece of work.
import type { TurnId } from '../../database/ids.ts';
import { type InboxEvent, isTurnEvent, type TurnEvent } from '../../delivery/event.ts';

export type Work =
  /** Take up a turn that died, with the events it had taken. */
  | { readonly type: 'resume'; readonly turn: TurnId; readonly events: readonly TurnEvent[] }
  /** Start a turn with these messages, all of one person, with one task that fell due, or with a call that was approved. */
  | { readonly type: 'turn'; readonly events: readonly TurnEvent[] }
  /** Anything else: a command, a click, a fired reminder, a changed zone. It is handled by itself. */
  | { readonly type: 'single'; readonly event: InboxEvent };

/** The events of a piece of work. */
export const eventsOf = (work: Work): readonly InboxEvent[] =>
  work.type === 'single' ? [work.event] : work.events;

/**
 * Events come in order of arrival. A turn takes the messages of the person first in line up to the first event that is
 * not a message of that person's. If another person waits behind them, they wait for one turn: then it takes all of them, and what
 * the window cannot hold is cut with handles to it.
 *
 * @param messagesAtMost how many messages one turn takes when no other person waits
 */
export function nextWork(open: readonly InboxEvent[], messagesAtMost = 20): Work | null {
  const taken = open.filter((event) => event.state === 'taken');
  const turn = taken[0]?.turn_id;
  const unread = taken.find((event) => event.turn_id === turn && !isTurnEvent(event));
  if (unread) return { type: 'single', event: unread };
  if (turn)
    return { type: 'resume', turn, events: taken.filter(isTurnEvent).filter((row) => row.turn_id === turn) };
  const first = open[0];
  if (!first) return null;
  if (first.kind === 'task' || first.kind === 'decision') return { type: 'turn', events: [first] };
  if (first.kind !== 'message') return { type: 'single', event: first };
  // What was in a turn that broke is taken by itself: then only what is at fault is set aside.
  if (first.attempts > 0) return { type: 'turn', events: [first] };
  const next = open.findIndex(
    (event) => event.kind !== 'message' || event.person_id !== first.person_id || event.attempts > 0,
  );
  const messages = (next < 0 ? open : open.slice(0, next)).filter(isTurnEvent);
  const others = open.some((event) => event.kind === 'message' && event.person_id !== first.person_id);
  return { type: 'turn', events: others ? messages : messages.slice(0, messagesAtMost) };
}
