// A turn: from the principal's waiting messages to the reply. Gather what the model should see, open, run the loop
// under the turn's tools, hold the reply's promises against the rows, and commit entries and messages together under the
// lease's epoch. Then, while nobody waits, the log is written ahead.
import type { LoopLimits, LoopOutcome, LoopStep } from '../../agent/loop.ts';
import type { ModelClient } from '../../agent/model.ts';
import type { Clock } from '../../clock.ts';
import { textLimits } from '../../context/budget/budget.ts';
import type { NewEntry } from '../../context/entry.ts';
import type { Database } from '../../database/database.ts';
import { isOfTheWorld } from '../../database/faults.ts';
import type { Channel } from '../../delivery/channel.ts';
import type { Lease } from '../../delivery/lease.ts';
import { messageOf, PeacrabError } from '../../errors.ts';
import { type Line, sayFor } from '../../language/say.ts';
import type { Log } from '../../log.ts';
import type { Allowance } from '../../people/limits.ts';
import type { Personas } from '../../personas/personas.ts';
import type { Skills } from '../../skills/skills.ts';
import type { Note } from '../../tools/approvals/noted.ts';
import { standingEffects } from '../../tools/effects.ts';
import type { Policy } from '../../tools/policy/file.ts';
import { type AnyTool, createTurnTools, type TurnTools } from '../../tools/runner.ts';
import { Watch } from '../dispatch/early-end.ts';
import { Joining } from '../dispatch/join-running-turn.ts';
import { type Answered, runJournalPass } from '../history/journal-pass.ts';
import { approvedStep, type DecidedCall } from './approved-call.ts';
import { checkTasks } from './claims/check-tasks.ts';
import { keepPromises } from './claims/keep-promises.ts';
import { delegating } from './delegates/run-delegate.ts';
import { readAttached } from './facts/attachments.ts';
import { knownHandles } from './facts/known-handles.ts';
import { loadFacts, type TurnFacts } from './facts/load-facts.ts';
import { gateFor } from './gate.ts';
import { TurnPresence } from './presence.ts';
import { turnDied } from './reply.ts';
import type { Calibrator } from './request/calibrator.ts';
import { ModelSession } from './request/model-session.ts';
import { type OpenRequest, openRequest } from './request/open-request.ts';
import type { PrefixWatch } from './request/prefix-watch.ts';
import type { Prompts } from './request/prompts.ts';
import type { RequestParts } from './request/usage-rows.ts';
import { askedEntries, commitEnd, type End } from './turn-end.ts';
import { brokenEnd, earlyEndOf, endOf, retryButton } from './turn-outcome.ts';
import { handToModel, type StartedTurn, type TurnRow, takeBack } from './turn-row.ts';

export interface TurnServices extends RequestParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly tools: readonly AnyTool[];
  readonly prompts: Prompts;
  /** `prompts/journal.md`. */
  readonly journalPrompt: string;
  /** `prompts/delegate.md`. */
  readonly delegatePrompt: string;
  readonly prefixes: PrefixWatch;
  /** Tokens. */
  readonly window: number;
  readonly maxOutput: number;
  /** How long the server's cache lives. */
  readonly cacheMinutes: number;
  readonly allowance: Allowance;
  readonly model: ModelClient;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly personas: Personas;
  readonly skills: Skills;
  readonly log: Log;
  readonly defaultPersona: string;
  readonly limits?: Partial<LoopLimits>;
  readonly calibrator: Calibrator;
  readonly policy: Policy;
  /** Values of settings that neither the model nor people may read. */
  readonly secrets: readonly string[];
  /** Whether the model takes images. */
  readonly readImages: boolean;
  /** Whether anybody is an admin. */
  readonly hasAdmins: boolean;
  readonly timings: TurnTimings;
  /** Whether what the person says while their turn works joins it. */
  readonly joins: boolean;
  /** Something was put into the outbox while a turn runs. */
  readonly enqueued: () => void;
  /** What became of a call that somebody was asked about, or that reached outside. */
  readonly noted: Note;
  /** After a commit: the mirror files, the sender. */
  readonly committed: (effects: TurnTools['effects']) => void;
}

export interface TurnTimings {
  /** How often the inbox is looked at for what ends a turn early. */
  readonly watchMs: number;
  /** After how long people are told that it takes longer. */
  readonly waitLineMs: number;
  /** How long reading what was attached may hold up a turn. */
  readonly filesMs: number;
  /** How soon after our answer a message counts as set off by it, for the guard against loops; 0: no guard. */
  readonly loopMs: number;
}

export const turnTimings: TurnTimings = { watchMs: 1000, waitLineMs: 8000, filesMs: 10_000, loopMs: 2000 };

