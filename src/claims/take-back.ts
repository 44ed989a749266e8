// The one sentence that takes a promise back, in the language of the reply. It states what is not so, and promises nothing.
import { tagOf } from '../language/languages.ts';
import { sayIn } from '../language/say.ts';
import type { ClaimKind } from './claim.ts';

/**
 * The sentence for a claim of this kind, in the language of this BCP 47 tag; English where we do not speak it, or write it otherwise.
 *
 * @param stands a reminder stands that the claim could mean: then it is not said that none is set
 */
export const takeBack = (kind: ClaimKind, language: string, stands = false): string => {
  const kept = keptOf(kind);
  const say = sayIn((language !== 'hi-Latn' && tagOf(language)) || 'en');
  return say(`taken-back.${kept === 'schedule' && stands ? 'otherwise' : kept}`);
};

function keptOf(kind: ClaimKind) {
  switch (kind) {
    case 'memory':
    case 'persona':
    case 'forgotten':
    case 'undone':
    case 'deed':
      return kind;
    case 'changed':
    case 'cancelled':
      return 'change' as const;
    default:
      return 'schedule';
  }
}
