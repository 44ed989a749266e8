// What a language contributes: word lists and patterns, all data. detect.ts knows no language by itself.
// Patterns are matched against text spelled as text.ts spells it; see pattern.ts for their notation.
import type { ClaimKind } from '../claim.ts';

/**
 * A pattern that claims something. `needs`:
 * - anchor: counts only with a time, a repetition or an outside event beside it, or if the person asked for one
 * - timed: counts only with a time beside it
 * - bare: a mere noun ("6:45 wake-up call"): counts with an hour beside it, if nothing else is being talked about
 * - asked: counts only if the person asked for that kind
 * - passive: says who is told but not by whom; never by another product
 */
export type ClaimRule = {
  readonly kind: ClaimKind;
  readonly is: string;
  readonly needs?: 'anchor' | 'timed' | 'bare' | 'asked' | 'passive';
};

export type Pack = {
  readonly code: string;
  /** verbs do not say who acts, so somebody else named in the clause takes the promise */
  readonly bare?: boolean;
  /** the "not" may stand after the verb */
  readonly notAfter?: boolean;
  /** frequent words by which the language is told from others of its script, divided by blanks */
  readonly common: string;
  /** word lists that patterns refer to by {name} */
  readonly parts: Readonly<Record<string, string>>;
  readonly claims: readonly ClaimRule[];
  readonly not: {
    /** depends on the person speaking again, or merely offers */
    readonly offer: readonly string[];
    /** can't, won't, doesn't exist */
    readonly refusal: readonly string[];
    /** would, could, if I had */
    readonly unreal: readonly string[];
    /** points at the past */
    readonly past: readonly string[];
    /** "I'll remind you that X is": states a fact; holds unless a time stands before it or a reminder was asked for */
    readonly fact: readonly string[];
    /** fulfilled in this very reply */
    readonly here: readonly string[];
    /** lasts only for this reply or thread; bears on memory and persona */
    readonly brief: readonly string[];
    /** other people's or products' doings */
    readonly others: readonly string[];
    /** somebody else is quoted; bears on what follows it */
    readonly reported: readonly string[];
  };
  /** "unless you tell me otherwise", "if I don't hear from you": no offer */
  readonly silence: readonly string[];
  /** turns against a refusal or offer: "but" */
  readonly but: string;
  /** "when", "as soon as", "if": an event in the world that a promise may wait for */
  readonly event: string;
  /** takes back what was said before it */
  readonly retract: readonly string[];
  /** bare confirmations: as a sentence of their own, or before a comma, they confirm what was asked for */
  readonly done: readonly string[];
  /** weak confirmations: count only with the asked-for time repeated, or when nothing else is said */
  readonly okay: readonly string[];
  /** what the person's message asks the assistant for; matched without accents */
  readonly wants: Readonly<Partial<Record<ClaimKind, readonly string[]>>>;
  readonly asks: {
    /** to write, translate or repeat a text */
    readonly text: readonly string[];
    /** "write to me": with a time beside it, a message is to be sent, not composed */
    readonly tome: readonly string[];
    /** to explain how something works */
    readonly explain: readonly string[];
    /** about what was said or done */
    readonly recall: readonly string[];
  };
  /** every one of them */
  readonly all: string;
  readonly persona: { readonly normal: string };
  /** joins items of a list of times: "and", "," */
  readonly and: string;
  /** "and at six again": a further time of the same promise */
  readonly again: string;
  /** before a clock time that is not the promised one: "instead of", "before", "until" */
  readonly aside: string;
};
