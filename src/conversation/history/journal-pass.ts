// The journal's background pass, right after a reply: it brings the log of the conversation up to date while the server's
// cache is warm, and takes durable facts along as notes. It gives way to anyone who waits, and what fails in it is only
// left for the next time.
import type { RequestRecord } from '../../agent/outcome.ts';
import { question } from '../../agent/question.ts';
import { covers } from '../../context/compact/compact.ts';
import { LOG_REFUSED, passAfter } from '../../context/compact/journal.ts';
import { type ReadLog, readLog } from '../../context/compact/log-form.ts';
import { logLimits } from '../../context/compact/log-limits.ts';
import type { Entry, NewEntry } from '../../context/entry.ts';
import type { Database } from '../../database/database.ts';
import type { ConversationKey, TurnId } from '../../database/ids.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import { messageOf, PeacrabError } from '../../errors.ts';
import { tokenLimit } from '../../people/used.ts';
import type { TurnFacts } from '../turn/facts/turn-facts.ts';
import { cacheKey } from '../turn/request/prefix-watch.ts';
import type { SentRequest } from '../turn/request/sent.ts';
import { recordAside } from '../turn/request/usage-rows.ts';
import type { ModelServices, PersonaServices, StoreServices, TurnServices } from '../turn/services.ts';
import { noteFacts } from './note-facts.ts';
import { appendEntries, loadPath } from './tree.ts';

const lookEveryMs = 200;

type JournalServices = StoreServices &
  PersonaServices &
  ModelServices &
  Pick<TurnServices, 'tools' | 'policy' | 'allowance'>;

export interface Answered {
  readonly turn: TurnId;
  readonly facts: TurnFacts;
  /** The turn's last request. */
  readonly last: SentRequest;
  /** What it was answered with. */
  readonly reply: string;
  /** True if it held tainted text. */
  readonly tainted: boolean;
}

/** Writes the journal if it is time to and no one waits. @throws PeacrabError LEASE_LOST */
export async function runJournalPass(
  services: JournalServices,
  lease: Lease,
  answered: Answered,
  shutdown: AbortSignal,
): Promise<void> {
  if (answered.last.compiled.tokens < services.window / 2 || shutdown.aborted) return;
  const whose = givesWayTo(lease.conversation, answered.last.compiled.tokens, services.window);
  const watch = watchForPeople(services.database, whose, shutdown);
  try {
    if (await somebodyWaits(services.database, whose)) return;
    if (await tokenLimit(services.database.db, services.allowance, services.clock.now())) return;
    await pass(services, lease, answered, watch.signal);
  } catch (error) {
    if (error instanceof PeacrabError && error.code === 'LEASE_LOST') throw error;
    if (!watch.signal.aborted)
      services.log.warn({ error: messageOf(error) }, 'the log could not be written ahead');
  } finally {
    watch.end();
  }
}

async function pass(
  services: JournalServices,
  lease: Lease,
  answered: Answered,
  signal: AbortSignal,
): Promise<void> {
  const { window, maxOutput, log, model } = services;
  const { facts, last, reply } = answered;
  const { compiled } = last;
  const limits = { window, maxOutput };
  const path = await pathNow(services.database, lease);
  const messages = passAfter({
    path,
    firstKept: compiled.firstKept,
    messages: compiled.messages,
    tokens: compiled.tokens,
    reply,
    prompt: services.journalPrompt,
    tasks: facts.tasks,
    limits,
    factor: facts.factor,
  });
  if (messages === null) return;
  const key = cacheKey(facts.conversation.id);
  const asking = { messages, tools: compiled.tools, maxTokens: maxOutput, cacheKey: key };
  const asked = await question(model, asking, signal, log).catch(async (error: unknown) => {
    if (signal.aborted) await recordBroken(services, answered);
    throw error;
  });
  const read = readLog(asked.text, { ...logLimits(limits), covers: covers(path) });
  if (!read.ok) log.warn({ why: read.why }, 'the log was not usable; the last one stays');
  await store(services, lease, answered, { path, record: asked.record, read });
}

/** A pass that gave way had been sent: the server has read it, and it counts for the tokens of the day. */
async function recordBroken(services: JournalServices, { turn, facts, last }: Answered): Promise<void> {
  const of = { conversation: facts.conversation.id, turn, purpose: 'journal' } as const;
  const record: RequestRecord = { usage: undefined, ms: 0, firstTokenMs: 0, result: 'cut' };
  await recordAside(services.database.db, services, of, record, last.compiled.tokens);
}

/** What came of a pass. */
interface Made {
  readonly path: readonly Entry[];
  readonly record: RequestRecord;
  readonly read: ReadLog;
}

/** The log as an entry, or that there was none to be had; its facts as notes; its request's row. */
async function store(
  services: JournalServices,
  lease: Lease,
  { turn, facts, last, tainted }: Answered,
  { path, record, read }: Made,
): Promise<void> {
  const { id: conversation } = facts.conversation;
  const through = path.at(-1)?.id;
  await services.database.transaction(async (tx) => {
    const held = await underLease(tx, lease);
    const of = { conversation, turn, purpose: 'journal' } as const;
    await recordAside(tx, services, of, record, last.compiled.tokens);
    if (through === undefined || record.result !== 'ok') return;
    const entry: NewEntry = read.ok
      ? { type: 'journal', payload: { text: read.log, through }, tainted, person: null }
      : { type: 'custom', payload: { kind: LOG_REFUSED, data: read.why }, tainted: false, person: null };
    const [leaf] = await appendEntries(tx, conversation, held.leaf_id, null, [entry]);
    await tx
      .updateTable('conversation')
      .set({ leaf_id: leaf ?? held.leaf_id })
      .where('id', '=', conversation)
      .execute();
    if (read.ok) await noteFacts(tx, services, { turn, facts, tainted, path }, read.remember);
  });
}

async function pathNow(database: Database, lease: Lease): Promise<Entry[]> {
  const conversation = await database.db
    .selectFrom('conversation')
    .select(['id', 'leaf_id', 'first_kept_entry_id'])
    .where('id', '=', lease.conversation)
    .executeTakeFirstOrThrow();
  return loadPath(database.db, conversation);
}

/**
 * For whose message the pass is given up. A small server has one slot, so at first for a message anywhere (null); once the
 * window is nearly full, only for people of this conversation: else one busy room would keep all others from their logs.
 */
const givesWayTo = (conversation: ConversationKey, tokens: number, window: number): ConversationKey | null =>
  tokens >= nearlyFull * window ? conversation : null;

/** Of the window: a quarter of it is kept free for a turn, so a compaction comes at about two thirds. */
const nearlyFull = 0.6;

/** Whether a message waits for its turn, there or (null) anywhere. */
async function somebodyWaits(database: Database, conversation: ConversationKey | null): Promise<boolean> {
  const waiting = database.db.selectFrom('inbox').select('id').where('state', '=', 'waiting').limit(1);
  const row = await (conversation
    ? waiting.where('conversation_id', '=', conversation)
    : waiting
  ).executeTakeFirst();
  return row !== undefined;
}

/** A signal that fires as soon as a message waits. */
function watchForPeople(database: Database, whose: ConversationKey | null, shutdown: AbortSignal) {
  const waits = new AbortController();
  const timer = setInterval(() => {
    somebodyWaits(database, whose).then(
      (waiting) => waiting && waits.abort(),
      () => waits.abort(),
    );
  }, lookEveryMs);
  return { signal: AbortSignal.any([shutdown, waits.signal]), end: () => clearInterval(timer) };
}
