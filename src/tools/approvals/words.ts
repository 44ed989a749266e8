// The words around a question: what the person who is asked sees, what the model is told, and what is there once it is
// decided. Pure. What a call's arguments look like is in shown.ts.
import type { ApprovalId, PersonId } from '../../database/ids.ts';
import type { Button } from '../../delivery/outgoing.ts';
import { english, type Line, type Say } from '../../language/say.ts';
import { describeInstant } from '../../schedule/describe.ts';
import { argumentLines, codeSpan, cut, plainName } from './shown.ts';

type Args = Readonly<Record<string, unknown>>;
type Bound = Readonly<Record<string, string>>;

/** What a permission for more than one call holds for. */
export interface Pattern {
  readonly tool: string;
  readonly args: Args;
  readonly bound: Bound;
}

/** What a person is asked. */
export interface Question extends Pattern {
  readonly id: ApprovalId;
  /** Whose call it is. */
  readonly name: string;
  readonly why: 'rule' | 'outside' | 'taint';
  readonly because?: string;
  /** What a rule has changed in the arguments. */
  readonly changes: readonly Line[];
  /** "until Sat 21 Nov, 15:30 Europe/Berlin" */
  readonly until: string;
  /** Whether there is a person who may say "always". */
  readonly offersAlways: boolean;
  /** Whether buttons are typed here: then it is shown what to type. */
  readonly typed: boolean;
}

/** UTF-16 units: fits one message with a mention on every platform (Discord's take 2,000). */
const QUESTION = 1800;
const PATTERN = 300;
const CHANGES = 4;

/** The question as people read it: one message, however long its arguments are. */
export function questionText(question: Question, say: Say = english): string {
  const { id, tool, args, name, until } = question;
  const { justification, ...rest } = args;
  const head = say('ask.head', { id, name: plainName(name), until });
  const tail = linesUnder(question, typeof justification === 'string' ? justification : '', say);
  const notAll = say('ask.not-all', { id });
  const room =
    QUESTION - [head, tool, ...tail].join('\n').length - '\n```\n\n```'.length - notAll.length - 12;
  const { lines, whole } = argumentLines(rest, room);
  const call = ['```', tool, ...lines, '```'].join('\n');
  return [head, call, ...(whole ? [] : [notAll]), ...tail].join('\n');
}

function linesUnder(question: Question, reason: string, say: Say): readonly string[] {
  const { because, changes, why } = question;
  const more = changes.length - CHANGES;
  return [
    ...(why === 'taint' ? [say('ask.outside')] : []),
    ...changes.slice(0, CHANGES).map((change) => say('ask.by-rule', { change: codeless(change(say), 100) })),
    ...(more > 0 ? [say('ask.by-rules', { n: more })] : []),
    ...(reason.trim() === '' ? [] : [say('ask.reason', { reason: codeSpan(reason, 200) })]),
    ...(because === undefined ? [] : [say('ask.rule-says', { because: codeless(because, 150) })]),
    widerLine(question, say),
    ...(question.typed ? [typedLine(question, say)] : []),
  ];
}

function widerLine({ offersAlways, ...pattern }: Question, say: Say): string {
  if (!mayWiden(pattern)) return say('ask.once-only');
  return say(offersAlways ? 'ask.wide-always' : 'ask.wide', { pattern: boundText(pattern, say) });
}

function typedLine(question: Question, say: Say): string {
  const { id, offersAlways } = question;
  const wide = ['conversation', ...(offersAlways ? ['always'] : [])].map((word) => `/approve ${id} ${word}`);
  const commands = [`/approve ${id}`, ...(mayWiden(question) ? wide : []), `/deny ${id}`].join('   ');
  return say('ask.type', { commands });
}

/** Whether the whole pattern can be shown to the person who permits more than one call: only then it may be permitted. */
const mayWiden = ({ bound }: Pick<Pattern, 'bound'>): boolean =>
  boundText({ tool: '', bound }).length <= PATTERN;

/** "fetch_page with url = https://example.com/*", "tracker_close with exactly this" */
export function boundText({ tool, bound }: Pick<Pattern, 'tool' | 'bound'>, say: Say = english): string {
  const parts = Object.entries(bound).map(([name, glob]) => `${name} = ${glob}`);
  return parts.length === 0
    ? say('ask.exactly-this', { tool })
    : codeSpan(say('ask.with', { tool, args: parts.join(', ') }), Number.POSITIVE_INFINITY);
}

