// Where a task is played: somebody who writes, a bot that answers, and the rows that stand afterwards. Once for the whole
// of this product, once for a plain loop.
import { DateTime } from 'luxon';
import type { Database } from '../../src/database/database.ts';
import type { ConversationKey, PersonId, RoomId } from '../../src/database/ids.ts';
import { scopeOf } from '../../src/memory/scope.ts';
import type { Standing } from '../../test/fakes/weak-model/task.ts';
import type { WeakModel } from '../../test/fakes/weak-model/weak-model.ts';

/** Who writes where; `thread` null: in the person's DM. */
export interface Seat {
  readonly user: string;
  readonly thread: string | null;
}

export interface Stage {
  readonly model: WeakModel;
  readonly database: Database;
  /** Says something; resolves with what the person is shown. */
  say(seat: Seat, text: string): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export const zone = 'Europe/Berlin';
export const personOf = ({ user }: Seat) => `slack:T1:${user}` as PersonId;
export const roomOf = ({ user, thread }: Seat) =>
  thread === null
    ? ({ id: `slack:T1:D${user}` as RoomId, kind: 'dm' } as const)
    : ({ id: `slack:T1:C${user}` as RoomId, kind: 'channel' } as const);
export const conversationOf = (seat: Seat) =>
  (seat.thread === null ? roomOf(seat).id : `${roomOf(seat).id}:${seat.thread}`) as ConversationKey;

/** What stands of a person. */
export async function standing({ db }: Database, seat: Seat): Promise<Standing> {
  const person = personOf(seat);
  const schedules = await db.selectFrom('schedule').selectAll().where('owner_id', '=', person).execute();
  const notes = await db
    .selectFrom('note')
    .select('text')
    .where('scope', '=', scopeOf(roomOf(seat), { id: person }))
    .where('retracted_at', 'is', null)
    .execute();
  const conversation = await db
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', conversationOf(seat))
    .executeTakeFirst();
  return {
    reminders: schedules
      .filter(({ state }) => state !== 'cancelled' && state !== 'ended')
      .map((row) => ({
        text: row.text,
        state: row.state,
        at: row.next_at ? DateTime.fromJSDate(row.next_at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") : null,
        repeats: (row.spec as { kind?: string } | null)?.kind !== 'once',
      })),
    notes: notes.map(({ text }) => text),
    persona: conversation?.persona ?? null,
  };
}
