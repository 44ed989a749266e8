// What a turn without words begins with: a task that fell due, a call that was approved. Its line is the last of the path
// before it is stored, and so stands at the front of the newest message.
import type { Entry, NewEntry } from '../../context/entry.ts';
import type { EntryId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';

export interface Opener {
  readonly entry: NewEntry;
  readonly at: Date;
}

/** The entry with the id after the leaf's. */
export function lastInPath(
  { entry, at }: Opener,
  { id: conversation, leaf_id: leaf }: Pick<Row<'conversation'>, 'id' | 'leaf_id'>,
): Entry {
  return {
    ...entry,
    id: ((leaf ?? 0) + 1) as EntryId,
    parentId: leaf,
    conversation,
    turn: null,
    at,
  } as Entry;
}
