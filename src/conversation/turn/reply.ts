// What people get at the end of a turn: the model's words, the harness's receipts under them, and buttons; or, when it
// ended badly, one honest sentence. Failure sentences never promise.

import { closeFences } from '../../common/fence.ts';
import type { TurnId } from '../../database/ids.ts';
import type { Channel } from '../../delivery/channel.ts';
import type { NewOutgoing } from '../../delivery/outbox.ts';
import type { Button, OutgoingFile } from '../../delivery/outgoing.ts';
import type { StandingEffect } from '../../tools/effects.ts';
import { zoneQuestion } from '../controls/zone.ts';

/** A call that a person was asked about in this turn. */
export interface Waiting {
  readonly id: number;
  readonly tool: string;
}

/** Lines that only we write: what was done outside, what was decided. A model that writes one is making it up. */
const OURS = /^.*(?:🌐 \w+: done \(#|🔐 Not done yet:|(?:✅|🚫|⌛|↩️) `\w+` \(#\d+\):).*(?:\n|$)/gmu;

/**
 * Receipts under the reply, one line for each effect of this turn that has one, and one for each call that waits for a yes,
 * whatever the words say of it. Pure.
 */
export function withReceipts(
  text: string,
  effects: readonly StandingEffect[],
  waiting: readonly Waiting[] = [],
): string {
  const receipts = effects.flatMap(({ effect }) => (effect.receipt ? [effect.receipt] : []));
  const waits = waiting.map(({ id, tool }) => `🔐 Not done yet: \`${tool}\` (#${id}) waits for a yes.`);
  const asks = effects.some(({ effect }) => effect.asksZone) ? [zoneQuestion] : [];
  const words = closeFences(text.replace(OURS, '').trim());
  const under = [...receipts, ...waits, ...asks].join('\n');
  return [words, under].filter((part) => part !== '').join('\n\n') || 'Nothing was done.';
}

/** What an edit had taken back, under the reply to the edited message. Pure. */
export function withUndone(text: string, undone: readonly string[]): string {
  if (undone.length === 0) return text;
  return [text, ['Since you edited your message:', ...undone.map((line) => `- ${line}`)].join('\n')].join(
    '\n\n',
  );
}

/** The instants that the receipts name. Pure. */
export const receiptTimes = (effects: readonly StandingEffect[]): readonly Date[] =>
  effects.flatMap(({ effect }) => (effect.at ? [new Date(effect.at)] : []));

/** Undo and, for a reminder, Change for each effect that can be taken back; at most five buttons. Pure. */
export function receiptButtons(
  effects: readonly StandingEffect[],
  zones: readonly Button[],
): readonly Button[] {
  const undoable = effects.filter(({ effect }) => effect.inverse);
  const several = undoable.length > 1;
  const buttons = undoable.flatMap(({ id, effect }, index) => {
    const suffix = several ? ` ${index + 1}` : '';
    const undo = { label: `Undo${suffix}`, action: `undo:${id}` };
    const inverse = effect.inverse;
    const handle = inverse && 'schedule' in inverse ? `r${inverse.schedule}` : null;
    return handle ? [undo, { label: `Change${suffix}`, action: `change:${handle}` }] : [undo];
  });
  const choices = effects.flatMap(({ effect }) => effect.choices ?? []).slice(0, 4);
  const asks = effects.some(({ effect }) => effect.asksZone);
  const questions = asks ? zones : choices;
  return [...questions, ...buttons.slice(0, Math.max(0, 5 - questions.length))];
}

/** What of a text goes into one platform message. */
export interface Part {
  readonly text: string;
  readonly file?: OutgoingFile;
}

const messagesAtMost = 4;

/**
 * A text as messages, split by the channel. Of one that takes more than four, the first and the last stand, where its
 * receipts are, and between them a file with the whole, where the channel sends files. Pure.
 */
export function partsOf(
  text: string,
  channel: Pick<Channel, 'split' | 'sendsFiles'> | undefined,
): readonly Part[] {
  const texts = channel?.split(text) ?? [text];
  const [first, last] = [texts[0], texts.at(-1)];
  if (texts.length <= messagesAtMost || !channel?.sendsFiles?.() || first === undefined || last === undefined)
    return texts.map((each) => ({ text: each }));
  const file = { name: 'answer.md', text };
  return [{ text: first }, { text: '... the whole of it, and its end below:', file }, { text: last }];
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
): NewOutgoing[] {
  const parts = partsOf(reply.text, channel);
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
    ...(base.persona && index > 0 ? { persona: { ...base.persona, continues: true } } : {}),
  }));
}

/** What a turn that failed has changed all the same, a sentence. Pure. */
export const standing = (effects: readonly StandingEffect[]): string => {
  const receipts = effects.map(({ name, effect }) => effect.receipt ?? name);
  return receipts.length === 0
    ? 'Nothing was changed.'
    : `What was done before stands: ${receipts.join('; ')}.`;
};

/** The sentence when the model gave no answer within bounds. Pure. */
export function modelFailed(reason: string, effects: readonly StandingEffect[]): string {
  return `Sorry, I could not answer: ${reason} ${standing(effects)} Reminders and commands work all the same.`;
}

/** The sentence after a turn's last death. Pure. */
export function turnDied(times: 'three' | 'ten', effects: readonly StandingEffect[]): string {
  return `Sorry, answering this failed ${times} times, so I leave it. ${standing(effects)}`;
}

/** Why the model gave no answer, for people: no addresses, no codes. Pure. */
export function reasonFor(code: string | undefined): string {
  switch (code) {
    case 'MODEL_UNREACHABLE':
      return 'the language model does not answer right now.';
    case 'MODEL_STREAM_CUT':
      return "the language model's answer broke off several times.";
    case 'MODEL_WINDOW':
      return 'this does not fit into the language model.';
    case 'MODEL_REFUSED':
      return 'the language model refused the request; whoever runs me finds the reason in the log.';
    default:
      return 'something went wrong on my side.';
  }
}
