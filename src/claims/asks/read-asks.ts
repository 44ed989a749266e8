// What a person's own words ask for, thing by thing: pure, by the one reader of time and the few verbs of each language. What is
// quoted, forwarded, drafted or code asks for nothing; the caller hands in the person's own prose only.

import { isShift } from '../../schedule/moved-time.ts';
import { findTimes, type Ref, refsOf, type WhenOptions } from '../../schedule/parse/index.ts';
import { endsWithin, withoutWideGaps } from '../../text/reading-limits.ts';
import { languagesOf } from '../language/index.ts';
import type { Language } from '../language/language.ts';
import { normal } from '../text.ts';
import { MASK, ownVoice } from '../voice.ts';
import type { Ask } from './ask.ts';
import { type AskClause, askClauses } from './clauses.ts';
import { setsOf } from './sets.ts';
import { type Read, type Reader, timed } from './timed.ts';
import { askWordsOf } from './vocabulary.ts';

/** More than anybody asks for in one message. */
const MOST = 8;

/** What a message asks for, in order. Pure; never throws for any text. */
export function readAsks(message: string, options: WhenOptions): readonly Ask[] {
  const text = withoutWideGaps(endsWithin('request', message));
  if (text.trim() === '') return [];
  const languages = languagesOf(normal(text), options.locale.slice(0, 2)).slice(0, 3);
  const reader = { ...options, language: languages[0]?.code ?? 'en' };
  const words = languages.flatMap(({ code }) => askWordsOf(code) ?? []);
  const { sentences } = ownVoice(text);
  const asks = sentences.flatMap(({ raw, text: spelled, role, colon }, i) => {
    if (role === 'quote' || role === 'said') return [];
    const isText = languages.some(({ asks: { text: draft } }) => draft.test(spelled));
    const clauses = askClauses(raw, words, options).filter(({ before }) => !isText || before === '');
    const [only] = clauses;
    if (colon && clauses.length === 1 && only?.kind === 'set') {
      const rest = sentences.slice(i + 1);
      const end = rest.findIndex((sentence) => sentence.role !== 'item');
      const items = rest.slice(0, end < 0 ? rest.length : end);
      if (items.length > 0) return items.map((item) => listed(item.raw, only, reader));
    }
    return clauses.flatMap((clause) => asksOf(clause, languages, reader));
  });
  const refs = refsOf(
    findTimes(
      text,
      languages.map(({ code }) => code),
      options.locale,
    ),
  );
  return asks.slice(0, MOST).map((ask) => amongTimes(ask, asks, refs));
}

/** A time that stands beside others is plain only if it needs nothing of them. */
function amongTimes(ask: Ask, asks: readonly Ask[], refs: readonly Ref[]): Ask {
  if (ask.time === null) return ask;
  const own = asks.filter(({ time }) => time !== null).length;
  const isLent = refs.length > own && refs.some(({ day }) => day !== null) && !ask.time.day;
  return { ...ask, plain: ask.plain && !isLent, only: own === 1 && refs.length === 1 };
}

/** An item of a list under "remind me:". */
function listed(item: string, { text }: AskClause, reader: Reader): Ask {
  return { kind: 'set', words: `${text} ${item}`, ...timed(item, reader), only: false };
}

/** Words that ask for a reminder even where no time is named. */
const REMINDER =
  /remin?d|erinner|rappel|recor?d|recuerd|lembr|ricord|promemoria|herinner|напом|提醒|リマイン|याद दिला|yaa?d d|ذكر|تذكير/iu;
/** "Remind me what it was": asks to be told now. */
const TELLS_NOW =
  /^(?:[\s¿]|please)*(?:what|who|whom|whose|where|why|how|which|of what|was|wer|wie|wo|warum|welche\p{L}*|que|qué|quién|quien|cómo|como|cuál|dónde|quoi|qui|comment|où|pourquoi|quel\p{L}*|ce que|o que|quem|onde|cosa|chi|come|dove|perch[eé]|wat|wie|hoe|waar|waarom|кто|что такое|как|где|почему|какой|какая)(?!\p{L})/iu;

/** A verb that names somebody else as the one to be told; in English tools find out who that is. */
const OTHERS =
  /\s(?:\p{Lu}\p{L}+|alle|ihn|ihr|sie|lui|leur|iedereen|hem|haar|ему|ей|всем)$|^(?:recuerdales?|recuérdales?|avísales?|avisales?|ricordagli|ricordale)(?!\p{L})/u;

function asksOf(clause: AskClause, languages: readonly Language[], reader: Reader): readonly Ask[] {
  const { kind, verb, lead, before } = clause;
  const text = clause.text.replace(/[.!。！？؟\s]+$/u, '');
  const rest = `${text.slice(lead, verb.at)} ${text.slice(verb.end)}`.replace(/^[\s,.:;¿¡、，]+|\s+$/gu, '');
  const waits = languages.some(({ event }) => event.test(normal(before)));
  const ask = (words: string, read: Read): Ask => ({
    kind,
    words: words.trim(),
    ...read,
    plain: read.plain && !waits,
    only: false,
  });
  switch (kind) {
    case 'set': {
      const said = text.slice(verb.at, verb.end);
      const tells = TELLS_NOW.test(text.slice(verb.end));
      const isForOther = reader.language !== 'en' && OTHERS.test(said);
      return setsOf(text, rest, said, reader)
        .filter(({ time }) => time !== null || REMINDER.test(said))
        .filter(({ plain }) => plain || !tells)
        .map(({ words, ...read }) => ask(words, { ...read, plain: read.plain && !isForOther }));
    }
    case 'work': {
      const read = timed(text, reader);
      // "summarise this" is done at once, "summarise the meeting at 3" too
      return verb.at > 4 && read.plain ? [ask(text, read)] : [];
    }
    case 'change':
    case 'meant': {
      const read = timed(rest, reader);
      if (kind === 'meant' && read.time === null) return [];
      const one = ask(text, { ...read, plain: read.time?.schedule != null && !text.includes(MASK) });
      // "rather half an hour later" tells by how much: the change itself tells from when
      const byHowMuch = read.time !== null && isShift(read.time.words, reader);
      return [byHowMuch ? { ...one, kind: 'change' } : one];
    }
    default: {
      const told = text.slice(verb.end).trim() === '' ? text.slice(0, verb.at) : text.slice(verb.end);
      const what = told.replace(/^[\s,.:;!?、，。：]+|[\s,.;!?、，。]+$/gu, '');
      return [ask(text, { what, time: null, plain: !what.includes(MASK) })];
    }
  }
}
