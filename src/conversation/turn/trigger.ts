// The event that triggers a turn without a user message: a task that fell due, a call that was approved. Its line is the last of the path
// before it is stored, and so is at the front of the newest message.
import type { Entry, NewEntry } from '../../context/entry.ts';
import type { EntryId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';

export interface Trigger {
  readonly entry: NewEntry;
  readonly at: Date;
}

/** The entry with the id after the leaf's. */
export function lastInPath(
  { entry, at }: Trigger,
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
