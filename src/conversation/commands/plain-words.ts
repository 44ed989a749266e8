// Messages that are nothing but "stop", "undo that" or "forget that", in the twelve languages: no model is needed for them. Whole
// messages only, so that a sentence which begins so goes to the model.

const STOP = `stop, stop it, stop that | stopp, stop, halt, halt an, hör auf, aufhören | arrête, arrêtez, arrête-toi, stop |
  para, detente, alto | pare, para, pára | fermati, fermo | stop maar, hou op | стоп, остановись, остановитесь | توقف, قف |
  रुको, रुक जाओ, ruko, ruk jao | やめて, 止めて, ストップ | 停, 停止, 停下, 停一下, 住手`;

const UNDO = `undo, undo it, undo that, undo this, take that back, take it back, revert that | rückgängig, rückgängig machen,
  mach das rückgängig, mach es rückgängig, nimm das zurück | annule ça, annule cela, annulez ça, défais ça, reviens en arrière |
  deshaz, deshazlo, deshacer, deshaz eso | desfaz, desfazer, desfaça, desfaz isso, desfaça isso | annullalo, annulla questo, torna indietro |
  ongedaan maken, maak dat ongedaan, maak het ongedaan, draai dat terug | отмени это, верни как было, верни обратно |
  تراجع, تراجع عن ذلك, الغ ذلك | इसे वापस लो, वापस लो, wapas lo, undo karo | 元に戻して, 今のなし, 今のは取り消し, 今のを取り消して |
  撤销, 撤回, 撤销刚才的, 取消刚才的`;

const FORGET = `forget that, forget this | vergiss das, vergiss das wieder, vergiss es wieder | oublie ça, oublie cela, oubliez ça | olvida eso, olvida esto |
  esquece isso, esqueça isso | dimentica questo, dimentica ciò | vergeet dat, vergeet dit | забудь это, забудьте это | انس ذلك, انسى هذا |
  इसे भूल जाओ, ise bhool jao | 今のは忘れて, それは忘れて | 忘掉这个, 忘了这个, 忘记这个`;

const COURTESY =
  'please, pls, bitte, mal bitte, s’il te plaît, stp, por favor, per favore, alsjeblieft, graag, пожалуйста, من فضلك, कृपया, please karo, ください, 吧, 请';

/** Letters without accents, and nothing that ends a sentence. */
const spelled = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/gu, "'")
    .replace(/[\s.!¡。！،,、]+/gu, ' ')
    .trim();

const phrasesOf = (lists: string): ReadonlySet<string> => new Set(lists.split(/[,|]/u).map(spelled));

const phrases = { stop: phrasesOf(STOP), undo: phrasesOf(UNDO), forget: phrasesOf(FORGET) };
/** The longest first: "mal bitte" is tried before "bitte". */
const courtesy = [...phrasesOf(COURTESY)].toSorted((a, b) => b.length - a.length);
/** No phrase with its courtesy is longer, in characters. */
const LONGEST = 60;

/** What a message that is nothing else asks for; null if it is another. Pure. */
export function plainWord(text: string): keyof typeof phrases | null {
  if (text.length > LONGEST) return null;
  const words = withoutCourtesy(spelled(text));
  for (const name of ['stop', 'undo', 'forget'] as const) if (phrases[name].has(words)) return name;
  return null;
}

function withoutCourtesy(words: string): string {
  for (const each of courtesy) {
    if (words.length === each.length) continue;
    if (words.endsWith(each)) return words.slice(0, -each.length).trim();
    if (words.startsWith(each)) return words.slice(each.length).trim();
  }
  return words;
}
