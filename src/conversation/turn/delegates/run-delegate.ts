// Runs a sub-agent within a turn: a loop of its own, on a small context of its own, under the turn's policy, approvals and
// taint. What it reads stays with it; its answer, its sources and the transcript of its run come back.
import { runLoop } from '../../../agent/loop.ts';
import type { LoopCall, LoopOutcome, LoopStep } from '../../../agent/outcome.ts';
import { questionsIn } from '../../../agent/stops.ts';
import type { NewEntry } from '../../../context/entry.ts';
import { systemPrompt } from '../../../context/prompt.ts';
import { transcript } from '../../../context/render/transcript.ts';
import { oneLine } from '../../../context/text.ts';
import type { TurnId } from '../../../database/ids.ts';
import { messageOf } from '../../../errors.ts';
import { english, type Line } from '../../../language/say.ts';
import type { DelegateOrder, DelegateRun } from '../../../tools/delegates/kind.ts';
import type { TurnTools } from '../../../tools/runner.ts';
import type { TurnFacts } from '../facts/turn-facts.ts';
import { reasonFor } from '../reply.ts';
import { bornAs } from '../request/model-session.ts';
import { cacheKey } from '../request/prefix-watch.ts';
import { recordAside } from '../request/usage-rows.ts';
import type { ModelServices, StoreServices, ToolServices } from '../services.ts';
import { stepsAsEntries } from '../turn-entries.ts';
import type { TurnRow } from '../turn-row.ts';
import { type Brief, briefFor } from './brief.ts';
import { DelegateContext, ownHandle } from './context.ts';

/** Of the budget, for one answer; and what the texts of the sources may take of window and budget. */
const ANSWER_SHARE = 0.25;
const SOURCES_OF_WINDOW = 0.3;
const SOURCES_OF_BUDGET = 0.1;
/** A model that orders more than these in one turn has lost its way. */
const MOST_IN_A_TURN = 6;

type DelegateServices = StoreServices & ModelServices & Pick<ToolServices, 'tools'>;

export interface Delegating {
  readonly services: DelegateServices;
  readonly turn: Pick<TurnRow, 'id'>;
  readonly facts: Pick<TurnFacts, 'conversation' | 'factor'>;
  /** The turn's tools, once they are made. */
  readonly tools: () => TurnTools;
  readonly status: (doing: string | Line) => void;
}

/** What runs the delegates of one turn. */
export function delegating(of: Delegating) {
  let count = 0;
  return (order: DelegateOrder, signal: AbortSignal = new AbortController().signal): Promise<DelegateRun> => {
    count += 1;
    if (count > MOST_IN_A_TURN) return Promise.resolve(tooMany(order));
    return runDelegate(of, order, signal);
  };
}

/** @throws the signal's reason; LEASE_LOST and DATABASE_* of a tool */
async function runDelegate(of: Delegating, order: DelegateOrder, signal: AbortSignal): Promise<DelegateRun> {
  const { services, tools } = of;
  const { kind } = order;
  const steps: LoopStep[] = [];
  const running = (): readonly NewEntry[] => stepsAsEntries({ id: 0 as TurnId, run: 0 }, steps);
  const runner = tools().within(kind.tools, running);
  const limits = {
    window: services.window,
    maxOutput: Math.min(services.maxOutput, Math.floor(ANSWER_SHARE * kind.budget)),
  };
  const room = Math.min(SOURCES_OF_WINDOW * services.window, SOURCES_OF_BUDGET * kind.budget);
  const brief = await briefFor(order, tools().within(['recall'], running), room / of.facts.factor, signal);
  const system = systemPrompt(kind.body, [services.delegatePrompt]);
  const bounds = { ...limits, budget: kind.budget, factor: of.facts.factor };
  const context = new DelegateContext(system, brief.text, runner.schemas, bounds);
  try {
    const outcome = await runLoop({
      model: services.model,
      messages: context.initial,
      runner,
      signal: AbortSignal.any([signal, AbortSignal.timeout(kind.timeoutMs)]),
      log: services.log,
      options: { maxTokens: limits.maxOutput, cacheKey: cacheKey(`delegate ${kind.name}`) },
      limits: { ...services.limits, rounds: kind.rounds },
      fit: (_, { overflowed, requests }) => context.next(overflowed, requests),
      offload: (result, index) => bornAs(ownHandle(index), result, services),
      recorded(step) {
        steps.push(step);
        context.append(step);
      },
      onStatus(event) {
        if (event.type === 'tool') of.status(doingOf(services, event.name));
      },
    });
    signal.throwIfAborted();
    return runOf(order, brief, outcome, running());
  } finally {
    await record(of, context);
  }
}

