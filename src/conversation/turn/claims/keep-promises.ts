// Prose is not state: before a reply is posted, what it claims is held against the rows. A promise without its row is
// created from the person's own words where these are plain, else put to the model once, else taken back in one sentence.
import type { LoopOutcome } from '../../../agent/loop.ts';
import type { Settled } from '../../../claims/asks/ledger.ts';
import type { Ask, Claim, ClaimKind, SettledAsk, Verdict } from '../../../claims/index.ts';
import type { NewEntry } from '../../../context/entry.ts';
import { NOTICE } from '../../../context/notices.ts';
import { tagOf } from '../../../language/languages.ts';
import { type Say, sayIn } from '../../../language/say.ts';
import { splitWhen } from '../../../schedule/parse/index.ts';
import { isOthersAlone, wordsInSight } from '../facts/words-in-sight.ts';
import type { RunningTurn } from '../state.ts';
import { askClaim } from './ask-model.ts';
import { asksOf, doAsks, waitsFor } from './do-asks.ts';
import { agrees, createFromWords } from './from-words.ts';
import { keptLine } from './kept-line.ts';
import { deedsOf, judge, ownWordsOf, storedLines, wordsOf } from './standing.ts';

/** The languages' tables are large: they are loaded when the first reply is checked. */
const promises = () => import('../../../claims/index.ts');

export interface Kept {
  readonly outcome: LoopOutcome;
  /** What the model should know of it, for the history. */
  readonly notices: readonly NewEntry[];
  /** What the person asked for, and what became of it. */
  readonly asks: readonly SettledAsk[];
}

type Held = Omit<Kept, 'asks'>;

/** What a check needs beside its turn. */
interface Scene {
  /** What the turn has brought so far, its messages first. */
  readonly entries: () => readonly NewEntry[];
  /** Asks the model once more, with this message after its reply. */
  readonly again: (said: LoopOutcome, message: string) => Promise<LoopOutcome>;
  readonly signal: AbortSignal;
}

/** Holds both sides against the rows: what the person asked for, and what the reply claims. */
export class PromiseCheck {
  readonly #turn: RunningTurn;
  readonly #scene: Scene;
  #asks: readonly Ask[] = [];
  /** tools with a call of this turn that waits for a yes */
  #waiting: ReadonlySet<string> = new Set();

  /** @param turn with all that the person has said by now */
  constructor(turn: RunningTurn, scene: Scene) {
    this.#turn = turn;
    this.#scene = scene;
  }

  /** @returns the outcome with words that are true, and what became of each thing that was asked for */
  async keep(outcome: LoopOutcome): Promise<Kept> {
    if (outcome.status !== 'done' && outcome.status !== 'stopped') return { outcome, notices: [], asks: [] };
    this.#asks = await asksOf(this.#turn, ownWordsOf(this.#turn.facts));
    const calls = outcome.steps.flatMap((step) => step.calls);
    this.#waiting = new Set(calls.filter(({ result }) => result.asked !== undefined).map(({ name }) => name));
    const held = await this.#held(outcome);
    const settled = await this.#settled(held.outcome.text);
    return { ...held, asks: settled.map(({ ask: { kind, words }, state }) => ({ kind, words, state })) };
  }

