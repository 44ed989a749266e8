// What the model is told of a claim of its own that does not stand, by its kind: a mail that was not sent is nothing to be stored.
import type { Claim, ClaimKind, Verdict } from '../../../claims/index.ts';
import { NOTICE } from '../../../context/notices.ts';

const NOT_STORED = {
  unbacked: 'nothing of the kind is stored',
  mismatch: 'what is stored does not match it',
};

/** What is so instead, by the kind of the claim. */
const STATE: Readonly<Record<ClaimKind, Readonly<Record<'unbacked' | 'mismatch', string>>>> = {
  reminder: NOT_STORED,
  recurring: NOT_STORED,
  follow_up: NOT_STORED,
  changed: { ...NOT_STORED, unbacked: 'no such reminder was changed' },
  cancelled: {
    unbacked: 'what it names has not been cancelled',
    mismatch: 'what was cancelled does not match it',
  },
  memory: both('nothing has been noted'),
  persona: { unbacked: 'the persona has not been switched', mismatch: 'another persona is on' },
  forgotten: both('no note has been forgotten'),
  undone: both('no change has been taken back'),
  deed: both('it has not been done, and you have no tool for it'),
};

function both(state: string) {
  return { unbacked: state, mismatch: state };
}

/** @param difference what is stored and what is not, where something is */
export function discrepancy({ claim, expect }: Verdict, difference: string | null): string {
  const state = STATE[claim ? toldAs(claim) : 'reminder'][expect === 'mismatch' ? expect : 'unbacked'];
  const way =
    claim?.kind === 'deed'
      ? 'Answer again without that claim.'
      : "Either call the right tool now with the person's own words, or answer again without that claim.";
  return `[${NOTICE.claimed}"${claim?.sentence ?? ''}" But ${state}.${difference === null ? '' : ` ${difference}`} ${way}]`;
}

/** What a claim is taken back as: of what was asked for at a time, and told in words for something else, no reminder is set. */
export function toldAs({ kind, timed, wanted, said }: Claim): ClaimKind {
  const isLoose = kind === 'memory' || (kind === 'persona' && said.length === 0);
  return timed && !wanted && isLoose ? 'reminder' : kind;
}
