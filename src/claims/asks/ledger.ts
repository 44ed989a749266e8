// What has become of each thing that was asked for, held against what the turn has done and what stands. Pure.
import { next } from '../../schedule/recurrence/next.ts';
import type { When } from '../claim.ts';
import { type Row, subjectFits, timeFit } from '../reconcile/match.ts';
import type { Request } from '../request.ts';
import type { Voice } from '../voice.ts';
import { dateOf, type Moment } from '../when.ts';
import type { Ask, AskState } from './ask.ts';

/** What the turn has brought about. */
export type Deeds = Moment & {
  /** the schedules that stand now */
  readonly rows: readonly Row[];
  /** those that this turn took away */
  readonly gone: readonly Row[];
  /** a reminder waits for an answer to a question that goes out with the reply */
  readonly waits: boolean;
  readonly changed: boolean;
  readonly noted: boolean;
  readonly forgotten: boolean;
  readonly undone: boolean;
  readonly persona: boolean;
  readonly tasks: boolean;
};

/** What the reply says of what was asked, whatever it claims. */
export type Heard = {
  /** it puts a question, or says what it could do */
  readonly asksBack: boolean;
  /** it says that something was not or cannot be done */
  readonly refuses: boolean;
};

export type Settled = { readonly ask: Ask; readonly state: AskState };

/** Each thing that was asked for, with its state. A row is held to stand for one of them. */
export function settle(asks: readonly Ask[], deeds: Deeds, heard: Heard): readonly Settled[] {
  const used = new Set<Row>();
  return asks.map((ask) => {
    if (isMet(ask, deeds, used)) return { ask, state: 'met' };
    return { ask, state: heard.asksBack ? 'asked' : heard.refuses ? 'refused' : 'open' };
  });
}

function isMet(ask: Ask, deeds: Deeds, used: Set<Row>): boolean {
  switch (ask.kind) {
    case 'set':
    case 'work':
    case 'meant': {
      const row = rowFor(ask, deeds, used);
      if (row) used.add(row);
      return row !== undefined || deeds.waits;
    }
    // by how much, and from when, is told by the change itself
    case 'change':
      return deeds.changed || deeds.gone.length > 0 || deeds.rows.some((row) => row.createdThisTurn);
    case 'cancel':
      return deeds.gone.length > 0 || !deeds.rows.some((row) => subjectFits(ask.what, row));
    case 'note':
      return deeds.noted;
    case 'forget':
      return deeds.forgotten;
    case 'undo':
      return deeds.undone || deeds.gone.length > 0;
    case 'persona':
      return deeds.persona;
    case 'task':
      return deeds.tasks || deeds.changed || deeds.gone.length > 0;
    case 'list':
      return true;
  }
}

/** The row that an ask has: of this turn, or one that stands and is about the same. */
function rowFor(ask: Ask, deeds: Deeds, used: ReadonlySet<Row>): Row | undefined {
  const free = deeds.rows.filter((row) => !used.has(row));
  const when = whenOf(ask, deeds);
  const fitting = free.filter((row) => {
    const isAbout = ask.what === '' || subjectFits(ask.what, row);
    if (!row.createdThisTurn && !(isAbout && ask.what !== '')) return false;
    return when === null ? row.createdThisTurn : timeFit(when, row, deeds) === 'fits';
  });
  return fitting.find((row) => subjectFits(ask.what, row)) ?? fitting[0];
}

/** The time of an ask as claims have theirs; null if it names none that resolves. */
export function whenOf(ask: Pick<Ask, 'time'>, { now, zone }: Moment): When | null {
  const schedule = ask.time?.schedule;
  const first = schedule && (schedule.kind === 'once' ? new Date(schedule.at) : next(schedule, now));
  if (!schedule || !first) return null;
  return {
    due: ask.time?.hour
      ? { kind: 'instant', at: first.toISOString() }
      : { kind: 'date', date: dateOf(first.getTime(), zone) },
    also: [],
    repeats: schedule.kind === 'once' ? null : schedule,
    timed: ask.time?.hour === true,
    asked: true,
  };
}

/** What a reply says of a request without claiming anything. Pure. */
export function heardIn({ sentences }: Voice, { languages }: Pick<Request, 'languages'>): Heard {
  const own = sentences.filter(({ role }) => role !== 'quote' && role !== 'said');
  return {
    asksBack: own.some(({ question, text }) => question || languages.some(({ not }) => not.offer.test(text))),
    refuses: own.some(({ text }) => languages.some(({ not }) => not.refusal.test(text))),
  };
}
