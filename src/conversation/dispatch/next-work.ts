// What a lease holder does next: a pure decision from the open inbox rows and the running turn to one piece of work.
import type { TurnId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';

export type Work =
  /** Take up a turn that died, with the messages it had taken. */
  | { readonly type: 'resume'; readonly turn: TurnId; readonly rows: readonly Row<'inbox'>[] }
  /** Start a turn with these messages, all of one person, with one task that fell due, or with a call that was approved. */
  | { readonly type: 'turn'; readonly rows: readonly Row<'inbox'>[] }
  /** A command, a click, a fired reminder, a changed zone: folded in by itself. */
  | { readonly type: 'single'; readonly row: Row<'inbox'> };

/**
 * Rows come in order of arrival. A turn takes the messages of whoever is first in line up to the first row that is
 * not a message of that person's. Somebody who waits behind them waits for one turn: then it takes all of them, and what
 * the window cannot hold is cut with handles to it.
 *
 * @param messagesAtMost how many messages one turn takes when nobody else waits
 */
export function nextWork(open: readonly Row<'inbox'>[], messagesAtMost = 20): Work | null {
  const taken = open.filter((row) => row.state === 'taken');
  const turn = taken[0]?.turn_id;
  if (turn) return { type: 'resume', turn, rows: taken.filter((row) => row.turn_id === turn) };
  const first = open[0];
  if (!first) return null;
  if (first.kind === 'task' || first.kind === 'decision') return { type: 'turn', rows: [first] };
  if (first.kind !== 'message') return { type: 'single', row: first };
  // What was in a turn that broke is taken by itself: then only what is at fault is set aside.
  if (first.attempts > 0) return { type: 'turn', rows: [first] };
  const end = open.findIndex(
    (row) => row.kind !== 'message' || row.person_id !== first.person_id || row.attempts > 0,
  );
  const some = end < 0 ? open : open.slice(0, end);
  const others = open.some((row) => row.kind === 'message' && row.person_id !== first.person_id);
  return { type: 'turn', rows: others ? some : some.slice(0, messagesAtMost) };
}
