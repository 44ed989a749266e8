// Whether a call may be done, for one turn: the policy's verdict, what people have permitted beforehand, and the question
// if somebody has to be asked.
import type { Queries } from '../database/database.ts';
import { askFor, type Desk } from './approvals/ask.ts';
import { isPermitted, storedCall } from './approvals/store.ts';
import { decide, type Rule, type Setting } from './policy/rules.ts';
import type { AnyTool } from './runner.ts';
import type { ToolResult } from './tool.ts';

/** The gate that every call of a turn goes through. */
export interface Gate {
  readonly rules: readonly Rule[];
  readonly setting: Setting;
  /** Whether words of others than the principal stand in the context: for what acts outside they count as taint. */
  readonly others: boolean;
  /** Whether a text is made of the words alone with which the principal asked for this turn. */
  readonly isOwn: (text: string) => boolean;
  readonly desk: Desk;
}

type Args = Readonly<Record<string, unknown>>;

export type Permit =
  | { readonly run: true; readonly args: Args; readonly changes: readonly string[] }
  /** Refused, or asked: nothing was done. */
  | { readonly run: false; readonly result: ToolResult };

/**
 * @param key the call's identity in its turn
 * @throws PeacrabError LEASE_LOST
 */
export async function permit(
  gate: Gate,
  queries: Queries,
  call: { readonly tool: AnyTool; readonly args: Args; readonly key: string },
  tainted: boolean,
): Promise<Permit> {
  const { tool } = call;
  const { name, safe, outside = false } = tool;
  const before = outside && !safe ? await storedCall(queries, gate.desk.turn, call.key) : undefined;
  // It has run in this turn, or begun to: what has come of that is its result.
  if (before && before.state !== 'asking' && before.state !== 'approved')
    return { run: true, args: before.args as Args, changes: [] };
  const fromOutside = outside && (tainted || gate.others);
  const verdict = decide(
    gate.rules,
    { tool: { name, safe, outside }, args: call.args },
    gate.setting,
    fromOutside,
  );
  if (!verdict.may) return { run: false, result: refused(name, verdict.because) };
  if (before?.state === 'approved') return { run: true, args: before.args as Args, changes: [] };
  const { args, changes, ask } = verdict;
  if (ask === null) return { run: true, args, changes };
  const { desk } = gate;
  const of = { conversation: desk.conversation, person: desk.person.id };
  // What changes something is permitted with tainted text in sight only just as a person has seen it.
  if (await isPermitted(queries, of, name, args, fromOutside && !safe)) return { run: true, args, changes };
  const bound = tool.bound?.(args as never) ?? {};
  const because = verdict.because === undefined ? {} : { because: verdict.because };
  const asked = {
    tool: name,
    args,
    bound,
    why: ask,
    changes,
    key: call.key,
    tainted: fromOutside,
    ...because,
  };
  return { run: false, result: await askFor(desk, asked) };
}

/**
 * Why a call that somebody has approved may not run after all: a rule, or the room's mode, has changed since. Null: it may.
 */
export function refusalNow(gate: Gate, tool: AnyTool, args: Args): ToolResult | null {
  const { name, safe, outside = false } = tool;
  const verdict = decide(gate.rules, { tool: { name, safe, outside }, args }, gate.setting, true);
  return verdict.may ? null : refused(name, verdict.because);
}

const refused = (name: string, because: string): ToolResult => ({
  ok: false,
  text: `${name} is not allowed: ${because}. Nothing was done. Say so, and don't call it again.`,
});
