// Why a sentence with the words of a promise may promise nothing: it asks, offers, refuses, supposes, tells of the past,
// states a fact, is fulfilled on the spot, or speaks of somebody else. One test each; all are pure.
import type { Mention } from '../schedule/parse/index.ts';
import type { CompiledRule, Language } from './language/language.ts';
import type { Request } from './request.ts';
import type { Sentence } from './voice.ts';

/** A pattern of a promise found in a sentence. */
export type Trigger = {
  readonly rule: CompiledRule;
  readonly language: Language;
  readonly sentence: Sentence;
  readonly at: number;
  readonly end: number;
};

export type Reason =
  | 'question'
  | 'offer'
  | 'refusal'
  | 'unreal'
  | 'past'
  | 'fact'
  | 'here'
  | 'brief'
  | 'others'
  | 'reported'
  | 'anchor'
  | 'asked';

const TAG_QUESTION =
  /[,，、] ?(?:ok(?:ay)?|deal|right|alright|yeah|cool|sound good|good|got it|vale|sí|si|d'accord|ça marche|va bene|ja|oké|tá|beleza|okay|хорошо|ладно|да|идет|идёт|ठीक है|theek hai|thik hai|तमام|تمام|ماشي) ?[?？؟]/u;
const BREAK = /[.,;:!?—–،؛、。，；：]| - /gu;

/** The part of a sentence between the breaks around a trigger. */
export function clauseOf(
  text: string,
  at: number,
  end: number,
): { readonly at: number; readonly end: number; readonly text: string } {
  let from = 0;
  let to = text.length;
  for (const match of text.matchAll(BREAK)) {
    if (/\d/u.test(text[match.index - 1] ?? '') && /\d/u.test(text[match.index + 1] ?? '')) continue;
    if (match.index < at) from = match.index + match[0].length;
    else if (match.index >= end) {
      to = match.index;
      break;
    }
  }
  return { at: from, end: to, text: text.slice(from, to) };
}

const isPoint = (fact: Mention) =>
  fact.kind === 'clock' ||
  fact.kind === 'elapsed' ||
  fact.kind === 'repeat' ||
  fact.kind === 'instant' ||
  fact.kind === 'before' ||
  (fact.kind === 'day' && !fact.past) ||
  fact.kind === 'part';

/** The first reason why a trigger claims nothing, or null if it does claim. `facts` are those of its sentence. */
export function excluded(trigger: Trigger, facts: readonly Mention[], request: Request): Reason | null {
  const { sentence, language, rule, at, end } = trigger;
  const { text } = sentence;
  const { not } = language;
  const clause = clauseOf(text, at, end);
  const timed = facts.some(isPoint);
  const asked = request.wants.has(rule.kind) || (rule.kind === 'reminder' && request.wants.has('follow_up'));
  const lead = text.slice(clause.at, end);
  if (sentence.question && !TAG_QUESTION.test(text)) return 'question';
  if (isOffer(trigger)) return 'offer';
  if (rule.kind !== 'cancelled' && refuses(trigger, reachOf(trigger, clause))) return 'refusal';
  if (not.unreal.test(language.bare ? text : lead)) return 'unreal';
  // the promise's own words ("you'll be reminded") are not about the past
  const pastIn = not.past.exec(
    text.slice(clause.at, at) + ' '.repeat(end - at) + text.slice(end, clause.end),
  );
  if (
    pastIn &&
    !facts.some(
      (f) =>
        isPoint(f) &&
        f.at >= clause.at + pastIn.index + pastIn[0].length &&
        f.kind !== 'clock' &&
        f.kind !== 'part',
    )
  )
    return 'past';
  if (not.reported.test(text.slice(0, at))) return 'reported';
  if (statesFact(trigger, facts, request)) return 'fact';
  const lasting = rule.kind === 'memory' || rule.kind === 'persona';
  if (lasting && not.brief.test(text)) return 'brief';
  if (rule.kind === 'persona' && request.recalls && !asked) return 'others';
  if (!lasting && !timed && (not.here.test(text.slice(at)) || not.brief.test(text.slice(at)))) return 'here';
  if (!lasting && !timed && sentence.colon && !asked && rule.needs !== undefined) return 'here';
  if ((rule.needs === 'passive' || language.bare) && not.others.test(clause.text)) return 'others';
  if (request.explains && !lasting && !facts.some((f) => f.kind === 'day' && !f.past)) return 'others';
  if (rule.needs === 'anchor' && !timed && !language.event.test(text) && !asked) return 'anchor';
  if (rule.needs === 'timed' && !facts.some((f) => isPoint(f) && f.kind !== 'part')) return 'anchor';
  if (rule.needs === 'bare' && !namesOnly(trigger, facts, request)) return 'anchor';
  if (rule.needs === 'asked' && !request.wants.has(rule.kind)) return 'asked';
  return null;
}

/** The clause up to a little after the trigger, or to an "if" there: how far a "not" reaches. */
function reachOf(trigger: Trigger, clause: { readonly at: number; readonly end: number }): string {
  const { text } = trigger.sentence;
  if (!trigger.language.notAfter) return text.slice(clause.at, trigger.end);
  const after = text.slice(trigger.end, Math.min(clause.end, trigger.end + 30));
  const stop = trigger.language.event.exec(after);
  return text.slice(clause.at, trigger.end) + (stop ? after.slice(0, stop.index) : after);
}

/** Whether a bare noun can be a promise: an hour in its sentence, nothing supposed or past, no talk about reminders. */
function namesOnly(trigger: Trigger, facts: readonly Mention[], request: Request): boolean {
  const { text } = trigger.sentence;
  const { not } = trigger.language;
  if (request.scheduled || request.explains || request.recalls || request.writes) return false;
  if (
    not.unreal.test(text) ||
    not.past.test(text) ||
    not.others.test(text) ||
    not.refusal.test(text.slice(clauseOf(text, trigger.at, trigger.end).at, trigger.end)) ||
    not.fact.test(text)
  )
    return false;
  return facts.some(
    (f) => f.kind === 'clock' || f.kind === 'elapsed' || f.kind === 'repeat' || f.kind === 'instant',
  );
}

/** A match of a refusal counts unless a "but" turns it before the promise. */
function refuses(trigger: Trigger, text: string): boolean {
  const found = trigger.language.not.refusal.exec(text);
  return found !== null && !trigger.language.but.test(text.slice(found.index));
}

function isOffer(trigger: Trigger): boolean {
  const { language, at, end, sentence } = trigger;
  const { text } = sentence;
  if (language.silence.test(text)) return false;
  const found = language.not.offer.exec(text);
  if (!found) return false;
  const offerEnd = found.index + found[0].length;
  if (found.index <= end) return !language.but.test(text.slice(Math.min(offerEnd, at), at));
  const between = text.slice(end, found.index);
  return !/[;:—–(；：]| - |[,，،] ?(?:just|but|so|and|solo|pero|y|mais|et|aber|und|maar|en|ma|e|mas|но|и|а) /u.test(
    between,
  );
}

function statesFact(trigger: Trigger, facts: readonly Mention[], request: Request): boolean {
  const { text } = trigger.sentence;
  const found = trigger.language.not.fact.exec(text);
  if (!found) return false;
  const overlaps = found.index < trigger.end && trigger.at < found.index + found[0].length;
  if (!overlaps) return false;
  if (request.wants.has('reminder')) return false;
  return !facts.some((f) => isPoint(f) && f.end <= found.index + found[0].length);
}
