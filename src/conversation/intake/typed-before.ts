// What a person typed in the terminal before, for its arrow keys. It is read from the inbox, so that no second copy of their
// words exists: what "forget me" or the retention blanks is gone here, too.
import type { Queries } from '../../database/database.ts';
import type { PersonId, RoomId } from '../../database/ids.ts';
import { type EventBody, readEvent } from '../../delivery/event.ts';
import { ERASED } from '../privacy/erasure/person.ts';

const atMost = 200;

/** The latest first; at most 200. */
export async function typedBefore(
  queries: Queries,
  room: RoomId,
  person: PersonId,
): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('inbox')
    .select(['kind', 'payload'])
    .where('room_id', '=', room)
    .where('person_id', '=', person)
    .where('kind', 'in', ['message', 'command'])
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
  return rows.map((row) => typed(readEvent(row))).filter((text) => text !== '');
}

/** As it was typed; empty if it is blanked. */
function typed({ kind, payload }: EventBody): string {
  if (kind === 'command') return `/${payload.name} ${payload.args}`.trim();
  return kind === 'message' && payload.text !== ERASED ? payload.text : '';
}
