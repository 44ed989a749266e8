// Compaction: when older turns no longer fit, a log takes their place. The one written ahead serves at once; else the
// model is asked; if that fails too, the last log stays, with what a rule keeps beside it. One more entry behind the
// leaf: nothing is rewritten.

import { ModelError } from '../../agent/model.ts';
import type { RequestRecord } from '../../agent/outcome.ts';
import { type Answered, question } from '../../agent/question.ts';
import { type CompactionPlan, compacted, covers, currentLog } from '../../context/compact/compact.ts';
import { summaryRequest } from '../../context/compact/journal.ts';
import { readLog } from '../../context/compact/log-form.ts';
import { logLimits } from '../../context/compact/log-limits.ts';
import { scaffold } from '../../context/compact/scaffold.ts';
import type { CompileInput } from '../../context/compile.ts';
import type { Entry, NewEntry, Summary } from '../../context/entry.ts';
import { isOfOthers } from '../../context/render/provenance.ts';
import type { Queries } from '../../database/database.ts';
import type { ConversationKey } from '../../database/ids.ts';
import { leaseLost, underLease } from '../../delivery/lease.ts';
import type { TurnFacts } from '../turn/facts/turn-facts.ts';
import { cacheKey } from '../turn/request/prefix-watch.ts';
import { recordAside } from '../turn/request/usage-rows.ts';
import type { BegunTurn } from '../turn/state.ts';
import { lastInPath } from '../turn/trigger.ts';
import { noteFacts } from './note-facts.ts';
import { inUse, scaffoldFacts } from './scaffold-facts.ts';
import { appendEntries } from './tree.ts';

export interface Compaction {
  /** The facts of the turn with the compaction as the last entry of the path. */
  readonly facts: TurnFacts;
  /** The request that asked for the log, if there was one. */
  readonly asked: RequestRecord | null;
}

/** Lets the oldest turns go. @throws PeacrabError LEASE_LOST; the signal's reason */
export async function compactNow(
  turn: BegunTurn,
  input: CompileInput,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<Compaction> {
  const { services, facts } = turn;
  const limits = logLimits(input.limits);
  const now = services.clock.now();
  const { log, by, asked, remember } = await logFor(turn, input, plan, signal);
  const put = scaffold(scaffoldFacts(facts, plan, now), limits.scaffold);
  const summary = compacted(plan, { log, by, scaffold: put, skills: inUse(facts, now) }, limits);
  services.log.info({ by, left: plan.going.length, kept: summary.kept.length }, 'older turns were compacted');
  return { facts: await store(turn, plan, summary, remember), asked };
}

interface LogMade {
  readonly log: string;
  readonly by: Summary['by'];
  readonly asked: RequestRecord | null;
  /** Durable facts that it brings and that are not noted yet. */
  readonly remember: readonly string[];
}

async function logFor(
  turn: BegunTurn,
  input: CompileInput,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<LogMade> {
  const { services, facts } = turn;
  // Its facts were noted when it was written.
  if (plan.covered && plan.journal)
    return { log: plan.journal.text, by: 'journal', asked: null, remember: [] };
  const old = currentLog(plan) ?? '';
  if (await keepsFailing(services.database.db, facts.conversation.id))
    return { log: old, by: 'rule', asked: null, remember: [] };
  const limits = logLimits(input.limits);
  const asked = await askTwice(
    turn,
    {
      messages: summaryRequest(input, plan, services.journalPrompt, facts.tasks),
      tools: input.tools,
      maxTokens: services.maxOutput,
      cacheKey: cacheKey(facts.conversation.id),
    },
    signal,
  );
  const read = readLog(asked.text, { ...limits, covers: covers(plan.going) });
  if (read.ok) return { log: read.log, by: 'model', asked: asked.record, remember: read.remember };
  services.log.warn({ why: read.why }, 'a summary was not usable; the last log stays');
  return { log: old, by: 'rule', asked: asked.record, remember: [] };
}

/**
 * Asks, and once more if no whole answer came.
 *
 * @throws ModelError MODEL_UNREACHABLE if none came then either: the turn could not be answered in any case, and without a
 *   log these turns would be lost for good; the failed request has its row
 */
async function askTwice(
  { services, facts }: BegunTurn,
  asking: Parameters<typeof question>[1],
  signal: AbortSignal,
): Promise<Answered> {
  const first = await question(services.model, asking, signal, services.log);
  const asked = isDown(first) ? await question(services.model, asking, signal, services.log) : first;
  if (!isDown(asked)) return asked;
  const of = { conversation: facts.conversation.id, turn: null, purpose: 'summary' } as const;
  await recordAside(
    services.database.db,
    services,
    of,
    asked.record,
    (asked.record.estimated ?? 0) * facts.factor,
  );
  throw new ModelError('MODEL_UNREACHABLE', 'The model does not answer. Try again in a moment.');
}

const triesAtMost = 3;

/** Whether the last turns of a conversation failed for want of a log: then it goes on without. */
async function keepsFailing(queries: Queries, conversation: ConversationKey): Promise<boolean> {
  const last = await queries
    .selectFrom('request')
    .select(['purpose', 'output_tokens'])
    .where('conversation_id', '=', conversation)
    .orderBy('id', 'desc')
    .limit(triesAtMost)
    .execute();
  const failed = last.filter((row) => row.purpose === 'summary' && row.output_tokens === null);
  return failed.length === triesAtMost;
}

const isDown = ({ record: { result, code } }: Answered) =>
  result === 'cut' || code === 'MODEL_UNREACHABLE' || code === 'MODEL_STREAM_CUT';

async function store(
  { services, lease, facts }: BegunTurn,
  plan: CompactionPlan,
  summary: Summary,
  remember: readonly string[],
): Promise<TurnFacts> {
  const { conversation, trigger } = facts;
  // The scaffold holds schedules that others may have set.
  const tainted =
    facts.tainted ||
    plan.going.some((entry) => entry.tainted || isOfOthers(entry, facts.person.id, false)) ||
    facts.path.some(isTaintedSummary);
  const entry: NewEntry = { type: 'summary', payload: summary, tainted, person: null };
  const bounds = {
    first_kept_entry_id: plan.firstKept,
    elision_entry_id: plan.elisionBefore,
    older_entry_id: plan.olderBefore,
  };
  const id = await services.database.transaction(async (tx) => {
    await underLease(tx, lease);
    const [made] = await appendEntries(tx, conversation.id, conversation.leaf_id, null, [entry]);
    if (made === undefined) throw leaseLost();
    await noteFacts(
      tx,
      services,
      { turn: lastTurnOf(plan.going), facts, tainted, path: plan.going },
      remember,
    );
    await tx
      .updateTable('conversation')
      .set({ ...bounds, leaf_id: made })
      .where('id', '=', conversation.id)
      .execute();
    return made;
  });
  const stored = {
    ...entry,
    id,
    parentId: conversation.leaf_id,
    conversation: conversation.id,
    turn: null,
    at: facts.path.at(-1)?.at ?? new Date(0),
  } as Entry;
  const moved = { ...conversation, ...bounds, leaf_id: id };
  // A trigger's line is the last of the path, before it is stored.
  const path = trigger
    ? [...facts.path.slice(0, -1), stored, lastInPath(trigger, moved)]
    : [...facts.path, stored];
  return { ...facts, path, conversation: moved };
}

/** The turn whose Undo reaches what is noted: the last of those that go. */
const lastTurnOf = (going: readonly Entry[]) => going.findLast(({ turn }) => turn !== null)?.turn ?? null;

const isTaintedSummary = (entry: Entry) => entry.type === 'summary' && entry.tainted;
