// The start of a turn: its row, its messages, its attempt counted, before anything is done for it. So a turn that kills
// the process is known by its attempts, and a resumed one has exactly the messages it had.
import { sql } from 'kysely';
import type { Bounds } from '../../context/plan.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { InboxId, TaskId, TurnId } from '../../database/ids.ts';
import { type InboxEvent, isTurnEvent, readEvent, type TurnEvent } from '../../delivery/event.ts';
import { type Lease, leaseLost } from '../../delivery/lease.ts';

/** How often a turn's requests, or the handling of one event, may end the process before it is given up. */
export const deathsAtMost = 3;

export interface TurnRow {
  readonly id: TurnId;
  /** 1 at the first attempt. */
  readonly attempts: number;
  /** How many earlier ones were handed to the model and never came to an end: each may have ended the process. */
  readonly reached: number;
  /** How often Retry was pressed. */
  readonly run: number;
  /** The head block's text of an earlier attempt, so that the same bytes are compiled again. */
  readonly head: string | null;
}

/** A turn that is under way, with what it is for. */
export interface StartedTurn {
  readonly row: TurnRow;
  readonly events: readonly TurnEvent[];
}

/**
 * Makes the turn's row and binds its messages to it, in one statement under the epoch.
 *
 * @returns the events as they were bound: a message may have been edited since it was looked at; none, and no turn, if all were
 * deleted since
 * @throws PeacrabError LEASE_LOST
 */
export async function beginTurn(
  queries: Queries,
  lease: Lease,
  events: readonly TurnEvent[],
): Promise<StartedTurn | null> {
  const first = events[0];
  if (!first) throw new Error('a turn needs a message');
  if (first.kind === 'task' && first.turn_id !== null)
    return { row: await reopenTurn(queries, lease, first, first.turn_id), events };
  const ids: readonly InboxId[] = events.map(({ id }) => id);
  const { rows: bound } = await sql<{ turn: TurnId; id: InboxId; payload: object }>`
    with made as (
      insert into turn (conversation_id, person_id, state, attempts)
      select id, ${first.person_id}, 'running', 1 from conversation where id = ${lease.conversation} and epoch = ${lease.epoch}
        and exists (select 1 from inbox where inbox.id in (${sql.join(ids)}) and inbox.state <> 'done')
      returning id
    )
    update inbox set state = 'taken', turn_id = made.id from made where inbox.id in (${sql.join(ids)}) and inbox.state <> 'done'
    returning made.id as turn, inbox.id, inbox.payload`.execute(queries);
  const turn = bound[0]?.turn;
  if (turn === undefined) return nothingBound(queries, lease);
  const payloads = new Map(bound.map(({ id, payload }) => [id, payload]));
  return {
    row: { id: turn, attempts: 1, reached: 0, run: 0, head: null },
    events: events.flatMap((event) => {
      const payload = payloads.get(event.id);
      return payload === undefined ? [] : [readEvent({ ...event, payload })].filter(isTurnEvent);
    }),
  };
}

/**
 * Sets a task's failed turn going again for the row it had, in one statement under the epoch: what it has done is known there,
 * so it is not done twice, and its receipts reach people when a run succeeds.
 *
 * @throws PeacrabError LEASE_LOST
 */
async function reopenTurn(
  queries: Queries,
  lease: Lease,
  row: InboxEvent<'task'>,
  turn: TurnId,
): Promise<TurnRow> {
  const { rows } = await sql<{ run: number }>`
    with reopened as (
      update turn set state = 'running', attempts = 1, reached = 0, run = turn.run + 1, ended_at = null, head = null from conversation
      where turn.id = ${turn} and conversation.id = turn.conversation_id
        and conversation.id = ${lease.conversation} and conversation.epoch = ${lease.epoch}
      returning turn.run
    ), bound as (
      update inbox set state = 'taken' from reopened where inbox.id = ${row.id} returning inbox.id
    )
    select run from reopened`.execute(queries);
  if (!rows[0]) throw leaseLost();
  return { id: turn, attempts: 1, reached: 0, run: rows[0].run, head: null };
}

/** Either the lease is lost, or every message was deleted: then a turn that has just been made for them is nothing. */
async function nothingBound(queries: Queries, lease: Lease): Promise<null> {
  const { rows } = await sql`
    with held as (
      select id from conversation where id = ${lease.conversation} and epoch = ${lease.epoch}
    ), gone as (
      delete from turn using held where turn.conversation_id = held.id and turn.state = 'running'
    )
    select id from held`.execute(queries);
  if (!rows[0]) throw leaseLost();
  return null;
}

/** Counts another attempt of a turn that was under way. @throws PeacrabError LEASE_LOST */
export async function resumeTurn(database: Database, lease: Lease, id: TurnId): Promise<TurnRow> {
  const { rows } = await sql<Omit<TurnRow, 'id'>>`
    update turn set attempts = attempts + 1 from conversation
    where turn.id = ${id} and conversation.id = turn.conversation_id
      and conversation.id = ${lease.conversation} and conversation.epoch = ${lease.epoch}
    returning turn.attempts, turn.reached, turn.run, turn.head`.execute(database.db);
  if (!rows[0]) throw leaseLost();
  return { id, ...rows[0] };
}

/** What the model is handed at the head of a turn. */
export interface HandedHead {
  readonly head: string;
  /** The persona that it names. */
  readonly persona: { readonly title: string } | null;
  /** The task that it calls stalled. */
  readonly told: TaskId | null;
}

/**
 * Stores the head block beside the turn, before the first request, and that the turn has got so far: from here on a process
 * that ends may have ended because of it. Before, it was only being prepared.
 *
 * @throws PeacrabError LEASE_LOST
 */
export async function handToModel(
  database: Database,
  lease: Lease,
  id: TurnId,
  { head, persona, told }: HandedHead,
): Promise<void> {
  const { rows } = await sql`
    with handed as (
      update turn set head = ${head}, persona = ${persona?.title ?? null}, reached = reached + 1 from conversation
      where turn.id = ${id} and conversation.id = ${lease.conversation} and conversation.epoch = ${lease.epoch}
      returning turn.id
    ), told as (
      update task set told_in = handed.id from handed where task.id = ${told}
    )
    select id from handed`.execute(database.db);
  if (!rows[0]) throw leaseLost();
}

/** A turn that was dropped while the process lives has ended nothing. Does nothing under a lost lease. */
export async function takeBack(database: Database, lease: Lease, id: TurnId): Promise<void> {
  await sql`
    update turn set reached = greatest(reached - 1, 0) from conversation
    where turn.id = ${id} and turn.state = 'running' and conversation.id = ${lease.conversation}
      and conversation.epoch = ${lease.epoch}`.execute(database.db);
}

/**
 * Stores where the visible part begins, where its results are old, and the prompt it runs on.
 *
 * @throws PeacrabError LEASE_LOST
 */
export async function keepBounds(
  database: Database,
  lease: Lease,
  bounds: Bounds,
  promptHash: string,
): Promise<void> {
  const held = await database.db
    .updateTable('conversation')
    .set({
      first_kept_entry_id: bounds.firstKept,
      elision_entry_id: bounds.elisionBefore,
      older_entry_id: bounds.olderBefore,
      prompt_hash: promptHash,
    })
    .where('id', '=', lease.conversation)
    .where('epoch', '=', lease.epoch)
    .returning('id')
    .executeTakeFirst();
  if (!held) throw leaseLost();
}