/** So many deaths of the process past a turn's first request are laid at its door. */
const deathsAtMost = 3;
/** Whoever never gets as far as the model cannot be tried for ever either. */
const attemptsAtMost = 10;

/** Whether a turn has ended the process too often to be tried again. */
const isDeadly = ({ reached, attempts }: TurnRow): boolean =>
  reached >= deathsAtMost || attempts > attemptsAtMost;

/**
 * Runs a turn that has begun to its commit.
 *
 * @param signal the lease is lost, or the process ends: the turn ends without a commit
 * @param shutdown fires when the process is to stop: what is done ahead is left
 * @throws PeacrabError LEASE_LOST
 */
export async function runTurn(
  parts: TurnServices,
  lease: Lease,
  { begun, events: bound }: StartedTurn,
  signal: AbortSignal,
  shutdown: AbortSignal,
): Promise<void> {
  const isDead = isDeadly(begun);
  const asked = await loadFacts(parts, lease, begun, bound, !isDead);
  if (isDead) return giveUp(parts, lease, begun, asked);
  const channel = parts.channels.get(asked.room.platform);
  const presence = new TurnPresence(parts, lease, begun, asked, channel ?? null);
  const watch = watchOver(parts, lease, asked);
  let answered: Answered | null;
  let handed = false;
  try {
    const events = await readAttached(parts, lease, bound, signal, watch.signal);
    const facts = events === bound ? asked : await loadFacts(parts, lease, begun, events);
    await handToModel(parts.database, lease, begun.id, facts);
    handed = true;
    answered = await answer(parts, lease, begun, facts, presence, { signal, watch });
  } finally {
    watch.stop();
    presence.end();
    if (handed && signal.aborted) await leave(parts, lease, begun);
  }
  if (answered) await runJournalPass(parts, lease, answered, AbortSignal.any([signal, shutdown]));
}

/** The turn is dropped while the process lives: that is no death. Never throws. */
async function leave({ database, log }: TurnServices, lease: Lease, { id }: TurnRow): Promise<void> {
  await takeBack(database, lease, id).catch((error: unknown) =>
    log.warn(
      { turn: id, error: messageOf(error) },
      'a turn that was dropped counts as if it had ended the process',
    ),
  );
}

/** A turn that has ended the process each time ends with one honest sentence; it may be tried again when that is mended. */
async function giveUp(parts: TurnServices, lease: Lease, begun: TurnRow, facts: TurnFacts): Promise<void> {
  const effects = await standingEffects(parts.database.db, begun.id);
  const say = sayFor(facts.person);
  await commitEnd(parts, lease, begun, facts, {
    state: 'failed',
    reason: (to) => to('reason.died'),
    trouble: new PeacrabError('GIVEN_UP', 'It ended the process each time it was tried.'),
    entries: [],
    text: turnDied(begun.reached >= deathsAtMost ? 3 : 10, effects, say),
    effects,
    tainted: facts.tainted,
    buttons: [retryButton(begun, say)],
  });
}

/** @returns what the journal needs, if the turn was answered */
async function answer(
  parts: TurnServices,
  lease: Lease,
  begun: TurnRow,
  gathered: TurnFacts,
  presence: TurnPresence,
  until: { readonly signal: AbortSignal; readonly watch: Watch },
): Promise<Answered | null> {
  const signal = AbortSignal.any([until.signal, until.watch.signal]);
  const status = (doing: string | Line) => presence.show(doing);
  // Includes entries appended by compaction, also if the turn then fails.
  let facts = gathered;
  let running: ModelSession | null = null;
  const entries = () => [...askedEntries(facts), ...(running?.entries ?? [])];
  const joining = new Joining(parts, lease, begun.id, gathered, [until.watch, presence]);
  const tools = await toolsFor(parts, lease, begun, gathered, { entries, joining, status });
  const commit = async (end: End) => {
    await presence.settled();
    await commitEnd(parts, lease, begun, joining.bound(facts), end);
    if (end.state === 'committed' && !end.early && end.effects.length > 0) presence.done();
  };
  /** Somebody has ended the turn; else the lease is lost, or we stop, and nothing is committed. */
  const stopped = async (said: Pick<LoopOutcome, 'text' | 'steps'>, asked?: End['asked']) => {
    const { end } = until.watch;
    if (until.signal.aborted || !end) return null;
    await commit({ ...earlyEndOf(parts, begun, facts, tools, said, end), ...(asked ? { asked } : {}) });
    return null;
  };
  try {
    const opening = await openRequest(parts, lease, gathered, tools.runner.schemas, signal, (compacted) => {
      facts = compacted;
    });
    const asking = new ModelSession(parts, begun, opening, tools, joining);
    running = asking;
    const asked = ({ requests }: LoopOutcome) => ({ opening, sent: asking.sent, requests });
    const before = facts.decided ? [await runDecided(facts.decided, opening, tools, asking, signal)] : [];
    const ran = await asking.run(before, status, signal, before);
    const said = { ...ran, steps: [...before, ...ran.steps] };
    if (said.status === 'aborted') return await stopped(said, asked(said));
    const again = (earlier: LoopOutcome, message: string) => {
      // What the model is asked to make true is held against whose words it rests on.
      tools.repair();
      return askAgain(asking, earlier, message, status, signal);
    };
    const now = joining.withAll(facts);
    const kept = await keepPromises(parts, begun, now, tools, said, again, entries, signal);
    const { notices } = kept;
    const outcome = await checkTasks(parts, facts, tools, kept.outcome, again);
    if (signal.aborted) return await stopped(outcome, asked(outcome));
    await commit({ ...endOf(parts, begun, facts, tools, outcome, notices), asked: asked(outcome) });
    const last = asking.sent.at(-1);
    if (outcome.status === 'failed' || !last) return null;
    return { turn: begun.id, facts, last, reply: outcome.text, tainted: tools.tainted() };
  } catch (error) {
    if (signal.aborted && until.watch.end) return await stopped({ text: '', steps: [] });
    // No request could be made, or none for the log that has to come first.
    if (error instanceof PeacrabError && error.code.startsWith('MODEL_')) {
      const outcome = { status: 'failed', text: '', steps: [], requests: [], appended: [], error } as const;
      await commit(endOf(parts, begun, facts, tools, outcome, []));
      return null;
    }
    if (signal.aborted || isOfTheWorld(error)) throw error;
    await commit(brokenEnd(parts, begun, tools, error, sayFor(facts.person)));
    return null;
  }
}

