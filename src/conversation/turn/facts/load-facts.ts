// Gathers from the rows what a turn should be shown: the path, the newest messages, the facts of the head block. All of
// it within the scope of principal and room: a channel sees no private rows, the speaker's included.

import type { Entry, SpokenMessage } from '../../../context/entry.ts';
import type { Queries } from '../../../database/database.ts';
import type { PersonId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import type { InboxEvent, TurnEvent } from '../../../delivery/event.ts';
import type { Lease } from '../../../delivery/lease.ts';
import { withLanguageOf } from '../../../people/language.ts';
import type { Person } from '../../../people/person.ts';
import { loadPath } from '../../history/tree.ts';
import { decidedCall } from '../approved-call.ts';
import { taskDue } from '../due-task.ts';
import type { TurnServices } from '../services.ts';
import { lastInPath } from '../trigger.ts';
import type { TurnRow } from '../turn-row.ts';
import { headLines, headOf, personaFor } from './head-facts.ts';
import { knownHandles } from './known-handles.ts';
import { bringsOthers, othersSpoke } from './provenance.ts';
import type { TurnFacts } from './turn-facts.ts';

type FactsServices = Pick<TurnServices, 'database' | 'clock' | 'personas' | 'defaultPersona' | 'calibrator'>;

/** @param withHead false for a turn that is only to be ended: then what might fail in making its head is left out */
export async function loadFacts(
  services: FactsServices,
  lease: Lease,
  row: TurnRow,
  events: readonly TurnEvent[],
  withHead = true,
): Promise<TurnFacts> {
  const { db } = services.database;
  const first = events[0];
  if (!first) throw new Error(`turn ${row.id} has no messages`);
  const [{ conversation, room, person: stored, askedAt: asked }, before] = await standingOf(
    db,
    lease,
    first.person_id,
  );
  const person = await speakerOf(db, stored, events);
  const now = services.clock.now();
  const task = first.kind === 'task' ? await taskDue(db, first, person.name, now) : null;
  const decided = first.kind === 'decision' ? await decidedCall(db, first) : null;
  const trigger = task ? { entry: task.entry, at: task.dueAt } : decided && { entry: decided.entry, at: now };
  const path = trigger ? [...before, lastInPath(trigger, conversation)] : before;
  const asking = events.filter((event) => event.kind === 'message');
  const messages = asking.flatMap((event) => spokenOf(event, person.name));
  const facts = { conversation, room, person, path, messages, task };
  const ahead = await headLines(services, facts, row.id, now);
  const head = row.head ?? (withHead ? headOf(services, facts, ahead) : '');
  return {
    ...facts,
    images: asking.flatMap(({ payload }) => payload.images ?? []),
    decided,
    trigger,
    isAdmin: decided ? decided.isAdmin : asking.some(({ payload }) => payload.admin === true),
    others: othersSpoke({ path, messages, room }, person.id),
    head,
    persona: personaFor(services, facts),
    told: row.head === null ? ahead.told : null,
    standing: ahead.standing,
    tasks: ahead.tasks,
    listDoneAt: ahead.listDoneAt,
    insteadOf: asking.at(-1)?.payload.again?.turn ?? null,
    undone: asking.flatMap(({ payload }) => payload.again?.undone ?? []),
    inboxIds: events.map(({ id }) => id),
    tainted:
      ahead.tainted || messages.some(bringsOthers) || path.some((entry) => entry.tainted && !isUnseen(entry)),
    shown: knownHandles(path, head, messages),
    askedAt: decided?.approval.created_at ?? (messages.length > 0 ? newest(messages) : now),
    factor: services.calibrator.factor(),
    idleMinutes: asked ? (now.getTime() - asked.getTime()) / 60_000 : null,
  };
}

/** What they wrote may show another language than before. */
const speakerOf = (queries: Queries, person: Person, events: readonly TurnEvent[]): Promise<Person> =>
  withLanguageOf(
    queries,
    person,
    events.flatMap((event) => (event.kind === 'message' ? [event.payload.text] : [])).join('\n'),
  );

/** What the model never sees taints nothing. A compaction's log it does see. */
const isUnseen = ({ type }: Entry) => type === 'journal' || type === 'custom';

interface Loaded {
  readonly conversation: Row<'conversation'>;
  readonly room: Row<'room'>;
  readonly person: Person;
  /** When the server was last asked for this conversation: what was folded in since does not keep its cache warm. */
  readonly askedAt: Date | null;
}

/** The rows that a turn is based on, in one query, and the path. */
async function standingOf(
  queries: Queries,
  { conversation: id }: Lease,
  personId: PersonId,
): Promise<readonly [Loaded, readonly Entry[]]> {
  const row = await queries
    .selectFrom('conversation')
    .innerJoin('room', 'room.id', 'conversation.room_id')
    .innerJoin('person', (join) => join.onTrue())
    .selectAll('conversation')
    .select([
      'room.platform',
      'room.kind',
      'room.name as room_name',
      'room.topic',
      'room.persona as room_persona',
      'room.brief',
      'room.agenda',
      'room.mode',
      'room.attend',
      'room.react',
      'person.name as person_name',
      'person.zone',
      'person.locale',
      'person.language',
      'person.persona as person_persona',
    ])
    .select((eb) =>
      eb
        .selectFrom('request')
        .select('request.created_at')
        .whereRef('request.conversation_id', '=', 'conversation.id')
        .orderBy('request.id', 'desc')
        .limit(1)
        .as('asked_at'),
    )
    .where('conversation.id', '=', id)
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow();
  const { platform, kind, topic, brief, agenda, mode, attend, react } = row;
  const room = { id: row.room_id, platform, kind, topic, brief, agenda, mode, attend, react };
  const standing: Loaded = {
    conversation: row,
    room: { ...room, name: row.room_name, persona: row.room_persona },
    person: {
      id: personId,
      name: row.person_name,
      zone: row.zone,
      locale: row.locale ?? 'en',
      language: row.language,
      persona: row.person_persona,
    },
    askedAt: row.asked_at,
  };
  return [standing, await loadPath(queries, row)];
}

/** What the person of a message said. @param name theirs */
export function spokenOf(
  { payload, message_id: messageId, person_id: person }: InboxEvent<'message'>,
  name: string,
): readonly SpokenMessage[] {
  if (payload.again) return payload.again.messages;
  const message = {
    messageId,
    person,
    name,
    text: payload.text,
    attachments: payload.attachments,
    ...(payload.files === undefined ? {} : { files: payload.files }),
    sentAt: payload.sentAt,
    ...(payload.editedAt === undefined ? {} : { editedAt: payload.editedAt }),
    late: payload.late,
    ...(payload.discussion === undefined ? {} : { discussion: payload.discussion }),
  };
  return [message];
}

/** When the newest of messages was sent, or edited. */
export const newest = (messages: readonly SpokenMessage[]): Date =>
  new Date(
    messages
      .map(({ sentAt, editedAt }) => editedAt ?? sentAt)
      .toSorted()
      .at(-1) ?? 0,
  );
