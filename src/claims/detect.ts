// What a reply's prose claims. First the assistant's own voice (voice.ts) and the person's request (request.ts); whether
// anything is claimed is learnt (learned/); what, the language packs tell (judge.ts, bare.ts), and when, timing.ts.
import { isTime } from '../schedule/parse/index.ts';
import { endsWithin, withoutWideGaps } from '../text/reading-limits.ts';
import { aboutOf, ofOtherMatter } from './about.ts';
import { confirmation } from './bare.ts';
import { type Claim, type ClaimKind, claimKinds, type When } from './claim.ts';
import { clauseOf, type Trigger } from './exclude.ts';
import { judge } from './judge.ts';
import { languagesOf } from './language/index.ts';
import type { Language } from './language/language.ts';
import { featuresOf, type Reading } from './learned/features.ts';
import { judgedBy, shippedWeights, type Weights } from './learned/model.ts';
import { personaWords } from './persona.ts';
import { factsOf, type Request, readRequest } from './request.ts';
import { normal } from './text.ts';
import { type Place, timesOf } from './timing.ts';
import { ownVoice, type Sentence } from './voice.ts';

export type DetectOptions = {
  /** the person's message that the reply answers; null for a turn that the scheduler started */
  readonly user: string | null;
  readonly now: Date;
  /** the person's IANA zone */
  readonly zone: string;
  /** BCP 47; a hint for texts too short to tell the language of */
  readonly locale?: string;
  /** what was learnt of claims; the shipped weights if left out */
  readonly weights?: Weights;
};

type Found = { readonly trigger: Trigger; readonly kind: ClaimKind; readonly unclear: boolean };

/** A reply and the message before it, read for claims. Pure. */
export function readingOf(said: string, user: string | null, locale?: string): Reading {
  const hint = (locale ?? 'en').slice(0, 2);
  const reply = withoutWideGaps(endsWithin('claims', said));
  const asked = endsWithin('request', user ?? '');
  const languages = languagesOf(normal(`${reply}\n${reply}\n${asked}`), hint);
  return {
    languages,
    request: readRequest(user, languages[0]?.code ?? hint, locale),
    voice: ownVoice(reply),
  };
}

/**
 * The claims of a reply, in order. Whether it claims anything is learnt (learned/model.ts); what, and when it is due, the patterns
 * tell, and where they find nothing, the sentence that speaks most for it. Pure; never throws for any text.
 */
export function findClaims(said: string, options: DetectOptions): readonly Claim[] {
  const reading = readingOf(said, options.user, options.locale);
  const weights = options.weights ?? shippedWeights();
  const { languages, request } = reading;
  // a translation, a draft: all of it is the text that was asked for
  if (request.writes && !reading.voice.delimited && request.wants.size === 0) return [];
  const { score, sentence, kind } = judgedBy(weights, featuresOf(reading));
  const context = { sentences: reading.voice.sentences, languages, request, options };
  // a reply that is nothing but a promise at a time counts whatever was asked
  const isAll = reading.voice.sentences.length <= 2;
  const told = score < weights.threshold - (isAll ? TIMED : 1) * weights.trust ? [] : byPatterns(context);
  const isNear = score >= weights.threshold - weights.trust;
  const found = isNear || told.some(hasOwnTime) ? told : confirmed(context);
  const isPlain = found.some(({ certainty }) => certainty === 'sure');
  if (score < weights.threshold && !isPlain) return [];
  const learnt = claimKinds.find((each) => each === kind);
  const isPersona = sentence !== null && isOfPersona(sentence, context);
  const known = isPersona ? 'persona' : (wantedKind(request, found, learnt) ?? learnt);
  const isOther = isPersona
    ? found.every((claim) => claim.kind !== 'persona' && claim.sentence === sentence.raw)
    : known !== undefined && isMistaken(known, found, request);
  const isTold = found.length > 0 && !isOther;
  const claims =
    isTold || !sentence || !known || isAssent(sentence, languages)
      ? found
      : dedupe(claimsAt(known, sentence, 0, 0, false, context));
  const isUnsure = score < weights.threshold + weights.unsure;
  return claims.map((claim) => (isUnsure && !isPlain ? { ...claim, certainty: 'unclear' } : claim));
}

/** How much further below the threshold a promise at a time is still trusted. */
const TIMED = 2.2;

/** Whether a claim is a promise that names its time itself. */
const hasOwnTime = ({ kind, when, certainty }: Claim): boolean =>
  certainty === 'sure' && PROMISES.has(kind) && when?.timed === true && !when.asked && !when.lent;

