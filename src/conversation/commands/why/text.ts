// What "why" answers, in words: how a turn came about and what was done in it, from facts that were gathered. Pure.
import { grouped, oneLine } from '../../../context/text.ts';
import type { Addressed } from '../../../delivery/channel.ts';
import { describeInstant } from '../../../schedule/describe.ts';

/** One tool call of a turn. */
export interface WhyCall {
  readonly name: string;
  /** JSON text. */
  readonly args: string;
  readonly ok: boolean;
  /** What the model was told. */
  readonly result: string;
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
  /** Who decided, if anybody has. */
  readonly by: string | null;
}

interface Tokens {
  readonly requests: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly cost: number;
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
  /** What stands of it, and what was taken back, a line each. */
  readonly receipts: readonly string[];
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
export const atMinute = (at: Date, now: Date, zone: string | null): string =>
  describeInstant(new Date(Math.floor(at.getTime() / 60_000) * 60_000), { now, zone: zone ?? 'UTC' });

/** The answer about one turn, a line for each thing that is known. */
export function whyText(facts: WhyFacts): string {
  return [
    `**Why** (turn ${facts.turn}, ${facts.at})`,
    `- ${beganLine(facts)}`,
    `- For ${oneLine(facts.principal, 25) || 'someone'}${facts.persona === null ? '' : `, as ${facts.persona}`}: ${stateOf(facts)}`,
    ...callLines(facts),
    ...facts.questions.map(questionLine),
    ...facts.receipts.map((line) => `- ${line}`),
    ...facts.promises.map((line) => `- Promise: ${line}`),
    ...(facts.nudges === 0
      ? []
      : [`- The model was told ${times(facts.nudges)} that something was amiss, and went on from there`]),
    `- ${tokensLine(facts.asked)}`,
    ...(facts.beside.requests === 0 ? [] : [`- Beside that: ${tokensLine(facts.beside)}`]),
    ...facts.leftOut.map((line) => `- Not seen: ${line}`),
    ...facts.undelivered.map((line) => `- Not delivered: ${line}`),
  ].join('\n');
}

const BEGAN: Readonly<Record<Addressed | 'task' | 'decision', string>> = {
  dm: 'You wrote to me directly, so I answer everything',
  mention: 'I was mentioned by name',
  thread: 'It was said in a thread that I take part in, where no mention is needed',
  reply: 'It was a reply to a message of mine',
  task: 'A task fell due: nobody wrote, it was set before',
  decision: 'A call that had been asked about was approved',
};

function beganLine({ began, room }: WhyFacts): string {
  if (began !== null) return BEGAN[began];
  return room === 'dm' ? BEGAN.dm : 'I was mentioned, or it was said in a thread that I take part in';
}

function stateOf({ state, attempts }: WhyFacts): string {
  const again = attempts > 1 ? `, begun ${times(attempts)}` : '';
  const ended = { running: 'still running', committed: 'answered', failed: 'it failed, and I said so' };
  return `${ended[state]}${again}`;
}

const argsAtMost = 300;
const toldAtMost = 160;

function callLines({ calls, mayRead }: WhyFacts): readonly string[] {
  if (calls.length === 0) return ['- No tool was called'];
  const lines = calls.map((call) => {
    const args = mayRead && call.args !== '{}' ? ` \`${codeOf(call.args)}\`` : '';
    return `- Called ${call.name}${args}: ${outcomeOf(call, mayRead)}`;
  });
  return mayRead
    ? lines
    : [...lines, '- What they were called with is shown to the person it was for, or to an admin'];
}

const codeOf = (args: string): string => cut(args.replaceAll('`', 'ˋ').replace(/\s+/gu, ' '), argsAtMost);

/** "ok", "asked (#7)", "refused by a rule: not here", "failed" */
function outcomeOf({ ok, result, asked, refused }: WhyCall, mayRead: boolean): string {
  if (ok) return 'ok';
  if (asked !== undefined) return `asked first (#${asked})`;
  if (refused !== undefined) return `refused by a rule: ${oneLine(refused, 40)}`;
  return mayRead ? `failed: ${cut(result.replace(/\s+/gu, ' ').trim(), toldAtMost)}` : 'failed';
}

function questionLine({ id, tool, state, by }: WhyQuestion): string {
  const who = by === null ? '' : ` by ${oneLine(by, 25)}`;
  const now = { asking: 'waits for a yes', approved: `approved${who}`, done: `approved${who}, and done` };
  return `- Question #${id} about ${tool}: ${now[state as keyof typeof now] ?? `${state}${who}`}`;
}

function tokensLine({ requests, input, cached, output, cost }: Tokens): string {
  if (requests === 0) return 'The model was not asked';
  const price = cost === 0 ? '' : `, cost ${Number(cost.toPrecision(3))}`;
  return `The model was asked ${times(requests)}: ${grouped(input)} tokens in (${grouped(cached)} of them cached), ${grouped(output)} out${price}`;
}

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

export interface SilenceFacts {
  readonly room: 'dm' | 'channel';
  /** Whether a conversation of a channel is one that we take part in. */
  readonly takesPart: boolean;
  /** What is known, a line each. */
  readonly known: readonly string[];
}

/** The answer to "why did you stay silent?": how it is in general, and what is known here. */
export function silenceText({ room, takesPart, known }: SilenceFacts): string {
  const general =
    room === 'dm'
      ? 'Here I answer everything that you write, unless a limit is reached or something goes wrong.'
      : 'In a channel I answer where I am mentioned, in threads that I take part in, and replies to my own messages. The rest I leave alone; I do not store it, so I can say no more about it.';
  const here =
    room === 'dm'
      ? []
      : [
          takesPart
            ? '- In this conversation I take part: no mention is needed'
            : '- In this conversation I do not take part: mention me once, and I do',
        ];
  const lines = [...here, ...known.map((line) => `- ${line}`)];
  return [
    general,
    ...lines,
    ...(known.length === 0 ? ['- I know of nothing that went wrong here'] : []),
  ].join('\n');
}
