// The one sentence that takes a promise back, in the language of the reply. It states what is not so, and promises nothing.
import { tagOf } from '../language/languages.ts';
import { sayIn } from '../language/say.ts';
import type { ClaimKind } from './claim.ts';

/** The sentence for a claim of this kind, in the language of this BCP 47 tag; English where we do not speak it, or write it otherwise. */
export const takeBack = (kind: ClaimKind, language: string): string =>
  sayIn((language !== 'hi-Latn' && tagOf(language)) || 'en')(`taken-back.${keptOf(kind)}`);

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
