// Folds in what needs no model: a command, a click, a fired reminder, a changed zone. One transaction each, under the lease.
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { NewEntry } from '../../context/entry.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { InboxId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import type { Channel } from '../../delivery/channel.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import type { NewOutgoing } from '../../delivery/outbox.ts';
import type { FiredPayload, InboxPayload, MessagePayload } from '../../delivery/payload.ts';
import { recordTrouble } from '../../delivery/trouble.ts';
import { PeacrabError } from '../../errors.ts';
import type { Allowance } from '../../people/limits.ts';
import { loadPerson } from '../../people/store.ts';
import type { Personas } from '../../personas/personas.ts';
import type { Skills } from '../../skills/skills.ts';
import type { Note } from '../../tools/approvals/noted.ts';
import { recordEffect, type StandingEffect } from '../../tools/effects.ts';
import type { Policy } from '../../tools/policy/file.ts';
import type { AnyTool } from '../../tools/runner.ts';
import type { CommandContext, CommandReply } from '../commands/command.ts';
import { type Answer, carryOut } from '../commands/deed.ts';
import { findCommand, type TypedCommand } from '../commands/index.ts';
import { stoppedReply } from '../commands/stop.ts';
import { click } from '../controls/clicks.ts';
import { profileZone } from '../controls/zone-moves.ts';
import { editEntries } from '../history/edits.ts';
import { eraseIn } from '../privacy/erasure/conversation.ts';
import { commitWork } from '../turn/commit.ts';
import { partsOf, receiptTimes } from '../turn/reply.ts';
import type { RebuildParts } from '../turn/request/rebuild.ts';

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
  readonly policy: Policy;
  readonly noted: Note;
}

/** How often one row may end the process before it is given up. */
export const attemptsAtMost = 3;

