// Facts: what a phrase says, piece by piece, in no order. The grammar turns words into facts, the meaning
// (meaning.ts and its neighbours) turns a bag of facts into a schedule or a refusal.
import type { Part, Unit } from './reading.ts';

/** `free`: am or pm is open. `literal`: a 24-hour form. */
export type Clock = {
  readonly h: number;
  readonly m: number;
  readonly mode: 'free' | 'literal' | 'am' | 'pm';
  /** the word midnight */
  readonly midnight?: true;
  /** written with a leading zero or four digits: no part of the day may add twelve hours */
  readonly strict: boolean;
};

/** seconds are exact; days and weeks are kept apart because a clock time beside them makes them calendar days */
export type Amount = { readonly seconds: number; readonly days: number; readonly months: number };

export type Join = 'one' | 'list' | 'or' | 'range';
export type Which = 'coming' | 'next' | 'this' | 'last' | 'afternext';

export type Fact =
  | { readonly f: 'elapsed'; readonly amount: Amount; readonly past: boolean }
  | { readonly f: 'day'; readonly n: number }
  | { readonly f: 'weekday'; readonly d: number; readonly which: Which; readonly plus: number }
  | {
      readonly f: 'weekdays';
      readonly days: readonly number[];
      readonly join: Join;
      readonly plural: boolean;
      readonly set: boolean;
    }
  | {
      readonly f: 'date';
      readonly y?: number;
      readonly m?: number;
      readonly d: number;
      readonly eve?: boolean;
    }
  | { readonly f: 'dates'; readonly days: readonly number[]; readonly join: Join }
  | { readonly f: 'month'; readonly m: number; readonly y?: number }
  | { readonly f: 'period'; readonly u: Unit; readonly n: number }
  | { readonly f: 'edge'; readonly e: 'end' | 'start'; readonly u: Unit; readonly n: number }
  | { readonly f: 'lastday'; readonly first: boolean }
  | { readonly f: 'nth'; readonly n: number; readonly also?: number; readonly days: readonly number[] }
  | { readonly f: 'clock'; readonly items: readonly Clock[]; readonly join: Join }
  | {
      readonly f: 'part';
      readonly parts: readonly Part[];
      readonly plural: boolean;
      readonly join: Join;
      readonly tied?: true;
    }
  | { readonly f: 'zone'; readonly zone: string }
  | {
      readonly f: 'every';
      readonly n: number;
      readonly unit: Unit | null;
      readonly amount?: Amount;
      readonly ord?: boolean;
      readonly minute?: number;
    }
  | { readonly f: 'offset'; readonly amount: Amount; readonly sign: 1 | -1 }
  | { readonly f: 'except'; readonly days: readonly number[] }
  | { readonly f: 'starting' }
  | { readonly f: 'window'; readonly from: Clock; readonly to: Clock; readonly office: boolean }
  | { readonly f: 'ofunit'; readonly u: Unit }
  | { readonly f: 'sametime'; readonly as: 'reminder' | 'now' | 'either' }
  | { readonly f: 'until' }
  | { readonly f: 'or' }
  | { readonly f: 'times'; readonly n: number };

export type FactOf<F extends Fact['f']> = Extract<Fact, { f: F }>;