const doingOf = ({ tools }: Pick<DelegateServices, 'tools'>, name: string): string | Line =>
  tools.find((tool) => tool.name === name)?.doing ?? ((say) => say('doing.working'));

/** One row for each request, at once: they count also if the turn never ends. */
async function record({ services, turn, facts }: Delegating, context: DelegateContext): Promise<void> {
  const about = { conversation: facts.conversation.id, turn: turn.id, purpose: 'delegate' } as const;
  try {
    for (const [index, request] of context.requests.entries())
      await recordAside(services.database.db, services, about, request, context.sent[index] ?? 0);
  } catch (error) {
    services.log.warn(
      { turn: turn.id, error: messageOf(error) },
      "a delegate's requests could not be recorded",
    );
  }
}

/** What came of the loop. */
function runOf(
  order: DelegateOrder,
  brief: Brief,
  outcome: LoopOutcome,
  entries: readonly NewEntry[],
): DelegateRun {
  const { steps } = outcome;
  const results = steps.flatMap(({ calls }) => calls.map(({ result }) => result));
  return {
    ...endOf(outcome),
    sources: sourcesOf(brief.read, steps),
    asked: questionsIn(steps),
    tainted: order.tainted || brief.tainted || results.some(({ tainted }) => tainted === true),
    transcript: [brief.text, transcript(entries)].filter((part) => part !== '').join('\n\n'),
  };
}

function endOf(outcome: LoopOutcome): Pick<DelegateRun, 'status' | 'why' | 'answer'> {
  const { status, reason, text, error, steps } = outcome;
  const words = steps.findLast((step) => step.text !== '')?.text ?? '';
  if (status === 'done') return { status: 'answered', answer: text };
  if (status === 'aborted') return { status: 'stopped', why: 'its time was over.', answer: text || words };
  if (status === 'stopped')
    return reason === 'empty' || reason === 'failures'
      ? { status: 'failed', why: 'it came to no answer.', answer: text }
      : { status: 'stopped', answer: text };
  if (error?.code === 'MODEL_WINDOW' && steps.length > 0)
    return { status: 'stopped', why: 'its tokens were used up.', answer: words };
  return { status: 'failed', why: reasonFor(error?.code)(english), answer: words };
}

const tooMany = (order: DelegateOrder): DelegateRun => ({
  status: 'failed',
  why: `at most ${MOST_IN_A_TURN} delegates work in one turn. Answer with what you have.`,
  answer: '',
  sources: [],
  asked: [],
  tainted: order.tainted,
  transcript: '',
});

/** A delegate's own results: these handles work for no one else. */
const OWN = /^t0\./;

/** What it has read, for those who judge its answer: addresses, handles, look-ups. @param before handles that its brief held */
function sourcesOf(before: readonly string[], steps: readonly LoopStep[]): readonly string[] {
  const calls = steps.flatMap((step) => step.calls).filter(({ ran, result }) => ran && result.ok);
  return [...new Set([...before, ...calls.flatMap(sourcesIn)])];
}

function sourcesIn({ name, args, result }: LoopCall): readonly string[] {
  if (typeof args.url === 'string') return [oneLine(args.url, 80)];
  if (result.handles !== undefined) return result.handles.filter((handle) => !OWN.test(handle));
  const { justification: _, ...asked } = args;
  return [`${name} ${oneLine(JSON.stringify(asked), 40)}`];
}
