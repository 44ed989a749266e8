// The journal's background pass, right after a reply: it brings the log of the conversation up to date while the server's
// cache is warm, and takes durable facts along as notes. It gives way to anybody who waits, and what fails in it is only
// left for the next time.
import { question } from '../agent/question.ts';
import { covers } from '../context/compact.ts';
import type { Entry } from '../context/entry.ts';
import { grounded, passAfter } from '../context/journal.ts';
import { readLog } from '../context/log-form.ts';
import { logLimits } from '../context/log-limits.ts';
import type { Database } from '../database/database.ts';
import type { TurnId } from '../database/ids.ts';
import { type Lease, underLease } from '../delivery/lease.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import { writeNote } from '../memory/notes.ts';
import { scopeOf } from '../memory/scope.ts';
import type { SentRequest } from './asking.ts';
import type { Gathered } from './gather.ts';
import { cacheKey } from './prefix-watch.ts';
import { recordAside } from './requests.ts';
import { appendEntries, loadPath } from './tree.ts';
import type { TurnParts } from './turn.ts';

const lookEveryMs = 200;

export interface Answered {
  readonly turn: TurnId;
  readonly facts: Gathered;
  /** The turn's last request. */
  readonly last: SentRequest;
  /** What it was answered with. */
  readonly reply: string;
  /** True if tainted text stood in it. */
  readonly tainted: boolean;
}

/** Writes the journal if it is time to and nobody waits. @throws PeacrabError LEASE_LOST */
export async function writeAhead(
  parts: TurnParts,
  lease: Lease,
  answered: Answered,
  leisure: AbortSignal,
): Promise<void> {
  const { database, log } = parts;
  const { compiled } = answered.last;
  if (compiled.tokens < parts.window / 2 || leisure.aborted || (await somebodyWaits(database))) return;
  const path = await pathNow(database, lease);
  const messages = passAfter({
    path,
    firstKept: compiled.firstKept,
    messages: compiled.messages,
    tokens: compiled.tokens,
    reply: answered.reply,
    prompt: parts.journalPrompt,
    tasks: answered.facts.tasks,
    limits: { window: parts.window, maxOutput: parts.maxOutput },
    factor: answered.facts.factor,
  });
  if (messages === null) return;
  const watch = watchForPeople(database, leisure);
  try {
    await pass(parts, lease, answered, path, messages, watch.signal);
  } catch (error) {
    if (error instanceof PeacrabError && error.code === 'LEASE_LOST') throw error;
    if (!watch.signal.aborted) log.warn({ error: messageOf(error) }, 'the log could not be written ahead');
  } finally {
    watch.end();
  }
}

async function pass(
  parts: TurnParts,
  lease: Lease,
  { turn, facts, last, tainted }: Answered,
  path: readonly Entry[],
  messages: Parameters<typeof question>[1]['messages'],
  signal: AbortSignal,
): Promise<void> {
  const { database, log, maxOutput, window } = parts;
  const { id: conversation } = facts.conversation;
  const asked = await question(
    parts.model,
    { messages, tools: last.compiled.tools, maxTokens: maxOutput, cacheKey: cacheKey(conversation) },
    signal,
    log,
  );
  const limits = { ...logLimits({ window, maxOutput }), covers: covers(path) };
  const read = readLog(asked.text, limits);
  const through = path.at(-1)?.id;
  const of = { conversation, turn, purpose: 'journal' } as const;
  await database.transaction(async (tx) => {
    const held = await underLease(tx, lease);
    await recordAside(tx, parts, of, asked.record, last.compiled.tokens);
    if (!read.ok || through === undefined) return;
    const payload = { text: read.log, through };
    const [leaf] = await appendEntries(tx, conversation, held.leaf_id, null, [
      { type: 'journal', payload, tainted, person: null },
    ]);
    await tx
      .updateTable('conversation')
      .set({ leaf_id: leaf ?? held.leaf_id })
      .where('id', '=', conversation)
      .execute();
    for (const text of read.remember.filter((fact) => grounded(fact, path))) {
      const note = { scope: scopeOf(facts.room, facts.person), author: facts.person, text, tainted };
      await writeNote(tx, { ...note, conversation, turn }, parts.clock.now());
    }
  });
  if (!read.ok) log.warn({ why: read.why }, 'the log was not usable; the last one stays');
}

async function pathNow(database: Database, lease: Lease): Promise<Entry[]> {
  const conversation = await database.db
    .selectFrom('conversation')
    .select(['id', 'leaf_id', 'first_kept_entry_id'])
    .where('id', '=', lease.conversation)
    .executeTakeFirstOrThrow();
  return loadPath(database.db, conversation);
}

/** Whether anybody, anywhere, has written and is not yet being answered: a small server has one place only. */
async function somebodyWaits(database: Database): Promise<boolean> {
  const row = await database.db
    .selectFrom('inbox')
    .select('id')
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A signal that fires as soon as somebody waits. */
function watchForPeople(database: Database, leisure: AbortSignal) {
  const waits = new AbortController();
  const timer = setInterval(() => {
    somebodyWaits(database).then(
      (waiting) => waiting && waits.abort(),
      () => waits.abort(),
    );
  }, lookEveryMs);
  return { signal: AbortSignal.any([leisure, waits.signal]), end: () => clearInterval(timer) };
}
