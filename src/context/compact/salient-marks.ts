// What a sentence must not lose: identifiers, names, numbers. By form alone, since no list knows them: a ticket number is
// letters with digits, a name is a capital inside a sentence. Every pattern is tried on short pieces only, see sentences.ts.

import { isStopword } from '../../memory/stopwords.ts';
import { fold } from '../../memory/words.ts';

export type MarkKind = 'identifier' | 'name' | 'number';

export interface Mark {
  readonly text: string;
  readonly kind: MarkKind;
  readonly at: number;
  /** 3: cannot be guessed again (a ticket, an address, a full name); 2: likely matters; 1: may. */
  readonly strength: 1 | 2 | 3;
}

const MONTHS =
  'jan(?:uary|uar|vier|eiro)?|feb(?:ruary|ruar)?|mar(?:ch|s|zo|ço)?|märz|maart|apr(?:il|ile)?|may|mai|mayo|maggio|maio|mei|june?|juni|juin|junio|giugno|junho|july?|juli|juillet|julio|luglio|julho|aug(?:ust|ustus)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|settembre|setembro|o[ck]t(?:ober|obre|ubre)?|ottobre|outubro|nov(?:ember|embre|iembre)?|novembro|de[cz](?:ember|embre|embro)?|diciembre|dicembre|février|fevereiro|febbraio|febrero|janvier|januari|enero|gennaio|janeiro|abril|avril|aprile|décembre|dezembro|giugno';
const UNITS =
  '%|‰|€|£|¥|EUR|USD|GBP|CHF|JPY|SEK|PLN|BRL|INR|euros?|dollars?|pounds?|francs?|kg|g|mg|t|tons?|tonnes?|km|m|cm|mm|mi|ft|m²|m2|l|ml|GB|MB|TB|KB|kW|kWh|MW|V|A|°C|°F|ms|fps|px|pcs|units?|pallets?|crates?|boxes|seats|licen[cs]es|people|persons|guests|Stück|Personen|Paletten|personas|personnes|pessoas|persone|personen|万|円|元|원';
const SPANS =
  'seconds?|minutes?|min|hours?|hrs?|h|days?|weeks?|months?|years?|Sekunden|Minuten|Stunden?|Tagen?|Tage|Wochen?|Monate?n?|Jahre?n?|minutos|horas?|días?|dias?|semanas?|meses|años?|anos?|heures?|jours?|semaines?|mois|ans|ore|giorni|settimane|mesi|anni|uur|dagen|weken|maanden|jaar|am|pm|Uhr';
const NUMBER = "\\d+(?:[.,’'\\u00a0\\u202f ]\\d{3})*(?:[.,]\\d+)?";
const B = '(?<![\\p{L}\\p{N}_])';
const E = '(?![\\p{L}\\p{N}_])';

interface Pattern {
  readonly kind: MarkKind;
  readonly strength: Mark['strength'];
  /** What a sentence with such a mark has, where the test is slow to find out that there is none. */
  readonly has?: RegExp;
  readonly test: RegExp;
}

const DIGIT = /\d/;

