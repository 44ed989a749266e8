// What a tool is handed, for the suites of the memory tools.
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import type { TurnId } from '../../src/database/ids.ts';
import type { Person } from '../../src/people/person.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { conversationIn } from '../memory/people.ts';

/** Saturday 21 November 2026, 14:05 in Berlin. */
export const now = new Date('2026-11-21T13:05:00Z');

export async function useFor(
  database: Database,
  principal: Person,
  room: ToolContext['room'],
  more: Partial<ToolContext> = {},
): Promise<ToolContext> {
  const conversation = conversationIn(room);
  const turn = await sql<{ id: number }>`
    insert into turn (conversation_id, person_id, state) values (${conversation}, ${principal.id}, 'committed') returning id
  `.execute(database.db);
  return {
    principal,
    room,
    conversation,
    turn: (turn.rows[0]?.id ?? 0) as TurnId,
    askedAt: now,
    tainted: false,
    clock: { now: () => now },
    queries: database.db,
    personas: { list: () => [], find: () => null, faults: () => [] },
    skills: { list: () => [], find: () => null, faults: () => [] },
    abilities: { can: [], cannot: [] },
    ...more,
  };
}