const PROMISES: ReadonlySet<ClaimKind | undefined> = new Set(['reminder', 'recurring', 'follow_up'] as const);

/** Kinds that the patterns do not know, and those that they take them for. */
const UNTOLD: ReadonlySet<ClaimKind | undefined> = new Set(['forgotten', 'undone', 'deed'] as const);
const LIKE_UNTOLD: ReadonlySet<ClaimKind | undefined> = new Set(['cancelled', 'changed', 'memory'] as const);

/** Where the patterns find nothing and one thing was asked for, that is what is claimed; "undo that" is asked as a cancellation. */
function wantedKind(
  { wants, facts }: Request,
  found: readonly Claim[],
  learnt?: ClaimKind,
): ClaimKind | undefined {
  const [only, ...more] = wants;
  if (found.length > 0 || more.length > 0 || (UNTOLD.has(learnt) && LIKE_UNTOLD.has(only))) return undefined;
  // "write to my mother": a mail, unless it is to be at a time
  if (learnt === 'deed' && !facts.some(isTime)) return undefined;
  // "I'll forget the forms" is asked as if something were to be cancelled
  return PROMISES.has(learnt) && only === 'cancelled' ? undefined : only;
}

/** "I am now the consultant", and nothing else: of a persona, though the message does not ask for one in words that are known. */
function isOfPersona(sentence: Sentence, { languages, request }: Context): boolean {
  if (factsOf(sentence.text, languages, request.locale).length > 0) return false;
  const judged = judge(sentence, languages, request);
  const asked = judged.some(({ trigger, reason }) => trigger.rule.kind === 'persona' && reason === 'asked');
  return asked && judged.every(({ reason }) => reason !== null);
}

/** "ok", and nothing else: not even what it is said to. */
const isAssent = ({ text }: Sentence, languages: readonly Language[]): boolean =>
  languages.some(({ okay }) => {
    const said = okay.exec(text)?.[0];
    return said !== undefined && !/\p{L}/u.test(text.slice(said.length));
  });

/** "Alles klar, ...": the assent that a sentence opens with says nothing of all reminders. */
const withoutAssent = (text: string, languages: readonly Language[]): string =>
  languages.reduce((rest, { okay }) => rest.replace(okay, ''), text);

/** Whether the patterns take a claim for another kind: they know nothing of erased notes, and "stored" may be said of a reminder. */
function isMistaken(kind: ClaimKind, found: readonly Claim[], { wants, facts }: Request): boolean {
  if (UNTOLD.has(kind)) return found.every((claim) => LIKE_UNTOLD.has(claim.kind));
  const kept = found.every((claim) => claim.kind === 'memory') && !wants.has('memory');
  // "consultant here, from now on": nothing is noted
  return kept && (kind === 'persona' || (PROMISES.has(kind) && facts.length > 0));
}

/** What the patterns of the languages find. */
function byPatterns(context: Context): readonly Claim[] {
  const { sentences, languages, request } = context;
  const found = foundIn(sentences, languages, request);
  const retraction = sentences.findLastIndex(
    (s) => s.role !== 'quote' && languages.some((l) => l.retract.test(s.text)),
  );
  const kept = found.filter(({ trigger }) => sentences.indexOf(trigger.sentence) > retraction);
  if (kept.length > 0) return dedupe(weakDropped(kept, request).flatMap((item) => claimsOf(item, context)));
  if (found.length > 0 && kept.length === 0) return [];
  return confirmed(context, retraction);
}

/** What a "Done!" confirms, behind the sentence that takes back what was said before it. */
function confirmed(context: Context, retraction = -1): readonly Claim[] {
  const { sentences, languages, request } = context;
  const bare = confirmation(sentences, languages, request);
  const sentence = bare && sentences[bare.index];
  if (!bare || !sentence || bare.index <= retraction) return [];
  const kinds = [bare.kind, ...(bare.also ?? [])];
  return dedupe(kinds.flatMap((kind) => claimsAt(kind, sentence, 0, 0, bare.unclear, context)));
}

type Context = {
  readonly sentences: readonly Sentence[];
  readonly languages: readonly Language[];
  readonly request: Request;
  readonly options: DetectOptions;
};

/** More than anybody promises in one reply; each costs a look at the times around it. */
const MOST_CLAIMS = 30;

function foundIn(
  sentences: readonly Sentence[],
  languages: readonly Language[],
  request: Request,
): readonly Found[] {
  const found: Found[] = [];
  for (const sentence of sentences) {
    if (sentence.role === 'quote' || sentence.role === 'said') continue;
    found.push(...triggersIn(sentence, languages, request));
    if (found.length >= MOST_CLAIMS) break;
  }
  return found;
}