/** As {@link boundText}, for where the question is no longer shown: what "exactly this" is, is said. */
export function patternText(pattern: Pattern, say: Say = english): string {
  if (Object.keys(pattern.bound).length > 0) return boundText(pattern, say);
  const { justification: _, ...rest } = pattern.args;
  const parts = Object.entries(rest).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const args = parts.join(', ') || say('ask.nothing');
  return codeSpan(say('ask.exactly', { tool: pattern.tool, args }), PATTERN);
}

/** "Always" is for admins: the person who clicks is checked then. */
export function questionButtons(
  question: Pick<Question, 'id' | 'offersAlways' | 'bound'>,
  say: Say = english,
): readonly Button[] {
  const { id, offersAlways } = question;
  const wide = [
    { label: say('button.conversation'), action: `approve:${id}:conversation` },
    ...(offersAlways ? [{ label: say('button.always'), action: `approve:${id}:always` }] : []),
  ];
  return [
    { label: say('button.once'), action: `approve:${id}:once`, style: 'primary' },
    ...(mayWiden(question) ? wide : []),
    { label: say('button.deny'), action: `approve:${id}:deny`, style: 'danger' },
  ];
}

/** What the model is told: nothing was done. */
export const askedText = (id: ApprovalId, name: string, until: string): string =>
  `Asked, not done (#${id}, ${plainName(name)}, ${until}). Tell the person that it waits for a yes, and stop: it runs by itself then.`;

/** What the model is told at the head while a question waits. */
export const waitingText = (open: Pick<Called, 'id' | 'tool'> & { readonly name: string }): string =>
  `#${open.id} (${open.tool}) waits for a yes of ${plainName(open.name)}: not done, and asked already`;

export const DECISIONS = ['once', 'conversation', 'always', 'deny'] as const;
export type Decision = (typeof DECISIONS)[number];

/** "once", "for this conversation" or "always": the extent, in words. */
export const extentOf = (decision: Decision, say: Say = english): string =>
  decision === 'deny' ? decision : say(`extent.${decision}`);

type Called = Pattern & { readonly id: ApprovalId };

/**
 * What replaces the question once it is decided.
 *
 * @param permission the number of what was permitted for more than this call; null: nothing was
 */
export function decidedText(
  call: Called,
  by: string,
  decision: Decision,
  permission: number | null,
  say: Say = english,
): string {
  const about = { id: call.id, tool: call.tool, name: plainName(by) };
  if (decision === 'deny') return say('decided.denied', about);
  const done = say('decided.approved', { ...about, extent: extentOf(decision, say) });
  if (permission === null) return done;
  const where = decision === 'always' ? 'decided.always' : 'decided.conversation';
  return `${done}\n${say(where, { pattern: patternText(call, say), permission })}`;
}

export const expiredText = ({ id, tool }: Pick<Called, 'id' | 'tool'>, say: Say): string =>
  say('decided.expired', { id, tool });

export const withdrawnText = ({ id, tool }: Pick<Called, 'id' | 'tool'>, say: Say): string =>
  say('decided.withdrawn', { id, tool });

/** "until Sat 21 Nov, 15:30 Europe/Berlin"; for a person without a zone how long. */
export function untilText(expires: Date, now: Date, zone: string | null, say: Say = english): string {
  if (zone === null)
    return say('ask.for-minutes', { n: Math.round((expires.getTime() - now.getTime()) / 60_000) });
  return say('ask.until', { at: describeInstant(expires, { now, zone, say }), zone });
}

/** Whether this person may decide, and whether so much. Null: yes; else why not. */
export function mayDecide(
  asked: { readonly person: PersonId; readonly name: string; readonly bound: Bound },
  by: { readonly person: PersonId; readonly isAdmin: boolean },
  decision: Decision,
): Line | null {
  if (by.person !== asked.person && !by.isAdmin)
    return (say) => say('decide.not-yours', { name: plainName(asked.name) });
  if (decision === 'always' && !by.isAdmin) return (say) => say('decide.admin-always');
  const isWide = decision === 'always' || decision === 'conversation';
  if (isWide && !mayWiden(asked)) return (say) => say('decide.too-wide');
  return null;
}

/** On one line, without backticks. */
const codeless = (text: string, most: number): string => cut(text, most).replaceAll('`', 'ˋ');