/** In this order; what one took, no later one takes. */
const patterns: readonly Pattern[] = [
  { kind: 'identifier', strength: 3, test: /\bhttps?:\/\/[^\s"'`()‹›<>]{3,300}/giu },
  {
    kind: 'identifier',
    strength: 3,
    has: /@/,
    test: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu,
  },
  { kind: 'identifier', strength: 3, test: /(?<![\p{L}\p{N}_@])[@#][\p{L}\p{N}_][\p{L}\p{N}_.-]{1,60}/giu },
  {
    kind: 'identifier',
    strength: 2,
    has: DIGIT,
    test: new RegExp(`${B}\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2})?Z?)?${E}`, 'gu'),
  },
  {
    kind: 'identifier',
    strength: 2,
    has: DIGIT,
    test: new RegExp(`${B}\\d{1,2}([./])\\d{1,2}(?:\\1(?:\\d{4}|\\d{2})|\\.)${E}`, 'gu'),
  },
  {
    kind: 'identifier',
    strength: 2,
    has: DIGIT,
    test: new RegExp(
      `${B}\\d{1,2}(?:st|nd|rd|th|\\.|º|er)? (?:of |de |d')?(?:${MONTHS})\\b\\.?(?:,? (?:de |del )?\\d{4})?${E}`,
      'giu',
    ),
  },
  {
    kind: 'identifier',
    strength: 2,
    has: DIGIT,
    test: new RegExp(`${B}(?:${MONTHS})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?${E}`, 'giu'),
  },
  {
    kind: 'identifier',
    strength: 2,
    has: DIGIT,
    test: /\d{1,4}(?:年\d{1,2})?月(?:\d{1,2}日)?|\d{1,2}월 ?\d{1,2}일/gu,
  },
  {
    kind: 'identifier',
    strength: 3,
    test: /(?<![\p{L}\p{N}_])(?:~|\.{1,2}|[A-Za-z]:)?[\\/](?:[\w.@-]{1,60}[\\/]){1,12}[\w.@-]{0,60}/gu,
  },
  {
    kind: 'identifier',
    strength: 3,
    has: /\.[a-z]{2}/iu,
    test: /(?<![\p{L}\p{N}_/])(?:[\w-]{1,40}\/){0,8}[\p{L}\p{N}_.-]{1,60}\.(?:pdf|xlsx?|docx?|pptx?|csv|tsv|tsx?|jsx?|mjs|py|json|ya?ml|toml|md|txt|png|jpe?g|svg|zip|gz|sql|sh|log|html?|css|env|rs|go|java|xml|ics)(?![\p{L}\p{N}])/giu,
  },
  {
    kind: 'identifier',
    strength: 2,
    has: DIGIT,
    test: new RegExp(
      `(?:[€$£¥₹]|${B}(?:EUR|USD|GBP|CHF|JPY|SEK|BRL|R\\$) ?) ?${NUMBER}(?: ?(?:k|m|bn|million|Mio|Mrd))?${E}`,
      'gu',
    ),
  },
  {
    kind: 'identifier',
    strength: 3,
    has: DIGIT,
    test: /(?<![\p{L}\p{N}_.,+])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ ./-]?\d{2,5}){1,5}|\(?0\d{1,5}\)?[ /.-]\d{2,5}(?:[ .-]?\d{2,5}){0,4}|\d{3}-\d{3,4}(?:-\d{4})?)(?![\p{L}\p{N}_])/gu,
  },
  {
    kind: 'number',
    strength: 1,
    has: DIGIT,
    test: new RegExp(`${B}\\d{1,2}(?:[:.]\\d{2})? ?(?:${SPANS})${E}|${B}\\d{1,2}[:h]\\d{2}${E}`, 'giu'),
  },
  {
    kind: 'identifier',
    strength: 2,
    has: DIGIT,
    test: new RegExp(`${B}${NUMBER} ?(?:k |m |bn |million |Mio\\.? )?(?:${UNITS})${E}`, 'gu'),
  },
  {
    kind: 'identifier',
    strength: 3,
    has: DIGIT,
    test: /(?<![\p{L}\p{N}_])v?\d{1,4}(?:\.\d{1,5}){2,4}(?:[-+][\w.]{1,20})?(?![\p{L}\p{N}_])/giu,
  },
  {
    kind: 'number',
    strength: 1,
    has: DIGIT,
    test: new RegExp(`${B}\\d{1,4}(?:st|nd|rd|th|ème|er)${E}`, 'gu'),
  },
  {
    kind: 'identifier',
    strength: 3,
    has: /^(?=\D*\d)[^A-Za-z]*[A-Za-z]/,
    test: /(?<![\p{L}\p{N}_])(?=[A-Za-z\d_./-]{0,60}\d)(?=[\d_./-]{0,40}[A-Za-z])[A-Za-z\d]{1,64}(?:[-_/.][A-Za-z\d]{1,64}){0,8}(?![\p{L}\p{N}_])/gu,
  },
  {
    kind: 'identifier',
    strength: 2,
    test: /(?<![\p{L}\p{N}_])(?:[A-Za-z]{1,40}(?:_[A-Za-z\d]{1,40}){1,8}|[a-z]{2,30}(?:[A-Z][a-z\d]{1,30}){1,6}|[A-Z][a-z]{1,30}(?:[A-Z][a-z\d]{1,30}){1,6})(?![\p{L}\p{N}_])/gu,
  },
  {
    kind: 'number',
    strength: 1,
    has: DIGIT,
    test: /(?<![\p{L}\p{N}_])\d{1,3}(?:_\d{3}){1,4}(?![\p{L}\p{N}_])/gu,
  },
  {
    kind: 'number',
    strength: 1,
    has: DIGIT,
    test: new RegExp(`${B}(?:\\d{2,}(?:[.,]\\d+)*|\\d+[.,]\\d+)${E}`, 'gu'),
  },
];

const CAP = "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’-]*";
const SEQUENCE = new RegExp(
  `(?<![\\p{L}\\p{N}_'’-])(?:${CAP}|\\p{Lu}\\.)(?: (?:(?:van|von|de|da|dos|del|della|der|den|di|du|la|le|bin|al|&) ){0,2}(?:${CAP}|\\p{Lu}\\.)){0,4}`,
  'gu',
);
const QUOTED = /["“„«「『]([^"“”„«»「」『』]{2,60})["”“»」』]/gu;
const HONOURED =
  /[\p{Script=Han}\p{Script=Katakana}ー]{1,6}(?=さん|様|氏|先生|经理|經理|总监|女士)|[\p{Script=Hangul}]{2,4}(?= ?(?:씨|님))/gu;
const CUE =
  /(?<!\p{L})(?:named|called|name is|name's|heißt|namens|se llama|s'appelle|si chiama|(?:se )?chama(?:-se)?|heet|(?:kund(?:e|in)|lieferant(?:in)?|firma|kolleg(?:e|in)|client|customer|supplier|vendor|contact|proveedor|fournisseur|fornitore|fornecedor|leverancier)(?: is| ist| es| est| è| é|:)?) *$/iu;
const TITLE =
  /(?<!\p{L})(?:mr|mrs|ms|dr|prof|herrn?|frau|mme|mlle|m|sra?|señora?|signora?|sig|dona?|mevrouw|meneer)\.? *$/iu;
const GREETING =
  /(?<!\p{L})(?:hi|hello|hey|thanks|thank you|thx|hallo|danke|merci|salut|gracias|hola|ciao|grazie|olá|oi|obrigad[oa]|hoi|bedankt|dear|liebe[r]?|good|morning),? *$/iu;
const GERMAN =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|einen|ich|wir|mit|für|auf|zu|zum|zur|im|den|dem|bitte|kannst|noch|auch)(?!\p{L})/giu;
const TITLES = new Set(
  'mr mrs ms dr prof herr herrn frau mme mlle sr sra señor señora signor signora sig dona'.split(' '),
);
const NOT_NAMES = new Set(
  `api url pdf ceo cfo cto coo fyi asap ok utc cet gmt est html json sql http https usb tv pr qa hr it eu us uk usa ai faq eta
  eod todo lol omg btw imo kpi roi vat ps am pm cc id vs csv info warn error debug true false null
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  january february march april may june july august september october november december
  januar februar märz mai juni juli oktober dezember i'm i'll i've i'd
  english german french spanish italian dutch portuguese european american christmas easter peacrab`.split(
    /\s+/,
  ),
);

