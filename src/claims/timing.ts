// When a promise falls due: the times of its own clause, else of its sentence, the card below it, the sentence before,
// and last what the person asked for. A day that is missing is borrowed in the same order.
import {
  between,
  type Clock,
  type Mention,
  type Ref,
  refsOf,
  sameDay,
  sameHour,
} from '../schedule/parse/index.ts';
import type { When } from './claim.ts';
import type { Language } from './language/language.ts';
import { factsOf, type Request } from './request.ts';
import type { Sentence } from './voice.ts';
import { type Moment, whenOf } from './when.ts';

export type Place = {
  readonly sentences: readonly Sentence[];
  /** index of the sentence */
  readonly index: number;
  /** the trigger's place in the sentence */
  readonly at: number;
  readonly end: number;
  readonly languages: readonly Language[];
  readonly request: Request;
  readonly moment: Moment;
};

/** A time that a promise names, and the item of a list that tells it, if one does. */
type Timed = { readonly when: When; readonly item?: Sentence };

/** The times that a promise at a place names; empty if none. Several are several promises ("at 11 and at 16"). */
export function timesOf(place: Place): readonly Timed[] {
  const sentence = place.sentences[place.index];
  if (!sentence) return [];
  const facts = factsOf(sentence.text, place.languages, place.request.locale);
  const own = pick(sentence.text, facts, place);
  const rows = blockOf(place);
  if (own.length === 0 || own.every((ref) => !isTimed(ref))) {
    const listed = rows
      .map((row) => ({ row, refs: refsOf(factsOf(row.text, place.languages, place.request.locale)) }))
      .filter(({ refs }) => refs.some(isTimed));
    const day = own[0]?.day ?? null;
    if (listed.length > 1)
      return listed.flatMap(({ row, refs }) => {
        const lent = refs.filter(isTimed).map((ref) => ({ ...ref, day: ref.day ?? day }));
        return whensOf(lent.slice(0, 1), place).map(({ when }) => ({ when, item: row }));
      });
    if (rows.length > 0) {
      const card = [sentence, ...rows].map((s) => s.text).join(' ; ');
      const refs = refsOf(factsOf(card, place.languages, place.request.locale));
      const chosen = refs.find((ref) => ref.repeat) ?? refs.find(isTimed) ?? refs[0];
      if (chosen) return whensOf([chosen], place);
    }
  }
  const siblings = place.end === 0 ? listWith(place) : [];
  if (siblings.length > 1) return siblings;
  if (own.length > 0) return whensOf(own, place);
  // a bare "Done!" is told in full by the sentence beside it; "I'll do it then" points back
  const before = neighbour(place);
  const lent = before ? whensOf(before, place) : asked(place);
  return lent.map((timed) => ({ ...timed, when: { ...timed.when, lent: true } }));
}

/** The list that a sentence is an item of, or follows, each item with its time; empty if fewer than two have one. */
function listWith(place: Place): readonly Timed[] {
  const { sentences, index } = place;
  const isItem = (s: Sentence | undefined) => s !== undefined && (s.role === 'item' || s.role === 'row');
  const last = isItem(sentences[index]) ? index : index - 1;
  if (!isItem(sentences[last])) return [];
  const from = sentences.slice(0, last).findLastIndex((s) => !isItem(s)) + 1;
  const after = sentences.slice(last).findIndex((s) => !isItem(s));
  const items = sentences.slice(from, after < 0 ? undefined : last + after).slice(0, MOST_ROWS);
  const timed = items.flatMap((item) => {
    const [ref] = refsOf(factsOf(item.text, place.languages, place.request.locale)).filter(isTimed);
    return ref ? [{ item, ref }] : [];
  });
  return timed.length < 2
    ? []
    : timed.flatMap(({ item, ref }) => whensOf([ref], place).map(({ when }) => ({ when, item })));
}

/** What refs of one text mean at a place. */
const whensOf = (refs: readonly Ref[], place: Place): readonly Timed[] =>
  refs.map((ref) => ({ when: borrowed(ref, place) }));

const isTimed = (ref: Ref) => ref.clock !== null || ref.elapsed !== null || ref.instant !== null;

