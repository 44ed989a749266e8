// Setting reminders, for tools and commands alike: the person's words in, a row and a sentence out. The harness does the
// arithmetic; what it cannot resolve without doubt it refuses with a line that shows how to say it.
import type { Queries } from '../database/database.ts';
import type { ConversationKey, ScheduleId, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { english, type Line, type Say } from '../language/say.ts';
import type { Audience } from './audience.ts';
import { describe } from './describe.ts';
import { resolveWhen } from './parse/index.ts';
import { type Choice, choicesOf, twoReadings } from './readings.ts';
import { nextN } from './recurrence/next.ts';
import { withRemarks } from './remarks.ts';
import { type Schedule, SHORTEST_GAP_SECONDS } from './schedule.ts';
import {
  countSchedules,
  createSchedule,
  handleOf,
  type Resolved,
  type ScheduleScope,
  setAside,
  updateSchedule,
} from './store.ts';
import type { ScheduleUndo } from './undo.ts';

/** Who asks, where, and what time it is for them. */
export interface Asking {
  readonly queries: Queries;
  readonly scope: ScheduleScope;
  readonly conversation: ConversationKey;
  readonly turn: TurnId | null;
  /** IANA zone, null if unknown. */
  readonly zone: string | null;
  readonly locale: string;
  /** The person's language; English if absent. */
  readonly say?: Say;
  /** When the words were sent. */
  readonly askedAt: Date;
  readonly now: Date;
  readonly tainted: boolean;
  /** For a model's calls: what the person has said in this turn. */
  readonly said?: string;
  /** For a model's calls: whether it has been shown this schedule here. Absent: a person named it. */
  readonly shown?: (id: ScheduleId) => boolean;
  /** True for an admin's click: any schedule of this room may be touched. */
  readonly admin?: boolean;
}

export type ReminderOutcome =
  | { readonly type: 'set' | 'stood'; readonly row: Row<'schedule'>; readonly line: Line }
  /** The row waits for the person's zone. `stood`: it was there before. */
  | {
      readonly type: 'asking';
      readonly row: Row<'schedule'>;
      readonly stood: boolean;
      readonly line: Line;
    }
  | {
      readonly type: 'changed';
      readonly row: Row<'schedule'>;
      readonly undo: ScheduleUndo;
      readonly line: Line;
    }
  /** Two rules read the time differently: the row waits for the choice. */
  | {
      readonly type: 'choosing';
      readonly row: Row<'schedule'>;
      readonly stood: boolean;
      readonly line: Line;
      readonly choices: readonly Choice[];
    }
  | ({ readonly type: 'refused' } & Refusal);

/** Why nothing was done. */
export interface Refusal {
  readonly line: Line;
  /** Handles of the reminders that it names. */
  readonly handles?: readonly string[];
}

interface SetOptions {
  readonly audience?: Audience;
  /** True: work for a turn, not a text to deliver. */
  readonly task?: boolean;
  /** True: it lists the day. */
  readonly agenda?: boolean;
}

/** Limits per person, so that no one fills the table. */
const activeAtMost = 200;
const textAtMost = 1000;

/** Without the full stop that only ends the sentence it was asked for in: "water the plants." is "water the plants". */
const withoutStop = (text: string): string => text.replace(/^([^.!?]*\p{L}{3,})\.$/u, '$1');

export async function setReminder(
  asking: Asking,
  text: string,
  words: string,
  options: SetOptions = {},
): Promise<ReminderOutcome> {
  const subject = withoutStop(text.trim().slice(0, textAtMost));
  if (!subject) return { type: 'refused', line: (say) => say('refused.no-text') };
  const standing = await countSchedules(asking.queries, asking.scope.person);
  if (standing >= activeAtMost)
    return { type: 'refused', line: (say) => say('refused.too-many', { n: standing }) };
  const audience = options.audience ?? { kind: 'self' };
  const zone = zoneFor(audience, asking.zone);
  const resolved = resolve(asking, words, zone);
  const readings = 'line' in resolved && zone !== null ? twoReadings({ ...asking, words, zone }) : [];
  if ('line' in resolved && readings.length === 0) return { type: 'refused', line: resolved.line };
  const waits = 'line' in resolved || (zone === null && resolved.wallTime);
  const { row, stood } = await createSchedule(asking.queries, {
    scope: asking.scope,
    conversation: asking.conversation,
    text: subject,
    words,
    resolved: waits ? null : resolved,
    turn: asking.turn,
    tainted: asking.tainted,
    askedAt: asking.askedAt,
    ...(audience.kind === 'room' ? { addressee: null } : {}),
    ...(audience.kind === 'person' ? { addressee: audience.id } : {}),
    task: options.task ?? false,
    agenda: options.agenda ?? false,
  });
  const handle = handleOf(row.id);
  if ('line' in resolved) {
    const line: Line = (say) => say('reminder.two-ways', { handle, words });
    const choices = choicesOf(row.id, readings, asking.now, asking.say);
    return { type: 'choosing', row, stood, line, choices };
  }
  if (waits)
    return { type: 'asking', row, stood, line: (say) => say('reminder.needs-zone', { handle, words }) };
  const line: Line = (say) => {
    const time = withRemarks(lineOf(row, asking.now, say), resolved, say);
    return forWhom(audience, resolved.wallTime ? onWhoseClock(audience, time, say) : time, say);
  };
  return { type: stood ? 'stood' : 'set', row, line };
}

/** The zone in which a wall time is read: the addressee's where known, else the asker's. Pure. */
const zoneFor = (audience: Audience, own: string | null): string | null =>
  audience.kind === 'person' ? (audience.zone ?? own) : own;

/** Whose clock it is, said for all but oneself. Pure. */
function onWhoseClock(audience: Audience, line: string, say: Say): string {
  if (audience.kind === 'self') return line;
  if (audience.kind === 'room') return say('reminder.your-zone', { line });
  const { name, zone } = audience;
  return zone ? say('reminder.their-zone', { line, name }) : say('reminder.zone-unknown', { line, name });
}

function forWhom(audience: Audience, line: string, say: Say): string {
  if (audience.kind === 'self') return line;
  if (audience.kind === 'room') return say('reminder.for-all', { line });
  return say('reminder.for-one', { line, name: audience.name });
}

/**
 * A phrase in this zone, with what edits must hold to as well: never more often than every five minutes.
 *
 * @param movedFrom when the reminder stands that is moved
 */
export function resolve(
  asking: Pick<Asking, 'askedAt' | 'locale'>,
  words: string,
  zone: string | null,
  movedFrom?: Date,
): Resolved | { readonly line: Line } {
  const options = { now: asking.askedAt, zone: zone ?? 'UTC', locale: asking.locale };
  const result = resolveWhen(words, movedFrom ? { ...options, movedFrom } : options);
  if (!result.ok) return { line: result.line };
  if (isTooFrequent(result.schedule, asking.askedAt)) return { line: (say) => say('when.too-frequent') };
  return result;
}

function isTooFrequent(schedule: Schedule, now: Date): boolean {
  if (schedule.kind === 'once') return false;
  const times = nextN(schedule, now, 6).map((at) => at.getTime());
  return times.some((at, index) => index > 0 && at - (times[index - 1] ?? 0) < SHORTEST_GAP_SECONDS * 1000);
}

/**
 * A person's zone has become known: what waited for it is resolved as of the moment it was asked for. What has become the same
 * as another is cancelled.
 *
 * @returns those that are set now, the others' twins among them, each with its line
 */
export async function completeAsking(
  asking: Omit<Asking, 'zone'> & { readonly zone: string },
): Promise<readonly { readonly row: Row<'schedule'>; readonly line: Line }[]> {
  const waiting = await asking.queries
    .selectFrom('schedule')
    .selectAll()
    .where('owner_id', '=', asking.scope.person)
    .where('state', '=', 'asking')
    .orderBy('id')
    .execute();
  const completed = new Map<ScheduleId, { readonly row: Row<'schedule'>; readonly line: Line }>();
  for (const row of waiting) {
    const resolved = resolve({ askedAt: row.created_at, locale: asking.locale }, row.words, asking.zone);
    if ('line' in resolved) continue;
    const after = await updateSchedule(asking.queries, row, { state: 'active', resolved });
    if ('twin' in after) await setAside(asking.queries, row, 'cancelled');
    const stands = 'twin' in after ? after.twin : after.row;
    const line: Line = (say) => withRemarks(lineOf(stands, asking.now, say), resolved, say);
    completed.set(stands.id, { row: stands, line });
  }
  return [...completed.values()];
}

/** "Sat 21 Nov, 09:00 Europe/Berlin, in 17 h (r3)", or its state where it has no next time. */
export function lineOf(row: Row<'schedule'>, now: Date, say: Say = english): string {
  const handle = handleOf(row.id);
  if (row.state === 'asking') return say('reminder.asking', { words: row.words, handle });
  if (row.state === 'paused') return say('reminder.paused', { handle });
  const schedule = row.spec as Schedule;
  const when = describe(schedule, { now, zone: schedule.zone, say });
  return `${row.task ? say('reminder.work', { when }) : when} (${handle})`;
}
