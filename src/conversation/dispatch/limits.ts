// Limits, where a turn would start: it begins within them, or its messages are turned away with one polite sentence and
// a line each in the history, without the model. A task waits for the next day instead. Commands, clicks and reminders
// never come here.

import { sql } from 'kysely';
import { oneLine } from '../../context/text.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { type InboxEvent, readEvent, type TurnEvent } from '../../delivery/event.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import { enqueue, type NewOutgoing } from '../../delivery/outbox.ts';
import type { MessagePayload } from '../../delivery/payload.ts';
import { type Say, sayFor } from '../../language/say.ts';
import { withLanguageOf } from '../../people/language.ts';
import type { Reached } from '../../people/limits.ts';
import { inARow, loopReached, loopsSince } from '../../people/loops.ts';
import type { Person } from '../../people/person.ts';
import { loadPerson } from '../../people/store.ts';
import { tokenLimit, turnLimit } from '../../people/used.ts';
import { describeDistance, describeInstant } from '../../schedule/describe.ts';
import { putOffTask } from '../../schedule/sweep/failed-tasks.ts';
import { commitWork } from '../turn/commit.ts';
import { placeOf } from '../turn/presence.ts';
import { withUndone } from '../turn/reply.ts';
import type { TurnServices } from '../turn/services.ts';
import { beginTurn, type StartedTurn } from '../turn/turn-row.ts';
import { limitSentence } from './limit-messages.ts';

type Events = readonly TurnEvent[];

/** Turns by which a person may be short of the limit and still need no lock: no person begins so many at once. */
const farFromIt = 40;

/**
 * Begins a turn if no limit forbids it. No person is exempt; a task counts for the tokens only. Of a person's turns in
 * many conversations at once each knows of the others: their row is locked meanwhile.
 *
 * @returns null if there is nothing to begin: every message was deleted
 * @throws PeacrabError LEASE_LOST
 */
export async function beginWithin(
  { database, allowance, clock }: Pick<TurnServices, 'database' | 'allowance' | 'clock'>,
  lease: Lease,
  events: Events,
): Promise<StartedTurn | Reached | null> {
  const first = events[0];
  // An approved call runs: it was asked for within the limit.
  if (first?.kind === 'decision') return beginTurn(database.db, lease, events);
  const now = clock.now();
  const spent = await tokenLimit(database.db, allowance, now);
  if (spent) return spent;
  if (first?.kind !== 'message' || allowance.turnsPerHour === 0) return beginTurn(database.db, lease, events);
  const { person_id: person } = first;
  const near = { ...allowance, turnsPerHour: Math.max(1, allowance.turnsPerHour - farFromIt) };
  if (allowance.turnsPerHour > farFromIt && !(await turnLimit(database.db, near, person, now)))
    return beginTurn(database.db, lease, events);
  return database.transaction(async (tx) => {
    await tx.selectFrom('person').select('id').where('id', '=', person).forNoKeyUpdate().execute();
    return (await turnLimit(tx, allowance, person, now)) ?? beginTurn(tx, lease, events);
  });
}

/** Whether a person's messages in this conversation look like those of a program that we answer without end. */
export async function loopOf(
  { database, clock, timings }: Pick<TurnServices, 'database' | 'clock' | 'timings'>,
  { conversation_id: conversation, person_id: person, platform }: InboxEvent<'message'>,
): Promise<Reached | null> {
  // The terminal's lines may come from a script.
  if (timings.loopMs === 0 || platform === 'terminal') return null;
  const now = clock.now();
  const since = loopsSince(now);
  // Literals, so that the partial indexes of migration 0009 serve.
  const theirs = await sql<{ received_at: Date }>`
    select received_at from inbox where conversation_id = ${conversation} and kind = 'message'
      and person_id = ${person} and received_at > ${since} order by id desc limit 50`.execute(database.db);
  if (theirs.rows.length <= inARow) return null;
  const ours = await sql<{ ready: Date; sent: Date }>`
    select created_at as ready, sent_at as sent from outbox where conversation_id = ${conversation}
      and state = 'sent' and kind in ('reply', 'reminder') and payload ->> 'privateTo' is null
      and created_at > ${since} order by id desc limit 100`.execute(database.db);
  const at = theirs.rows.map(({ received_at }) => received_at).toReversed();
  return loopReached(at, ours.rows, timings.loopMs, now);
}

