// What may be done, and when to ask: a pure decision from a call, who it is for, where, and what is in the context. The
// first rule that matches decides; the room's mode lies over the rules, and taint over both.
import type { Line } from '../../language/say.ts';
import { type Amendment, amend } from './amend.ts';
import { matches } from './glob.ts';

export type RoomMode = 'look-only' | 'normal' | 'trusted';
export const roomModes: readonly RoomMode[] = ['look-only', 'normal', 'trusted'];

/** One rule: what it leaves out matches everything. Globs: `*` matches any text. */
export interface Rule {
  readonly tool?: readonly string[];
  /** Globs by parameter; a list's or number's text counts. */
  readonly arguments?: Readonly<Record<string, readonly string[]>>;
  /** `slack:U123`, `discord:456`, or `admins`. */
  readonly person?: readonly string[];
  /** A room's id (`slack:T1:C1`), `dm` or `channel`. */
  readonly room?: readonly string[];
  readonly persona?: readonly string[];
  readonly do: 'allow' | 'ask' | 'deny' | 'amend';
  /** By parameter, for `amend`. */
  readonly amend?: Readonly<Record<string, Amendment>>;
  /** Said to the person who is refused or asked. */
  readonly because?: string;
}

/** A call as rules see it. */
export interface AskedCall {
  readonly tool: { readonly name: string; readonly safe: boolean; readonly outside: boolean };
  readonly args: Readonly<Record<string, unknown>>;
}

/** For whom and where. */
export interface Setting {
  readonly person: string;
  readonly isAdmin: boolean;
  readonly room: { readonly id: string; readonly kind: 'dm' | 'channel'; readonly mode: RoomMode };
  readonly persona: string;
}

/** Why something may not be done: the room's mode, or a rule. */
export interface Refused {
  readonly may: false;
  readonly why: 'look-only' | 'rule';
  /** For people where a rule forbids it; the room's mode has a message of its own. */
  readonly because: Line;
}

/** Two things apart: whether, and with which arguments, it may be done at all; and whether a person is asked first. */
export type Verdict =
  | Refused
  | {
      readonly may: true;
      readonly args: Readonly<Record<string, unknown>>;
      /** What a rule has changed in the arguments, a line each. */
      readonly changes: readonly Line[];
      /** Why a person is asked; null: no one is. */
      readonly ask: 'rule' | 'outside' | 'taint' | null;
      readonly because?: string;
    };

/**
 * @param tainted whether the context holds text from outside the principal: then what acts outside asks first
 */
export function decide(rules: readonly Rule[], call: AskedCall, setting: Setting, tainted: boolean): Verdict {
  const { tool } = call;
  if (setting.room.mode === 'look-only' && !tool.safe)
    return {
      may: false,
      why: 'look-only',
      because: () => 'this room is look-only: things may be read here, nothing may be changed',
    };
  const rule = rules.find((each) => applies(each, call, setting));
  if (rule?.do === 'deny')
    return { may: false, why: 'rule', because: (say) => rule.because ?? say('refused.by-rule') };
  const { args, changes } =
    rule?.do === 'amend' ? amend(call.args, rule.amend ?? {}) : { args: call.args, changes: [] };
  const ask = asksFor(rule, tool, setting.room.mode, tainted);
  return { may: true, args, changes, ask, ...(rule?.because === undefined ? {} : { because: rule.because }) };
}

function asksFor(
  rule: Rule | undefined,
  tool: AskedCall['tool'],
  mode: RoomMode,
  tainted: boolean,
): 'rule' | 'outside' | 'taint' | null {
  if (rule?.do === 'ask') return 'rule';
  if (!tool.outside) return null;
  if (tainted) return 'taint';
  return rule?.do === 'allow' || mode === 'trusted' ? null : 'outside';
}

function applies(rule: Rule, { tool, args }: AskedCall, setting: Setting): boolean {
  const { room, person } = setting;
  const { tool: tools, arguments: wanted = {} } = rule;
  if (tools && !tools.some((glob) => matches(glob, tool.name))) return false;
  for (const [name, globs] of Object.entries(wanted))
    if (!globs.some((glob) => matches(glob, textOf(args[name])))) return false;
  if (rule.person && !rule.person.some((who) => (who === 'admins' ? setting.isAdmin : isPerson(who, person))))
    return false;
  if (rule.room && !rule.room.some((where) => where === room.kind || where === room.id)) return false;
  return !rule.persona || rule.persona.includes(setting.persona);
}

/** `slack:U123` names a person in whatever workspace. */
function isPerson(who: string, id: string): boolean {
  const parts = id.split(':');
  return who === id || who === `${parts[0]}:${parts.at(-1)}`;
}

/** An argument as globs are held against it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
