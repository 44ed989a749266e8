// Prose is not state: before a reply is posted, what it claims is held against the rows. A promise without its row is
// created from the person's own words where these are plain, else put to the model once, else taken back in one sentence.
import type { LoopOutcome } from '../../../agent/loop.ts';
import type { Settled } from '../../../claims/asks/ledger.ts';
import type { Ask, Claim, SettledAsk, Verdict } from '../../../claims/index.ts';
import type { NewEntry } from '../../../context/entry.ts';
import { tagOf } from '../../../language/languages.ts';
import { type Say, sayIn } from '../../../language/say.ts';
import { waitingIn } from '../reply.ts';
import type { RunningTurn } from '../state.ts';
import { askClaim } from './ask-model.ts';
import { discrepancy } from './discrepancy.ts';
import { asksOf, doAsks, waitsFor } from './do-asks.ts';
import { createFromWords } from './from-words.ts';
import { keptLine } from './kept-line.ts';
import { type Mended, mendedWords, noticeOf, takenBack } from './mend-reply.ts';
import { openLine } from './open-line.ts';
import { restsOnOthers } from './others-words.ts';
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
    this.#waiting = new Set(waitingIn(outcome).map(({ tool }) => tool));
    const { line, ...held } = await this.#held(outcome);
    const settled = await this.#settled(line ? held.outcome.text.replace(line, '') : held.outcome.text);
    const asks = settled.map(({ ask: { kind, words }, state }) => ({ kind, words, state }));
    const open = settled.filter(({ state }) => state === 'open').map(({ ask }) => ask);
    if (line || open.length === 0 || held.outcome.status !== 'done') return { ...held, asks };
    return { ...held, outcome: await this.#withOpen(held.outcome, open), asks };
  }

  async #held(outcome: LoopOutcome): Promise<Mended> {
    const first = await judge(this.#turn, outcome.text);
    const { claim } = first;
    if (first.expect === 'ok' || !claim || this.#isOfQuestion(claim)) return this.#silent(outcome);
    if (first.unclear && !(await this.#reallyClaims(outcome.text, claim))) return this.#silent(outcome);
    const { services, row, tools } = this.#turn;
    services.log.info(
      { turn: row.id, kind: claim.kind, expect: first.expect },
      'a reply claimed what does not stand',
    );
    tools.repair();
    // What others wrote is no wish of the person's: it is neither stored nor put to the model again.
    if (restsOnOthers(this.#turn, this.#scene.entries(), claim))
      return takenBack(this.#turn, outcome, wordsIn(outcome), first);
    return (await this.#doneFromWords(outcome, first)) ?? this.#repaired(outcome, first);
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
  async #silent(outcome: LoopOutcome): Promise<Mended> {
    if (outcome.status !== 'done') return { outcome, notices: [] };
    const settled = await this.#settled(outcome.text);
    const before = this.#turn.tools.effects.length;
    const done = await doAsks(
      this.#turn,
      settled.filter(
        ({ state, ask: { kind } }) =>
          state === 'open' ||
          (state === 'met' && kind === 'meant') ||
          // what the reply asks back is of the matter, not of who answers
          (state === 'asked' && kind === 'persona'),
      ),
      this.#waiting,
    );
    const notices = done.length === 0 ? [] : [await this.#keptSince(before)];
    if (done.length > 0) {
      // What the reply says of a time that was misheard goes; the receipt tells the right one.
      const now = await judge(this.#turn, outcome.text);
      if (now.expect !== 'ok') {
        const text = await mendedWords(this.#turn, outcome.text, now.failing, '');
        return { outcome: { ...outcome, text }, notices };
      }
    }
    const rest = (await this.#settled(outcome.text)).filter(({ state }) => state === 'open');
    if (rest.length === 0) return { outcome, notices };
    this.#turn.tools.repair();
    const told = `${await this.#difference(rest)} Call the right tool with the person's own words, or ask for what you need to know.`;
    const repaired = await this.#scene.again(outcome, `[${told}]`);
    if (repaired.status !== 'done') return { outcome, notices };
    const last = await judge(this.#turn, repaired.text);
    if (last.expect !== 'ok' && last.claim)
      return takenBack(this.#turn, repaired, repaired.text, last, notices);
    return { outcome: repaired, notices };
  }

  /** "Stored: r2 standup, weekdays 08:30. Not stored: 'friday at 4 send the invoice'." */
  async #difference(open: readonly Settled[]): Promise<string> {
    const stored = await storedLines(this.#turn);
    const quoted = (some: readonly Settled[]) => some.map(({ ask }) => `"${ask.words}"`).join(', ');
    const isKept = ({ ask: { kind } }: Settled) => kind === 'set' || kind === 'work' || kind === 'note';
    const [missing, undone] = [quoted(open.filter(isKept)), quoted(open.filter((one) => !isKept(one)))];
    return [
      ...(stored.length > 0
        ? [`Stored: ${stored.join('; ')}.`]
        : missing === ''
          ? []
          : ['Nothing is stored.']),
      ...(missing === '' ? [] : [`Not stored: ${missing}.`]),
      ...(undone === '' ? [] : [`Not done: ${undone}.`]),
    ].join(' ');
  }

  /** The words, with a line for what was asked for and not done. */
  async #withOpen(outcome: LoopOutcome, open: readonly Ask[]): Promise<LoopOutcome> {
    const say = await this.#sayIn(outcome.text);
    return { ...outcome, text: `${outcome.text}\n\n${openLine(open, say)}` };
  }

  async #sayIn(text: string): Promise<Say> {
    const { languageOf } = await promises();
    return sayIn(tagOf(languageOf(text, this.#turn.facts.person.locale)) ?? 'en');
  }

  /** Where the rules are unsure, the model is asked; if it does not answer, what was asked for decides, and where nothing was, the rules. */
  async #reallyClaims(reply: string, claim: Claim): Promise<boolean> {
    const { services, row, facts } = this.#turn;
    const asked = { words: wordsOf(facts) ?? '(scheduled)', reply, claim };
    const of = { conversation: facts.conversation.id, turn: row.id, factor: facts.factor };
    const answer = await askClaim(services, of, asked, this.#scene.signal);
    if (answer !== null) return answer;
    const settled = await this.#settled(reply);
    return settled.length === 0 || settled.some(({ state }) => state === 'open');
  }

  /** Does what the person plainly asked for; what the reply says beside that is made true, or goes. */
  async #doneFromWords(outcome: LoopOutcome, first: Verdict): Promise<Mended | null> {
    const { claim } = first;
    const open = (await this.#settled(outcome.text)).filter(({ state }) => state !== 'met');
    const before = this.#turn.tools.effects.length;
    const done = await doAsks(this.#turn, open, this.#waiting, claim);
    const isLoose = done.length === 0 && claim !== null && this.#asks.every(({ plain }) => !plain);
    if (done.length === 0 && !(isLoose && (await createFromWords(this.#turn, claim)))) return null;
    const text = wordsIn(outcome);
    const notices = [await this.#keptSince(before)];
    const last = await judge(this.#turn, outcome.text);
    if (last.expect === 'ok') return { outcome: { ...outcome, text }, notices };
    const left = (await this.#settled(outcome.text)).filter(({ state }) => state !== 'met');
    if (left.length > 0 || done.length === 0) return this.#repaired(outcome, last, notices);
    // All is done: the receipts tell it, and what the reply said otherwise goes.
    const mended = await mendedWords(this.#turn, text, last.failing, '');
    return { outcome: { ...outcome, status: 'done', text: mended }, notices };
  }

  /** Puts it to the model once; if that does not help, the claim is taken back. A turn that a rule has stopped is not asked again. */
  async #repaired(outcome: LoopOutcome, first: Verdict, before: readonly NewEntry[] = []): Promise<Mended> {
    const open = (await this.#settled(outcome.text)).filter(({ state }) => state !== 'met');
    const stored = await storedLines(this.#turn);
    const difference = stored.length + open.length === 0 ? null : await this.#difference(open);
    const repaired =
      outcome.status === 'stopped'
        ? outcome
        : await this.#scene.again(outcome, discrepancy(first, difference));
    const text = repaired.status === 'done' ? repaired.text : wordsIn(outcome);
    const last = await judge(this.#turn, text);
    if (last.expect === 'ok' || !last.claim)
      return { outcome: { ...repaired, text, status: 'done' }, notices: before };
    return takenBack(this.#turn, repaired, text, last, before);
  }

  /** What was done in the model's place, for the history. @param before how many changes the turn had made by then */
  async #keptSince(before: number): Promise<NewEntry> {
    return noticeOf(this.#turn, 'set', await keptLine(this.#turn, this.#turn.tools.effects.slice(before)));
  }
}

/** What the model has said: its note that nothing was done does not stand beside a promise that is done after all, or goes. */
const wordsIn = ({ reason, said, text }: LoopOutcome): string =>
  reason === 'announced' ? (said ?? text) : text;
