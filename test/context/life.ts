// A conversation as the harness leads it, over entries alone: turns start, requests follow, what moved is stored, older
// turns are compacted with a log from the journal, from a model or from none, the log is written ahead.
import { type CompactionPlan, compacted } from '../../src/context/compact/compact.ts';
import { passAfter, summaryRequest } from '../../src/context/compact/journal.ts';
import { type LogLimits, logLimits } from '../../src/context/compact/log-limits.ts';
import { scaffold } from '../../src/context/compact/scaffold.ts';
import { type Compiled, type CompileInput, compile } from '../../src/context/compile.ts';
import type { Entry, EntryBody, Summary } from '../../src/context/entry.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { type Bounds, NO_BOUNDS } from '../../src/context/plan.ts';
import { type Started, startTurn } from '../../src/context/turn-start.ts';
import type { RandomPath } from './random.ts';

/** What stays the same throughout a conversation. */
export type Setting = Omit<CompileInput, 'path' | 'newest' | 'turn' | 'frontReserve' | keyof Bounds>;
export type Newest = CompileInput['newest'];

export interface Opened {
  readonly compiled: Compiled;
  readonly move: Started['move'];
  readonly plan: CompactionPlan | null;
  readonly summary: Summary | null;
  /** The request for a log, if one had to be made. */
  readonly asked: readonly ChatMessage[] | null;
}

export interface LifeOptions {
  /** What the model answers when it is asked for a log; null: nothing of use. */
  readonly log?: (plan: CompactionPlan, limits: LogLimits) => string | null;
  /** The persona's title at this moment. */
  readonly persona?: () => string;
  /** Without compactions older turns are left out without a log. */
  readonly compacts?: boolean;
}

export const PROMPT = 'Write the log of this conversation, in {{words}} words.\n{{previous}}{{tasks}}';
const TASKS = ['t1 (open): find a room'];

export class Life {
  readonly setting: Setting;
  readonly path: RandomPath;
  bounds: Bounds = NO_BOUNDS;
  readonly #options: LifeOptions;

  constructor(setting: Setting, path: RandomPath, options: LifeOptions = {}) {
    this.setting = setting;
    this.path = path;
    this.#options = options;
  }

  /** The path as it is loaded from the rows: from `firstKept` on. */
  get visible(): readonly Entry[] {
    const { firstKept } = this.bounds;
    return this.path.entries.filter(({ id }) => firstKept === null || id >= firstKept);
  }

  input(newest: Newest, turn: readonly EntryBody[] = []): CompileInput {
    return { ...this.setting, ...this.bounds, path: this.visible, newest, turn };
  }

  /** The first request of a turn, with a compaction before it if older turns no longer fit. */
  start(newest: Newest, idleMinutes: number | null = 1): Opened {
    const timing = { idleMinutes, cacheMinutes: 5 };
    const input = this.input(newest);
    const first = startTurn({ ...input, ...timing });
    const plan = this.#options.compacts === false ? null : first.compaction;
    if (plan === null) {
      this.bounds = boundsOf(first.compiled);
      return { compiled: first.compiled, move: first.move, plan: null, summary: null, asked: null };
    }
    const limits = logLimits(this.setting.limits);
    const asked = plan.covered ? null : summaryRequest(input, plan, PROMPT, TASKS);
    const summary = this.#summary(plan, limits);
    this.path.add({ type: 'summary', payload: summary });
    this.bounds = boundsOf(plan);
    const { compiled, move } = startTurn({ ...this.input(newest), ...timing });
    this.bounds = boundsOf(compiled);
    return { compiled, move, plan, summary, asked };
  }

  #summary(plan: CompactionPlan, limits: LogLimits): Summary {
    const put = scaffold(
      {
        persona: this.#options.persona?.() ?? 'Assistant',
        brief: [],
        tasks: TASKS,
        schedules: ['r3: stretch, Sat 3 Jan 2026, 09:00'],
        skills: [],
        results: [],
      },
      limits.scaffold,
    );
    const model = plan.covered ? null : (this.#options.log?.(plan, limits) ?? null);
    const log = plan.covered ? plan.journal?.text : (model ?? plan.journal?.text ?? plan.before?.log);
    const by = plan.covered ? 'journal' : model === null ? 'rule' : 'model';
    return compacted(plan, { log: log ?? '', by, scaffold: put }, limits);
  }

  /** A later request of the turn. */
  next(newest: Newest, turn: readonly EntryBody[]): Compiled {
    return compile(this.input(newest, turn));
  }

  /** Stores a turn. Without a reply it died before it had one. */
  commit(newest: Newest, turn: readonly EntryBody[], reply: string | null): void {
    this.path.add({ type: 'user', payload: newest });
    for (const body of turn) this.path.add(body);
    if (reply !== null) this.path.add({ type: 'assistant', payload: { text: reply, calls: [] } });
  }

  /** The background pass after a committed turn; null if it is not time. */
  pass(last: Compiled, reply: string): readonly ChatMessage[] | null {
    return passAfter({
      path: this.visible,
      firstKept: last.firstKept,
      messages: last.messages,
      tokens: last.tokens,
      reply,
      prompt: PROMPT,
      tasks: TASKS,
      limits: this.setting.limits,
      factor: this.setting.factor,
    });
  }

  /** Stores what the background pass has written. */
  journal(text: string): void {
    const through = this.path.entries.at(-1)?.id;
    if (through !== undefined) this.path.add({ type: 'journal', payload: { text, through } });
  }
}

function boundsOf({ firstKept, elisionBefore, olderBefore }: Bounds): Bounds {
  return { firstKept, elisionBefore, olderBefore };
}
