// An approved call: the turn that runs it, once, and tells what came of it. It is in the history as the
// model's own call with its result, so that the conversation goes on from there.
import { nextCallId } from '../../agent/history.ts';
import type { LoopCall, LoopStep } from '../../agent/outcome.ts';
import { runCall } from '../../agent/running.ts';
import type { NewEntry } from '../../context/entry.ts';
import type { ChatMessage } from '../../context/message.ts';
import type { Queries } from '../../database/database.ts';
import type { TurnId } from '../../database/ids.ts';
import { type InboxEvent, readEvent } from '../../delivery/event.ts';
import { loadPerson } from '../../people/store.ts';
import { type Approval, loadApproval } from '../../tools/approvals/store.ts';
import { type Decision, extentOf } from '../../tools/approvals/words.ts';
import type { TurnTools } from '../../tools/runner.ts';
import type { ToolResult } from '../../tools/tool.ts';

export interface DecidedCall {
  readonly approval: Approval;
  /** The name of the person who approved it. */
  readonly by: string;
  /** Whether the call was an admin's: rules may say so. */
  readonly isAdmin: boolean;
  /** What the history holds of the decision. */
  readonly entry: NewEntry;
}

/** The approved call of a decision. */
export async function decidedCall(
  queries: Queries,
  { payload: { approval: id } }: InboxEvent<'decision'>,
): Promise<DecidedCall> {
  const approval = await loadApproval(queries, id);
  const [{ name }, isAdmin] = await Promise.all([
    loadPerson(queries, approval.decided_by ?? approval.person_id),
    wasAdmin(queries, approval.turn_id),
  ]);
  const text = `${name} approved #${id} (${extentOf(approval.decision as Decision)}): ${approval.tool} runs now, as it was asked`;
  return {
    approval,
    by: name,
    isAdmin,
    entry: { type: 'decision', payload: { text }, tainted: false, person: approval.decided_by },
  };
}

/** Whether an admin wrote the messages of a turn. */
export async function wasAdmin(queries: Queries, turn: TurnId): Promise<boolean> {
  const rows = await queries
    .selectFrom('inbox')
    .select(['kind', 'payload'])
    .where('turn_id', '=', turn)
    .execute();
  return rows.map(readEvent).some(({ kind, payload }) => kind === 'message' && payload.admin === true);
}

/** Whether the call of a decision is still to be run: its message may have been edited since. */
export async function stillStands(
  queries: Queries,
  { payload: { approval } }: InboxEvent<'decision'>,
): Promise<boolean> {
  const found = await queries
    .selectFrom('approval')
    .select('state')
    .where('id', '=', approval)
    .executeTakeFirst();
  return found !== undefined && found.state !== 'withdrawn';
}

/**
 * Runs the call, or finds what it has come to, as a step of the turn.
 *
 * @param messages the turn's first request: the call's id is new in it
 * @param offloaded cuts a long result to what the model sees
 * @throws PeacrabError LEASE_LOST
 */
export async function approvedStep(
  { approval, by }: DecidedCall,
  tools: TurnTools,
  messages: readonly ChatMessage[],
  offloaded: (result: ToolResult) => ToolResult,
  signal: AbortSignal,
): Promise<LoopStep> {
  const { tool: name } = approval;
  const args = approval.args as Readonly<Record<string, unknown>>;
  const id = nextCallId(messages);
  const isThere = tools.runner.schemas.some((schema) => schema.function.name === name);
  const runner = {
    ...tools.runner,
    timeoutMs: () => (isThere ? tools.runner.timeoutMs?.(name) : undefined) ?? 30_000,
    run: (_: unknown, until: AbortSignal) => tools.runApproved(approval, by, until),
  };
  const result = await runCall(runner, { id, name, args }, 30_000, signal);
  const made: LoopCall = { id, name, args, result: offloaded(result), ran: isThere, early: false };
  return { text: '', calls: [made] };
}