  async #held(outcome: LoopOutcome): Promise<Held> {
    const first = await judge(this.#turn, outcome.text);
    const { claim } = first;
    if (first.expect === 'ok' || !claim || this.#isOfQuestion(claim)) return this.#silent(outcome);
    if (first.unclear && !(await this.#reallyClaims(outcome.text, claim))) return { outcome, notices: [] };
    const { services, row, tools } = this.#turn;
    services.log.info(
      { turn: row.id, kind: claim.kind, expect: first.expect },
      'a reply claimed what does not stand',
    );
    tools.repair();
    const isAnnounced = outcome.reason === 'announced';
    // What others wrote is no wish of the person's: it is neither stored nor put to the model again.
    if (await this.#restsOnOthers(claim))
      return isAnnounced ? { outcome, notices: [] } : this.#takenBack(outcome, outcome.text, first);
    const set = await this.#doneFromWords(outcome, first);
    if (set) return set;
    // Its note says already that nothing was done.
    return isAnnounced ? { outcome, notices: [] } : this.#repaired(outcome, first);
  }

  /** "I have asked you.": what nobody asked for, at no time, tells of the call that waits for a yes. */
  #isOfQuestion({ kind, wanted, timed }: Claim): boolean {
    return this.#waiting.size > 0 && !wanted && !timed && kind !== 'deed';
  }

  /** What was asked for, as it stands with these words. */
  async #settled(text: string): Promise<readonly Settled[]> {
    if (this.#asks.length === 0) return [];
    const { facts } = this.#turn;
    const { settle, heardIn, readingOf } = await promises();
    const { voice, request } = readingOf(text, wordsOf(facts), facts.person.locale);
    const settled = settle(this.#asks, await deedsOf(this.#turn), heardIn(voice, request));
    return settled.map((one) => (waitsFor(one.ask, this.#waiting) ? { ...one, state: 'asked' } : one));
  }

  /** A reply that claims nothing false may still have left something undone, without a word. */
  async #silent(outcome: LoopOutcome): Promise<Held> {
    if (outcome.status !== 'done') return { outcome, notices: [] };
    const settled = await this.#settled(outcome.text);
    const before = this.#turn.tools.effects.length;
    const done = await doAsks(
      this.#turn,
      settled.filter(({ state, ask: { kind } }) => state === 'open' || (state === 'met' && kind === 'meant')),
      this.#waiting,
    );
    const notices = done.length === 0 ? [] : [await this.#keptSince(before)];
    if (done.length > 0) {
      // What the reply says of a time that was misheard goes; the receipt tells the right one.
      const now = await judge(this.#turn, outcome.text);
      if (now.expect !== 'ok') {
        const text = await this.#mended(outcome.text, now.failing, '');
        return { outcome: { ...outcome, text }, notices };
      }
    }
    const isHalf = settled.some(({ state }) => state === 'met') || done.length > 0;
    const rest = (await this.#settled(outcome.text)).filter(
      ({ state, ask: { kind, time } }) => state === 'open' && kind === 'set' && time !== null,
    );
    if (rest.length === 0 || !isHalf) return { outcome, notices };
    this.#turn.tools.repair();
    const told = `${await this.#difference(rest)} Store what is missing with the person's own words, or ask for what you need to know.`;
    const repaired = await this.#scene.again(outcome, `[${told}]`);
    const text = repaired.status === 'done' ? repaired.text : outcome.text;
    if (repaired.status !== 'done') return { outcome, notices };
    const last = await judge(this.#turn, text);
    if (last.expect !== 'ok' && last.claim) return this.#takenBack(repaired, text, last, notices);
    const open = (await this.#settled(text)).filter(({ state }) => state === 'open');
    return { outcome: { ...repaired, text: await this.#withOpen(text, open) }, notices };
  }

  /** "Stored: r2 standup, weekdays 08:30. Not stored: 'friday at 4 send the invoice'." */
  async #difference(open: readonly Settled[]): Promise<string> {
    const stored = await storedLines(this.#turn);
    const missing = open.map(({ ask }) => `"${ask.words}"`).join(', ');
    return [
      stored.length === 0 ? 'Nothing is stored.' : `Stored: ${stored.join('; ')}.`,
      ...(missing === '' ? [] : [`Not stored: ${missing}.`]),
    ].join(' ');
  }

  /** The words, with a line for each thing that was asked for and not done. */
  async #withOpen(text: string, open: readonly Settled[]): Promise<string> {
    const [first] = open;
    if (!first) return text;
    const say = await this.#sayIn(text);
    const words = open.map(({ ask }) => ask.words).join('; ');
    return `${text}\n\n${say('asks.open', { words })} ${say('when.vague')}`;
  }

  async #sayIn(text: string): Promise<Say> {
    const { languageOf } = await promises();
    return sayIn(tagOf(languageOf(text, this.#turn.facts.person.locale)) ?? 'en');
  }

  /** Where the rules are unsure, the model is asked. */
  async #reallyClaims(reply: string, claim: Claim): Promise<boolean> {
    const { services, row, facts } = this.#turn;
    const asked = { words: wordsOf(facts) ?? '(scheduled)', reply, claim };
    const of = { conversation: facts.conversation.id, turn: row.id, factor: facts.factor };
    return (await askClaim(services, of, asked, this.#scene.signal)) === true;
  }

  /** Does what the person plainly asked for; what the reply says beside that is made true, or goes. */
  async #doneFromWords(outcome: LoopOutcome, first: Verdict): Promise<Held | null> {
    const { claim } = first;
    const open = (await this.#settled(outcome.text)).filter(({ state }) => state !== 'met');
    const before = this.#turn.tools.effects.length;
    const done = await doAsks(this.#turn, open, this.#waiting);
    const isLoose = done.length === 0 && claim !== null && this.#asks.every(({ plain }) => !plain);
    if (done.length === 0 && !(isLoose && (await createFromWords(this.#turn, claim)))) return null;
    // What was only announced has been done after all.
    const text = outcome.reason === 'announced' ? (outcome.said ?? outcome.text) : outcome.text;
    const notices = [await this.#keptSince(before)];
    const last = await judge(this.#turn, outcome.text);
    if (last.expect === 'ok') return { outcome: { ...outcome, text }, notices };
    const left = (await this.#settled(outcome.text)).filter(({ state }) => state !== 'met');
    if (left.length > 0 || done.length === 0) return this.#repaired(outcome, last, notices);
    // All is done: the receipts tell it, and what the reply said otherwise goes.
    const mended = await this.#mended(text, last.failing, '');
    return { outcome: { ...outcome, status: 'done', text: mended }, notices };
  }

  /** Puts it to the model once; if that does not help, the claim is taken back. A turn that a rule has stopped is not asked again. */
  async #repaired(outcome: LoopOutcome, first: Verdict, before: readonly NewEntry[] = []): Promise<Held> {
    const open = (await this.#settled(outcome.text)).filter(({ state }) => state !== 'met');
    const stored = await storedLines(this.#turn);
    const difference = stored.length === 0 ? null : await this.#difference(open);
    const repaired =
      outcome.status === 'stopped'
        ? outcome
        : await this.#scene.again(outcome, discrepancy(first, difference));
    const text = repaired.status === 'done' ? repaired.text : outcome.text;
    const last = await judge(this.#turn, text);
    if (last.expect === 'ok' || !last.claim)
      return { outcome: { ...repaired, text, status: 'done' }, notices: before };
    return this.#takenBack(repaired, text, last, before);
  }

  /** The words, with one sentence that takes the claim back in the place of those that make it. */
  async #takenBack(
    outcome: LoopOutcome,
    text: string,
    { claim, failing }: Verdict,
    before: readonly NewEntry[] = [],
  ): Promise<Held> {
    const { facts } = this.#turn;
    const { takeBack, languageOf } = await promises();
    const truth = claim ? takeBack(toldAs(claim), languageOf(text, facts.person.locale)) : '';
    return {
      outcome: { ...outcome, status: 'done', text: await this.#mended(text, failing, truth) },
      notices: [...before, this.#notice('taken-back', takenBackLine(claim))],
    };
  }

  /** The words without their false sentences, a line in place of the first; what then still claims them goes too. */
  async #mended(text: string, failing: readonly Claim[], line: string): Promise<string> {
    const { mended } = await promises();
    let words = mended(
      text,
      failing.map(({ sentence }) => sentence),
      line,
    );
    for (let more = 0; more < mendsAtMost && words !== line; more++) {
      // the line takes back what stands before it: the rest is looked at by itself
      const rest = words.replace(line, '').trim();
      const last = await judge(this.#turn, rest);
      if (last.expect === 'ok') break;
      const sentences = last.failing.map(({ sentence }) => sentence).filter((said) => rest.includes(said));
      if (sentences.length === 0) break;
      const left = mended(rest, sentences, '');
      words =
        left === '' ? line : words.startsWith(line) ? `${line} ${left}`.trim() : `${left}\n\n${line}`.trim();
    }
    return words;
  }

  /** What was done in the model's place, for the history. @param before how many changes the turn had made by then */
  async #keptSince(before: number): Promise<NewEntry> {
    return this.#notice('set', await keptLine(this.#turn, this.#turn.tools.effects.slice(before)));
  }

  #notice(claim: 'set' | 'taken-back', text: string): NewEntry {
    const { facts, tools } = this.#turn;
    const tainted = facts.tainted || tools.tainted;
    return { type: 'notice', payload: { text, claim }, tainted, person: facts.person.id };
  }

  /** Whether a claim's time or subject is known from others' words alone: a quote, a file, code, another person's words. */
  async #restsOnOthers(claim: Claim): Promise<boolean> {
    const { facts } = this.#turn;
    const sight = wordsInSight([...facts.path, ...this.#scene.entries()], facts.person.id);
    if (sight.others.trim() === '') return false;
    const { askedAt: now, person } = facts;
    const options = { now, zone: person.zone ?? 'UTC', locale: person.locale };
    const when = claim.when ? (splitWhen(claim.sentence, options)?.when ?? '') : '';
    if (isOthersAlone(`${claim.said.join(' ')} ${when}`, sight)) return true;
    if (!claim.due) return false;
    const tells = (text: string) =>
      text.split('\n').some((line) => {
        const found = splitWhen(line.slice(0, longestLine), options)?.result;
        return found?.ok === true && agrees(claim, found.first, options.zone);
      });
    return tells(sight.others.slice(0, longestRead)) && !tells(sight.own.slice(-longestRead));
  }
}

/** How often what is left of a reply is looked at again. */
const mendsAtMost = 2;

/** What a claim is taken back as: of what was asked for at a time, and told in words for something else, no reminder is set. */
const toldAs = ({ kind, timed, wanted }: Claim): ClaimKind =>
  timed && !wanted && (kind === 'persona' || kind === 'memory') ? 'reminder' : kind;

/** Characters of others' words, and of a line of them, in which a time is looked for. */
const longestRead = 4000;
const longestLine = 300;

/** What the model is told of a sentence of its own that was not true. */
const takenBackLine = (claim: Claim | null): string =>
  `${NOTICE.takenBack} your last reply said "${claim?.sentence ?? ''}", which was not true, and the person was told so. Say such a thing only after a tool's result.`;

/** @param difference what is stored and what is not, where something is */
function discrepancy({ claim, expect }: Verdict, difference: string | null): string {
  const state = expect === 'mismatch' ? 'what is stored does not match it' : 'nothing of the kind is stored';
  return `[${NOTICE.claimed}"${claim?.sentence ?? ''}" But ${state}.${difference === null ? '' : ` ${difference}`} Either call the right tool now with the person's own words, or answer again without that claim.]`;
}
