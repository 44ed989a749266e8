// Words too common to find a note by, in the languages people write to us in most: the part `stop` of languages/words/. A
// language that has none there still works: its common words only weigh a little more than they should.
import { z } from 'zod';
import { tagsWith, wordsOf } from '../language/words.ts';
import { lazy } from '../process/lazy.ts';

const schema = z.strictObject({
  /** One after the other, with or without their accents. */
  words: z.string().min(1),
});

const all = lazy(
  (): ReadonlySet<string> =>
    new Set(
      tagsWith('stop').flatMap((tag) =>
        wordsOf(tag, 'stop', schema)
          .words.normalize('NFKD')
          .replace(/[\u0300-\u036f]/gu, '')
          .normalize('NFC')
          .trim()
          .split(/\s+/u),
      ),
    ),
);

/** Whether a word, folded as `fold` does, is one of them. @throws PeacrabError LANGUAGE_FILE */
export const isStopword = (word: string): boolean => all().has(word);
