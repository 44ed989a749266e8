// What surrounds a sentence of a reply and helps to tell a claim: the sentence before it, the line above its list, the message that it
// answers. "Ravi will chase the vendor" under "Minutes", or in the words of the message, is no claim of the assistant's.
import { isTime } from '../../schedule/parse/index.ts';
import type { Language } from '../language/language.ts';
import { factsOf, type Request } from '../request.ts';
import type { Sentence } from '../voice.ts';
import { type ConceptTerms, conceptTerms, stem, words } from './terms.ts';

/** Concepts of the sentence before that matter to the next. */
const BEFORE = [
  ...['draft', 'list_lead', 'cannot', 'offer', 'explain', 'noted', 'done', 'question_word', 'condition'],
  ...['negation', 'promise', 'remind', 'calendar', 'set', 'third', 'advice'],
];
/** Concepts of a line that matter beside those of the line above its list. */
const LISTED = ['remind', 'set', '<clock>', '<day>', 'third', 'done', 'calendar'];

type Around = {
  readonly sentence: Sentence;
  readonly told: ConceptTerms;
  /** the concepts of the sentence that are looked at beside others */
  readonly said: readonly string[];
  /** the sentences of the reply, and which of them this is */
  readonly own: readonly Sentence[];
  readonly at: number;
  readonly languages: readonly Language[];
  readonly request: Request;
};

/** Features of a sentence by what surrounds it. Pure. */
export function surroundings(around: Around): readonly string[] {
  return [...ofTimes(around), ...ofMessage(around), ...ofBefore(around), ...ofList(around)];
}

/** Whether its times are those of the message. */
function ofTimes({ sentence, said, languages, request }: Around): readonly string[] {
  const own = factsOf(sentence.text, languages, request.locale).filter(isTime);
  const { times: asked } = messageOf(request);
  const same = own.filter((fact) => asked.has(timeKey(sentence.text.slice(fact.at, fact.end), fact)));
  const kind =
    own.length === 0
      ? 'none'
      : same.length === own.length
        ? 'as asked'
        : same.length > 0
          ? 'partly as asked'
          : asked.size > 0
            ? 'another'
            : 'new';
  return [`time ${kind}`, ...said.map((concept) => `time ${kind} ~${concept}`)];
}

const timeKey = (text: string, fact: ReturnType<typeof factsOf>[number]): string =>
  fact.kind === 'clock' ? `${fact.clock.h % 12}:${fact.clock.m}` : text;

type Message = { readonly times: ReadonlySet<string>; readonly stems: ReadonlySet<string> };

/** What of a message every sentence of the reply is held against. */
function messageOf(request: Request): Message {
  const known = messages.get(request);
  if (known) return known;
  const times = request.facts.filter(isTime);
  const message = {
    times: new Set(times.map((fact) => timeKey(request.text.slice(fact.at, fact.end), fact))),
    stems: new Set(words(request.text, request.facts).map(stem)),
  };
  messages.set(request, message);
  return message;
}

const messages = new WeakMap<Request, Message>();

/** How many of its words are those of the message. */
function ofMessage({ told, said, request }: Around): readonly string[] {
  const { stems: asked } = messageOf(request);
  const content = told.words.filter((word) => word.length > 3 && !word.startsWith('<'));
  const shared = content.filter((word) => asked.has(stem(word))).length;
  const share =
    shared === 0
      ? 'nothing'
      : shared * 3 < content.length
        ? 'some'
        : shared * 3 < content.length * 2
          ? 'half'
          : 'most';
  return [`repeats ${share}`, ...said.map((concept) => `repeats ${share} ~${concept}`)];
}

function ofBefore({ said, own, at, languages, request }: Around): readonly string[] {
  const before = own[at - 1];
  if (!before) return [];
  const { concepts } = conceptTerms(before.text, languages, request.locale);
  return [
    ...(before.question ? ['after a question'] : []),
    ...BEFORE.filter((concept) => concepts.has(concept)).flatMap((concept) => [
      `after ~${concept}`,
      ...said.map((own) => `after ~${concept} ~${own}`),
    ]),
  ];
}

function ofList({ sentence, told, own, at, languages, request }: Around): readonly string[] {
  const lead =
    sentence.role === 'prose' ? undefined : own.slice(0, at).findLast(({ role }) => role === 'prose');
  if (!lead) return [];
  const listed = LISTED.filter((concept) => told.concepts.has(concept));
  return [...conceptTerms(lead.text, languages, request.locale).concepts].flatMap((concept) => [
    `under ~${concept}`,
    ...listed.map((own) => `under ~${concept} ~${own}`),
  ]);
}
