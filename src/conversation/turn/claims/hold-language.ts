// An answer in another language than the person's, which nobody asked for, is asked again once. Where either language is not
// clear, or their words speak of a language or of translating, nothing is asked.
import type { LoopOutcome } from '../../../agent/loop.ts';
import { englishName, type Tag, tagOf } from '../../../language/languages.ts';
import { recognise } from '../../../language/recognise.ts';
import type { RunningTurn } from '../state.ts';

/** Words of translating, and the languages' names as people write them. */
const SPEAKS_OF_LANGUAGES =
  /translat|übersetz|traduc|traduz|tradu[ií]|vertaal|перевод|перевед|翻译|翻譯|翻訳|訳して|अनुवाद|ترجم|language|sprache|idioma|langue|lingua|taal\b|язык|语言|言語|भाषा|لغة|english|englisch|ingl[eé]s|anglais|inglese|engels|английск|英语|英語|अंग्रेज|إنجليزي|german|deutsch|alem[aá]n|allemand|tedesco|spanish|spanisch|español|espagnol|french|französisch|franc[eé]s|français|japanes|日本語|chinese|中文|italian|portug|russ|русск|arab|العربية|hindi|हिन्दी|dutch|holländ|niederländ|nederlands|latin/iu;

/** Shorter answers, "OK" or a name, are of no language. In letters. */
const SHORTEST = 25;
/** An answer of so many words that are neither names nor quoted is in a language, though few of them are frequent ones. */
const TELLING = 8;

/**
 * @param known the language that the person is known to write in; null if it is not known
 * @returns the two languages, if an answer is in another than the words that it answers. Pure.
 */
export function otherLanguage(
  words: string,
  reply: string,
  known: Tag | null = null,
): { readonly wanted: Tag; readonly got: Tag } | null {
  if (SPEAKS_OF_LANGUAGES.test(words)) return null;
  const wanted = recognise(words) ?? (wordsIn(words).some((word) => ENGLISH.has(word)) ? null : known);
  if (wanted === null) return null;
  const got = languageOfReply(reply);
  return got === null || wanted === got ? null : { wanted, got };
}

function languageOfReply(reply: string): Tag | null {
  if ((reply.match(/\p{L}/gu)?.length ?? 0) < SHORTEST) return null;
  const own = withoutNames(reply);
  return recognise(own) ?? (isEnglish(wordsIn(own)) ? 'en' : null);
}

/** Without what is quoted, and without words in capitals that open no sentence. */
const withoutNames = (text: string): string =>
  text
    .replace(/["“„«][^"”“»\n]*["”“»]|`[^`\n]*`/gu, ' ')
    .replace(/(?<![.!?…\n]\s*|^\s*)\b\p{Lu}[\p{L}\p{M}'’]*/gu, ' ');

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}]+(?:'\p{L}+)?/gu) ?? [];

/** Words of English talk that no other language has; "a" and "on" are others' words too. */
const ENGLISH = new Set(
  "the and of to is are was were be been it it's that's this that with for from you your you're i'm i'll i've my we they them their have has had do does don't doesn't can't will would could should not what when where how who why there here some any take get make sounds like just good great nice hard day time well sorry hope feel little right know think let's sure about than then very oh no yes".split(
    ' ',
  ),
);
/** So many of the words must be of it. */
const SHARE = 0.5;

function isEnglish(words: readonly string[]): boolean {
  const said = words.filter((word) => ENGLISH.has(word)).length;
  return words.length >= TELLING && said >= 3 && said / words.length >= SHARE;
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
  const found = otherLanguage(words, outcome.text, tagOf(facts.person.language ?? ''));
  if (!found) return outcome;
  services.log.info({ conversation: facts.conversation.id, ...found }, 'a reply was in another language');
  const [wanted, got] = [found.wanted, found.got].map(englishName);
  const message = `[Your reply is in ${got}, but the person writes in ${wanted}. Write the same reply in ${wanted}. Call no tool.]`;
  const again = await askAgain(outcome, message);
  const isBetter = again.status === 'done' && recognise(again.text) !== found.got;
  return isBetter ? again : { ...again, text: outcome.text, status: 'done' };
}
