// Handles an event that needs no model: a command, a click, a fired reminder, a changed zone. One transaction each, under
// the lease; handlers.ts says what each kind does.

import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { InboxId } from '../../database/ids.ts';
import type { Channel } from '../../delivery/channel.ts';
import { askedHow, type InboxEvent } from '../../delivery/event.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import type { NewOutgoing } from '../../delivery/outbox.ts';
import { recordTrouble } from '../../delivery/trouble.ts';
import { PeacrabError } from '../../errors.ts';
import { type Say, sayFor } from '../../language/say.ts';
import { withLanguageOf } from '../../people/language.ts';
import type { Allowance } from '../../people/limits.ts';
import type { Person } from '../../people/person.ts';
import { loadPerson } from '../../people/store.ts';
import type { Personas } from '../../personas/personas.ts';
import type { Skills } from '../../skills/skills.ts';
import { abilitiesOf } from '../../tools/abilities.ts';
import type { Note } from '../../tools/approvals/noted.ts';
import { recordEffect, type StandingEffect } from '../../tools/effects.ts';
import type { Policy } from '../../tools/policy/file.ts';
import type { AnyTool } from '../../tools/runner.ts';
import type { CommandContext, CommandReply } from '../commands/command.ts';
import { carryOut } from '../commands/deed.ts';
import { remindAboutCommand } from '../commands/reminders/remind-about.ts';
import { commitWork } from '../turn/commit.ts';
import { partsOf, receiptTimes } from '../turn/reply.ts';
import type { RebuildParts } from '../turn/request/rebuild.ts';
import { deathsAtMost } from '../turn/turn-row.ts';
import { answerTo } from './handlers.ts';

export interface EventServices extends RebuildParts {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly database: Database;
  readonly clock: Clock;
  readonly personas: Personas;
  readonly defaultPersona: string;
  /** Null: texts are kept for ever. */
  readonly retentionDays: number | null;
  readonly skills: Skills;
  readonly allowance: Allowance;
  readonly tools: readonly AnyTool[];
  /** Whether the model takes images. */
  readonly readImages: boolean;
  readonly policy: Policy;
  readonly noted: Note;
}

/** Handles one event. One that has ended the process three times is answered with a sentence and left. */
export async function handleEvent(parts: EventServices, lease: Lease, event: InboxEvent): Promise<void> {
  const attempts = await countAttempt(parts.database, event.id);
  const noted = await parts.database.transaction(async (tx) => {
    const held = await underLease(tx, lease);
    const context = await contextOf(parts, tx, event);
    const reply =
      attempts > deathsAtMost
        ? await giveUp(tx, event, context.say)
        : await carryOut(context, await answerTo(context, event, held));
    const effect = reply.effect
      ? await recordEffect(tx, {
          conversation: lease.conversation,
          person: event.person_id,
          turn: null,
          key: `inbox:${event.id}`,
          ...reply.effect,
        })
      : null;
    await commitWork(tx, lease, reply.leaf ?? held.leaf_id, {
      turn: null,
      entries: reply.entries ?? [],
      outgoing: outgoingOf(parts, context, event, { ...reply, receipt: effect }),
      done: [event.id],
    });
    return reply.noted ?? [];
  });
  noted.forEach(parts.noted);
}

async function giveUp(tx: Tx, event: InboxEvent, say: Say): Promise<CommandReply> {
  await recordTrouble(
    tx,
    { kind: 'event', ref: event.id, conversation_id: event.conversation_id, person_id: event.person_id },
    new PeacrabError('GIVEN_UP', 'It ended the process each of three times.'),
  );
  return { text: say('failed.three-times') };
}

/** Counts another attempt at a row, before it is made. @returns how many there are now */
export async function countAttempt(database: Database, id: InboxId): Promise<number> {
  const { attempts } = await database.db
    .updateTable('inbox')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

async function contextOf(parts: EventServices, tx: Tx, event: InboxEvent): Promise<CommandContext> {
  const room = await tx
    .selectFrom('room')
    .selectAll()
    .where('id', '=', event.room_id)
    .executeTakeFirstOrThrow();
  const { sentAt, admin, private: isPrivate } = askedHow(event);
  const now = parts.clock.now();
  const person = await personOf(tx, event);
  return {
    tx,
    person,
    say: sayFor(person),
    room,
    conversation: event.conversation_id,
    inbox: event.id,
    private: isPrivate,
    askedAt: sentAt === null ? now : new Date(sentAt),
    now,
    admin,
    personas: parts.personas,
    defaultPersona: parts.defaultPersona,
    retentionDays: parts.retentionDays,
    skills: parts.skills,
    allowance: parts.allowance,
    rules: parts.policy.rules,
    tools: parts.tools,
    abilities: abilitiesOf({ ...parts, channel: parts.channels.get(room.platform) }),
    rebuilding: { tools: parts.tools, maxOutput: parts.maxOutput },
  };
}

/** What they type may show their language; what is chosen in a message's menu is not their own. */
async function personOf(tx: Tx, event: InboxEvent): Promise<Person> {
  const person = await loadPerson(tx, event.person_id);
  return withLanguageOf(tx, person, typedIn(event));
}

function typedIn(event: InboxEvent): string {
  if (event.kind === 'message') return event.payload.text;
  return event.kind === 'command' && event.payload.name !== remindAboutCommand.name ? event.payload.args : '';
}

/** The answer as platform messages, buttons under the last. */
function outgoingOf(
  parts: EventServices,
  context: CommandContext,
  event: InboxEvent,
  reply: CommandReply & { readonly receipt: StandingEffect | null },
): readonly NewOutgoing[] {
  if (reply.text === '' && !reply.panel) return [];
  const { replyToken, private: isPrivate } = askedHow(event);
  const { receipt: effect } = reply;
  const isQuiet = reply.quiet === true && context.room.kind === 'channel';
  const buttons = [
    ...(effect?.effect.inverse ? [{ label: context.say('button.undo'), action: `undo:${effect.id}` }] : []),
    ...(reply.buttons ?? []),
  ];
  const times = effect && context.room.kind === 'channel' ? receiptTimes([effect]) : [];
  const split = reply.panel
    ? [{ text: reply.text, panel: reply.panel }]
    : partsOf(reply.text, parts.channels.get(context.room.platform), context.say);
  const last = split.length - 1;
  return split.map((part, index) => ({
    key: `inbox:${event.id}:${index}`,
    platform: context.room.platform,
    room: event.room_id,
    conversation: event.conversation_id,
    kind: 'reply',
    ...part,
    ...(index === last && reply.file ? { file: reply.file } : {}),
    buttons: index === last ? buttons : [],
    times: index === last ? times : [],
    language: context.say.language,
    privateTo: isPrivate || (replyToken && event.kind === 'click') || isQuiet ? event.person_id : null,
    replyToken,
    fallback: event.person_id,
  }));
}