/** Turns messages away, or puts a task off. @throws PeacrabError LEASE_LOST */
export async function turnAway(
  parts: TurnServices,
  lease: Lease,
  events: Events,
  reached: Reached,
): Promise<void> {
  const last = events.at(-1);
  if (!last) return;
  const place = await parts.database.transaction(async (tx) => {
    const held = await underLease(tx, lease);
    const room = await tx
      .selectFrom('room')
      .selectAll()
      .where('id', '=', held.room_id)
      .executeTakeFirstOrThrow();
    const person = await personOf(tx, last);
    const about = { person, say: sayFor(person), room, reached, now: parts.clock.now() };
    if (last.kind === 'task') await putOff(tx, lease, last, about);
    else await noteAll(tx, lease, held, events, about);
    return placeOf({ room, conversation: held });
  });
  // Its sign may be shown since the message came, and an answer that was given before does not take it away.
  if (last.kind !== 'task') void parts.channels.get(place.platform)?.working(place, last.message_id, null);
}

/** A message that is turned away tells their language too. */
async function personOf(tx: Tx, event: TurnEvent): Promise<Person> {
  const person = await loadPerson(tx, event.person_id);
  return event.kind === 'message' ? withLanguageOf(tx, person, event.payload.text) : person;
}

interface About {
  readonly say: Say;
  readonly person: Person;
  readonly room: Row<'room'>;
  readonly reached: Reached;
  readonly now: Date;
}

/** The messages as lines of the history, and the sentence, which is said once in a conversation while the limit lasts. */
async function noteAll(
  tx: Tx,
  lease: Lease,
  held: Row<'conversation'>,
  events: Events,
  about: About,
): Promise<void> {
  const { person, room, reached, now } = about;
  const ids = events.map(({ id }) => id);
  // Read where they are marked: a message may have been edited since it was looked at.
  const marked = await tx
    .updateTable('inbox')
    .set({ state: 'done' })
    .where('id', 'in', ids)
    .where('state', '<>', 'done')
    .returningAll()
    .execute();
  if (marked.length === 0) return;
  const messages = marked
    .toSorted((a, b) => a.id - b.id)
    .map(readEvent)
    .flatMap(({ kind, payload }) => (kind === 'message' ? [payload] : []));
  const entries = messages.map((payload) => ({
    type: 'notice' as const,
    payload: { text: `${person.name} wrote, and was not answered because of a limit: "${wordsOf(payload)}"` },
    // In a channel another's turn may come to read it.
    tainted: room.kind === 'channel',
    person: person.id,
  }));
  const undone = messages.flatMap(({ again }) => again?.undone ?? []);
  const key = undone.length > 0 ? `limit:${ids[0]}` : keyOf(`${person.id}:${lease.conversation}`, reached);
  const text = withUndone(limitSentence(reached, person.zone, now, about.say), undone, about.say);
  const outgoing = [messageOf(lease, about, key, text)];
  await commitWork(tx, lease, held.leaf_id, { turn: null, entries, outgoing, done: [] });
}

const wordsOf = ({ text, attachments, files = [], again }: MessagePayload): string =>
  [
    again ? again.messages.map((one) => one.text).join(' ') : text,
    ...[...files.map(({ name }) => name), ...attachments].map((name) => `(${name})`),
  ]
    .join(' ')
    .trim();

/** A task runs when the limit ends; of several runs of one schedule that wait for that, the last. People are told once. */
async function putOff(tx: Tx, lease: Lease, row: InboxEvent<'task'>, about: About): Promise<void> {
  const { reached, now, say } = about;
  const { task, handle, schedule, occurrence, dueAt, zone } = row.payload;
  await putOffTask(tx, { schedule, occurrence }, reached.until, now);
  await tx.updateTable('inbox').set({ state: 'done' }).where('id', '=', row.id).execute();
  const at = (instant: Date) => describeInstant(instant, { now, zone, say });
  const text = say('due.task-waits', {
    task: oneLine(task),
    handle,
    due: at(new Date(dueAt)),
    zone,
    until: at(reached.until),
    distance: describeDistance(reached.until, now, say),
  });
  await enqueue(tx, [messageOf(lease, about, keyOf(`task:${schedule}`, reached), text)]);
}

const keyOf = (whose: string, { until }: Reached) => `limit:${whose}:${until.getTime()}`;

const messageOf = (lease: Lease, { person, room }: About, key: string, text: string): NewOutgoing => ({
  key,
  platform: room.platform,
  room: room.id,
  conversation: lease.conversation,
  kind: 'notice',
  text,
  fallback: person.id,
});
