// Whether a claim's time or subject is known from others' words alone: a quote, a file, code, another person's words.
import type { Claim } from '../../../claims/index.ts';
import type { NewEntry } from '../../../context/entry.ts';
import { splitWhen } from '../../../schedule/parse/index.ts';
import { isOthersAlone, wordsInSight } from '../facts/words-in-sight.ts';
import type { RunningTurn } from '../state.ts';
import { agrees } from './from-words.ts';

/** Characters of others' words, and of a line of them, in which a time is looked for. */
const longestRead = 4000;
const longestLine = 300;

/** @param entries what the turn has brought so far, its messages first */
export function restsOnOthers({ facts }: RunningTurn, entries: readonly NewEntry[], claim: Claim): boolean {
  const sight = wordsInSight([...facts.path, ...entries], facts.person.id);
  if (sight.others.trim() === '') return false;
  const { askedAt: now, person } = facts;
  const options = { now, zone: person.zone ?? 'UTC', locale: person.locale };
  const when = claim.when ? (splitWhen(claim.sentence, options)?.when ?? '') : '';
  if (isOthersAlone(`${claim.said.join(' ')} ${when}`, sight)) return true;
  if (!claim.due) return false;
  const tells = (text: string) =>
    text.split('\n').some((line) => {
      const found = splitWhen(line.slice(0, longestLine), options)?.result;
      return found?.ok === true && agrees(claim, found.first, options.zone);
    });
  return tells(sight.others.slice(0, longestRead)) && !tells(sight.own.slice(-longestRead));
}
