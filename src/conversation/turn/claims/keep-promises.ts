// Prose is not state: before a reply is posted, what it claims is held against the rows. A promise without its row is
// created from the person's own words where these are plain, else put to the model once, else taken back in one sentence.
import type { LoopOutcome } from '../../../agent/loop.ts';
import type { Claim, Row, Verdict } from '../../../claims/index.ts';
import type { NewEntry } from '../../../context/entry.ts';
import type { PersonId } from '../../../database/ids.ts';
import type { Row as DatabaseRow } from '../../../database/tables.ts';
import { personaOf } from '../../../personas/current.ts';
import { resolveWhen, splitWhen } from '../../../schedule/parse/index.ts';
import { requestedAudience } from '../../../schedule/requested.ts';
import type { Schedule } from '../../../schedule/schedule.ts';
import { listSchedules } from '../../../schedule/store.ts';
import { inZone } from '../../../schedule/zone-change.ts';
import { tools as builtIn } from '../../../tools/index.ts';
import { setReminderTool } from '../../../tools/reminders.ts';
import type { TurnTools } from '../../../tools/runner.ts';
import type { TurnFacts } from '../facts/turn-facts.ts';
import { isOthersAlone, ownProse, wordsInSight } from '../facts/words-in-sight.ts';
import type { StoreServices } from '../services.ts';
import type { RunningTurn } from '../state.ts';
import { askClaim } from './ask-model.ts';

const ownTools = new Set(builtIn.map(({ name }) => name));

/** The languages' tables are large: they are loaded when the first reply is checked. */
const promises = () => import('../../../claims/index.ts');

export interface Kept {
  readonly outcome: LoopOutcome;
  /** What the model should know of it, for the history. */
  readonly notices: readonly NewEntry[];
}

/** What a check needs beside its turn. */
interface Scene {
  /** What the turn has brought so far, its messages first. */
  readonly entries: () => readonly NewEntry[];
  /** Asks the model once more, with this message after its reply. */
  readonly again: (said: LoopOutcome, message: string) => Promise<LoopOutcome>;
  readonly signal: AbortSignal;
}

/** Holds a reply's claims against the rows and mends the false ones. */
export class PromiseCheck {
  readonly #turn: RunningTurn;
  readonly #scene: Scene;

  /** @param turn with all that the person has said by now */
  constructor(turn: RunningTurn, scene: Scene) {
    this.#turn = turn;
    this.#scene = scene;
  }

