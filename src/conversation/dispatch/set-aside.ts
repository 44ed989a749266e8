// Sets aside a piece of work that would fail in the same way for ever: its rows are done, the turn it had has failed, its
// person is told in one sentence, and the list of troubles has it. Nothing of its payload is read or written here, so that
// what has broken the work cannot break this too.
import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.ts';
import { whyOf } from '../../database/faults.ts';
import type { ConversationKey, InboxId, TurnId } from '../../database/ids.ts';
import type { InboxKind } from '../../database/tables.ts';
import { askedHow, type InboxEvent } from '../../delivery/event.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import { enqueue } from '../../delivery/outbox.ts';
import { recordTrouble } from '../../delivery/trouble.ts';
import { type Say, sayFor } from '../../language/say.ts';
import type { Log } from '../../log.ts';
import { loadPerson } from '../../people/store.ts';
import { commitWork, endTurn } from '../turn/commit.ts';
import { eventsOf, type Work } from './next-work.ts';

interface AsideParts {
  readonly database: Database;
  readonly log: Log;
  /** Something was put into the outbox. */
  readonly enqueued: () => void;
}

/** A person waits for an answer to these. */
const awaited: ReadonlySet<InboxKind> = new Set([
  'message',
  'command',
  'click',
  'edit',
  'task',
  'decision',
  'erase',
]);

/** What people are told when something of theirs was set aside. Pure. */
export const asideText = (stands: string, say: Say): string => say('failed.set-aside', { stands });

/** @throws PeacrabError LEASE_LOST; an error of the database if it is away */
export async function setAside(parts: AsideParts, lease: Lease, work: Work, error: unknown): Promise<void> {
  const all = eventsOf(work);
  const turn = await parts.database.transaction(async (tx) => {
    const { leaf_id: leaf } = await underLease(tx, lease);
    const running = await runningTurn(tx, lease.conversation);
    // Without a turn it was the first that failed; the others have not been looked at.
    const events = running === null ? all.slice(0, 1) : all;
    const first = events[0];
    if (!first) return running;
    if (running !== null && events.length > 1 && (await takenApart(tx, running))) return running;
    await close(tx, events, running);
    if (awaited.has(first.stored)) await tell(tx, first, running);
    await commitWork(tx, lease, leaf, { turn: null, entries: [noticeOf(first)], outgoing: [], done: [] });
    const of = { conversation_id: lease.conversation, person_id: first.person_id };
    await recordTrouble(
      tx,
      running === null ? { ...of, kind: 'event', ref: first.id } : { ...of, kind: 'turn', ref: running },
      error,
    );
    return running;
  });
  parts.log.error(
    { conversation: lease.conversation, turn, why: whyOf(error) },
    'something cannot be stored or read and was set aside; "npm run trouble" shows it',
  );
  parts.enqueued();
}

async function runningTurn(tx: Tx, conversation: ConversationKey): Promise<TurnId | null> {
  const turn = await tx
    .selectFrom('turn')
    .select('id')
    .where('conversation_id', '=', conversation)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return turn?.id ?? null;
}

/**
 * Of several messages only one may be at fault: if nothing was done for them yet, they wait again, to be taken one by one.
 *
 * @returns false if something was done: then they stay together
 */
async function takenApart(tx: Tx, turn: TurnId): Promise<boolean> {
  const { rows } = await sql<{ acted: boolean }>`
    select exists (select 1 from effect where turn_id = ${turn})
      or exists (select 1 from approval where turn_id = ${turn}) as acted`.execute(tx);
  if (rows[0]?.acted) return false;
  await endTurn(tx, turn, 'failed');
  await tx
    .updateTable('inbox')
    .set({ state: 'waiting', turn_id: null, attempts: sql<number>`attempts + 1` })
    .where('turn_id', '=', turn)
    .execute();
  return true;
}

/** The rows of the work, with those that have joined its turn, and the occurrence of a task. */
async function close(tx: Tx, events: readonly InboxEvent[], turn: TurnId | null): Promise<void> {
  const ids: readonly InboxId[] = events.map(({ id }) => id);
  await tx
    .updateTable('inbox')
    .set({ state: 'done', ...(turn === null ? {} : { turn_id: turn }) })
    .where((eb) => eb.or([eb('id', 'in', ids), ...(turn === null ? [] : [eb('turn_id', '=', turn)])]))
    .execute();
  if (turn !== null) await endTurn(tx, turn, 'failed');
  const tasks = events.filter(({ stored }) => stored === 'task').map(({ message_id }) => message_id);
  for (const key of tasks)
    await sql`update occurrence set state = 'failed', ended_at = now(), retry_at = null
      where schedule_id = split_part(${key}, ':', 2)::bigint
        and (extract(epoch from due_at) * 1000)::bigint = split_part(${key}, ':', 3)::bigint`.execute(tx);
}

/** What the turn has changed all the same, by its receipts. */
async function standsOf(tx: Tx, turn: TurnId | null, say: Say): Promise<string> {
  if (turn === null) return say('reply.nothing-changed');
  const { rows } = await sql<{ receipt: string }>`
    select coalesce(receipt, name) as receipt from effect where turn_id = ${turn} and undone_at is null order by id`.execute(
    tx,
  );
  if (rows.length === 0) return say('reply.nothing-changed');
  return say('reply.stands', { receipts: rows.map(({ receipt }) => receipt).join('; ') });
}

async function tell(tx: Tx, event: InboxEvent, turn: TurnId | null): Promise<void> {
  const say = sayFor(await loadPerson(tx, event.person_id));
  const { private: isPrivate, replyToken } = askedHow(event);
  await enqueue(tx, [
    {
      key: `aside:${event.id}:${event.attempts}`,
      platform: event.platform,
      room: event.room_id,
      conversation: event.conversation_id,
      kind: 'reply',
      text: asideText(await standsOf(tx, turn, say), say),
      // A person who asked in private is answered in private.
      privateTo: isPrivate || replyToken !== null ? event.person_id : null,
      replyToken,
      fallback: event.person_id,
    },
  ]);
}

const noticeOf = ({ person_id: person }: InboxEvent) =>
  ({
    type: 'notice',
    payload: { text: 'something here could not be stored or read, and was set aside unanswered' },
    tainted: false,
    person,
  }) as const;
