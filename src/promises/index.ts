// Promises: what a reply claims, held against the rows. The pure part of the room.
export type { Claim, ClaimKind, Due, When } from './claim.ts';
export type { DetectOptions } from './detect.ts';
export { findClaims } from './detect.ts';
export type { Row } from './match.ts';
export type { State, Verdict } from './reconcile.ts';
export { reconcile } from './reconcile.ts';