/** Folds one row in. A row that has failed three times is answered with a sentence and left. */
export async function handleEvent(
  parts: EventServices,
  lease: Lease,
  row: Row<'inbox'>,
  typed: TypedCommand | null,
): Promise<void> {
  const attempts = await countAttempt(parts.database, row.id);
  const noted = await parts.database.transaction(async (tx) => {
    const held = await underLease(tx, lease);
    const context = await contextOf(parts, tx, row);
    if (row.kind === 'erase') await eraseIn(tx, lease.conversation, row);
    const reply: CommandReply | null =
      attempts > attemptsAtMost
        ? { text: 'Sorry, this failed three times, so I leave it. Nothing of it was changed.' }
        : await replyTo(context, row, typed);
    const entries =
      reply?.entries ?? (row.kind === 'edit' ? await editEntries(tx, held, row) : ownEntries(row));
    const effect = reply?.effect
      ? await recordEffect(tx, {
          conversation: lease.conversation,
          person: row.person_id,
          turn: null,
          key: `inbox:${row.id}`,
          ...reply.effect,
        })
      : null;
    const outgoing = reply ? outgoingOf(parts, context, row, reply, effect) : [];
    if (attempts > attemptsAtMost)
      await recordTrouble(
        tx,
        { kind: 'event', ref: row.id, conversation_id: row.conversation_id, person_id: row.person_id },
        new PeacrabError('GIVEN_UP', 'It ended the process each of three times.'),
      );
    await commitWork(tx, lease, reply?.leaf ?? held.leaf_id, {
      turn: null,
      entries,
      outgoing,
      done: [row.id],
    });
    return reply?.noted ?? [];
  });
  noted.forEach(parts.noted);
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

async function contextOf(parts: EventServices, tx: Tx, row: Row<'inbox'>): Promise<CommandContext> {
  const room = await tx
    .selectFrom('room')
    .selectAll()
    .where('id', '=', row.room_id)
    .executeTakeFirstOrThrow();
  const payload = row.payload as InboxPayload;
  return {
    tx,
    person: await loadPerson(tx, row.person_id),
    room,
    conversation: row.conversation_id,
    inbox: row.id,
    private: 'private' in payload && payload.private,
    askedAt: 'sentAt' in payload ? new Date(payload.sentAt) : parts.clock.now(),
    now: parts.clock.now(),
    admin: 'admin' in payload && payload.admin === true,
    personas: parts.personas,
    defaultPersona: parts.defaultPersona,
    retentionDays: parts.retentionDays,
    skills: parts.skills,
    allowance: parts.allowance,
    rules: parts.policy.rules,
    tools: parts.tools,
    rebuilding: { tools: parts.tools, maxOutput: parts.maxOutput },
  };
}

/** The answer, or null for what is only written into the history. */
async function replyTo(
  context: CommandContext,
  row: Row<'inbox'>,
  typed: TypedCommand | null,
): Promise<CommandReply | null> {
  const answer = await answerTo(context, row, typed);
  return answer && carryOut(context, answer);
}

async function answerTo(
  context: CommandContext,
  row: Row<'inbox'>,
  typed: TypedCommand | null,
): Promise<Answer | null> {
  const payload = row.payload as InboxPayload;
  // By a reaction: the turn that it has ended tells so, and where none ran nothing need be said.
  if ('reactedTo' in payload && payload.name === 'stop') return null;
  if ('stopped' in payload) return stoppedReply(payload);
  if (typed) return run(context, typed.name, typed.args);
  if ('name' in payload) return run(context, payload.name, payload.args);
  if ('action' in payload) return click(context, payload.action);
  if ('attachments' in payload) return { text: wordless(payload) };
  if (row.kind === 'zone') return profileZone(context);
  return null;
}

/** The answer to a message without words. */
function wordless({ attachments, files = [] }: MessagePayload): string {
  const names = [...files.map(({ name, kind }) => `${name} (${kind})`), ...attachments];
  if (names.length === 0) return 'Yes? Write what you need behind my name, or say "help".';
  return `I cannot read attachments (${names.join(', ')}). Tell me in words what you need.`;
}

async function run(context: CommandContext, name: string, args: string): Promise<Answer> {
  const command = findCommand(name);
  return command
    ? command.run(context, args)
    : { text: `There is no command "${name}". Say "help" for those there are.` };
}

/** What comes from ourselves, for the history alone. */
function ownEntries(row: Row<'inbox'>): readonly NewEntry[] {
  const payload = row.payload as InboxPayload;
  const person = row.person_id;
  if (row.kind === 'notice' && 'notice' in payload)
    return [{ type: 'notice', payload: { text: payload.notice }, tainted: payload.tainted === true, person }];
  if (row.kind !== 'fired') return [];
  const { handle, text, due, to, tainted } = payload as FiredPayload;
  return [{ type: 'fired', payload: { handle, text, due, to }, tainted, person }];
}

/** The answer as platform messages, buttons under the last. */
function outgoingOf(
  parts: EventServices,
  context: CommandContext,
  row: Row<'inbox'>,
  reply: CommandReply,
  effect: StandingEffect | null,
): readonly NewOutgoing[] {
  if (reply.text === '' && !reply.panel) return [];
  const payload = row.payload as InboxPayload;
  const replyToken = 'replyToken' in payload ? payload.replyToken : null;
  const isPrivate = 'private' in payload && payload.private;
  const isQuiet = reply.quiet === true && context.room.kind === 'channel';
  const buttons = [
    ...(effect?.effect.inverse ? [{ label: 'Undo', action: `undo:${effect.id}` }] : []),
    ...(reply.buttons ?? []),
  ];
  const times = effect && context.room.kind === 'channel' ? receiptTimes([effect]) : [];
  const split = reply.panel
    ? [{ text: reply.text, panel: reply.panel }]
    : partsOf(reply.text, parts.channels.get(context.room.platform));
  const last = split.length - 1;
  return split.map((part, index) => ({
    key: `inbox:${row.id}:${index}`,
    platform: context.room.platform,
    room: row.room_id,
    conversation: row.conversation_id,
    kind: 'reply',
    ...part,
    ...(index === last && reply.file ? { file: reply.file } : {}),
    buttons: index === last ? buttons : [],
    times: index === last ? times : [],
    privateTo: isPrivate || (replyToken && 'action' in payload) || isQuiet ? row.person_id : null,
    replyToken,
    fallback: row.person_id,
  }));
}