  /** @returns the outcome with words that are true */
  async keep(outcome: LoopOutcome): Promise<Kept> {
    if (outcome.status !== 'done' && outcome.status !== 'stopped') return { outcome, notices: [] };
    const first = await judge(this.#turn, outcome.text);
    const { claim } = first;
    if (first.expect === 'ok' || !claim) return { outcome, notices: [] };
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
      return isAnnounced ? { outcome, notices: [] } : this.#takenBack(outcome, outcome.text, claim);
    const set = await this.#setFromWords(outcome, claim);
    if (set) return set;
    // Its note says already that nothing was done.
    return isAnnounced ? { outcome, notices: [] } : this.#repaired(outcome, first);
  }

  /** Where the rules are unsure, the model is asked. */
  async #reallyClaims(reply: string, claim: Claim): Promise<boolean> {
    const { services, row, facts } = this.#turn;
    const asked = { words: wordsOf(facts) ?? '(scheduled)', reply, claim };
    const of = { conversation: facts.conversation.id, turn: row.id, factor: facts.factor };
    return (await askClaim(services, of, asked, this.#scene.signal)) === true;
  }

  /** Sets what the person asked for, if that makes the reply true. */
  async #setFromWords(outcome: LoopOutcome, claim: Claim): Promise<Kept | null> {
    const { facts } = this.#turn;
    if (!(await createFromWords(this.#turn, claim))) return null;
    if ((await judge(this.#turn, outcome.text)).expect !== 'ok') return null;
    // What was only announced has been done after all.
    const text = outcome.reason === 'announced' ? (outcome.said ?? outcome.text) : outcome.text;
    const notices = [notice(facts, 'set', `set from the person's own words: ${claim.sentence}`)];
    return { outcome: { ...outcome, text }, notices };
  }

  /** Puts it to the model once; if that does not help, the claim is taken back. A turn that a rule has stopped is not asked again. */
  async #repaired(outcome: LoopOutcome, first: Verdict): Promise<Kept> {
    const repaired =
      outcome.status === 'stopped' ? outcome : await this.#scene.again(outcome, discrepancy(first));
    const text = repaired.status === 'done' ? repaired.text : outcome.text;
    const last = await judge(this.#turn, text);
    if (last.expect === 'ok' || !last.claim)
      return { outcome: { ...repaired, text, status: 'done' }, notices: [] };
    return this.#takenBack(repaired, text, last.claim);
  }

  /** The words, with one sentence that takes the claim back. */
  async #takenBack(outcome: LoopOutcome, text: string, claim: Claim): Promise<Kept> {
    const { facts } = this.#turn;
    const { takeBack, languageOf } = await promises();
    const correction = takeBack(claim.kind, languageOf(text, facts.person.locale));
    return {
      outcome: { ...outcome, status: 'done', text: `${text}\n\n${correction}` },
      notices: [notice(facts, 'taken-back', `taken back, because it does not stand: ${claim.sentence}`)],
    };
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

/** Characters of others' words, and of a line of them, in which a time is looked for. */
const longestRead = 4000;
const longestLine = 300;

/** A turn may run late: its words count from when they were sent, as the tools read them, or from now. */
const lateMs = 60_000;

async function judge(turn: RunningTurn, text: string): Promise<Verdict> {
  const { services, facts } = turn;
  const now = services.clock.now();
  const sent = await judgeAt(turn, text, facts.askedAt);
  const isLate = Math.abs(now.getTime() - facts.askedAt.getTime()) > lateMs;
  if (sent.expect === 'ok' || !isLate) return sent;
  const later = await judgeAt(turn, text, now);
  return later.expect === 'ok' ? later : sent;
}

async function judgeAt(turn: RunningTurn, text: string, now: Date): Promise<Verdict> {
  const { services, row: self, facts, tools } = turn;
  const { person, room } = facts;
  const zone = person.zone ?? 'UTC';
  const { findClaims, reconcile } = await promises();
  const claims = findClaims(text, { user: wordsOf(facts), now, zone, locale: person.locale });
  if (claims.length === 0)
    return reconcile(claims, { now, zone, rows: [], persona: 'default', memoryWritten: false });
  const scope = { person: person.id, room: room.id, roomKind: room.kind };
  const { db } = services.database;
  const schedules = await listSchedules(db, scope);
  const conversation = await db
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', facts.conversation.id)
    .executeTakeFirstOrThrow();
  const persona = personaOf({ conversation, room, person, otherwise: services.defaultPersona });
  // A reminder that waits for the zone or a choice is kept: its question goes out with this reply.
  const waits = schedules.some((row) => row.state === 'asking' && row.turn_id === self.id);
  const standing = claims.filter(
    (claim) => !(waits && (claim.kind === 'reminder' || claim.kind === 'recurring')),
  );
  return reconcile(standing, {
    now,
    zone,
    rows: schedules
      .filter(({ state }) => state !== 'paused')
      .flatMap((row) =>
        [row.spec, ...onOwnClock(row, person.id, zone)].flatMap((spec) =>
          rowOf(spec, row.text, row.turn_id === self.id, saysTime(facts, row.words)),
        ),
      ),
    persona: persona === services.defaultPersona ? 'default' : persona,
    cancelledThisTurn: await cancelledBy(services, tools),
    memoryWritten: tools.effects.some(({ name }) => name === 'remember'),
    // Another server's tools may do anything: where there are any, a deed is not doubted.
    deedDone: tools.runner.schemas.some((schema) => !ownTools.has(schema.function.name)),
  });
}

/** The schedules that this turn has taken away, those it has paused included: none of them will fire. */
async function cancelledBy(
  { database }: Pick<StoreServices, 'database'>,
  tools: TurnTools,
): Promise<readonly Row[]> {
  const ids = tools.effects.flatMap(({ effect }) =>
    effect.inverse?.do === 'undo-schedule' ? [effect.inverse.schedule] : [],
  );
  if (ids.length === 0) return [];
  const rows = await database.db
    .selectFrom('schedule')
    .select(['spec', 'text'])
    .where('id', 'in', ids)
    .where('state', 'in', ['cancelled', 'paused'])
    .execute();
  return rows.flatMap((row) => rowOf(row.spec, row.text, false, false));
}

function rowOf(spec: object | null, text: string, createdThisTurn: boolean, asAsked: boolean): Row[] {
  return spec ? [{ schedule: spec as Schedule, text, createdThisTurn, asAsked }] : [];
}

/** Whether the person's message has the words of a schedule's time. */
function saysTime(facts: TurnFacts, words: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ').trim();
  return plain(words) !== '' && plain(wordsOf(facts) ?? '').includes(plain(words));
}

/** "Remind Ben at 9" is set on Ben's clock, and spoken of by the person's: both are true. */
function onOwnClock(row: DatabaseRow<'schedule'>, person: PersonId, zone: string): readonly Schedule[] {
  const isOnAnother = row.spec && row.wall && row.addressee_id !== person && row.zone !== zone;
  return isOnAnother ? [inZone(row.spec as Schedule, zone)] : [];
}

/** The person's words; null for a turn that began without any. */
const wordsOf = (facts: TurnFacts): string | null =>
  facts.trigger ? null : facts.messages.map((message) => message.text).join('\n');

/** The same without what is quoted in them or pasted as code. */
const ownWordsOf = (facts: TurnFacts): string | null =>
  facts.trigger ? null : facts.messages.map((message) => ownProse(message.text)).join('\n');

/** Sets what the person asked for, if their words are plain and agree with the reply. @returns whether a row was written */
async function createFromWords({ services, facts, tools }: RunningTurn, claim: Claim): Promise<boolean> {
  const words = ownWordsOf(facts);
  if (
    words === null ||
    !tools.runner.schemas.some((schema) => schema.function.name === setReminderTool.name) ||
    (claim.kind !== 'reminder' && claim.kind !== 'recurring' && claim.kind !== 'follow_up')
  )
    return false;
  const { readRequest } = await promises();
  const language = facts.person.locale.slice(0, 2);
  const { wants } = readRequest(words, language);
  if (!wants.has('reminder') && !wants.has('recurring') && !wants.has(claim.kind)) return false;
  const options = { now: facts.askedAt, zone: facts.person.zone ?? 'UTC', locale: facts.person.locale };
  const split = splitWhen(words, options);
  if (!split?.what.trim() || !split.result.ok || !agrees(claim, split.result.first, options.zone))
    return false;
  if (!resolveWhen(split.when, options).ok) return false;
  const scope = { person: facts.person.id, room: facts.room.id, roomKind: facts.room.kind };
  const asked = await requestedAudience(services.database.db, scope, words, split.what);
  // If what is left still holds the request, or a second time, it was not understood.
  if (!asked?.text || readRequest(asked.text, language).wants.size > 0) return false;
  if (splitWhen(asked.text, options)) return false;
  const call = { id: 'promise', name: setReminderTool.name, args: { ...asked, when: split.when } };
  const result = await tools.runner.run(call, AbortSignal.timeout(10_000));
  return result.ok;
}

/** Whether the time of the person's words is the one that the reply names, or the reply names none. Pure. */
export function agrees(claim: Pick<Claim, 'due'>, first: Date, zone: string): boolean {
  if (!claim.due) return true;
  if (claim.due.kind === 'instant')
    return Math.abs(new Date(claim.due.at).getTime() - first.getTime()) <= 5 * 60_000;
  return claim.due.date === first.toLocaleDateString('sv-SE', { timeZone: zone });
}

function discrepancy(verdict: Verdict): string {
  const { claim, expect } = verdict;
  const state = expect === 'mismatch' ? 'what is stored does not match it' : 'nothing of the kind is stored';
  return `[Your reply says: "${claim?.sentence ?? ''}" But ${state}. Either call the right tool now with the person's own words, or answer again without that claim.]`;
}

const notice = (facts: TurnFacts, claim: 'set' | 'taken-back', text: string): NewEntry => ({
  type: 'notice',
  payload: { text, claim },
  tainted: facts.tainted,
  person: facts.person.id,
});