/** Looks for what ends the turn early, while it runs. */
function watchOver(parts: TurnServices, lease: Lease, facts: TurnFacts): Watch {
  const look = {
    queries: parts.database.db,
    conversation: lease.conversation,
    everyMs: parts.timings.watchMs,
  };
  const running = { person: facts.person.id, messages: facts.messages.map(({ messageId }) => messageId) };
  return new Watch(look, running, (error) =>
    parts.log.warn({ error: messageOf(error) }, 'the inbox could not be looked at during a turn'),
  );
}

/** A turn for an approved call begins with that call. */
const runDecided = (
  decided: DecidedCall,
  { compiled }: OpenRequest,
  tools: TurnTools,
  asking: ModelSession,
  signal: AbortSignal,
): Promise<LoopStep> =>
  approvedStep(decided, tools, compiled.messages, (result) => asking.offloaded(result, 0), signal);

/** Runs the loop on, with a message after its reply; the reply and the message are a step of the turn. */
async function askAgain(
  asking: ModelSession,
  earlier: LoopOutcome,
  message: string,
  status: (doing: string | Line) => void,
  signal: AbortSignal,
): Promise<LoopOutcome> {
  const before = [...earlier.steps, { text: earlier.text, calls: [], nudge: message, claim: true } as const];
  const later = await asking.run(before, status, signal).catch((error: unknown) => {
    if (error instanceof PeacrabError && error.code === 'MODEL_WINDOW') return null;
    throw error;
  });
  // There is no room to ask again: then the words stand as they are.
  if (later === null) return { ...earlier, status: 'failed' };
  return { ...later, steps: [...before, ...later.steps], requests: [...earlier.requests, ...later.requests] };
}

async function toolsFor(
  parts: TurnServices,
  lease: Lease,
  begun: TurnRow,
  facts: TurnFacts,
  now: {
    /** The turn's entries so far. */
    readonly entries: () => readonly NewEntry[];
    readonly joining: Joining;
    readonly status: (doing: string | Line) => void;
  },
): Promise<TurnTools> {
  const { entries: running, joining, status } = now;
  const tools: TurnTools = createTurnTools({
    database: parts.database,
    lease,
    tools: parts.tools,
    use: {
      principal: facts.person,
      room: { id: facts.room.id, kind: facts.room.kind, platform: facts.room.platform },
      conversation: lease.conversation,
      turn: begun.id,
      ...(facts.task ? { task: facts.task.text } : {}),
      get askedAt() {
        return joining.askedAt;
      },
      running,
      resultTokens: textLimits({ window: parts.window, maxOutput: parts.maxOutput }).result,
      delegate: delegating({ parts, turn: begun, facts, tools: () => tools, status }),
      clock: parts.clock,
      personas: parts.personas,
      skills: parts.skills,
    },
    gate: gateFor(parts, lease, begun, facts, () => joining.messages, running),
    tainted: facts.tainted,
    shown: facts.shown,
    earlier: begun.attempts > 1 || begun.run > 0 ? await standingEffects(parts.database.db, begun.id) : [],
  });
  joining.tell({ heard: (said) => tools.heard(knownHandles([], '', said)) });
  return tools;
}
