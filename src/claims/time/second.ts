// The second reading of a time: the schedule room reads the words around it by itself, in the person's locale. It reads
// and writes more than the language packs do; where it names another time, either may be meant.
import { splitWhen } from '../../schedule/parse/index.ts';
import type { When } from '../claim.ts';
import { normal } from '../text.ts';
import { withoutEmoji } from '../voice.ts';
import type { Ref } from './refs.ts';
import { dueOf, type Moment } from './when.ts';

/** A text that a ref was found in: as written, and as patterns see it. */
export type Source = { readonly raw: string; readonly text: string };

/**
 * The time with the second reading of its source as another accepted one. The source's only time, or the one that
 * stands at the ref; a time elsewhere in it is not meant. Unchanged if that reading names none.
 */
export function readAgain(when: When, ref: Ref, source: Source, moment: Moment): When {
  const words = wordsAround(ref, source);
  const split = splitWhen(words, { locale: 'en-GB', ...moment });
  if (!split?.result.ok) return when;
  const said = normal(split.when);
  const at = source.text.indexOf(said, Math.max(0, source.text.indexOf(normal(words))));
  if (at >= 0 && (ref.end <= at || at + said.length <= ref.at)) return when;
  const { schedule, first } = split.result;
  if (schedule.kind !== 'once') return { ...when, alsoRepeats: [schedule] };
  if (when.repeats) return when;
  return { ...when, also: [...when.also, dueOf(first.getTime(), when.timed, moment)] };
}

/** How far from a ref, in characters, its words are looked for: a long sentence costs much, and has other times. */
const REACH = 70;

/** The words around a ref as written; the whole source where places in it and in its spelling for patterns differ. */
function wordsAround(ref: Ref, { raw, text }: Source): string {
  const written = withoutEmoji(raw.replace(/[*_]/gu, ''));
  if (written.length !== text.length) return written;
  const from = ref.at > REACH ? written.lastIndexOf(' ', ref.at - REACH) + 1 : 0;
  const to = written.indexOf(' ', ref.end + REACH);
  return written.slice(from, to < 0 ? undefined : to);
}
