// Texts of a server, as the model may see them: they are an outsider's words, so control characters, line breaks, invisible
// characters and anything like our own tags go, and what is longer than its budget ends after a sentence.
import { estimate, reach } from '../../context/budget/estimate.ts';
import { sentencesOf } from '../../context/compact/sentences.ts';
import { neutral, oneLine } from '../../context/text.ts';

/** Beyond so many times its budget a description is not even looked at. */
const LOOKED_AT = 10;

/** One line of at most so many estimated tokens, cut after a sentence if the first one fits, else after a word. */
export function described(text: string, tokens: number): string {
  const line = tame(text, LOOKED_AT * tokens);
  if (estimate(line) <= tokens) return line;
  let kept = '';
  for (const sentence of sentencesOf(line)) {
    const longer = `${kept} ${sentence.text}`.trim();
    if (estimate(longer) > tokens) break;
    kept = longer;
  }
  if (kept !== '') return kept;
  const most = line.slice(0, reach(line, tokens - 2));
  const space = most.lastIndexOf(' ');
  return `${(space > most.length / 2 ? most.slice(0, space) : most).trimEnd()}…`;
}

/** One line without brackets, tags or invisible characters, of at most so many estimated tokens. */
export function tame(text: string, tokens: number): string {
  return oneLine(neutral(text.toWellFormed().replace(/[\p{Cf}\p{Co}]/gu, '')), tokens);
}
