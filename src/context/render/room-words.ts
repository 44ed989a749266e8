// Anyone may set the name and topic of a room, and the head block shows them. Which of them are labels, and which are text
// from outside. Pure.

/** A label of a room: "general", "team-budget", "Proj Alpha 2". What is longer says something. */
const wordsAtMost = 3;
const charactersAtMost = 30;

const LETTER = /[\p{L}\p{N}]/u;
/** What sentences, addresses and markup are made of, and names of rooms are not. */
const SENTENCE = /[.,:;!?"'`“”„‘’«»<>@/\\[\]{}()=\n。、！？：；]/u;
/** Scripts without spaces: two characters count as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

/** Whether a topic, or what is on now, says anything: an empty one does not, nor does an emoji. */
export const holdsWords = (text: string | null): boolean => text !== null && LETTER.test(text);

/** Whether a name is more than a label: a sentence can be written with hyphens, too. */
export function isMoreThanName(name: string | null): boolean {
  if (name === null || !LETTER.test(name)) return false;
  if ([...name].length > charactersAtMost || SENTENCE.test(name)) return true;
  const unspaced = name.match(UNSPACED)?.length ?? 0;
  const words = name.replace(UNSPACED, ' ').match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
  return words + Math.ceil(unspaced / 2) > wordsAtMost;
}
