// From a due schedule to the rows it makes: an occurrence for each instant or run of instants, its message or its work,
// its line for the history, and the schedule's next time. Pure: the sweep writes them.
import { isOfTheWorld } from '../../database/faults.ts';
import type { PersonId, ScheduleId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import type { DueText, OutboxPayload } from '../../delivery/outbox.ts';
import type { Button } from '../../delivery/outgoing.ts';
import type { FiredPayload, NoticePayload, TaskPayload } from '../../delivery/payload.ts';
import { english, type Line, type Say } from '../../language/say.ts';
import { describeInstant } from '../describe.ts';
import type { Schedule } from '../schedule.ts';
import { handleOf } from '../store.ts';
import { type DuePlan, type EndedRun, planDue } from './due.ts';
import { dueText, runNote, skippedText } from './label.ts';

/** A due schedule with what its message needs to know. */
export interface Due {
  readonly row: Pick<
    Row<'schedule'>,
    | 'id'
    | 'owner_id'
    | 'addressee_id'
    | 'room_id'
    | 'conversation_id'
    | 'text'
    | 'spec'
    | 'task'
    | 'agenda'
    | 'catch_up'
    | 'tainted'
  > & { readonly next_at: Date };
  readonly nameOf: (person: PersonId) => string;
  /** The language of the person it is for; for a room, of the person who asked for it. */
  readonly say: Say;
  /** For an agenda: the text that lists the day. */
  readonly agendaText: (say: Say) => string;
}

/** One occurrence with what hangs on it; null where nothing does. Plain JSON, as the sweep's statement reads it. */
export interface Firing {
  readonly schedule_id: ScheduleId;
  readonly due_at: string;
  readonly until_at: string | null;
  readonly times: number;
  readonly state: Row<'occurrence'>['state'];
  readonly key: string;
  readonly room_id: string;
  readonly conversation_id: string;
  readonly fallback_id: string;
  readonly kind: 'reminder' | 'notice';
  readonly message: OutboxPayload | null;
  readonly heard_kind: 'fired' | 'task' | 'notice';
  readonly heard_by: string;
  readonly heard: FiredPayload | Omit<TaskPayload, 'occurrence'> | NoticePayload | null;
}

export interface Fired {
  readonly firings: readonly Firing[];
  readonly next: Date | null;
  readonly state: 'active' | 'ended' | 'paused';
  /** Why it was paused: its time cannot be read. */
  readonly unread?: { readonly error: unknown };
}

/**
 * What one due schedule makes at this moment. One whose time cannot be read any more is paused, and says so.
 *
 * @throws an error that is no fault of its row: then it is due again
 */
export function fire(due: Due, now: Date): Fired {
  const { row } = due;
  let plan: DuePlan;
  try {
    plan = planDue(row.spec as Schedule, row.next_at, now, row.catch_up);
  } catch (error) {
    if (isOfTheWorld(error)) throw error;
    return { firings: [unreadable(due)], next: null, state: 'paused', unread: { error } };
  }
  const firings = plan.deliver.map((at, index) => {
    const note = index === plan.deliver.length - 1 ? runNote(plan.ended, due.say) : '';
    return row.task ? taskAt(due, at) : messageAt(due, at, note, now);
  });
  const ended = plan.ended ? [runOf(due, plan.ended, plan)] : [];
  return { firings: [...ended, ...firings], next: plan.next, state: plan.next ? 'active' : 'ended' };
}

function messageAt(due: Due, at: Date, note: string, now: Date): Firing {
  const { row, nameOf, agendaText, say } = due;
  const { zone } = row.spec as Schedule;
  const isFromOther = row.addressee_id !== row.owner_id;
  const textIn = (to: Say) => {
    if (row.agenda) return agendaText(to);
    return isFromOther ? to('due.from', { text: row.text, name: nameOf(row.owner_id) }) : row.text;
  };
  const text = textIn(say);
  const said: DueText = {
    base: row.agenda ? text : `⏰ ${text}`,
    at: at.toISOString(),
    zone,
    handle: handleOf(row.id),
    note,
    ...(say.language === 'en' ? {} : { language: say.language }),
  };
  return {
    ...common(due, at, 'pending'),
    kind: 'reminder',
    message: {
      ...plain(dueText(said, now)),
      buttons: row.agenda ? [] : buttonsFor(row.id, say),
      mention: row.addressee_id,
      due: said,
    },
    heard_kind: 'fired',
    heard: {
      handle: handleOf(row.id),
      text: textIn(english),
      due: `${describeInstant(at, { now, zone })} ${zone}`,
      to: row.addressee_id ? nameOf(row.addressee_id) : 'everyone here',
      tainted: isOfOthers(row) || row.agenda,
    },
  };
}

function taskAt(due: Due, at: Date): Firing {
  const { row } = due;
  return {
    ...common(due, at, 'pending'),
    kind: 'reminder',
    message: null,
    heard_kind: 'task',
    heard_by: row.owner_id,
    heard: {
      task: row.text,
      handle: handleOf(row.id),
      schedule: row.id,
      dueAt: at.toISOString(),
      zone: (row.spec as Schedule).zone,
      tainted: row.tainted,
    },
  };
}

/** Whether its words are not those of the person it is for: marked so, or another person's. */
const isOfOthers = (row: Due['row']): boolean => row.tainted || row.owner_id !== row.addressee_id;

/** A run that ended unattended. With nothing to deliver beside it, a note says so. */
function runOf(due: Due, ended: EndedRun, plan: DuePlan): Firing {
  const { row } = due;
  const says = plan.deliver.length === 0;
  const { zone } = row.spec as Schedule;
  const text = (say: Say) => skippedText(row.text, handleOf(row.id), zone, ended, plan.next, say);
  return {
    ...common(due, ended.from, ended.state),
    until_at: ended.times > 1 ? ended.until.toISOString() : null,
    times: ended.times,
    ...(says ? noteOf(due, text) : {}),
  };
}

function unreadable(due: Due): Firing {
  const { row } = due;
  const about = { text: row.text, handle: handleOf(row.id) };
  return { ...common(due, row.next_at, 'failed'), ...noteOf(due, (say) => say('due.unreadable', about)) };
}

function noteOf(due: Due, text: Line) {
  return {
    message: { ...plain(text(due.say)), mention: due.row.addressee_id },
    heard_kind: 'notice' as const,
    heard: { notice: text(english), tainted: isOfOthers(due.row) },
  };
}

function common({ row }: Due, at: Date, state: Firing['state']): Firing {
  const person = row.addressee_id ?? row.owner_id;
  return {
    schedule_id: row.id,
    due_at: at.toISOString(),
    until_at: null,
    times: 1,
    state,
    key: `${state === 'pending' ? 'fired' : state}:${row.id}:${at.getTime()}`,
    room_id: row.room_id,
    conversation_id: row.conversation_id,
    fallback_id: person,
    kind: 'notice',
    message: null,
    heard_kind: 'notice',
    heard_by: person,
    heard: null,
  };
}

function plain(text: string): OutboxPayload {
  return { text, buttons: [], mention: null, privateTo: null, replyToken: null };
}

/** Done and three ways to put it off; the rows they name outlive a restart. */
function buttonsFor(id: ScheduleId, say: Say): readonly Button[] {
  return [
    { label: say('button.done'), action: `done:${id}` },
    { label: say('button.snooze-10'), action: `snooze:${id}:in 10 minutes` },
    { label: say('button.hour'), action: `snooze:${id}:in 1 hour` },
    { label: say('button.tomorrow'), action: `snooze:${id}:tomorrow 09:00` },
  ];
}
