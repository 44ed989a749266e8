// An answer in another language than the person's, which nobody asked for, is asked again once. Where either language is not
// clear, or their words speak of a language or of translating, nothing is asked.
import type { LoopOutcome } from '../../../agent/loop.ts';
import { englishName, type Tag } from '../../../language/languages.ts';
import { recognise } from '../../../language/recognise.ts';
import type { RunningTurn } from '../state.ts';

/** Words of translating, and the languages' names as people write them. */
const SPEAKS_OF_LANGUAGES =
  /translat|übersetz|traduc|traduz|tradu[ií]|vertaal|перевод|перевед|翻译|翻譯|翻訳|訳して|अनुवाद|ترجم|language|sprache|idioma|langue|lingua|taal\b|язык|语言|言語|भाषा|لغة|english|englisch|ingl[eé]s|anglais|inglese|engels|английск|英语|英語|अंग्रेज|إنجليزي|german|deutsch|alem[aá]n|allemand|tedesco|spanish|spanisch|español|espagnol|french|französisch|franc[eé]s|français|japanes|日本語|chinese|中文|italian|portug|russ|русск|arab|العربية|hindi|हिन्दी|dutch|holländ|niederländ|nederlands|latin/iu;

/** Shorter answers, "OK" or a name, are of no language. In letters. */
const SHORTEST = 25;

/** @returns the two languages, if an answer is in another than the words that it answers. Pure. */
export function otherLanguage(
  words: string,
  reply: string,
): { readonly wanted: Tag; readonly got: Tag } | null {
  if (SPEAKS_OF_LANGUAGES.test(words)) return null;
  const wanted = recognise(words);
  const got = (reply.match(/\p{L}/gu)?.length ?? 0) < SHORTEST ? null : recognise(reply);
  return wanted === null || got === null || wanted === got ? null : { wanted, got };
}

/**
 * Asks once for an answer in the person's language.
 *
 * @param askAgain asks the model once more, with a message after its reply
 */
export async function holdLanguage(
  { services, facts }: RunningTurn,
  outcome: LoopOutcome,
  askAgain: (said: LoopOutcome, message: string) => Promise<LoopOutcome>,
): Promise<LoopOutcome> {
  if (outcome.status !== 'done' || facts.trigger || facts.room.kind === 'channel') return outcome;
  const words = facts.messages.map(({ text }) => text).join('\n');
  const found = otherLanguage(words, outcome.text);
  if (!found) return outcome;
  services.log.info({ conversation: facts.conversation.id, ...found }, 'a reply was in another language');
  const [wanted, got] = [found.wanted, found.got].map(englishName);
  const message = `[Your reply is in ${got}, but the person writes in ${wanted}. Write the same reply in ${wanted}. Call no tool.]`;
  const again = await askAgain(outcome, message);
  const isBetter = again.status === 'done' && recognise(again.text) !== found.got;
  return isBetter ? again : { ...again, text: outcome.text, status: 'done' };
}
