// A turn: from the principal's waiting messages to the reply. Gather what the model should see, compile, run the loop
// under the turn's tools, hand back entries and messages, and commit them together under the lease's epoch.
import { type LoopLimits, type LoopOutcome, type LoopStep, runLoop } from '../agent/loop.ts';
import type { ModelClient } from '../agent/model.ts';
import { textLimits } from '../context/budget.ts';
import type { Compiled } from '../context/compile.ts';
import type { NewEntry } from '../context/entry.ts';
import { handleFor, offload } from '../context/offload.ts';
import type { Channel, Place } from '../delivery/channel.ts';
import type { Lease } from '../delivery/lease.ts';

import type { Log } from '../log.ts';
import type { Personas } from '../personas/personas.ts';
import { standingEffects } from '../tools/effects.ts';
import { createTurnTools, type TurnTools } from '../tools/runner.ts';
import { type Begun, beginTurn, keepHead, resumeTurn } from './begin.ts';
import type { Calibrator } from './calibrator.ts';
import { type Gathered, gather } from './gather.ts';
import { keepPromises } from './keep-promises.ts';
import { modelFailed, reasonFor, receiptButtons, turnDied } from './reply.ts';
import { type CompileParts, compileFor, compileStart } from './requesting.ts';
import { commitEnd } from './turn-end.ts';
import { stepsAsEntries, turnEntries } from './turn-entries.ts';
import type { Work } from './work.ts';
import { zoneButtons } from './zone.ts';

export interface TurnParts extends CompileParts {
  readonly model: ModelClient;
  readonly modelName: string;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly personas: Personas;
  readonly log: Log;
  readonly defaultPersona: string;
  readonly price: { readonly input: number; readonly cached: number; readonly output: number };
  readonly limits?: Partial<LoopLimits>;
  readonly calibrator: Calibrator;
  /** After a commit: the mirror files, the sender. */
  readonly committed: (effects: TurnTools['effects']) => void;
}

const attemptsAtMost = 3;
/** What of the window is used after the server has said that a request was larger than it. */
const afterOverflow = 0.7;

/** Runs one turn to its commit. @throws PeacrabError LEASE_LOST; on an abort it ends without a commit */
export async function runTurn(
  parts: TurnParts,
  lease: Lease,
  work: Extract<Work, { type: 'turn' | 'resume' }>,
  signal: AbortSignal,
): Promise<void> {
  const { database } = parts;
  const begun =
    work.type === 'turn'
      ? await beginTurn(database, lease, work.rows)
      : await resumeTurn(database, lease, work.turn);
  const facts = await gather(parts, lease, begun, work.rows);
  if (begun.attempts > attemptsAtMost) {
    const effects = await standingEffects(database.db, begun.id);
    await commitEnd(parts, lease, begun, facts, {
      state: 'failed',
      reason: 'it ended my process each time.',
      entries: [],
      text: turnDied(effects),
      effects,
      buttons: [],
    });
    return;
  }
  if (begun.head === null) await keepHead(database, begun.id, facts.head);
  const channel = parts.channels.get(facts.room.platform);
  const lastMessage = facts.messages.at(-1)?.messageId ?? '';
  // Nobody waits for a task, and it has no message to put a sign on.
  const status = (doing: string | null) =>
    void (facts.task ? null : channel?.working(placeOf(facts), lastMessage, doing));
  status('thinking');
  try {
    await answer(parts, lease, begun, facts, status, signal);
  } finally {
    status(null);
  }
}

