// Calls that reach outside, where nothing can be taken back with a transaction. One that changes something is stored as
// running before it runs and as done behind it, so that a process that dies in between never runs it a second time: then
// it is unknown whether it was done, and that is what is said.
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ApprovalId, ConversationKey, PersonId, TurnId } from '../../database/ids.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import { messageOf } from '../../errors.ts';
import { english, type Line, type Say } from '../../language/say.ts';
import { recordEffect, type StandingEffect } from '../effects.ts';
import type { ToolResult } from '../tool.ts';
import { receiptIn } from '../tool-context.ts';
import type { Noted } from './noted.ts';
import { type Approval, insertCall, storedCall } from './store.ts';

/** A call that needs no approval, or has it. */
export interface ExternalCall {
  readonly conversation: ConversationKey;
  readonly person: PersonId;
  /** Their language; English if absent. */
  readonly say?: Say;
  readonly turn: TurnId;
  readonly key: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly tainted: boolean;
  /** Its row, if it was asked about; null: it needed no approval. */
  readonly approved: { readonly id: ApprovalId; readonly by: string } | null;
}

interface Ran {
  readonly result: ToolResult;
  readonly effect: StandingEffect | null;
  /** Set if it has come to an end by this. */
  readonly ended: Noted | null;
}

/**
 * Runs it, once ever.
 *
 * @param run the tool itself
 * @param signal fires when no one waits any more: what has not answered by then is unknown
 * @throws PeacrabError LEASE_LOST before it runs, never behind it
 */
export async function runExternal(
  database: Database,
  lease: Lease,
  call: ExternalCall,
  run: () => Promise<ToolResult>,
  signal: AbortSignal,
): Promise<Ran> {
  const claimed = await claim(database, lease, call);
  if ('result' in claimed) return { ...claimed, effect: null };
  const { id } = claimed;
  const ended = (state: Noted['state']): Noted => ({ approval: id, tool: call.tool, state, by: null });
  let result: ToolResult;
  try {
    result = { ...(await Promise.race([run(), aborted(signal)])), tainted: true };
  } catch (error) {
    const text = signal.aborted ? unknownText(id) : `${unknownText(id)} (${messageOf(error)})`;
    const unknown = { ok: false, text, tainted: true };
    await settle(database, id, unknown);
    return { result: unknown, effect: null, ended: ended('unknown') };
  }
  const { tool } = call;
  const receipt: Line = (say) =>
    call.approved
      ? say('reply.outside-approved', { tool, id, name: call.approved.by })
      : say('reply.outside-done', { tool, id });
  const told = {
    ...result,
    effect: { ...result.effect, outside: true, ...receiptIn(receipt, call.say ?? english) },
  };
  return database.transaction(async (tx) => {
    await tx
      .updateTable('approval')
      .set({
        state: result.ok ? 'done' : result.unknown ? 'unknown' : 'failed',
        result: JSON.stringify(result),
        ended_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
    if (!result.ok) return { result, effect: null, ended: ended('failed') };
    const { conversation, person, turn, key, tool: name } = call;
    return {
      result: told,
      effect: await recordEffect(tx, { conversation, person, turn, key, name, result: told }),
      ended: ended('done'),
    };
  });
}

/** Takes it for this run, or says what it has come to. */
async function claim(
  database: Database,
  lease: Lease,
  call: ExternalCall,
): Promise<{ readonly id: ApprovalId } | Pick<Ran, 'result' | 'ended'>> {
  return database.transaction(async (tx) => {
    await underLease(tx, lease);
    const stands = call.approved
      ? await tx.selectFrom('approval').selectAll().where('id', '=', call.approved.id).executeTakeFirst()
      : await storedCall(tx, call.turn, call.key);
    if (!stands) return { id: await insertCall(tx, rowOf(call)) };
    if (stands.state === 'approved') {
      await tx.updateTable('approval').set({ state: 'running' }).where('id', '=', stands.id).execute();
      return { id: stands.id };
    }
    if (stands.state !== 'running') return { result: resultOf(stands), ended: null };
    const { id, tool } = stands;
    const result = { ok: false, text: unknownText(id), tainted: true };
    await tx
      .updateTable('approval')
      .set({ state: 'unknown', result: JSON.stringify(result), ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    return { result, ended: { approval: id, tool, state: 'unknown', by: null } };
  });
}

const rowOf = (call: ExternalCall) =>
  ({
    conversation_id: call.conversation,
    person_id: call.person,
    turn_id: call.turn,
    call_key: call.key,
    tool: call.tool,
    args: JSON.stringify(call.args),
    bound: '{}',
    tainted: call.tainted,
    state: 'running',
    decision: 'rule',
  }) as const;

async function settle(database: Database, id: ApprovalId, unknown: ToolResult): Promise<void> {
  await database.db
    .updateTable('approval')
    .set({ state: 'unknown', result: JSON.stringify(unknown), ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/**
 * Ends an approved call that runs in no row of its own (it only looks, or changes nothing outside), or that may not run.
 *
 * @throws PeacrabError LEASE_LOST
 */
export async function endApproved(
  database: Database,
  lease: Lease,
  id: ApprovalId,
  result: ToolResult,
): Promise<void> {
  await database.transaction(async (tx) => {
    await underLease(tx, lease);
    await tx
      .updateTable('approval')
      .set({
        state: result.ok ? 'done' : 'failed',
        result: JSON.stringify(result),
        ended_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('state', '=', 'approved')
      .execute();
  });
}

/** What a call that has ended has come to. */
export function resultOf(row: Approval): ToolResult {
  if (row.result) return row.result as object as ToolResult;
  return { ok: false, text: `#${row.id} is ${row.state}: nothing was done by it.` };
}

/** @throws the signal's reason, when it fires */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const unknownText = (id: ApprovalId): string =>
  `#${id} was started, and no answer came back: whether it was done is not known. Say so, and look before it is tried again.`;