/** The marks of one sentence of prose, in their order. Names too if `names`. */
export function marksIn(sentence: string, names = true): readonly Mark[] {
  const taken = new Uint8Array(sentence.length);
  const marks: Mark[] = [];
  const add = (text: string, at: number, kind: MarkKind, strength: Mark['strength']): void => {
    const end = at + text.length;
    if (text === '' || taken.subarray(at, end).includes(1)) return;
    taken.fill(1, at, end);
    marks.push({ text, kind, at, strength });
  };
  for (const { has, test, kind, strength } of patterns) {
    if (has && !has.test(sentence)) continue;
    // Most match nothing, and a search is several times cheaper than the iterator of matchAll.
    if (sentence.search(test) < 0) continue;
    for (const found of sentence.matchAll(test))
      add(found[0].replace(/[.,;:!?)\s'"*_]+$/u, ''), found.index, kind, strength);
  }
  if (names) {
    for (const found of sentence.matchAll(QUOTED)) {
      const inner = found[1] ?? '';
      if (/\p{L}/u.test(inner)) add(inner, found.index + 1, 'name', 2);
    }
    for (const found of sentence.matchAll(HONOURED)) add(found[0], found.index, 'name', 2);
    for (const name of namesIn(sentence)) add(name.text, name.at, 'name', name.strength);
  }
  return marks.sort((one, other) => one.at - other.at);
}

function* namesIn(sentence: string): Generator<Pick<Mark, 'text' | 'at' | 'strength'>> {
  if (!/\p{Lu}/u.test(sentence)) return;
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const capitals = sentence.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters === 0 || capitals > 0.5 * letters) return;
  const german = (sentence.match(GERMAN)?.length ?? 0) >= 2;
  const start = sentence.search(/[\p{L}\p{N}]/u);
  for (const found of sentence.matchAll(SEQUENCE)) {
    let { index: at } = found;
    let words = found[0].split(' ');
    const whole = words.length;
    const before = sentence.slice(Math.max(0, at - 24), at);
    // The full stop of a title ends no sentence.
    const first = at === start || (!TITLE.test(before) && /[:.!?]["'”»)]? $/u.test(before));
    while (words.length > 0 && (isNoName(words[0] ?? '') || (first && words.length === whole))) {
      at += (words[0] ?? '').length + 1;
      words = words.slice(1);
      if (first && words.length < whole && !isNoName(words[0] ?? '')) break;
    }
    while (words.length > 0 && isNoName(words.at(-1) ?? '')) words = words.slice(0, -1);
    const text = words.join(' ').replace(/['’]s?$/u, '');
    if (text.length < 2) continue;
    const titled = TITLE.test(sentence.slice(Math.max(0, at - 12), at)) || CUE.test(before);
    if (titled || words.length > 1) yield { text, at, strength: 3 };
    else if (whole > 1) yield { text, at, strength: 2 };
    else if (GREETING.test(before)) continue;
    else if (!german) yield { text, at, strength: 2 };
    else if (!/(?:\p{Ll}(?:e|en|er|es|em)|der|die|das|im|am|zum|zur|vom|mehr|viel|\d) $/u.test(before))
      yield { text, at, strength: 1 };
  }
}

function isNoName(word: string): boolean {
  const plain = word
    .toLowerCase()
    .replace(/[.'’]+$/u, '')
    .replaceAll('’', "'");
  return (
    plain.length < 2 ||
    TITLES.has(plain) ||
    NOT_NAMES.has(plain) ||
    isStopword(fold(plain)) ||
    (word.length === 2 && word.endsWith('.'))
  );
}
