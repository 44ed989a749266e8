// The part `claims` of a language's words, languages/words/*.yaml: word lists and patterns. detect.ts knows no language by
// itself. Patterns are matched against text spelled as text.ts spells it; see pattern.ts for their notation.
import { z } from 'zod';
import { claimKinds } from '../claim.ts';

const patterns = z.array(z.string()).readonly();

/**
 * A pattern that claims something. `needs`:
 * - anchor: counts only with a time, a repetition or an outside event beside it, or if the person asked for one
 * - timed: counts only with a time beside it
 * - bare: a mere noun ("6:45 wake-up call"): counts with an hour beside it, if nothing else is being talked about
 * - asked: counts only if the person asked for that kind
 * - passive: says who is told but not by whom; never by another product
 */
const claimRule = z.strictObject({
  kind: z.enum(claimKinds),
  is: z.string(),
  needs: z.enum(['anchor', 'timed', 'bare', 'asked', 'passive']).optional(),
});
export type ClaimRule = z.output<typeof claimRule>;

export const packSchema = z.strictObject({
  /** verbs do not say who acts, so somebody else named in the clause takes the promise */
  bare: z.boolean().optional(),
  /** the "not" may stand after the verb */
  notAfter: z.boolean().optional(),
  /** word lists that patterns refer to by {name} */
  parts: z.record(z.string(), z.string()),
  claims: z.array(claimRule).readonly(),
  not: z.strictObject({
    /** depends on the person speaking again, or merely offers */
    offer: patterns,
    /** can't, won't, doesn't exist */
    refusal: patterns,
    /** would, could, if I had */
    unreal: patterns,
    /** points at the past */
    past: patterns,
    /** "I'll remind you that X is": states a fact; holds unless a time stands before it or a reminder was asked for */
    fact: patterns,
    /** fulfilled in this very reply */
    here: patterns,
    /** lasts only for this reply or thread; bears on memory and persona */
    brief: patterns,
    /** other people's or products' doings */
    others: patterns,
    /** somebody else is quoted; bears on what follows it */
    reported: patterns,
  }),
  /** "unless you tell me otherwise", "if I don't hear from you": no offer */
  silence: patterns,
  /** turns against a refusal or offer: "but" */
  but: z.string(),
  /** "when", "as soon as", "if": an event in the world that a promise may wait for */
  event: z.string(),
  /** takes back what was said before it */
  retract: patterns,
  /** bare confirmations: as a sentence of their own, or before a comma, they confirm what was asked for */
  done: patterns,
  /** weak confirmations: count only with the asked-for time repeated, or when nothing else is said */
  okay: patterns,
  /** what the person's message asks the assistant for; matched without accents */
  wants: z.partialRecord(z.enum(claimKinds), patterns),
  asks: z.strictObject({
    /** to write, translate or repeat a text */
    text: patterns,
    /** "write to me": with a time beside it, a message is to be sent, not composed */
    tome: patterns,
    /** to explain how something works */
    explain: patterns,
    /** about what was said or done */
    recall: patterns,
  }),
  /** every one of them */
  all: z.string(),
  persona: z.strictObject({ normal: z.string() }),
  /** joins items of a list of times: "and", "," */
  and: z.string(),
  /** "and at six again": a further time of the same promise */
  again: z.string(),
  /** before a clock time that is not the promised one: "instead of", "before", "until" */
  aside: z.string(),
});
export type Pack = z.output<typeof packSchema>;

/** The part `recognise`. */
export const recognisedSchema = z.strictObject({
  /** left out by languages in Latin letters */
  script: z.enum(['cyrillic', 'arabic', 'devanagari', 'han', 'kana']).optional(),
  /** frequent words by which the language is told from others of its script, divided by blanks */
  common: z.string(),
  /** names of days and words of assent: they tell languages apart where a text is short; `|` between them */
  telling: z.string(),
  /** letters that few languages have: a regular expression */
  letters: z.string().optional(),
});
