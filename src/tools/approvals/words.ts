// The words around a question: what the person who is asked sees, what the model is told, and what stands there once it is
// decided. Everything the call would do is shown; what is long is cut visibly. Pure.
import type { ApprovalId, PersonId } from '../../database/ids.ts';
import type { Button } from '../../delivery/channel.ts';
import { describeInstant } from '../../schedule/describe.ts';

/** What a person is asked. */
export interface Question {
  readonly id: ApprovalId;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly bound: Readonly<Record<string, string>>;
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
}

const SHOWN = 400;

/** The question as people read it. */
export function questionText(question: Question): string {
  const { id, tool, args, bound, name, because, changes, until } = question;
  const { justification, ...rest } = args;
  const why =
    typeof justification === 'string' ? [`Its reason, in its own words: ${oneLine(justification)}`] : [];
  const rule = because === undefined ? [] : [`The rule says: ${because}`];
  const wider = `"For this conversation"${question.offersAlways ? ' and "Always" mean' : ' means'}: ${boundText(tool, bound)}.`;
  return [
    `🔐 **May I?** (#${id}, for ${oneLine(name)}, ${until})`,
    ['```', tool, ...Object.entries(rest).map(([key, value]) => `${key}: ${shown(value, id)}`), '```'].join(
      '\n',
    ),
    ...(question.why === 'taint'
      ? ['⚠️ Words from outside stand in this conversation, so check that you want this.']
      : []),
    ...changes.map((change) => `✂️ By a rule, ${change}.`),
    ...why,
    ...rule,
    wider,
  ].join('\n');
}

/** "fetch_page with url = https://example.com/*", "tracker_close with just this" */
export function boundText(tool: string, bound: Readonly<Record<string, string>>): string {
  const parts = Object.entries(bound).map(([name, glob]) => `${name} = ${oneLine(glob)}`);
  return `${tool} with ${parts.length === 0 ? 'just this' : parts.join(', ')}`;
}

/** "Always" is for admins: whoever clicks is checked then. */
export function questionButtons({
  id,
  offersAlways,
}: Pick<Question, 'id' | 'offersAlways'>): readonly Button[] {
  return [
    { label: 'Once', action: `approve:${id}:once`, style: 'primary' },
    { label: 'For this conversation', action: `approve:${id}:conversation` },
    ...(offersAlways ? [{ label: 'Always', action: `approve:${id}:always` }] : []),
    { label: 'Deny', action: `approve:${id}:deny`, style: 'danger' },
  ];
}

/** What the model is told: nothing was done. */
export const askedText = (id: ApprovalId, name: string, until: string): string =>
  `Asked, not done (#${id}, ${oneLine(name)}, ${until}). Tell the person that it waits for a yes, and stop: it runs by itself then.`;

export const DECISIONS = ['once', 'conversation', 'always', 'deny'] as const;
export type Decision = (typeof DECISIONS)[number];

/** "once", "for this conversation" or "always": the extent, in words. */
export const extentOf = (decision: Decision): string =>
  decision === 'conversation' ? 'for this conversation' : decision;

/** What replaces the question once it is decided. */
export function decidedText(
  { id, tool }: { readonly id: ApprovalId; readonly tool: string },
  by: string,
  decision: Decision,
): string {
  const who = oneLine(by);
  if (decision === 'deny') return `🚫 \`${tool}\` (#${id}): denied by ${who}. Nothing was done.`;
  return `✅ \`${tool}\` (#${id}): approved by ${who}, ${extentOf(decision)}.`;
}

export const expiredText = ({ id, tool }: { readonly id: ApprovalId; readonly tool: string }): string =>
  `⌛ \`${tool}\` (#${id}): nobody answered in time, so nothing was done. Ask me again if you still want it.`;

export const withdrawnText = ({ id, tool }: { readonly id: ApprovalId; readonly tool: string }): string =>
  `↩️ \`${tool}\` (#${id}): no longer asked, since the message behind it was changed or left. Nothing was done.`;

/** "until Sat 21 Nov, 15:30 Europe/Berlin"; for a person without a zone how long. */
export function untilText(expires: Date, now: Date, zone: string | null): string {
  if (zone === null) return `for ${Math.round((expires.getTime() - now.getTime()) / 60_000)} minutes`;
  return `until ${describeInstant(expires, { now, zone })} ${zone}`;
}

/** Whether this person may decide, and whether so much. Null: yes; else why not. */
export function mayDecide(
  asked: { readonly person: PersonId; readonly name: string },
  by: { readonly person: PersonId; readonly isAdmin: boolean },
  decision: Decision,
): string | null {
  if (by.person !== asked.person && !by.isAdmin)
    return `Only ${asked.name}, whose request this is, or an admin can decide it.`;
  if (decision === 'always' && !by.isAdmin)
    return 'Only an admin can say "always". "Once" and "For this conversation" are yours.';
  return null;
}

function shown(value: unknown, id: ApprovalId): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('`', 'ˋ');
  const left = text.length - SHOWN;
  return left <= 0 ? text : `${text.slice(0, SHOWN)}… [${left} more characters: "approvals ${id}" shows all]`;
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
