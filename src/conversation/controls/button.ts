// What a button, a menu or a form was sent with, read in one place: "undo:12", "snooze:3:in 1 hour". What cannot have come
// from a button of ours as they are today is not understood, whatever it holds. Pure.
import {
  type ApprovalId,
  type EffectId,
  type InboxId,
  type PersonId,
  rowIdOf,
  type ScheduleId,
  type TurnId,
} from '../../database/ids.ts';
import { DECISIONS, type Decision } from '../../tools/approvals/words.ts';

export type Action =
  | { readonly verb: 'stop' }
  | { readonly verb: 'undo'; readonly effect: EffectId }
  | { readonly verb: 'approve'; readonly approval: ApprovalId; readonly decision: Decision }
  | { readonly verb: 'forget-me'; readonly whom: string }
  | { readonly verb: 'change'; readonly handle: string }
  | { readonly verb: 'zone'; readonly zone: string }
  | { readonly verb: 'retry'; readonly turn: TurnId }
  | { readonly verb: 'about'; readonly inbox: InboxId; readonly preset: number }
  | { readonly verb: 'reading'; readonly schedule: ScheduleId; readonly index: number }
  | { readonly verb: 'done'; readonly schedule: ScheduleId }
  | { readonly verb: 'snooze'; readonly schedule: ScheduleId; readonly words: string }
  | { readonly verb: 'let-in'; readonly whom: PersonId }
  | { readonly verb: 'keep-out'; readonly whom: PersonId }
  | HomeAction;

export type HomeAction =
  | { readonly verb: 'home'; readonly what: 'persona'; readonly slug: string }
  | { readonly verb: 'home'; readonly what: 'snooze'; readonly schedule: ScheduleId }
  | { readonly verb: 'home'; readonly what: 'done'; readonly schedule: ScheduleId }
  | { readonly verb: 'home'; readonly what: 'cancel'; readonly schedule: ScheduleId }
  | { readonly verb: 'home'; readonly what: 'forget'; readonly note: string };

/** @returns null if no button of ours is sent with this */
export function readAction(value: string): Action | null {
  const [verb = '', ...parts] = value.split(':');
  const rest = parts.join(':');
  switch (verb) {
    case 'stop':
      return { verb };
    case 'undo':
      return about<EffectId>(parts, 1, (effect) => ({ verb, effect }));
    case 'approve':
      return readDecision(parts);
    case 'forget-me':
      return rest === '' ? null : { verb, whom: rest };
    case 'change':
      return /^r[1-9]\d{0,14}$/.test(rest) ? { verb, handle: rest } : null;
    case 'zone':
      return rest === '' ? null : { verb, zone: rest };
    case 'retry':
      return about<TurnId>(parts, 1, (turn) => ({ verb, turn }));
    case 'about':
      return withIndex<InboxId>(parts, (inbox, preset) => ({ verb, inbox, preset }));
    case 'reading':
      return withIndex<ScheduleId>(parts, (schedule, index) => ({ verb, schedule, index }));
    case 'done':
      return about<ScheduleId>(parts, 1, (schedule) => ({ verb, schedule }));
    case 'snooze':
      return about<ScheduleId>(parts, 2, (schedule, words) => ({ verb, schedule, words }));
    case 'let-in':
    case 'keep-out':
      return rest === '' ? null : { verb, whom: rest as PersonId };
    case 'home':
      return readHome(parts);
    default:
      return null;
  }
}

/** @param least how many parts there must be; those behind the first are one text */
function about<Id extends number>(
  parts: readonly string[],
  least: 1 | 2,
  make: (id: Id, words: string) => Action,
): Action | null {
  const [digits = '', ...words] = parts;
  const id = rowIdOf<Id>(digits);
  const said = words.join(':');
  const fits = least === 1 ? words.length === 0 : said.trim() !== '';
  return id === null || !fits ? null : make(id, said);
}

function withIndex<Id extends number>(
  [digits = '', at = '', ...more]: readonly string[],
  make: (id: Id, index: number) => Action,
): Action | null {
  const id = rowIdOf<Id>(digits);
  return id === null || !/^\d{1,3}$/.test(at) || more.length > 0 ? null : make(id, Number(at));
}

function readDecision([digits = '', word = '', ...more]: readonly string[]): Action | null {
  const approval = rowIdOf<ApprovalId>(digits);
  const decision = DECISIONS.find((each) => each === word);
  return approval === null || !decision || more.length > 0 ? null : { verb: 'approve', approval, decision };
}

function readHome([what = '', ...parts]: readonly string[]): Action | null {
  const rest = parts.join(':');
  switch (what) {
    case 'persona':
      return rest === '' ? null : { verb: 'home', what, slug: rest };
    case 'snooze':
    case 'done':
    case 'cancel':
      return about<ScheduleId>(parts, 1, (schedule) => ({ verb: 'home', what, schedule }));
    case 'forget':
      return /^n[1-9]\d{0,14}$/.test(rest) ? { verb: 'home', what, note: rest } : null;
    default:
      return null;
  }
}
