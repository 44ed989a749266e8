// The words around a question: what the person who is asked sees, what the model is told, and what stands there once it is
// decided. Pure. What a call's arguments look like is in shown.ts.
import type { ApprovalId, PersonId } from '../../database/ids.ts';
import type { Button } from '../../delivery/outgoing.ts';
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
  readonly changes: readonly string[];
  /** "until Sat 21 Nov, 15:30 Europe/Berlin" */
  readonly until: string;
  /** Whether there is anybody who may say "always". */
  readonly offersAlways: boolean;
  /** Whether buttons are typed here: then it is shown what to type. */
  readonly typed: boolean;
}

/** UTF-16 units: fits one message with a mention on every platform (Discord's take 2,000). */
const QUESTION = 1800;
const PATTERN = 300;
const CHANGES = 4;

/** The question as people read it: one message, however long its arguments are. */
export function questionText(question: Question): string {
  const { id, tool, args, name, until } = question;
  const { justification, ...rest } = args;
  const head = `🔐 **May I?** (#${id}, for ${plainName(name)}, ${until})`;
  const tail = linesUnder(question, typeof justification === 'string' ? justification : '');
  const room = QUESTION - [head, tool, ...tail].join('\n').length - '\n```\n\n```'.length - NOT_ALL.length;
  const { lines, whole } = argumentLines(rest, room);
  const call = ['```', tool, ...lines, '```'].join('\n');
  return [head, call, ...(whole ? [] : [notAll(id)]), ...tail].join('\n');
}

const notAll = (id: ApprovalId | string): string => `Not all of it fits here: "approvals ${id}" shows it.`;
const NOT_ALL = notAll('#'.repeat(12));

function linesUnder(question: Question, reason: string): readonly string[] {
  const { because, changes, why } = question;
  const more = changes.length - CHANGES;
  return [
    ...(why === 'taint'
      ? ['⚠️ Words from outside stand in this conversation, so check that you want this.']
      : []),
    ...changes.slice(0, CHANGES).map((change) => `✂️ By a rule, ${codeless(change, 100)}.`),
    ...(more > 0 ? [`✂️ By rules, ${more} more changes.`] : []),
    ...(reason.trim() === '' ? [] : [`Its reason, in its own words: ${codeSpan(reason, 200)}`]),
    ...(because === undefined ? [] : [`The rule says: ${codeless(because, 150)}`]),
    widerLine(question),
    ...(question.typed ? [typedLine(question)] : []),
  ];
}

function widerLine({ offersAlways, ...pattern }: Question): string {
  if (!mayWiden(pattern))
    return 'It can only be permitted once: what more would hold for is too long to show.';
  return `"For this conversation"${offersAlways ? ' and "Always" mean' : ' means'}: ${boundText(pattern)}.`;
}

function typedLine(question: Question): string {
  const { id, offersAlways } = question;
  const wide = ['conversation', ...(offersAlways ? ['always'] : [])].map((word) => `/approve ${id} ${word}`);
  return `Type: ${[`/approve ${id}`, ...(mayWiden(question) ? wide : []), `/deny ${id}`].join('   ')}`;
}

/** Whether the whole pattern can be shown to whoever permits more than one call: only then it may be permitted. */
export const mayWiden = ({ bound }: Pick<Pattern, 'bound'>): boolean =>
  boundText({ tool: '', bound }).length <= PATTERN;

/** "fetch_page with url = https://example.com/*", "tracker_close with exactly this" */
export function boundText({ tool, bound }: Pick<Pattern, 'tool' | 'bound'>): string {
  const parts = Object.entries(bound).map(([name, glob]) => `${name} = ${glob}`);
  return parts.length === 0
    ? `${tool} with exactly this`
    : codeSpan(`${tool} with ${parts.join(', ')}`, Number.POSITIVE_INFINITY);
}

/** As {@link boundText}, for where the question no longer stands: what "exactly this" is, is said. */
export function patternText(pattern: Pattern): string {
  if (Object.keys(pattern.bound).length > 0) return boundText(pattern);
  const { justification: _, ...rest } = pattern.args;
  const parts = Object.entries(rest).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return codeSpan(`${pattern.tool} with exactly ${parts.join(', ') || 'nothing'}`, PATTERN);
}

/** "Always" is for admins: whoever clicks is checked then. */
export function questionButtons(
  question: Pick<Question, 'id' | 'offersAlways' | 'bound'>,
): readonly Button[] {
  const { id, offersAlways } = question;
  const wide = [
    { label: 'For this conversation', action: `approve:${id}:conversation` },
    ...(offersAlways ? [{ label: 'Always', action: `approve:${id}:always` }] : []),
  ];
  return [
    { label: 'Once', action: `approve:${id}:once`, style: 'primary' },
    ...(mayWiden(question) ? wide : []),
    { label: 'Deny', action: `approve:${id}:deny`, style: 'danger' },
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
export const extentOf = (decision: Decision): string =>
  decision === 'conversation' ? 'for this conversation' : decision;

type Called = Pattern & { readonly id: ApprovalId };

/**
 * What replaces the question once it is decided.
 *
 * @param permission the number of what was permitted for more than this call; null: nothing was
 */
export function decidedText(call: Called, by: string, decision: Decision, permission: number | null): string {
  const { id, tool } = call;
  const who = plainName(by);
  if (decision === 'deny') return `🚫 \`${tool}\` (#${id}): denied by ${who}. Nothing was done.`;
  const done = `✅ \`${tool}\` (#${id}): approved by ${who}, ${extentOf(decision)}.`;
  if (permission === null) return done;
  const where = decision === 'always' ? 'everywhere' : 'in this conversation';
  return `${done}\nNo longer asked ${where}: ${patternText(call)} ("approvals revoke p${permission}" takes that back).`;
}

export const expiredText = ({ id, tool }: Pick<Called, 'id' | 'tool'>): string =>
  `⌛ \`${tool}\` (#${id}): nobody answered in time, so nothing was done. Ask me again if you still want it.`;

export const withdrawnText = ({ id, tool }: Pick<Called, 'id' | 'tool'>): string =>
  `↩️ \`${tool}\` (#${id}): no longer asked, since the message behind it was changed or left. Nothing was done.`;

/** "until Sat 21 Nov, 15:30 Europe/Berlin"; for a person without a zone how long. */
export function untilText(expires: Date, now: Date, zone: string | null): string {
  if (zone === null) return `for ${Math.round((expires.getTime() - now.getTime()) / 60_000)} minutes`;
  return `until ${describeInstant(expires, { now, zone })} ${zone}`;
}

/** Whether this person may decide, and whether so much. Null: yes; else why not. */
export function mayDecide(
  asked: { readonly person: PersonId; readonly name: string; readonly bound: Bound },
  by: { readonly person: PersonId; readonly isAdmin: boolean },
  decision: Decision,
): string | null {
  if (by.person !== asked.person && !by.isAdmin)
    return `Only ${plainName(asked.name)}, whose request this is, or an admin can decide it.`;
  if (decision === 'always' && !by.isAdmin)
    return 'Only an admin can say "always". "Once" and "For this conversation" are yours.';
  const isWide = decision === 'always' || decision === 'conversation';
  if (isWide && !mayWiden(asked))
    return 'What that would hold for is too long to show: say "once" or "deny".';
  return null;
}

/** On one line, without backticks. */
const codeless = (text: string, most: number): string => cut(text, most).replaceAll('`', 'ˋ');
