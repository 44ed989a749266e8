// Setting and changing reminders, for tools and commands alike: the person's words in, a row and a sentence out. The
// harness does the arithmetic; what it cannot resolve without doubt it refuses with a line that shows how to say it.
import type { Queries } from '../database/database.ts';
import type { ConversationKey, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { describe } from './describe.ts';
import { next } from './next.ts';
import type { Schedule } from './schedule.ts';
import {
  createSchedule,
  findSchedule,
  handleOf,
  lastFired,
  listSchedules,
  parseHandle,
  restoreSchedule,
  type ScheduleScope,
  type ScheduleSnapshot,
  snapshotOf,
  updateSchedule,
} from './store.ts';
import { resolveWhen } from './words/index.ts';

/** Who asks, where, and what time it is for them. */
export interface Asking {
  readonly queries: Queries;
  readonly scope: ScheduleScope;
  readonly conversation: ConversationKey;
  readonly turn: TurnId | null;
  /** IANA zone, null if unknown. */
  readonly zone: string | null;
  readonly locale: string;
  /** When the words were sent. */
  readonly askedAt: Date;
  readonly now: Date;
  readonly tainted: boolean;
}

export type ReminderOutcome =
  | { readonly type: 'set' | 'asking' | 'stood'; readonly row: Row<'schedule'>; readonly line: string }
  | {
      readonly type: 'changed';
      readonly row: Row<'schedule'>;
      readonly before: ScheduleSnapshot;
      readonly line: string;
    }
  | { readonly type: 'refused'; readonly line: string };

export type ChangeAction = 'cancel' | 'snooze' | 'pause' | 'resume' | 'move';

/** Limits per person, so that nobody fills the table. */
const activeAtMost = 200;
const textAtMost = 1000;

export async function setReminder(asking: Asking, text: string, words: string): Promise<ReminderOutcome> {
  const subject = text.trim().slice(0, textAtMost);
  if (!subject) return { type: 'refused', line: 'A reminder needs a text: say what it is about.' };
  const standing = await listSchedules(asking.queries, { ...asking.scope, roomKind: 'dm' });
  if (standing.length >= activeAtMost)
    return { type: 'refused', line: `There are ${standing.length} reminders already; cancel one first.` };
  const result = resolveWhen(words, {
    now: asking.askedAt,
    zone: asking.zone ?? 'UTC',
    locale: asking.locale,
  });
  if (!result.ok) return { type: 'refused', line: result.message };
  const waits = asking.zone === null && result.wallTime;
  const { row, stood } = await createSchedule(asking.queries, {
    scope: asking.scope,
    conversation: asking.conversation,
    text: subject,
    words,
    resolved: waits ? null : { schedule: result.schedule, first: result.first },
    turn: asking.turn,
    tainted: asking.tainted,
    askedAt: asking.askedAt,
  });
  if (waits)
    return { type: 'asking', row, line: `${handleOf(row.id)}: ${words}, as soon as the time zone is known` };
  return { type: stood ? 'stood' : 'set', row, line: lineOf(row, asking.now) };
}

/** Cancels, moves, pauses, resumes or snoozes the one that is meant; else says what could be meant. */
export async function changeReminder(
  asking: Asking,
  which: string,
  action: ChangeAction,
  words: string | null,
): Promise<ReminderOutcome> {
  const found = await findMeant(asking, which);
  if ('refusal' in found) return { type: 'refused', line: found.refusal };
  const { row } = found;
  const before = snapshotOf(row);
  const changed = await applyChange(asking, row, action, words);
  return 'refusal' in changed
    ? { type: 'refused', line: changed.refusal }
    : { type: 'changed', row: changed.row, before, line: changed.line };
}

async function applyChange(
  asking: Asking,
  row: Row<'schedule'>,
  action: ChangeAction,
  words: string | null,
): Promise<{ readonly row: Row<'schedule'>; readonly line: string } | { readonly refusal: string }> {
  const { queries } = asking;
  switch (action) {
    case 'cancel': {
      if (row.state === 'cancelled') return { refusal: `${handleOf(row.id)} is cancelled already.` };
      const cancelled = await updateSchedule(queries, row.id, { state: 'cancelled', nextAt: null });
      return { row: cancelled, line: `cancelled ${handleOf(row.id)}: ${row.text}` };
    }
    case 'pause': {
      if (row.state !== 'active')
        return { refusal: `${handleOf(row.id)} is not active, so it cannot be paused.` };
      const paused = await updateSchedule(queries, row.id, { state: 'paused', nextAt: null });
      return { row: paused, line: `paused ${handleOf(row.id)}: ${row.text}` };
    }
    case 'resume': {
      const first = row.spec ? next(row.spec as Schedule, asking.now) : null;
      if (row.state !== 'paused' || !first)
        return { refusal: `${handleOf(row.id)} is not paused, or its time has passed; say a new time.` };
      const resumed = await updateSchedule(queries, row.id, { state: 'active', nextAt: first });
      return { row: resumed, line: lineOf(resumed, asking.now) };
    }
    case 'snooze':
    case 'move':
      return moveTo(asking, row, action, words);
  }
}

async function moveTo(asking: Asking, row: Row<'schedule'>, action: 'snooze' | 'move', words: string | null) {
  if (!words)
    return { refusal: `Say to when, for example "${action} ${handleOf(row.id)} to tomorrow 9:00".` };
  const result = resolveWhen(words, {
    now: asking.askedAt,
    zone: asking.zone ?? 'UTC',
    locale: asking.locale,
  });
  if (!result.ok) return { refusal: result.message };
  if (asking.zone === null && result.wallTime)
    return {
      refusal: 'I do not know the time zone yet: say /timezone Europe/Berlin, then the new time again.',
    };
  const recurring = row.spec !== null && (row.spec as Schedule).kind !== 'once' && row.state === 'active';
  if (recurring && result.schedule.kind === 'once') {
    // One occurrence is put off; the series stays as it is.
    const { row: extra } = await createSchedule(asking.queries, {
      scope: asking.scope,
      conversation: row.conversation_id,
      text: row.text,
      words,
      resolved: { schedule: result.schedule, first: result.first },
      turn: asking.turn,
      tainted: row.tainted,
      askedAt: asking.askedAt,
    });
    return { row: extra, line: `${lineOf(extra, asking.now)}; the series ${handleOf(row.id)} stays` };
  }
  const moved = await updateSchedule(asking.queries, row.id, {
    state: 'active',
    words,
    resolved: { schedule: result.schedule, first: result.first },
  });
  return { row: moved, line: lineOf(moved, asking.now) };
}

/** "r3", or words of its text, or "that" for the one that fired last here. Never guesses between two. */
async function findMeant(
  asking: Asking,
  which: string,
): Promise<{ readonly row: Row<'schedule'> } | { readonly refusal: string }> {
  const { queries, scope } = asking;
  const handle = parseHandle(which);
  if (handle !== null) {
    const row = await findSchedule(queries, scope, handle);
    return row
      ? { row }
      : {
          refusal: `There is no reminder ${handleOf(handle)} of yours here. Look at the list for the right one.`,
        };
  }
  const rows = await listSchedules(queries, scope);
  const needle = which.trim().toLowerCase();
  if (!needle || /^(it|that|this|the last one|last|that one|the reminder)$/.test(needle)) {
    const fired = await lastFired(queries, scope, asking.conversation);
    if (fired) return { row: fired };
    if (rows.length === 1 && rows[0]) return { row: rows[0] };
  }
  const matching = rows.filter(
    (row) => row.text.toLowerCase().includes(needle) || needle.includes(row.text.toLowerCase()),
  );
  if (matching.length === 1 && matching[0]) return { row: matching[0] };
  const candidates = (matching.length > 0 ? matching : rows)
    .slice(0, 5)
    .map((row) => `${handleOf(row.id)} ${row.text}`);
  return {
    refusal:
      candidates.length > 0
        ? `Which one: ${candidates.join('; ')}? Use its handle.`
        : 'There are no reminders here.',
  };
}

/** Takes a change back. @returns a sentence, or null if the row has moved on since */
export async function undoSchedule(
  queries: Queries,
  id: Row<'schedule'>['id'],
  snapshot: ScheduleSnapshot | null,
): Promise<void> {
  if (snapshot) await restoreSchedule(queries, id, snapshot);
  else await updateSchedule(queries, id, { state: 'cancelled', nextAt: null });
}

/** A person's zone has become known: what waited for it is resolved as of the moment it was asked for. */
export async function completeAsking(
  asking: Omit<Asking, 'zone'> & { readonly zone: string },
): Promise<readonly Row<'schedule'>[]> {
  const waiting = await asking.queries
    .selectFrom('schedule')
    .selectAll()
    .where('owner_id', '=', asking.scope.person)
    .where('state', '=', 'asking')
    .orderBy('id')
    .execute();
  const completed: Row<'schedule'>[] = [];
  for (const row of waiting) {
    const result = resolveWhen(row.words, { now: row.created_at, zone: asking.zone, locale: asking.locale });
    if (!result.ok) continue;
    completed.push(
      await updateSchedule(asking.queries, row.id, {
        state: 'active',
        resolved: { schedule: result.schedule, first: result.first },
      }),
    );
  }
  return completed;
}

/** "Sat 21 Nov, 09:00 Europe/Berlin, in 17 h (r3)", or its state where it has no next time. */
export function lineOf(row: Row<'schedule'>, now: Date): string {
  if (row.state === 'asking') return `${row.words}, waiting for the time zone (${handleOf(row.id)})`;
  if (row.state === 'paused') return `paused (${handleOf(row.id)})`;
  const schedule = row.spec as Schedule;
  return `${describe(schedule, { now, zone: schedule.zone })} (${handleOf(row.id)})`;
}
