// The part `asks` of a language's words: what opens a request that must leave a row. Patterns are matched at the start of a clause,
// in the spelling of text.ts, without accents; in languages whose verb comes last anywhere in it.
import { z } from 'zod';
import { tagsWith, wordsOf } from '../../language/words.ts';
import { lazy } from '../../process/lazy.ts';
import { anyOf, compile } from '../pattern.ts';
import { type AskKind, askKinds } from './ask.ts';

const patterns = z.array(z.string()).readonly();

const schema = z.strictObject({
  /** the verb comes last, or its place is free */
  anywhere: z.boolean().optional(),
  /** what may stand before: "please", "can you" */
  lead: z.string(),
  ...(Object.fromEntries(askKinds.map((kind) => [kind, patterns.optional()])) as Record<
    AskKind,
    z.ZodOptional<typeof patterns>
  >),
  /** asks for nothing, though the words are there: "did you", "how do I" */
  no: patterns.optional(),
});

/** What asks in one language. */
export type AskWords = {
  readonly anywhere: boolean;
  /** matches the words before the verb, from the start of a clause */
  readonly lead: RegExp;
  /** by kind, in the order in which they are tried; to be matched at an index (sticky) */
  readonly kinds: readonly (readonly [AskKind, RegExp])[];
  readonly no: RegExp;
};

const compiledOf = new Map(
  tagsWith('asks').map((tag) => [tag, lazy(() => compiled(wordsOf(tag, 'asks', schema)))] as const),
);

/** The words of a language (BCP 47); null if it has none. */
export const askWordsOf = (tag: string): AskWords | null => compiledOf.get(tag)?.() ?? null;

function compiled(words: z.output<typeof schema>): AskWords {
  return {
    anywhere: words.anywhere === true,
    lead: compile(
      String.raw`^[\s,.:;!¡¿、，。-]*(?:(?:${words.lead})(?![\p{L}\p{M}\p{N}'])[\s,.:;!、，。-]*){0,5}`,
    ),
    kinds: askKinds.flatMap((kind) => {
      const list = words[kind];
      return list ? [[kind, compile(`(?:${list.join('|')})`, {}, true)] as const] : [];
    }),
    no: anyOf(words.no ?? []),
  };
}
