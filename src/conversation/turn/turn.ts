// A turn: from the principal's waiting messages to the reply. Load what the model should see, open, run the loop under the
// turn's tools, hold the reply's promises against the rows, and commit entries and messages together under the lease's
// epoch. Then, while no one waits, the journal is brought up to date.
import type { LoopOutcome, LoopStep } from '../../agent/loop.ts';
import type { RequestRecord } from '../../agent/outcome.ts';
import type { NewEntry } from '../../context/entry.ts';
import { isOfTheWorld } from '../../database/faults.ts';
import { PeacrabError } from '../../errors.ts';
import type { Line } from '../../language/say.ts';
import type { StandingEffect } from '../../tools/effects.ts';
import type { TurnTools } from '../../tools/runner.ts';
import type { Watch } from '../dispatch/early-end.ts';
import { Joining } from '../dispatch/join-running-turn.ts';
import type { Answered } from '../history/journal-pass.ts';
import { approvedStep } from './approved-call.ts';
import { checkTasks } from './claims/check-tasks.ts';
import { goOn } from './claims/go-on.ts';
import { holdLanguage } from './claims/hold-language.ts';
import { type Kept, PromiseCheck } from './claims/keep-promises.ts';
import { holdAnswer } from './claims/same-reply.ts';
import { knownHandles } from './facts/known-handles.ts';
import type { TurnFacts } from './facts/turn-facts.ts';
import type { TurnPresence } from './presence.ts';
import { ModelSession } from './request/model-session.ts';
import { openRequest } from './request/open-request.ts';
import type { OpenRequest } from './request/sent.ts';
import type { BegunTurn, RunningTurn } from './state.ts';
import { toolsOf } from './tools-of.ts';
import { askedEntries, commitEnd, type End } from './turn-end.ts';
import { brokenEnd, earlyEndOf, endOf, failedEnd } from './turn-outcome.ts';

/** What goes on beside a turn while it works. */
interface Beside {
  readonly presence: TurnPresence;
  /** Looks for what ends it early. */
  readonly watch: Watch;
  /** The lease is lost, or the process ends: then nothing is committed. */
  readonly lost: AbortSignal;
}

/** What came of the loop, as far as its end needs it. */
type Said = Pick<LoopOutcome, 'text' | 'steps'>;

/** Words that are taken as they are. */
const unheld = (outcome: LoopOutcome): Kept => ({ outcome, notices: [], asks: [] });

export class Turn implements RunningTurn {
  readonly services: BegunTurn['services'];
  readonly lease: BegunTurn['lease'];
  readonly row: BegunTurn['row'];
  readonly tools: TurnTools;
  readonly #beside: Beside;
  /** It was stopped early, or its lease is lost. */
  readonly #signal: AbortSignal;
  readonly #joining: Joining;
  #facts: TurnFacts;
  #session: ModelSession | null = null;

  /** @param earlier what earlier attempts have changed */
  constructor(begun: BegunTurn, beside: Beside, earlier: readonly StandingEffect[]) {
    this.services = begun.services;
    this.lease = begun.lease;
    this.row = begun.row;
    this.#facts = begun.facts;
    this.#beside = beside;
    this.#signal = AbortSignal.any([beside.lost, beside.watch.signal]);
    const known = { heard: (said: TurnFacts['messages']) => this.tools.heard(knownHandles([], '', said)) };
    this.#joining = new Joining(begun, [beside.watch, beside.presence, known]);
    this.tools = toolsOf(begun, earlier, {
      entries: () => this.#entries(),
      joining: this.#joining,
      status: (doing) => beside.presence.show(doing),
      all: () => this.tools,
    });
  }

  /** Includes entries appended by compaction, also if the turn then fails. */
  get facts(): TurnFacts {
    return this.#facts;
  }

