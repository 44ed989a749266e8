// What is looked at to tell whether a reply claims a lasting effect: names, each of which holds or does not, for each sentence
// and for the reply as a whole. Which of them count, and how much, is learnt (model.ts); examples/claims/README.md explains them.
import { isTime } from '../../schedule/parse/index.ts';
import { confirmation } from '../bare.ts';
import { clauseOf } from '../exclude.ts';
import { judge } from '../judge.ts';
import type { Language } from '../language/language.ts';
import { SAYING } from '../language/shared.ts';
import { factsOf, type Request } from '../request.ts';
import type { Sentence, Voice } from '../voice.ts';
import { surroundings } from './surroundings.ts';
import { type ConceptTerms, conceptTerms, stem, termsOf, words } from './terms.ts';

/** A reply and the message before it, read. */
export type Reading = {
  readonly voice: Voice;
  readonly languages: readonly Language[];
  readonly request: Request;
};

export type Features = {
  /** one list for each sentence in the assistant's own voice, with that sentence */
  readonly sentences: readonly { readonly sentence: Sentence; readonly names: readonly string[] }[];
  /** of the reply and the message as a whole */
  readonly whole: readonly string[];
};

/** Of a longer reply the first and the last sentences are looked at. */
const MOST_SENTENCES = 40;

/** The features of a reply, none twice in a list. Pure and total. */
export function featuresOf(reading: Reading): Features {
  const own = ownSentences(reading);
  const asked = conceptTerms(reading.request.text, reading.languages);
  return {
    sentences: own.flatMap((sentence, at) =>
      partsOf(sentence, reading.languages).map((part) => ({
        sentence,
        names: sentenceFeatures(part, own, at, asked.concepts, reading),
      })),
    ),
    whole: wholeFeatures(own, asked, reading),
  };
}

/** What the assistant says itself and has not taken back in the same reply. */
function ownSentences({ voice, languages }: Reading): readonly Sentence[] {
  const said = voice.sentences.filter(({ role }) => role !== 'quote');
  const retraction = said.findLastIndex(({ text }) => languages.some(({ retract }) => retract.test(text)));
  const own = said.slice(retraction + 1).filter(({ role }) => role !== 'said');
  const half = MOST_SENTENCES / 2;
  return own.length <= MOST_SENTENCES ? own : [...own.slice(0, half), ...own.slice(-half)];
}

/** A sentence, and by itself what comes behind a "but" in it ("I can't ring, but I'll write at 5") and a deed before a "that". */
function partsOf(sentence: Sentence, languages: readonly Language[]): readonly Sentence[] {
  const { text } = sentence;
  const but = languages[0]?.but.exec(text);
  const parts = [but ? text.slice(but.index + but[0].length).trim() : '', deedIn(text, languages)];
  return [sentence, ...parts.filter((part) => part !== '').map((part) => ({ ...sentence, text: part }))];
}

/** "I have sent the mail that you will be late": what the mail says is no part of the deed. */
function deedIn(text: string, languages: readonly Language[]): string {
  const at = text.search(SAYING);
  const main = at > 0 ? `${text.slice(0, at).trim()}.` : '';
  return main !== '' && conceptTerms(main, languages).concepts.has('deed') ? main : '';
}

const placeOf = (at: number, of: number) => (at === 0 ? 'first' : at === of - 1 ? 'last' : 'between');

/** Concepts that a person may ask for. */
const ASKED = [
  ...[
    'remind',
    'tell',
    'check',
    'set',
    'store',
    'cancel',
    'move',
    'forget',
    'undo',
    'persona',
    'deed',
    'calendar',
  ],
  ...['lasting', '<clock>', '<day>', '<elapsed>', '<repeat>'],
];
/** Concepts of a reply that are looked at beside what was asked for. */
const SAID = [
  ...ASKED,
  ...['done', 'noted', 'promise', 'perfect', 'future', 'self', 'self_verb', 'cannot', 'negation', 'offer'],
  ...['already', 'past', 'third', 'advice', 'draft', 'list_lead'],
];

