// Whether a call rests on words that the person only quotes: "Bob wrote: 'remind me tomorrow at 9 ...'. What does he mean?" asks
// for nothing. Where time and matter of a call stand in a quote alone, the person's own words must ask for it. Pure.
import { withoutQuotations } from '../../../claims/quotations.ts';
import { quotedWords } from '../../../context/render/provenance.ts';
import { splitWhen, type WhenOptions } from '../../../schedule/parse/index.ts';
import { runsOf } from '../../../text/fence.ts';
import { countAlone, isOthersAlone, ownProse, type WordsInSight } from './words-in-sight.ts';

/** What a call that stores something says. */
export interface Order {
  readonly matter: string;
  /** When it falls due, in words; absent for what has no time. */
  readonly when?: string;
}

/** A message's own words, and what is quoted in it: by marks before its lines, by quotation marks, as code. */
export function apart(text: string): WordsInSight {
  const code = runsOf(text).flatMap(({ fence, lines }) => (fence === null ? [] : lines));
  const { rest, quotations } = withoutQuotations(ownProse(text));
  return { own: rest, others: [quotedWords(text), ...code, ...quotations].filter(Boolean).join('\n') };
}

/** Whether a call's matter, and its time if it has one, are known from a quote alone. */
export function isOfQuote({ matter, when }: Order, sight: WordsInSight, options: WhenOptions): boolean {
  if (sight.others.trim() === '') return false;
  if (when === undefined) {
    const { alone, shared } = countAlone(matter, sight);
    return alone > 0 && alone >= shared;
  }
  // a time that nobody but the quote names may have been written anew
  const isTimed = sight.own.split('\n').some((line) => splitWhen(line.slice(0, LONGEST), options) !== null);
  return isOthersAlone(matter, sight) && (!isTimed || isOthersAlone(when, sight));
}

/** Characters of a line in which a time is looked for. */
const LONGEST = 300;

/** "Do what Bob says", "set that", "go ahead", with what is quoted beside it. */
const OBEYS =
  /\b(?:do (?:it|that|this|so|what|as)|go ahead|(?:set|put|add|store|save|note|schedule|keep) (?:it|that|this|those|these|them|both|all)|take care of|yes|please do)\b|\b(?:mach|tu|stell|trag|merk|notier)e? (?:das|es|dir|bitte|was|sie)\b|\b(?:fais|mets|note|ajoute)[- ](?:le|la|les|ça|cela|ce)\b|(?<!\p{L})(?:hazlo|haz (?:eso|lo)|ponlo|apúntalo|guárdalo|faz isso|faça|anota isso|fallo|fai (?:come|così|quello)|segnalo|doe (?:dat|het|wat)|zet (?:dat|het)|noteer (?:dat|het)|сделай|поставь|запиши|запомни|kar ?do|laga ?do|yaad rakh)(?!\p{L})|कर दो|कर दीजिए|लगा दो|याद रख|افعل|نفذ|سجل|احفظ|照做|照办|设上|记下|记住|やって|登録して|設定して|覚えて|メモして/iu;

/** Whether the person's own words, without what they quote, tell the bot to do what is quoted. */
export const obeys = (own: string): boolean =>
  OBEYS.test(own) && !(/[?？؟]\s*$/u.test(own) && !/\b(?:can|could|would|will) (?:you|u)\b/iu.test(own));
