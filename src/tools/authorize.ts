// The gate that everything passes that changes something: a model's call, a command, a click, a background pass. It knows
// who asks, where, the room's mode and the policy's rules. For a call of a turn it also knows what people have permitted
// beforehand, and puts the question if a person has to be asked.
import type { Queries } from '../database/database.ts';
import type { RoomId } from '../database/ids.ts';
import { english, type Line } from '../language/say.ts';
import { askFor, type Desk } from './approvals/ask.ts';
import { isPermitted, storedCall } from './approvals/store.ts';
import { decide, type Refused, type Rule, type Setting, textOf } from './policy/rules.ts';
import type { AnyTool } from './runner.ts';
import type { ToolResult } from './tool.ts';

/** What the gate needs to know of a turn. */
export interface Gate {
  readonly rules: readonly Rule[];
  readonly setting: Setting;
  /** Whether the context holds words of others than the principal: for what acts outside they count as taint. */
  readonly others: boolean;
  /** Whether a text is made of the words alone with which the principal asked for this turn. */
  readonly isOwn: (text: string) => boolean;
  /** Whether a text has words that only others have said here, or that were only quoted. */
  readonly isOthersAlone: (text: string) => boolean;
  /** Whether a call stores what the principal only quotes, without their own words asking for it. */
  readonly isOnlyQuoted: (tool: string, args: Args) => Promise<boolean>;
  readonly desk: Desk;
}

type Args = Readonly<Record<string, unknown>>;

export type Authorization =
  | { readonly run: true; readonly args: Args; readonly changes: readonly Line[] }
  /** Refused, or asked: nothing was done. */
  | { readonly run: false; readonly result: ToolResult };

/**
 * @param key the call's identity in its turn
 * @throws PeacrabError LEASE_LOST
 */
export async function authorizeCall(
  gate: Gate,
  queries: Queries,
  call: { readonly tool: AnyTool; readonly args: Args; readonly key: string },
  now: {
    /** Whether text from outside is in the context by now. */
    readonly tainted: boolean;
    /** Whether the call is to make a claim true that the model has made: others' words are no reason for that. */
    readonly repairing: boolean;
  },
): Promise<Authorization> {
  const { tool } = call;
  const { name, safe, outside = false } = tool;
  if (now.repairing && !safe && gate.isOthersAlone(Object.values(call.args).map(textOf).join('\n')))
    return { run: false, result: notTheirs(name) };
  if (!safe && !outside && (await gate.isOnlyQuoted(name, call.args)))
    return { run: false, result: notAsked(name) };
  const before = outside && !safe ? await storedCall(queries, gate.desk.turn, call.key) : undefined;
  // It has run in this turn, or begun to: what has come of that is its result.
  if (before && before.state !== 'asking' && before.state !== 'approved')
    return { run: true, args: before.args as Args, changes: [] };
  const fromOutside = outside && (now.tainted || gate.others);
  const verdict = decide(
    gate.rules,
    { tool: { name, safe, outside }, args: call.args },
    safe ? gate.setting : await asOfNow(queries, gate.setting),
    fromOutside,
  );
  if (!verdict.may) return { run: false, result: refused(name, verdict) };
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
 * Why an approved call may not run after all: a rule, or the room's mode, has changed since. Null: it may.
 */
export function refusalNow({ rules, setting }: Gate, tool: AnyTool, args: Args): ToolResult | null {
  const verdict = refusedNow(rules, tool, args, setting);
  return verdict && refused(tool.name, verdict);
}

/** The same, as a verdict. Pure. */
export function refusedNow(
  rules: readonly Rule[],
  { name, safe, outside = false }: Pick<AnyTool, 'name' | 'safe' | 'outside'>,
  args: Args,
  setting: Setting,
): Refused | null {
  const verdict = decide(rules, { tool: { name, safe, outside }, args }, setting, true);
  return verdict.may ? null : verdict;
}

const refused = (name: string, { why, because }: Refused): ToolResult => ({
  ok: false,
  refused: { by: why, because: because(english) },
  text: `${name} is not allowed: ${because(english)}. Nothing was done. Say so, and don't call it again.`,
});

const notTheirs = (name: string): ToolResult => ({
  ok: false,
  refused: { by: 'others-words' },
  text: `${name} was not done: these words were only quoted, or are somebody else's. Nothing was stored. Answer again without that claim.`,
});

const notAsked = (name: string): ToolResult => ({
  ok: false,
  refused: { by: 'others-words' },
  text: `${name} was not done: these words are quoted and were not asked for. Nothing was stored. Answer what the person said, and ask them if they want it.`,
});

/** A change that no model's call asks for. */
export interface Change {
  /** The tool that would do it, so that the rules for that tool hold for it too; else the command's name. */
  readonly name: string;
  /** As the tool takes them. */
  readonly args: Args;
}

export type Authorized =
  | { readonly may: true; readonly args: Args; readonly changes: readonly Line[] }
  | (Refused & { readonly line: Line });

/**
 * Whether a person's own command or click may change something. No one is asked for a yes: the command is one. Pure.
 *
 * @returns the arguments as the rules leave them, or why not, with a sentence for the person
 */
export function authorizeChange(
  rules: readonly Rule[],
  { name, args }: Change,
  setting: Setting,
): Authorized {
  const verdict = decide(rules, { tool: { name, safe: false, outside: false }, args }, setting, false);
  return verdict.may ? verdict : { ...verdict, line: refusalLine(verdict, setting) };
}

/**
 * Whether the harness may change something by itself, with no one there to be asked: a rule that asks is then a no. Pure.
 *
 * @returns the arguments as the rules leave them; null: it may not
 */
export function authorizeUnasked(
  rules: readonly Rule[],
  { name, args }: Change,
  setting: Setting,
): Args | null {
  const verdict = decide(rules, { tool: { name, safe: false, outside: false }, args }, setting, false);
  return verdict.may && verdict.ask === null ? verdict.args : null;
}

/** The room's mode may have been changed while a turn runs. */
export async function asOfNow(queries: Queries, setting: Setting): Promise<Setting> {
  const room = await queries
    .selectFrom('room')
    .select('mode')
    .where('id', '=', setting.room.id as RoomId)
    .executeTakeFirst();
  return room ? { ...setting, room: { ...setting.room, mode: room.mode } } : setting;
}

/** What a person is told who may not change something, and what to do instead. Pure. */
export function refusalLine(refusal: Refused, { room, isAdmin }: Pick<Setting, 'room' | 'isAdmin'>): Line {
  if (refusal.why === 'rule') return (say) => say('command.not-allowed', { why: refusal.because(say) });
  const instead = room.kind === 'dm' || isAdmin ? 'command.room-normal' : 'command.ask-elsewhere';
  return (say) => say('command.look-only', { instead: say(instead) });
}
