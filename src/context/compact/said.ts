// Who said what in the entries that go away, sentence by sentence, and what a turn's requests came to.
import { type Term, termsOf } from '../../memory/words.ts';
import { type Entry, isTurnStart } from '../entry.ts';
import { ownWords, quotedWords } from '../render/provenance.ts';
import { speakerName } from '../text.ts';
import { asks, isAtOnce, isChatter, isEmptyHanded, isQuestion, needs, putsOff } from './salient-words.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** An earlier request counts as answered if an answer speaks of this share of its words. */
const MOSTLY = 0.75;

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
  answer: string;
  failed: boolean;
  terms: ReadonlySet<string> | null;
}

/** The sentences of entries, oldest first. Entries of other types say nothing. */
export function saidIn(entries: readonly Entry[]): readonly Said[] {
  const said: Said[] = [];
  let turn: Turn = { answer: '', failed: false, terms: null };
  const add = (text: string, source: Source, speaker?: string): void => {
    for (const sentence of sentencesOf(text)) said.push({ ...sentence, source, speaker, turn });
  };
  for (const entry of entries) {
    switch (entry.type) {
      case 'user':
        if (isTurnStart(entry)) turn = { answer: '', failed: false, terms: null };
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
        add(entry.payload.text.replace(FRAMES, ''), 'tool');
        break;
      case 'fired':
        add(`Reminder ${entry.payload.handle} for ${entry.payload.to}: ${entry.payload.text}`, 'task');
        break;
      case 'task':
        add(`Task ${entry.payload.handle} of ${entry.payload.by}: ${entry.payload.text}`, 'task');
        break;
      default:
        break;
    }
  }
  return said;
}

/** 3: put off, a need, or a request without an answer; 2: a bare question without one, or one about something else; 1: settled. */
export function requestStrength(one: Said): 0 | 1 | 2 | 3 {
  const plain = asks(one.text);
  if (!plain && !isQuestion(one.text)) return needs(one.text) ? 3 : 0;
  const { turn } = one;
  if (plain && putsOff(one.text)) return 3;
  const empty = turn.answer === '' || turn.failed || isEmptyHanded(turn.answer);
  if (isChatter(one.text)) return empty && plain ? 1 : 0;
  if (isAtOnce(one.text)) return turn.answer === '' || turn.failed ? 2 : plain ? 1 : 0;
  if (empty) return plain ? 3 : 2;
  if (sharesWords(one.text, turn)) return plain ? 1 : 0;
  return needs(one.text) ? 3 : plain ? 2 : 0;
}

/** True if the turn's answer speaks about what was asked. */
function sharesWords(text: string, turn: Turn): boolean {
  const terms = termsOf(text);
  const found = shared(terms, turn);
  return found >= 2 || (found === 1 && terms.length <= 3);
}

/** True if one of these turns answered what was asked before them. */
export function isAnswered(text: string, turns: ReadonlySet<Turn>): boolean {
  const terms = termsOf(text);
  if (terms.length < 2) return false;
  return [...turns].some(
    (turn) => !turn.failed && !isEmptyHanded(turn.answer) && shared(terms, turn) >= MOSTLY * terms.length,
  );
}

/** How many of the terms the turn's answer speaks of. */
function shared(terms: readonly Term[], turn: Turn): number {
  turn.terms ??= new Set(termsOf(turn.answer.slice(0, 4000), 400).map((term) => stem(term.text)));
  return terms.filter((term) => turn.terms?.has(stem(term.text))).length;
}

function stem(word: string): string {
  return word.slice(0, 4);
}