function sentenceFeatures(
  sentence: Sentence,
  own: readonly Sentence[],
  at: number,
  asked: ReadonlySet<string>,
  { languages, request }: Reading,
): readonly string[] {
  const terms = termsOf(sentence.text, languages, request.locale);
  const told = conceptTerms(sentence.text, languages, request.locale);
  const { concepts } = told;
  const said = SAID.filter((concept) => concepts.has(concept));
  const wanted = ASKED.filter((concept) => asked.has(concept));
  const turned = concepts.has('negation') || concepts.has('cannot') ? 'not' : 'yes';
  const supposed = concepts.has('condition') || concepts.has('offer') ? ' if' : '';
  const facts = factsOf(sentence.text, languages, request.locale);
  const timed = facts.some(isTime);
  const { length } = sentence.text;
  const shape = [
    placeOf(at, own.length),
    timed ? 'timed' : 'timeless',
    ...(sentence.question ? ['question'] : []),
    ...(sentence.role === 'prose' ? [] : ['in a list']),
    length < 20 ? 'tiny' : length < 50 ? 'brief' : 'full',
  ];
  const wants = request.wants.size === 0 ? ['nothing'] : [...request.wants];
  return unique([
    ...terms,
    ...told.terms,
    ...wanted.flatMap((a) => said.map((b) => `asked ~${a}, says ~${b}`)),
    ...said.map((concept) => `${turned} ~${concept}${supposed}`),
    ...rulesOn(sentence, { languages, request }),
    ...shape.flatMap((name) => [
      `sentence ${name}`,
      ...wants.map((want) => `sentence ${name}, asked ${want}`),
    ]),
    ...surroundings({ sentence, told, said, own, at, languages, request }),
  ]);
}

/** What the patterns of the languages say to a sentence. */
function rulesOn(
  sentence: Sentence,
  { languages, request }: Pick<Reading, 'languages' | 'request'>,
): readonly string[] {
  const found: string[] = [];
  for (const { trigger, reason } of judge(sentence, languages, request)) {
    const { kind, needs } = trigger.rule;
    if (reason !== null) {
      found.push(`${kind} but ${reason}`);
      continue;
    }
    found.push('rule', `rule ${kind}`);
    if (needs) found.push(`rule ${kind} ${needs}`);
    const clause = clauseOf(sentence.text, trigger.at, trigger.end).text;
    if (factsOf(clause, languages, request.locale).length > 0) found.push('rule beside a time');
  }
  for (const language of languages.slice(0, 2))
    for (const [name, test] of Object.entries(language.not))
      if (test.test(sentence.text)) found.push(`words of ${name}`);
  return found;
}

function wholeFeatures(
  own: readonly Sentence[],
  asked: ConceptTerms,
  { voice, languages, request }: Reading,
): readonly string[] {
  const shape = shapeOf(own, voice, languages, request);
  const wants = request.wants.size === 0 ? ['nothing'] : [...request.wants];
  const bare = confirmation(voice.sentences, languages, request);
  return unique([
    `language ${languages[0]?.code ?? ''}`,
    ...requestFeatures(request),
    ...shape,
    ...wants.flatMap((want) => [`asked ${want}`, ...shape.map((name) => `asked ${want}, ${name}`)]),
    ...asked.terms.map((term) => `person ${term}`),

    ...(bare ? [`confirms ${bare.kind}`] : []),
  ]);
}

function requestFeatures(request: Request): readonly string[] {
  const { writes, explains, recalls, question, scheduled, facts } = request;
  const timed = facts.some(isTime);
  return [
    ...(writes ? ['asked for a text'] : []),
    ...(explains ? ['asked to explain'] : []),
    ...(recalls ? ['asked what is kept'] : []),
    ...(question ? ['asked a question'] : []),
    ...(scheduled ? ['nobody asked'] : []),
    ...(timed ? ['asked with a time'] : []),
    ...messageTerms(request),
  ];
}

/** The words of the message, one and two in a row. */
function messageTerms({ text, facts }: Request): readonly string[] {
  const stems = words(text, facts).map(stem);
  const marked = ['^', ...stems, '$'];
  return [...stems, ...marked.slice(1).map((word, i) => `${marked[i]} ${word}`)].map(
    (term) => `person ${term}`,
  );
}

function shapeOf(
  own: readonly Sentence[],
  voice: Voice,
  languages: readonly Language[],
  { locale }: Request,
): readonly string[] {
  const length = own.reduce((sum, { text }) => sum + text.length, 0);
  const kinds = new Set(own.flatMap(({ text }) => factsOf(text, languages, locale)).map(({ kind }) => kind));
  const clock = kinds.has('clock') || kinds.has('elapsed') || kinds.has('instant');
  return [
    length < 25 ? 'very short' : length < 80 ? 'short' : length < 300 ? 'medium' : 'long',
    clock ? 'with a time' : kinds.has('day') ? 'with a day' : 'without time',
    ...(kinds.has('repeat') ? ['repeating'] : []),
    own.at(-1)?.question ? 'ends asking' : own.some(({ question }) => question) ? 'asks' : 'asks nothing',
    ...(voice.delimited ? ['quotes'] : []),
    ...(own.some(({ role }) => role !== 'prose') ? ['has a list'] : []),
  ];
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
