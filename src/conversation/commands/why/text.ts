// What "why" answers, in words: how a turn came about and what was done in it, from facts that were gathered. Pure.
import { oneLine } from '../../../context/text.ts';
import type { Addressed } from '../../../delivery/channel.ts';
import { english, type Say } from '../../../language/say.ts';
import type { Tokens as Counted } from '../../../people/used.ts';
import { describeInstant } from '../../../schedule/describe.ts';
import type { CommandContext } from '../command.ts';
import { tokensIn } from './usage.ts';

/** One tool call of a turn. */
export interface WhyCall {
  readonly name: string;
  /** JSON text. */
  readonly args: string;
  readonly ok: boolean;
  /** What the model was told; null: it did not come to an end. */
  readonly result: string | null;
  /** The question that was put to a person first. */
  readonly asked?: number | undefined;
  /** Why a rule or the room's mode did not let it. */
  readonly refused?: string | undefined;
}

/** One question to a person about a call of the turn. */
export interface WhyQuestion {
  readonly id: number;
  readonly tool: string;
  readonly state: string;
  /** Who decided; absent: not decided. */
  readonly by: string | null;
}

interface Tokens extends Counted {
  readonly requests: number;
}

export interface WhyFacts {
  readonly turn: number;
  /** "Sat 21 Nov, 09:00" */
  readonly at: string;
  readonly began: Addressed | 'task' | 'decision' | null;
  readonly room: 'dm' | 'channel';
  readonly principal: string;
  readonly persona: string | null;
  readonly state: 'running' | 'committed' | 'failed';
  /** How often it was begun. */
  readonly attempts: number;
  readonly calls: readonly WhyCall[];
  /** Null: not for this reader; else calls are shown with their arguments. */
  readonly mayRead: boolean;
  readonly questions: readonly WhyQuestion[];
  /** What it changed, and what was taken back, a line each. */
  readonly receipts: readonly string[];
  /** What was asked for, with what became of it, a line each. */
  readonly asks: readonly string[];
  readonly promises: readonly string[];
  /** How often the model was told that something was amiss. */
  readonly nudges: number;
  readonly asked: Tokens;
  /** What was asked beside the turn: the log, a delegate. */
  readonly beside: Tokens;
  readonly leftOut: readonly string[];
  /** Why messages of it did not arrive. */
  readonly undelivered: readonly string[];
}

/** "Sat 21 Nov, 09:00", on the reader's clock. */
export const atMinute = (
  at: Date,
  { now, person, say }: Pick<CommandContext, 'now' | 'person' | 'say'>,
): string =>
  describeInstant(new Date(Math.floor(at.getTime() / 60_000) * 60_000), {
    now,
    zone: person.zone ?? 'UTC',
    say,
  });

/** The answer about one turn, a line for each thing that is known. */
export function whyText(facts: WhyFacts, say: Say = english): string {
  const { turn, at, nudges, beside } = facts;
  return [
    say('why.title', { turn, at }),
    ...[
      beganLine(facts, say),
      forLine(facts, say),
      ...callLines(facts, say),
      ...facts.questions.map((question) => questionLine(question, say)),
      ...facts.receipts,
      ...facts.asks,
      ...facts.promises.map((line) => say('why.promise', { line })),
      ...(nudges === 0 ? [] : [say('why.nudged', { n: nudges })]),
      tokensLine(facts.asked, say),
      ...(beside.requests === 0 ? [] : [say('why.beside', { line: tokensLine(beside, say) })]),
      ...facts.leftOut.map((line) => say('why.not-seen', { line })),
      ...facts.undelivered.map((line) => say('why.not-delivered', { line })),
    ].map((line) => `- ${line}`),
  ].join('\n');
}

const beganLine = ({ began, room }: WhyFacts, say: Say): string =>
  say(`why.${began ?? (room === 'dm' ? 'dm' : 'addressed')}`);

function forLine({ principal, persona, state, attempts }: WhyFacts, say: Say): string {
  const name = oneLine(principal, 25) || say('list.someone');
  const ended = say(`why.${state}`);
  const about = { name, state: attempts > 1 ? say('why.begun', { state: ended, n: attempts }) : ended };
  return persona === null ? say('why.for', about) : say('why.for-as', { ...about, persona });
}

const argsAtMost = 300;
const toldAtMost = 160;

function callLines({ calls, mayRead }: WhyFacts, say: Say): readonly string[] {
  if (calls.length === 0) return [say('why.no-tool')];
  const lines = calls.map((call) => {
    const args = mayRead && call.args !== '{}' ? ` \`${codeOf(call.args)}\`` : '';
    return say('why.called', { call: `${call.name}${args}`, outcome: outcomeOf(call, mayRead, say) });
  });
  return mayRead ? lines : [...lines, say('why.args-hidden')];
}

const codeOf = (args: string): string => cut(args.replaceAll('`', 'ˋ').replace(/\s+/gu, ' '), argsAtMost);

/** "ok", "asked (#7)", "refused by a rule: not here", "failed"; what the model was told is in English. */
function outcomeOf({ ok, result, asked, refused }: WhyCall, mayRead: boolean, say: Say): string {
  if (ok) return say('why.ok');
  if (asked !== undefined) return say('why.asked-first', { id: asked });
  if (refused !== undefined) return say('why.refused', { because: oneLine(refused, 40) });
  if (result === null) return say('why.cut-off');
  return mayRead
    ? say('why.failed-saying', { told: cut(result.replace(/\s+/gu, ' ').trim(), toldAtMost) })
    : say('why.failed-call');
}

function questionLine({ id, tool, state, by }: WhyQuestion, say: Say): string {
  const about = { id, tool, state };
  return by === null
    ? say('why.question', about)
    : say('why.question-by', { ...about, name: oneLine(by, 25) });
}

function tokensLine({ requests, ...tokens }: Tokens, say: Say): string {
  if (requests === 0) return say('why.not-asked');
  return say('why.asked', { n: requests, tokens: tokensIn(say, tokens) });
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

export interface SilenceFacts {
  readonly room: 'dm' | 'channel';
  /** Whether a conversation of a channel is one that we take part in. */
  readonly takesPart: boolean;
  /** What is known, a line each. */
  readonly known: readonly string[];
}

/** The answer to "why did you stay silent?": how it is in general, and what is known here. */
export function silenceText({ room, takesPart, known }: SilenceFacts, say: Say = english): string {
  const lines = [
    ...(room === 'dm' ? [] : [say(takesPart ? 'why.takes-part' : 'why.takes-no-part')]),
    ...(known.length === 0 ? [say('why.nothing-wrong')] : known),
  ];
  return [
    say(room === 'dm' ? 'why.silent-dm' : 'why.silent-channel'),
    ...lines.map((line) => `- ${line}`),
  ].join('\n');
}
