// What people get at the end of a turn: the model's words, the harness's receipts under them, and buttons; or, when it
// ended badly, one honest sentence. Failure sentences never promise.

import type { LoopOutcome } from '../../agent/loop.ts';
import type { TurnId } from '../../database/ids.ts';
import type { Channel } from '../../delivery/channel.ts';
import type { NewOutgoing } from '../../delivery/outbox.ts';
import type { Button, OutgoingFile } from '../../delivery/outgoing.ts';
import { english, type Line, type Say } from '../../language/say.ts';
import { closeFences } from '../../text/fence.ts';
import type { StandingEffect } from '../../tools/effects.ts';

/** A call that a person was asked about in this turn. */
export interface Waiting {
  readonly id: number;
  readonly tool: string;
}

/** What the turn has asked a person about, each once. Pure. */
export function waitingIn({ steps }: Pick<LoopOutcome, 'steps'>): readonly Waiting[] {
  const waiting = steps.flatMap(({ calls }) =>
    calls.flatMap(({ name, result: { asked } }) => (asked === undefined ? [] : [{ id: asked, tool: name }])),
  );
  return [...new Map(waiting.map((one) => [one.id, one])).values()];
}

/** Lines that only we write, by their shape in any language: what was done outside, what was decided. A model that writes one is making it up. */
const OURS =
  /^.*(?:🌐 \w+[:：] [^\n(]{1,60}\(#|🔐 (?:Not done yet:|[^\n`]{1,60}`\w+` \(#)|(?:✅|🚫|⌛|↩️) `\w+` \(#\d+\)[:：]).*(?:\n|$)/gmu;

/**
 * Receipts under the reply, one line for each effect of this turn that has one, and one for each call that waits for a yes,
 * whatever the words say of it. Pure.
 */
export function withReceipts(
  text: string,
  effects: readonly StandingEffect[],
  waiting: readonly Waiting[] = [],
  say: Say = english,
): string {
  const receipts = receiptsOf(lastOfEach(effects));
  const waits = waiting.map(({ id, tool }) => say('reply.not-done-yet', { tool, id }));
  const asks = effects.some(({ effect }) => effect.asksZone) ? [say('zone.question')] : [];
  const words = closeFences(text.replace(OURS, '').trim());
  const under = [...receipts, ...waits, ...asks].join('\n');
  return [words, under].filter((part) => part !== '').join('\n\n') || say('reply.nothing-done');
}

/** One line each; of several reminders each says what it is about, in at most so many characters. */
function receiptsOf(effects: readonly StandingEffect[]): readonly string[] {
  const isOneOfMany = effects.filter(({ effect }) => effect.about !== undefined).length > 1;
  return effects.flatMap(({ effect: { receipt, about = '' } }) => {
    if (!receipt) return [];
    const words = about.replace(/\s+/gu, ' ').trim();
    if (!isOneOfMany || words === '' || receipt.includes(words)) return [receipt];
    return [`${receipt}: ${words.length > ABOUT ? `${words.slice(0, ABOUT).trimEnd()}…` : words}`];
  });
}

/** Characters of a reminder's text behind its receipt. */
const ABOUT = 60;

/** Without effects on a reminder that a later one was on too: people see its last state, once. Pure. */
function lastOfEach(effects: readonly StandingEffect[]): readonly StandingEffect[] {
  return effects.filter(
    ({ effect: { handle } }, i) =>
      handle === undefined || !effects.slice(i + 1).some(({ effect }) => effect.handle === handle),
  );
}

/** What an edit had taken back, under the reply to the edited message. Pure. */
export function withUndone(text: string, undone: readonly string[], say: Say): string {
  if (undone.length === 0) return text;
  return [text, [say('reply.edited'), ...undone.map((line) => `- ${line}`)].join('\n')].join('\n\n');
}

/** The instants that the receipts name. Pure. */
export const receiptTimes = (effects: readonly StandingEffect[]): readonly Date[] =>
  lastOfEach(effects).flatMap(({ effect }) => (effect.at ? [new Date(effect.at)] : []));

/** Buttons under a message, at most. */
const BUTTONS = 5;

/** Undo and, for a reminder, Change for each effect that can be taken back; at most five buttons, Undo before Change. Pure. */
export function receiptButtons(
  effects: readonly StandingEffect[],
  zones: readonly Button[],
  say: Say,
): readonly Button[] {
  const undoable = lastOfEach(effects).filter(({ effect }) => effect.inverse);
  const several = undoable.length > 1;
  const buttons = undoable.flatMap(({ id, effect }, index) => {
    const n = index + 1;
    const undo = { label: several ? say('button.undo-n', { n }) : say('button.undo'), action: `undo:${id}` };
    const inverse = effect.inverse;
    const handle = inverse && 'schedule' in inverse ? `r${inverse.schedule}` : null;
    if (handle === null) return [undo];
    const label = several ? say('button.change-n', { n }) : say('button.change');
    return [undo, { label, action: `change:${handle}` }];
  });
  const choices = effects.flatMap(({ effect }) => effect.choices ?? []).slice(0, 4);
  const asks = effects.some(({ effect }) => effect.asksZone);
  const questions = asks ? zones : choices;
  const room = Math.max(0, BUTTONS - questions.length);
  const isUndo = ({ action }: Button) => action.startsWith('undo:');
  return [...questions, ...(buttons.length > room ? buttons.filter(isUndo) : buttons).slice(0, room)];
}

/** What of a text goes into one platform message. */
export interface Part {
  readonly text: string;
  readonly file?: OutgoingFile;
}

const messagesAtMost = 4;

/**
 * A text as messages, split by the channel. Of one that takes more than four, the first and the last are sent, where its
 * receipts are, and between them a file with the whole, where the channel sends files. Pure.
 */
export function partsOf(
  text: string,
  channel: Pick<Channel, 'split' | 'sendsFiles'> | undefined,
  say: Say,
): readonly Part[] {
  const texts = channel?.split(text) ?? [text];
  const [first, last] = [texts[0], texts.at(-1)];
  if (texts.length <= messagesAtMost || !channel?.sendsFiles?.() || first === undefined || last === undefined)
    return texts.map((each) => ({ text: each }));
  const file = { name: 'answer.md', text };
  return [{ text: first }, { text: say('reply.whole'), file }, { text: last }];
}

/** The messages of a reply, split by the channel, times and buttons under the last. Pure. */
export function replyMessages(
  base: Omit<NewOutgoing, 'key' | 'text' | 'kind' | 'turn' | 'times'>,
  reply: {
    readonly turn: TurnId;
    readonly run: number;
    readonly text: string;
    readonly buttons: readonly Button[];
    readonly times: readonly Date[];
  },
  channel: Pick<Channel, 'split' | 'sendsFiles'> | undefined,
  say: Say = english,
): NewOutgoing[] {
  const parts = partsOf(reply.text, channel, say);
  return parts.map((part, index) => ({
    ...base,
    // One mention is enough, and the end of the last part is the end of the whole.
    mention: index === 0 ? (base.mention ?? null) : null,
    occurrence: index === parts.length - 1 ? (base.occurrence ?? null) : null,
    key: `turn:${reply.turn}:${reply.run}:${index}`,
    kind: 'reply',
    turn: reply.turn,
    ...part,
    buttons: index === parts.length - 1 ? reply.buttons : [],
    times: index === parts.length - 1 ? reply.times : [],
    language: say.language,
    ...(base.persona && index > 0 ? { persona: { ...base.persona, continues: true } } : {}),
  }));
}

/** What a turn that failed has changed all the same, a sentence. Pure. */
export function standing(effects: readonly StandingEffect[], say: Say): string {
  const receipts = effects.map(({ name, effect }) => effect.receipt ?? name);
  return receipts.length === 0
    ? say('reply.nothing-changed')
    : say('reply.stands', { receipts: receipts.join('; ') });
}

/** The sentence when the model gave no answer within bounds. Pure. */
export const modelFailed = (reason: string, effects: readonly StandingEffect[], say: Say): string =>
  say('failed.model', { reason, stands: standing(effects, say) });

/** The sentence after a turn's last death. Pure. */
export const turnDied = (times: 3 | 10, effects: readonly StandingEffect[], say: Say): string =>
  say('failed.died', { n: times, stands: standing(effects, say) });

/** Why the model gave no answer, for people: no addresses, no codes. Pure. */
export function reasonFor(code: string | undefined): Line {
  switch (code) {
    case 'MODEL_UNREACHABLE':
      return (say) => say('reason.unreachable');
    case 'MODEL_STREAM_CUT':
      return (say) => say('reason.cut');
    case 'MODEL_WINDOW':
      return (say) => say('reason.window');
    case 'MODEL_REFUSED':
      return (say) => say('reason.refused');
    default:
      return (say) => say('reason.ours');
  }
}