async function answer(
  parts: TurnParts,
  lease: Lease,
  begun: Begun,
  facts: Gathered,
  status: (doing: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const tools = await toolsFor(parts, lease, begun, facts);
  const compiled = await compileStart(parts, lease, facts, tools.runner.schemas);
  const run = (before: readonly LoopStep[]) =>
    loop(parts, begun, facts, tools, compiled, before, status, signal);
  const said = await run([]);
  if (said.status === 'aborted') return;
  const { outcome, notices } =
    said.status === 'done'
      ? await keepPromises(
          parts,
          begun,
          facts,
          tools,
          said,
          (earlier, message) => askAgain(run, earlier, message),
          signal,
        )
      : { outcome: said, notices: [] };
  if (signal.aborted) return;
  const ended = endOf(parts, begun, facts, tools, outcome, notices);
  await commitEnd(parts, lease, begun, facts, { ...ended, effects: tools.effects, compiled, outcome });
}

/** Runs the loop on, with a message after its reply; the reply and the message are a step of the turn. */
async function askAgain(
  run: (before: readonly LoopStep[]) => Promise<LoopOutcome>,
  earlier: LoopOutcome,
  message: string,
): Promise<LoopOutcome> {
  const before = [...earlier.steps, { text: earlier.text, calls: [], nudge: message }];
  const later = await run(before);
  return { ...later, steps: [...before, ...later.steps], requests: [...earlier.requests, ...later.requests] };
}

async function toolsFor(parts: TurnParts, lease: Lease, begun: Begun, facts: Gathered): Promise<TurnTools> {
  return createTurnTools({
    database: parts.database,
    lease,
    tools: parts.tools,
    use: {
      principal: facts.person,
      room: { id: facts.room.id, kind: facts.room.kind, platform: facts.room.platform },
      conversation: lease.conversation,
      turn: begun.id,
      words: facts.task ? [facts.task.text] : facts.messages.map((message) => message.text),
      ...(facts.task ? { task: facts.task.text } : {}),
      askedAt: facts.askedAt,
      clock: parts.clock,
      personas: parts.personas,
    },
    tainted: () => facts.tainted,
    shown: facts.shown,
    earlier: begun.attempts > 1 || begun.run > 0 ? await standingEffects(parts.database.db, begun.id) : [],
  });
}

async function loop(
  parts: TurnParts,
  begun: Begun,
  facts: Gathered,
  tools: TurnTools,
  compiled: Compiled,
  before: readonly LoopStep[],
  status: (doing: string) => void,
  signal: AbortSignal,
): Promise<LoopOutcome> {
  const limits = textLimits({ window: parts.window, maxOutput: parts.maxOutput });
  const steps: LoopStep[] = [...before];
  const calls = before.reduce((count, step) => count + step.calls.length, 0);
  const bounds = { firstKept: compiled.firstKept, elisionBefore: compiled.elisionBefore };
  const request = (window: number) =>
    compileFor(parts, facts, tools.runner.schemas, { turn: stepsAsEntries(begun.id, steps), window, bounds })
      .messages;
  return runLoop({
    model: parts.model,
    messages: steps.length === 0 ? compiled.messages : request(parts.window),
    runner: tools.runner,
    signal,
    log: parts.log,
    options: { maxTokens: parts.maxOutput },
    ...(parts.limits ? { limits: parts.limits } : {}),
    fit: (messages, { overflowed }) => {
      if (steps.length === 0 && !overflowed) return messages;
      return request(overflowed ? Math.floor(parts.window * afterOverflow) : parts.window);
    },
    offload: (result, index) => ({
      ...result,
      ...offload(result.text, handleFor(begun.id, calls + index + 1), limits.result),
    }),
    recorded: (step) => void steps.push(step),
    onStatus: (event) => {
      if (event.type === 'tool')
        status(parts.tools.find((tool) => tool.name === event.name)?.doing ?? 'working');
    },
  });
}

function endOf(
  parts: TurnParts,
  begun: Begun,
  facts: Gathered,
  tools: TurnTools,
  outcome: LoopOutcome,
  notices: readonly NewEntry[],
) {
  const entries = [...turnEntries(begun.id, outcome, tools, facts.person.id, parts.personas), ...notices];
  if (outcome.status === 'failed') {
    parts.log.error(
      { turn: begun.id, code: outcome.error?.code, error: outcome.error?.message },
      'a turn got no answer from the model',
    );
    const reason = reasonFor(outcome.error?.code);
    const text = modelFailed(reason, tools.effects);
    return {
      state: 'failed' as const,
      reason,
      entries,
      text,
      buttons: [{ label: 'Retry', action: `retry:${begun.id}`, style: 'primary' as const }],
    };
  }
  const zones = zoneButtons(facts.person.locale, parts.clock.now()).slice(0, 4);
  return {
    state: 'committed' as const,
    entries,
    text: outcome.text,
    buttons: receiptButtons(tools.effects, zones),
  };
}

/** A place for the channel's status, from rows. */
export function placeOf(facts: Pick<Gathered, 'room' | 'conversation'>): Place {
  return {
    platform: facts.room.platform as Place['platform'],
    room: facts.room.id,
    kind: facts.room.kind,
    conversation: facts.conversation.id,
    thread: facts.conversation.thread,
  };
}