/** Every trigger of a sentence that stands, at most one for each clause. */
function triggersIn(sentence: Sentence, languages: readonly Language[], request: Request): readonly Found[] {
  const standing: Found[] = [];
  for (const { trigger, reason } of judge(sentence, languages, request)) {
    if (reason !== null) continue;
    const clause = clauseOf(sentence.text, trigger.at, trigger.end);
    const rival = standing.findIndex((other) =>
      overlapping(clauseOf(sentence.text, other.trigger.at, other.trigger.end), clause),
    );
    if (rival < 0)
      standing.push({
        trigger,
        kind: trigger.rule.kind,
        unclear: trigger.rule.needs === 'anchor' && !namesTime(trigger, languages, request),
      });
  }
  return standing.sort((a, b) => a.trigger.at - b.trigger.at);
}

const namesTime = ({ sentence }: Trigger, languages: readonly Language[], request: Request): boolean =>
  factsOf(sentence.text, languages, request.locale).some(({ kind }) => kind !== 'part');

const overlapping = (a: { at: number; end: number }, b: { at: number; end: number }) =>
  a.at < b.end && b.at < a.end;

/** Vague promises beside a claim of the kind that was asked for are part of it. */
function weakDropped(kept: readonly Found[], request: Request): readonly Found[] {
  const main = kept.some(
    (f) => !f.unclear && ['memory', 'persona', 'cancelled'].includes(f.kind) && request.wants.has(f.kind),
  );
  return main ? kept.filter((f) => !f.unclear) : kept;
}

function claimsOf(found: Found, context: Context): readonly Claim[] {
  const { trigger, kind, unclear } = found;
  return claimsAt(kind, trigger.sentence, trigger.at, trigger.end, unclear, context);
}

function claimsAt(
  kind: ClaimKind,
  sentence: Sentence,
  at: number,
  end: number,
  unclear: boolean,
  context: Context,
): readonly Claim[] {
  const { sentences, languages, request, options } = context;
  const place: Place = {
    sentences,
    index: sentences.indexOf(sentence),
    at,
    end,
    languages,
    request,
    moment: { now: options.now, zone: options.zone },
  };
  const base = {
    ...aboutOf(kind, sentence, at, end, languages, request),
    sentence: sentence.written,
    persona: [] as readonly string[],
    all: false,
    wanted: request.wants.has(kind),
    timed: [...request.facts, ...factsOf(sentence.text, languages, request.locale)].some(isTime),
    certainty: unclear ? ('unclear' as const) : ('sure' as const),
  };
  if (kind === 'memory' || kind === 'forgotten' || kind === 'undone' || kind === 'deed')
    return [{ ...base, kind, when: null, due: null }];
  if (kind === 'persona')
    return [{ ...base, kind, when: null, due: null, persona: personaWords(sentence, request, languages) }];
  const times = timesOf(place);
  if (kind === 'cancelled') {
    const when = times[0]?.when ?? null;
    const all =
      languages.some((l) => l.all.test(withoutAssent(sentence.text, languages))) ||
      [...request.languages].some((l) => l.all.test(request.text));
    // "the daily one" names no time that the row must not have
    const due = when?.repeats && !when.timed ? null : (when?.due ?? null);
    return [{ ...base, kind, all, when, due }];
  }
  if (times.length === 0) return [{ ...base, kind, when: null, due: null }];
  return times.map(({ when, item }) => ({
    ...base,
    ...(item && aboutOf(kind, item, 0, item.text.length, languages, request)),
    kind: kindOf(kind, when),
    when,
    due: when.due,
  }));
}

function kindOf(kind: ClaimKind, when: When): ClaimKind {
  return when.repeats && kind !== 'changed' ? 'recurring' : kind;
}

/** The same promise said twice is one promise; at the same time there may be two, about different matters. */
function dedupe(claims: readonly Claim[]): readonly Claim[] {
  const kept: Claim[] = [];
  for (const claim of claims) if (!kept.some((other) => same(other, claim))) kept.push(claim);
  return kept;
}

function same(a: Claim, b: Claim): boolean {
  const group = ({ kind }: Claim) => (['memory', 'persona', 'cancelled'].includes(kind) ? kind : 'promise');
  if (group(a) !== group(b) || !sameTime(a.when, b.when)) return false;
  return a.kind === 'cancelled' ? a.said.join(' ') === b.said.join(' ') : !ofOtherMatter(a, b);
}

function sameTime(a: When | null, b: When | null): boolean {
  return JSON.stringify([a?.due, a?.repeats]) === JSON.stringify([b?.due, b?.repeats]);
}
