// What became of a stored call, for the log and the counters: who and what, no arguments and no text.
import type { ApprovalId, PersonId } from '../../database/ids.ts';

export interface Noted {
  readonly approval: ApprovalId;
  readonly tool: string;
  /** `unknown`: it was started, and whether it was done is unknown. */
  readonly state: 'asked' | 'approved' | 'denied' | 'expired' | 'withdrawn' | 'done' | 'failed' | 'unknown';
  /** Who decided; null: no one did, or it was said before. */
  readonly by: PersonId | null;
}

export type Note = (noted: Noted) => void;
