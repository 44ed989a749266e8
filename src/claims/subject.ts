// What a promise or a row is about: its telling words, compared across endings, compounds and scripts. The word
// forms are those of the memory room; on top, words that every reminder shares say nothing.
import { fold, likeness, termsOf } from '../memory/words.ts';
import { normal } from './text.ts';

const SHARED = new Set(
  fold(
    `remind reminder reminders alarm alert ping nudge notify notification schedule scheduled set done check send message tomorrow today
    tonight morning afternoon evening night noon time clock monday tuesday wednesday thursday friday saturday sunday week day daily weekly monthly
    weekday weekdays every hour hours minute minutes january february march april june july august september october november december
    erinnerung erinnern erinnere erinner morgen heute uhr bescheid montag dienstag mittwoch donnerstag freitag samstag sonntag jeden jede tag woche
    rappel rappeler rappelle rappellerai demain aujourd heure heures lundi mardi mercredi jeudi vendredi samedi dimanche chaque jour semaine
    recordatorio recordar recuerdo recuerdame aviso avisar avisame manana hoy hora horas lunes martes miercoles jueves viernes sabado domingo cada semana
    lembrete lembrar lembro avisa amanha hoje segunda terca quarta quinta sexta toda todo dia herinnering herinner herinneren vandaag uur maandag dinsdag
    woensdag donderdag vrijdag zaterdag zondag elke iedere dag promemoria ricordare ricordo avviso avvisami domani oggi lunedi martedi mercoledi giovedi
    venerdi sabato domenica ogni giorno settimana напомню напомни напоминание завтра сегодня утра вечера понедельник вторник среду четверг пятницу субботу
    воскресенье каждый день неделю часов минут 提醒 提醒你 提醒您 明天 今天 早上 下午 晚上 每天 每周 リマインド リマインダー お知らせ 明日 今日 毎日 毎週 yaad
    dila kal aaj baje subah shaam reminder याद दिला कल आज बजे सुबह शाम تذكير ساذكرك غدا اليوم الساعة صباحا مساء`,
  ).split(/\s+/u),
);

/** The telling words of a text, folded, each once. */
export function subjectOf(text: string): readonly string[] {
  const words = termsOf(normal(text).replace(/[❝❞]/gu, ' '), 120).map((term) => term.text);
  return words.filter((word) => !SHARED.has(word) && !/^\d+$/u.test(word) && word.length > 1);
}

/** The telling words of some words; of these, with another text, those that it has too. */
export function telling(words: string, text?: string): readonly string[] {
  const own = subjectOf(words);
  if (text === undefined) return own;
  const there = subjectOf(text);
  return own.filter((word) => overlap([word], there) > 0);
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * How much two lists of words have in common: the count of words of the first that the second answers. Chinese and
 * Japanese words are compared by the characters they share, so another cut makes no difference.
 */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const dense = b.filter((word) => DENSE.test(word)).join('\n');
  let count = 0;
  for (const word of a) {
    if (DENSE.test(word)) {
      const han = [...word].filter((char) => /\p{Script=Han}|\p{Script=Katakana}/u.test(char));
      const pairs = han.slice(1).map((char, i) => `${han[i]}${char}`);
      if (
        dense.includes(word) ||
        pairs.some((pair) => dense.includes(pair)) ||
        (han.length === 1 && dense.includes(han[0] ?? ''))
      )
        count++;
    } else if (b.some((other) => alike(word, other))) count++;
  }
  return count;
}

/** Two forms of one word: the same, the same stem, or the same after the small words Arabic writes onto it. */
function alike(a: string, b: string): boolean {
  if (likeness(a, b) > 0) return true;
  const [x, y] = [bare(a), bare(b)];
  if (x === y) return true;
  const stem = Math.min(x.length, y.length, 5);
  return (
    stem >= (/[\p{Script=Arabic}\p{Script=Devanagari}]/u.test(x) ? 3 : 4) &&
    x.slice(0, stem) === y.slice(0, stem)
  );
}

function bare(word: string): string {
  return word
    .replace(/^(?:و|ف)?(?:بال|كال|لل|ال|ب|ل)(?=\p{L}{3})/u, '')
    .replace(/(?:ات|ين|ون|ها|هم|ك|ه|ة|ي)$/u, '');
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  DENSE,
];

/** Whether two lists of words share a script, so that nothing in common means something. */
export function comparable(a: readonly string[], b: readonly string[]): boolean {
  return SCRIPTS.some((script) => a.some((word) => script.test(word)) && b.some((word) => script.test(word)));
}
