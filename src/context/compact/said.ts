// Who said what in the entries that go away, sentence by sentence, and what a turn's requests came to.
import { type Term, termsOf } from '../../memory/words.ts';
import { type Entry, isTurnStart } from '../entry.ts';
import { ownWords, quotedWords } from '../render/provenance.ts';
import { speakerName } from '../text.ts';
import {
  asks,
  asksForHelp,
  isAtOnce,
  isChatter,
  isEmptyHanded,
  isQuestion,
  needs,
  putsOff,
} from './salient-words.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** Tools that change something: what they did is in the rows, and their result names it. */
const CHANGES = new Set(['set_reminder', 'change_reminder', 'remember', 'update_tasks', 'switch_persona']);
/** A shorter answer only acknowledges what was asked. In letters and digits. */
const ACKNOWLEDGES = 25;

/** An earlier request counts as answered if an answer speaks of this share of its words. */
const MOSTLY = 0.75;
/** A request counts as stored later if what was changed then names this share of its words. */
const HALF = 0.5;

/** Our own lines around what was read again, and in what was cut: they name handles, which no one needs to keep. */
const FRAMES =
  /^(?:[tme]\S*\d, (?:result of|message of|earlier turns of) .*:|[[(].*recall .*[\])]|\[(?:From outside: .*|End of what came .*)\])$/gmu;

type Source = 'person' | 'task' | 'assistant' | 'tool';

/** A sentence with its place. */
export interface Said extends Sentence {
  readonly source: Source;
  readonly speaker: string | undefined;
  readonly turn: Turn;
}

/** How a turn ended: what its requests came to. */
export interface Turn {
  /** In the order of the turns, from 0. */
  readonly number: number;
  answer: string;
  /** What the tools say that they have changed. */
  done: string;
  failed: boolean;
  terms: ReadonlySet<string> | null;
  /** Those of `done`. */
  doneTerms: ReadonlySet<string> | null;
}

/** The sentences of entries, oldest first. Entries of other types say nothing. */
export function saidIn(entries: readonly Entry[]): readonly Said[] {
  const said: Said[] = [];
  let turn: Turn = begun(0);
  const add = (text: string, source: Source, speaker?: string): void => {
    for (const sentence of sentencesOf(text)) said.push({ ...sentence, source, speaker, turn });
  };
  for (const entry of entries) {
    switch (entry.type) {
      case 'user':
        if (isTurnStart(entry)) turn = begun(turn.number + 1);
        for (const { text, name } of entry.payload.messages) {
          add(ownWords(text), 'person', speakerName(name));
          add(quotedWords(text), 'tool');
        }
        break;
      case 'assistant':
        turn.answer = `${turn.answer}\n${entry.payload.text}`.trim();
        add(entry.payload.text, 'assistant');
        break;
      case 'tool_result':
        turn.failed = !entry.payload.ok;
        if (entry.payload.ok && CHANGES.has(entry.payload.name)) turn.done += `\n${entry.payload.text}`;
        add(entry.payload.text.replace(FRAMES, ''), 'tool');
        break;
      case 'fired':
        add(`Reminder ${entry.payload.handle} for ${entry.payload.to}: ${entry.payload.text}`, 'task');
        break;
      case 'task':
        add(`Task ${entry.payload.handle} of ${entry.payload.by}: ${entry.payload.text}`, 'task');
        break;
      case 'notice':
        if (entry.payload.claim === 'set') turn.done += `\n${entry.payload.text}`;
        break;
      default:
        break;
    }
  }
  return said;
}

const begun = (number: number): Turn => ({
  number,
  answer: '',
  done: '',
  failed: false,
  terms: null,
  doneTerms: null,
});

/** 3: put off, a need, or a request without an answer; 2: one whose answer settles nothing; 0: none, or settled. */
export function requestStrength(one: Said): 0 | 1 | 2 | 3 {
  const plain = asks(one.text);
  if (isStored(one.text, one.turn)) return 0;
  if (!plain && !isQuestion(one.text)) return needs(one.text) ? 3 : 0;
  const { turn } = one;
  if (plain && putsOff(one.text)) return 3;
  const empty = turn.answer === '' || turn.failed || isEmptyHanded(turn.answer);
  if (isChatter(one.text)) return empty && plain ? 1 : 0;
  if (asksForHelp(one.text)) return 0;
  if (isAtOnce(one.text)) return turn.answer === '' || turn.failed ? 2 : 0;
  if (empty) return plain ? 3 : 2;
  if (settles(one.text, turn)) return 0;
  return needs(one.text) ? 3 : plain ? 2 : 0;
}

/** Whether a person's sentence asks for something that was answered: its names and numbers stay, but not to be done again. */
export const isSettled = (one: Said): boolean =>
  one.source === 'person' && (asks(one.text) || isQuestion(one.text)) && requestStrength(one) === 0;

/** True if its turn has changed what a request speaks of: the rows hold it. */
function isStored(text: string, turn: Turn): boolean {
  if (turn.done === '' || !(asks(text) || needs(text))) return false;
  turn.doneTerms ??= stemsOf(turn.done);
  return enough(termsOf(text), turn.doneTerms);
}

/** True if its turn, or one of these after it, has changed what a person's request speaks of. */
export function storedSince(one: Said, turns: Iterable<Turn>): boolean {
  return (
    one.source === 'person' && (isStored(one.text, one.turn) || isStoredBy(one.text, turns, one.turn.number))
  );
}

function isStoredBy(text: string, turns: Iterable<Turn>, after: number): boolean {
  if (!asks(text) && !needs(text)) return false;
  const terms = termsOf(text);
  for (const turn of turns) {
    if (turn.done === '' || turn.number <= after) continue;
    turn.doneTerms ??= stemsOf(turn.done);
    const found = shared(terms, turn.doneTerms);
    if (found >= 2 && found >= HALF * terms.length) return true;
  }
  return false;
}

/** An answer that speaks of what was asked, or that is more than a word of consent or a question back. */
function settles(text: string, turn: Turn): boolean {
  turn.terms ??= stemsOf(turn.answer);
  if (enough(termsOf(text), turn.terms) && !isQuestion(turn.answer)) return true;
  const length = turn.answer.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return !needs(text) && length >= ACKNOWLEDGES && !isQuestion(turn.answer);
}

function enough(terms: readonly Term[], stems: ReadonlySet<string>): boolean {
  const found = shared(terms, stems);
  return found >= 2 || (found === 1 && terms.length <= 3);
}

/** True if one of these turns answered what was asked before them, or stored it. */
export function isAnswered(text: string, turns: ReadonlySet<Turn>): boolean {
  const terms = termsOf(text);
  if (terms.length < 2) return false;
  if (isStoredBy(text, turns, -1)) return true;
  return [...turns].some((turn) => {
    if (turn.failed || isEmptyHanded(turn.answer)) return false;
    turn.terms ??= stemsOf(turn.answer);
    return shared(terms, turn.terms) >= MOSTLY * terms.length;
  });
}

/** How many of the terms are among the stems. */
const shared = (terms: readonly Term[], stems: ReadonlySet<string>): number =>
  terms.filter((term) => stems.has(stem(term.text))).length;

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(termsOf(text.slice(0, 4000), 400).map((term) => stem(term.text)));

function stem(word: string): string {
  return word.slice(0, 4);
}
