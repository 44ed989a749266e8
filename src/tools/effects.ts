// Effects: what a tool, a command or a click has changed, with the receipt people saw and the way back. Written in the
// transaction of the change itself.
import { sql } from 'kysely';
import type { Queries, Tx } from '../database/database.ts';
import type {
  ConversationKey,
  EffectId,
  NoteId,
  PersonId,
  RoomId,
  ScheduleId,
  TurnId,
} from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { english, type Line, sayFor } from '../language/say.ts';
import { retractNote } from '../memory/notes.ts';
import type { Scope } from '../memory/scope.ts';
import { loadPerson } from '../people/store.ts';
import { switchTo } from '../personas/current.ts';
import { handleOf } from '../schedule/store.ts';
import { changedSince, type NotUndone, undoSchedules } from '../schedule/undo.ts';
import { undoTasks } from './tasks/rows.ts';
import { showList } from './tasks/show.ts';
import type { ToolResult } from './tool.ts';
import type { Effect, Inverse } from './tool-context.ts';

/** An effect that was not taken back, as receipts and later sentences need it. */
export interface StandingEffect {
  readonly id: EffectId;
  readonly name: string;
  readonly effect: Effect;
}

interface NewEffect {
  readonly conversation: ConversationKey;
  readonly person: PersonId;
  readonly turn: TurnId | null;
  /** With the turn, the identity of the call. */
  readonly key: string;
  readonly name: string;
  readonly result: ToolResult;
}

/** Records a change. Part of the transaction that makes it. */
export async function recordEffect(tx: Tx, made: NewEffect): Promise<StandingEffect> {
  const effect = made.result.effect ?? {};
  const { id } = await tx
    .insertInto('effect')
    .values({
      conversation_id: made.conversation,
      person_id: made.person,
      turn_id: made.turn,
      call_key: made.key,
      name: made.name,
      result: JSON.stringify(made.result),
      receipt: effect.receipt ?? null,
      inverse: effect.inverse ? JSON.stringify(effect.inverse) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name: made.name, effect };
}

/** The effects of a turn that were not taken back: read again after a restart, and for a sentence about it. */
export async function standingEffects(queries: Queries, turn: TurnId): Promise<StandingEffect[]> {
  const rows = await queries
    .selectFrom('effect')
    .selectAll()
    .where('turn_id', '=', turn)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    effect: (row.result as ToolResult | object as ToolResult).effect ?? {},
  }));
}

type Undone =
  | {
      readonly ok: true;
      readonly line: Line;
      /** Whether the line rests on text from outside. */
      readonly tainted: boolean;
      readonly persona?: string | null;
    }
  | { readonly ok: false; readonly line: Line };

/**
 * Takes an effect back, for the person who asked for it only.
 *
 * @param id the effect, or null for this person's last one in the conversation that was not taken back
 */
export async function undoEffect(
  tx: Tx,
  person: PersonId,
  conversation: ConversationKey,
  id: EffectId | null,
  now: Date,
): Promise<Undone> {
  const row = await effectOf(tx, person, conversation, id);
  if (!row)
    return {
      ok: false,
      line: (say) => say(id === null ? 'undo.nothing' : 'undo.not-yours'),
    };
  const receipt = receiptOf(row);
  if (row.undone_at) return { ok: false, line: (say) => say('undo.already', { receipt: receipt(say) }) };
  const inverse = row.inverse as Inverse | null;
  if (!inverse) return { ok: false, line: (say) => say('undo.never') };
  const hasChanged =
    inverse.do === 'set-room' ? !(await stillStands(tx, inverse)) : await hasNewer(tx, row, inverse);
  const refused = hasChanged
    ? { line: changedSince(nameOf(inverse)), over: false }
    : await invert(tx, row, inverse, now);
  if (!refused || refused.over)
    await tx.updateTable('effect').set({ undone_at: sql<Date>`now()` }).where('id', '=', row.id).execute();
  if (refused) return { ok: false, line: refused.line };
  const line: Line = (say) => say('undo.done', { receipt: receipt(say) });
  const undone = { ok: true, line, tainted: await isTainted(tx, row) } as const;
  return inverse.do === 'switch-persona' ? { ...undone, persona: inverse.persona } : undone;
}

/** What people were shown, in their language; in English what the model reads of it. */
function receiptOf({ receipt, name, result }: Row<'effect'>): Line {
  const { inEnglish } = (result as ToolResult | object as ToolResult).effect ?? {};
  return (say) => (say === english ? inEnglish : undefined) ?? receipt ?? name;
}