/** The refs of a sentence that belong to the trigger: the nearest, and those in one list with it. */
function pick(text: string, facts: readonly Mention[], place: Place): readonly Ref[] {
  const refs = refsOf(facts);
  if (refs.length < 2) return refs;
  const bounds = partOf(text, place);
  const inside = refs.filter((ref) => ref.at >= bounds.at && ref.at < bounds.end);
  const pool = inside.length > 0 ? inside : refs;
  const gap = (ref: Ref) =>
    ref.end <= place.at ? place.at - ref.end : ref.at >= place.end ? ref.at - place.end : 0;
  const nearest = [...pool].sort((a, b) => gap(a) - gap(b))[0];
  if (!nearest) return [];
  const index = refs.indexOf(nearest);
  const [rules] = place.languages;
  let [from, to] = [index, index];
  const link = (a: Ref | undefined, b: Ref | undefined) =>
    a &&
    b &&
    rules &&
    !a.instant &&
    (a.clock === null) === (b.clock === null) &&
    rules.and.test(between(text, a, b, facts));
  while (link(refs[from - 1], refs[from])) from--;
  while (link(refs[to], refs[to + 1])) to++;
  return [...refs.slice(from, to + 1), ...furtherTimes(text, refs.slice(to + 1), bounds.end, rules)];
}

/** After a further time: it has a matter of its own ("and Monday for the taxes"). */
const MATTER =
  /^ ?(?:[:–—-]|(?:about|for|to|with|re|für|wegen|para|por|lo de|pour|de la|du|per|voor|про|насчёт|насчет|для)(?![\p{L}]))/u;

/** Times after the promise's own part that are said to be more of the same: ", and at six again". */
function furtherTimes(
  text: string,
  refs: readonly Ref[],
  from: number,
  language: Language | undefined,
): readonly Ref[] {
  if (!language) return [];
  return refs.filter((ref) => {
    if (ref.at < from) return false;
    const start = Math.max(from, text.slice(0, ref.at).search(/[,;，；、][^,;，；、]*$/u));
    const end = text.slice(ref.end).search(/[,;.!?，。、]/u);
    const said = text.slice(start, end < 0 ? text.length : ref.end + end);
    const again = ref.clock !== null && ref.at - start < 24 && language.again.test(said);
    return again || (ref.at - start < 12 && MATTER.test(text.slice(ref.end)));
  });
}

/** The part of the sentence up to the next promise-like break: semicolons, dashes, ", and". */
function partOf(text: string, place: Place): { readonly at: number; readonly end: number } {
  const breaks = [
    ...text.matchAll(/[;；—–]| - |[,，、،] ?(?:and|und|y|e|et|en|и|و|aur|そして|然后)? |，/gu),
  ].map((m) => m.index);
  return {
    at: breaks.filter((b) => b < place.at).at(-1) ?? 0,
    end: breaks.find((b) => b >= place.end) ?? text.length,
  };
}

/** More than a card or a list of times has. */
const MOST_ROWS = 30;

/** The list, table, quotation or card that the sentence introduces. */
function blockOf(place: Place): readonly Sentence[] {
  const { sentences, index } = place;
  const sentence = sentences[index];
  if (!sentence) return [];
  const rest = sentences.slice(index + 1, index + 1 + MOST_ROWS);
  const next = rest[0];
  if (!next || next.line === sentence.line) return [];
  const isBlock = (s: Sentence) => s.role !== 'prose';
  if (isBlock(next) && sentence.role === 'prose') {
    const end = rest.findIndex((s) => !isBlock(s));
    return end < 0 ? rest : rest.slice(0, end);
  }
  if (sentence.role === 'prose' && (sentence.colon || next.text.length < 60)) {
    const end = rest.findIndex((s, i) => s.text.length > 60 || s.line > sentence.line + 2 + i * 2);
    return end < 0 ? rest : rest.slice(0, end);
  }
  return [];
}

/** Times of the sentence before or after, when the promise's own sentence has none. */
function neighbour(place: Place): readonly Ref[] | null {
  const { sentences, index } = place;
  const sentence = sentences[index];
  const bare = place.end === 0;
  for (const other of [sentences[index - 1], sentences[index + 1]]) {
    if (!other || !sentence || other.role !== sentence.role || other.question) continue;
    if (Math.abs(other.line - sentence.line) > 1) continue;
    const facts = factsOf(other.text, place.languages, place.request.locale);
    const refs = pick(other.text, facts, { ...place, at: 0, end: 0 });
    if (refs.some((ref) => isTimed(ref) || ref.repeat || bare)) return refs;
  }
  return null;
}