  /** Works to its commit. @returns what the journal needs, if it was answered. @throws PeacrabError LEASE_LOST */
  async answer(): Promise<Answered | null> {
    try {
      const outcome = await this.#ask();
      return outcome && (await this.#end(outcome));
    } catch (error) {
      await this.#broken(error);
      return null;
    }
  }

  /** @returns what the model has said; null if the turn was stopped meanwhile */
  async #ask(): Promise<LoopOutcome | null> {
    const opened = await openRequest(this, this.tools.runner.schemas, this.#signal, (compacted) => {
      this.#facts = compacted;
    });
    this.#session = new ModelSession(this, opened, this.#joining);
    const before = await this.#decided(opened, this.#session);
    const ran = await this.#run(before, before);
    const said = { ...ran, steps: [...before, ...ran.steps] };
    if (said.status !== 'aborted') return said;
    await this.#stopped(said, said.requests);
    return null;
  }

  /** Holds what was said against the rows, and commits it. */
  async #end(said: LoopOutcome): Promise<Answered | null> {
    const facts = this.#joining.withAll(this.#facts);
    const again = (earlier: LoopOutcome, message: string) => this.#askAgain(earlier, message);
    const scene = { entries: () => this.#entries(), again, signal: this.#signal };
    const isHeld = !this.services.without?.has('promises');
    const answered = await holdAnswer(this.#with(facts), said, again);
    const finished = await goOn(this.#with(facts), answered, again);
    const kept = isHeld ? await new PromiseCheck(this.#with(facts), scene).keep(finished) : unheld(finished);
    const truthful = isHeld ? await checkTasks(this, kept.outcome, again) : finished;
    const outcome = await holdLanguage(this.#with(facts), truthful, again);
    if (this.#signal.aborted) {
      await this.#stopped(outcome, outcome.requests);
      return null;
    }
    await this.#commit({ ...endOf(this, outcome, kept.notices), asks: kept.asks }, outcome.requests);
    const last = this.#session?.sent.at(-1);
    if (outcome.status === 'failed' || !last) return null;
    return {
      turn: this.row.id,
      facts: this.#facts,
      last,
      reply: outcome.text,
      tainted: this.tools.tainted,
    };
  }

  async #broken(error: unknown): Promise<void> {
    if (this.#signal.aborted && this.#beside.watch.end) return this.#stopped({ text: '', steps: [] });
    // No request could be made, or none for the log that has to come first.
    if (error instanceof PeacrabError && error.code.startsWith('MODEL_'))
      return this.#commit(failedEnd(this, error));
    if (this.#signal.aborted || isOfTheWorld(error)) throw error;
    await this.#commit(brokenEnd(this, error));
  }

  /** The turn was stopped early; else the lease is lost, or we stop, and nothing is committed. */
  async #stopped(said: Said, requests?: readonly RequestRecord[]): Promise<void> {
    const { watch, lost } = this.#beside;
    if (!lost.aborted && watch.end) await this.#commit(earlyEndOf(this, said, watch.end), requests);
  }

  async #commit(end: End, requests?: readonly RequestRecord[]): Promise<void> {
    const { presence } = this.#beside;
    await presence.settled();
    const session = this.#session;
    const asked = session && requests ? { opened: session.opened, sent: session.sent, requests } : null;
    await commitEnd(this.#with(this.#joining.bound(this.#facts)), { ...end, ...(asked ? { asked } : {}) });
    if (end.state === 'committed' && !end.early && end.effects.length > 0) presence.done();
  }

  /** A turn for an approved call begins with that call. */
  async #decided({ compiled }: OpenRequest, session: ModelSession): Promise<readonly LoopStep[]> {
    const { decided } = this.#facts;
    if (!decided) return [];
    const result = (made: Parameters<ModelSession['offloaded']>[0]) => session.offloaded(made, 0);
    return [await approvedStep(decided, this.tools, compiled.messages, result, this.#signal)];
  }

  /** Runs the loop on from these steps. @param earlier those whose failures its words may not deny */
  #run(before: readonly LoopStep[], earlier: readonly LoopStep[] = []): Promise<LoopOutcome> {
    if (!this.#session) throw new Error('a turn has no request yet');
    const status = (doing: string | Line) => this.#beside.presence.show(doing);
    return this.#session.run(before, status, this.#signal, earlier);
  }

  /** Runs the loop on, with a message after its reply; the reply and the message are a step of the turn. */
  async #askAgain(earlier: LoopOutcome, message: string): Promise<LoopOutcome> {
    // What the model is asked to make true is held against whose words it rests on.
    this.tools.repair();
    const said: LoopStep = { text: earlier.text, calls: [], nudge: message, claim: true };
    const before = [...earlier.steps, said];
    const later = await this.#run(before).catch((error: unknown) => {
      if (error instanceof PeacrabError && error.code === 'MODEL_WINDOW') return null;
      throw error;
    });
    // There is no room to ask again: the words stay as they are.
    if (later === null) return { ...earlier, status: 'failed' };
    return {
      ...later,
      steps: [...before, ...later.steps],
      requests: [...earlier.requests, ...later.requests],
    };
  }

  /** What the turn has brought so far, its messages first. */
  #entries(): readonly NewEntry[] {
    return [...askedEntries(this.#facts), ...(this.#session?.entries ?? [])];
  }

  #with(facts: TurnFacts): RunningTurn {
    const { services, lease, row, tools } = this;
    return { services, lease, row, tools, facts };
  }
}