/** Whether an effect was made with text from outside in the context. */
async function isTainted(tx: Tx, { turn_id: turn, result }: Row<'effect'>): Promise<boolean> {
  if (turn === null) return (result as ToolResult | object as ToolResult).tainted === true;
  const entry = await tx
    .selectFrom('entry')
    .select('id')
    .where('turn_id', '=', turn)
    .where('tainted', '=', true)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Closes what a turn, and clicks and commands after it, have done to these reminders: no Undo of it brings them back. */
export async function closeEffects(tx: Tx, turn: TurnId, schedules: readonly ScheduleId[]): Promise<void> {
  if (schedules.length === 0) return;
  const about = schedules.map((id) => ({ do: 'undo-schedule', undo: { rows: [{ id }] } }));
  await tx
    .updateTable('effect')
    .set({ undone_at: sql<Date>`now()` })
    .where('id', '>=', (eb) =>
      eb
        .selectFrom('effect')
        .select((one) => one.fn.min('id').as('first'))
        .where('turn_id', '=', turn),
    )
    .where('undone_at', 'is', null)
    .where((eb) => eb.or(about.map((each) => sql<boolean>`inverse @> ${JSON.stringify(each)}::jsonb`)))
    .execute();
}

/** Whether a later effect that was not taken back has changed the same. */
async function hasNewer(tx: Tx, row: Row<'effect'>, inverse: Inverse): Promise<boolean> {
  const same =
    inverse.do === 'undo-schedule'
      ? inverse.undo.rows.map(({ id }) => ({ do: inverse.do, undo: { rows: [{ id }] } }))
      : inverse.do === 'switch-persona'
        ? [{ do: inverse.do }]
        : [];
  if (same.length === 0) return false;
  let newer = tx
    .selectFrom('effect')
    .select('id')
    .where('id', '>', row.id)
    .where('undone_at', 'is', null)
    .where((eb) => eb.or(same.map((each) => sql<boolean>`inverse @> ${JSON.stringify(each)}::jsonb`)));
  if (inverse.do === 'switch-persona') newer = newer.where('conversation_id', '=', row.conversation_id);
  return (await newer.limit(1).executeTakeFirst()) !== undefined;
}

function nameOf(inverse: Inverse): Line {
  if (inverse.do === 'undo-schedule') return () => handleOf(inverse.schedule);
  return (say) => say(inverse.do === 'set-room' ? 'undo.this' : 'undo.persona');
}

/** The effect with this id, or the person's last one in the conversation that can be taken back. */
export async function effectOf(
  tx: Tx,
  person: PersonId,
  conversation: ConversationKey,
  id: EffectId | null,
): Promise<Row<'effect'> | undefined> {
  const mine = tx.selectFrom('effect').selectAll().where('person_id', '=', person).forNoKeyUpdate();
  if (id !== null) return mine.where('id', '=', id).executeTakeFirst();
  return mine
    .where('conversation_id', '=', conversation)
    .where('undone_at', 'is', null)
    .where('inverse', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What a person had noted last in a conversation, and has not taken back; null if there is nothing. */
export async function lastNoted(
  queries: Queries,
  person: PersonId,
  conversation: ConversationKey,
): Promise<EffectId | null> {
  const row = await queries
    .selectFrom('effect')
    .select('id')
    .where('person_id', '=', person)
    .where('conversation_id', '=', conversation)
    .where('undone_at', 'is', null)
    .where(sql<boolean>`inverse @> ${JSON.stringify({ do: 'retract-note' })}::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What was set since stays. */
async function stillStands(tx: Tx, set: Extract<Inverse, { do: 'set-room' }>): Promise<boolean> {
  const room = await tx
    .selectFrom('room')
    .select(['brief', 'agenda', 'mode', 'attend', 'react'])
    .where('id', '=', set.room as RoomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return room[set.field] === set.from;
}

async function invert(tx: Tx, row: Row<'effect'>, inverse: Inverse, now: Date): Promise<NotUndone | null> {
  switch (inverse.do) {
    case 'undo-schedule':
      return undoSchedules(tx, inverse.undo, row.created_at, now);
    case 'retract-note': {
      const id = inverse.note as NoteId;
      const { scope } = await tx
        .selectFrom('note')
        .select('scope')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await retractNote(tx, scope as Scope, id, now);
      return null;
    }
    case 'undo-tasks':
      if (!(await undoTasks(tx, row.conversation_id, inverse.undo, now)))
        return { line: changedSince((say) => say('undo.tasks')), over: false };
      if (inverse.undo.owner === undefined)
        await showList(
          tx,
          row.conversation_id,
          inverse.undo.list,
          sayFor(await loadPerson(tx, row.person_id)),
        );
      return null;
    case 'set-room':
      await tx
        .updateTable('room')
        .set({ [inverse.field]: inverse.to })
        .where('id', '=', inverse.room as RoomId)
        .execute();
      return null;
    case 'switch-persona':
      await switchTo(tx, row.conversation_id, inverse.persona);
      return null;
  }
}