/** The time the person asked for, if they asked for a promise. */
function asked(place: Place): readonly Timed[] {
  const { request } = place;
  if (request.scheduled) return [];
  const refs = refsOf(request.facts);
  const [rules] = request.languages;
  const first = refs.find((ref) => isTimed(ref) || ref.repeat) ?? refs[0];
  if (!first) return [];
  const list = [first];
  for (const ref of refs.slice(refs.indexOf(first) + 1)) {
    const last = list.at(-1);
    if (last && rules?.and.test(between(request.text, last, ref, request.facts))) list.push(ref);
    else break;
  }
  return list.map((ref) => ({ when: { ...whenOf(ref, place.moment), asked: true } }));
}

/** What the promise leaves out, taken from around it: the day of a bare clock time, the clock time of a bare day, am or pm. */
function borrowed(ref: Ref, place: Place): When {
  const plain = whenOf(ref, place.moment);
  if (ref.instant || ref.elapsed) return plain;
  const { request } = place;
  const userRefs = request.scheduled ? [] : refsOf(request.facts);
  const waking = WAKING.test(request.text) || WAKING.test(place.sentences[place.index]?.text ?? '');
  if (ref.clock && !ref.day && !ref.repeat) {
    const clock = sharpened(ref.clock, ref, userRefs, waking);
    const lent =
      userRefs.find((u) => u.day && (!u.clock || (ref.clock && sameHour(u.clock.clock, ref.clock.clock)))) ??
      userRefs.find((u) => u.day);
    const around = dayAround(place);
    const day = around ?? lent?.day ?? null;
    const repeat = userRefs.find((u) => u.repeat)?.repeat ?? null;
    if (repeat && request.wants.has('reminder')) return whenOf({ ...ref, clock, repeat }, place.moment);
    if (!day) return clock === ref.clock ? plain : whenOf({ ...ref, clock }, place.moment);
    const full = whenOf({ ...ref, clock, day }, place.moment);
    return full.due ? { ...full, also: [...full.also, ...(plain.due ? [plain.due] : [])] } : plain;
  }
  if (ref.clock && !ref.repeat && ref.clock.clock.mode === 'free')
    return whenOf({ ...ref, clock: sharpened(ref.clock, ref, userRefs, waking) }, place.moment);
  const wanted =
    request.wants.has('reminder') || request.wants.has('follow_up') || request.wants.has('changed');
  if (!ref.clock && wanted && !ref.part) {
    const timed = userRefs.filter(
      (u) => u.clock && (!u.day || !ref.day || sameDay(u.day.facts, ref.day.facts)),
    );
    const lender = timed.length === 1 ? timed[0] : undefined;
    if (lender?.clock)
      return whenOf(
        { ...ref, clock: lender.clock, part: ref.part ?? lender.part, more: lender.more },
        place.moment,
      );
  }
  return plain;
}

/** Words of waking up: an hour without morning or evening is then one of the morning. */
const WAKING =
  /(?<![\p{L}])(?:wak(?:e|ing)|woke|rise and|get (?:you|me) up|alarm|despiert|despertar|réveil|weck|acord|wek(?:ker)?(?![\p{L}])|wakker|svegli|разбу|буди)/u;

/** A bare "at 3" takes am or pm from the person's "3pm". */
function sharpened(clock: Clock, ref: Ref, userRefs: readonly Ref[], waking: boolean): Clock {
  const own = clock.clock;
  if (own.mode !== 'free' || ref.part || own.h > 12) return clock;
  if (waking && own.h >= 4 && own.h <= 11) return withMode(clock, 'am');
  const same = userRefs.find(
    (u) => u.clock && sameHour(u.clock.clock, own) && (u.clock.clock.mode !== 'free' || u.part),
  );
  if (!same?.clock) return clock;
  const { mode } = same.clock.clock;
  if (mode === 'am' || mode === 'pm') return withMode(clock, mode);
  if (same.part) return withMode(clock, EARLY.includes(same.part) ? 'am' : 'pm');
  return { ...clock, clock: { ...same.clock.clock, m: own.m } };
}

const EARLY: readonly Ref['part'][] = ['dawn', 'morning', 'firstthing', 'midnight'];

const withMode = (clock: Clock, mode: 'am' | 'pm'): Clock => ({ ...clock, clock: { ...clock.clock, mode } });

/** A day named just before the promise, in a sentence of its own ("Tomorrow is handled."). */
function dayAround(place: Place): Ref['day'] {
  const sentence = place.sentences[place.index];
  const before = place.sentences[place.index - 1];
  if (!sentence || !before || before.text.length > 90) return null;
  return (
    refsOf(factsOf(before.text, place.languages, place.request.locale)).find((ref) => ref.day)?.day ?? null
  );
}
