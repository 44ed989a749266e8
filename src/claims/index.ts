// Promises: what a reply claims, held against the rows. The pure part of the room.
import { endsWithin } from '../text/reading-limits.ts';
import { languagesOf } from './language/index.ts';
import { normal } from './text.ts';

export type { Ask, SettledAsk } from './asks/ask.ts';
export { heardIn, settle } from './asks/ledger.ts';
export { readAsks } from './asks/read-asks.ts';
export type { Claim, ClaimKind, Due } from './claim.ts';
export { findClaims, readingOf } from './detect.ts';
export { mended } from './mend.ts';
export { mayMean, names, type Row } from './reconcile/match.ts';
export type { State, Verdict } from './reconcile/reconcile.ts';
export { reconcile } from './reconcile/reconcile.ts';
export { readRequest } from './request.ts';
export { telling } from './subject.ts';
export { takeBack } from './take-back.ts';

/** BCP 47 tag (`de`, `hi-Latn`) of the language a text is in, as far as it can be told. */
export const languageOf = (text: string, hint: string): string =>
  languagesOf(normal(endsWithin('request', text)), hint.slice(0, 2))[0]?.code ?? 'en';
