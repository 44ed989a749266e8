// What old tool results look like. Every tool declares how its results age: left out, one line, one line with the handle,
// one line that says what they were for, whole, or a mix by length and age. Whatever the rule, what is left out can be read
// again by the handle. Pure; when results become old is policy.ts.

import { estimate } from '../budget/estimate.ts';
import type { RecordedCall } from '../entry.ts';
import { NOTICE } from '../notices.ts';
import { oneLine } from '../text.ts';

/** How a tool's old results appear. `offload` says how to read them, `summarise` also what the result was for. */
type AgeingRule = 'drop' | 'stub' | 'offload' | 'summarise' | 'keep';

/**
 * A rule; or `short` for results up to so many estimated tokens and `long` for longer ones; `older`, if given, once the
 * boundary has moved over them a second time.
 */
export type Ageing =
  | AgeingRule
  | {
      readonly upTo: number;
      readonly short: AgeingRule;
      readonly long: AgeingRule;
      readonly older?: AgeingRule;
    };

/** How old an entry is: after the elision boundary, before it, before the one that was there earlier. */
export type Age = 'new' | 'old' | 'older';

/** What a result was for: its call, and the sentence with which the model went on. */
export interface Purpose {
  readonly call: RecordedCall | null;
  readonly answer: string;
}

const GIST = 30;
const ARGUMENTS = 24;

interface Result {
  readonly name: string;
  readonly text: string;
  readonly ok: boolean;
  readonly handle: string;
  readonly gist?: string;
}

/**
 * A tool result as it appears at an age. Never longer than the result itself, never empty.
 *
 * @param again true if the same was read again later, before the boundary
 */
export function aged(result: Result, ageing: Ageing, age: Age, purpose: Purpose, again = false): string {
  if (age === 'new') return result.text;
  if (again) return shorter(`[${NOTICE.readAgain} To read this one: recall ${result.handle}]`, result);
  const rule = ruleOf(ageing, result.text, age);
  if (rule === 'keep') return result.text;
  if (rule === 'drop') return shorter(dropped(result), result);
  if (rule === 'summarise') return shorter(summarised(result, purpose), result);
  const short =
    rule === 'offload' ? stub(result, result.handle) : `${gistIn(result)} [rest left out: ${result.handle}]`;
  return shorter(short, result);
}

function ruleOf(ageing: Ageing, text: string, age: Age): AgeingRule {
  if (typeof ageing === 'string') return ageing;
  if (age === 'older' && ageing.older !== undefined) return ageing.older;
  return estimate(text) <= ageing.upTo ? ageing.short : ageing.long;
}

function shorter(short: string, result: Result): string {
  return short.length < result.text.length ? short : result.text || dropped(result);
}

/** What stays of a result in one line, and the handle by which it can be read again. */
export function stub(result: Pick<Result, 'text' | 'gist'>, handle: string | null): string {
  const gist = gistIn(result);
  return handle === null ? `${gist} [rest left out]` : `${gist} [rest left out; recall ${handle} reads it]`;
}

function summarised(result: Result, { call, answer }: Purpose): string {
  const asked = call === null ? result.name : `${call.name} ${oneLine(call.arguments, ARGUMENTS)}`;
  const said = answer === '' ? '' : `${oneLine(answer, GIST)} `;
  return `${asked}: ${said}${gistIn(result)} [rest left out; recall ${result.handle} reads it]`;
}

function gistIn({ text, gist }: Pick<Result, 'text' | 'gist'>): string {
  return gist ?? oneLine(text, GIST);
}

function dropped({ ok, handle }: Result): string {
  return ok ? `[old result left out: ${handle}]` : `[failed; details left out: ${handle}]`;
}
