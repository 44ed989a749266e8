// Whose words stand in the context: what others said is no order of the principal's, and for whatever acts outside it counts
// as text from outside. Pure.
import type { Entry } from '../context/entry.ts';
import type { PersonId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';

/**
 * Whether words of others than the principal stand in the path, in what a compaction wrote of it, or, in a channel, at the
 * head: its topic and what is on now are anybody's to set.
 */
export function othersSpoke(
  path: readonly Entry[],
  room: Pick<Row<'room'>, 'kind' | 'topic' | 'agenda'>,
  principal: PersonId,
): boolean {
  if (room.kind === 'dm') return false;
  if (room.topic !== null || room.agenda !== null) return true;
  return path.some((entry) => {
    if (entry.type === 'summary') return true;
    return entry.type === 'user' && entry.payload.messages.some(({ person }) => person !== principal);
  });
}
