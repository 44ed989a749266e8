// Doing what a person plainly asked for and the model left undone: from their own words, by the same tools, under the same gate.
// What is not plain is never guessed.
import { DateTime } from 'luxon';
import type { Ask, AskKind } from '../../../claims/asks/ask.ts';
import type { Settled } from '../../../claims/asks/ledger.ts';
import type { Claim } from '../../../claims/index.ts';
import type { Row as DatabaseRow } from '../../../database/tables.ts';
import { personaOf } from '../../../personas/current.ts';
import { namedPersona, speaksOfPersona } from '../../../personas/named.ts';
import { countsFromOldTime } from '../../../schedule/moved-time.ts';
import { splitWhen } from '../../../schedule/parse/index.ts';
import { next } from '../../../schedule/recurrence/next.ts';
import { requestedAudience } from '../../../schedule/requested.ts';
import { handleOf, listSchedules } from '../../../schedule/store.ts';
import { standingEffects } from '../../../tools/effects.ts';
import { remember } from '../../../tools/remember.ts';
import { changeReminderTool, setReminderTool } from '../../../tools/reminders.ts';
import { switchPersonaTool } from '../../../tools/switch-persona.ts';
import { updateTasks } from '../../../tools/tasks/update-tasks.ts';
import type { RunningTurn } from '../state.ts';
import { agrees } from './from-words.ts';
import { forgetNote, undoLast } from './take-away.ts';

const promises = () => import('../../../claims/index.ts');

const timeoutMs = 10_000;

/** What a person's own words ask for; nothing for a turn that began without any. */
export async function asksOf(turn: RunningTurn, words: string | null): Promise<readonly Ask[]> {
  if (words === null) return [];
  const { readAsks } = await promises();
  const { askedAt: now, person } = turn.facts;
  const asks = readAsks(words, { now, zone: person.zone ?? 'UTC', locale: person.locale });
  return asks.some(({ kind }) => kind === 'persona') ? namedOnly(turn, asks) : asks;
}

/** A switch is asked for where a persona of the list is named that is not on already, or a persona is spoken of. */
async function namedOnly(turn: RunningTurn, asks: readonly Ask[]): Promise<readonly Ask[]> {
  const { services, facts, tools } = turn;
  const conversation = await services.database.db
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', facts.conversation.id)
    .executeTakeFirstOrThrow();
  const { room, person } = facts;
  const current = personaOf({ conversation, room, person, otherwise: services.defaultPersona });
  const hasSwitched = tools.effects.some(({ name }) => name === switchPersonaTool.name);
  return asks.filter((ask) => {
    if (ask.kind !== 'persona' || hasSwitched) return true;
    const persona = namedPersona(services.personas, ask.what);
    return persona ? persona.slug !== current : speaksOfPersona(ask.words);
  });
}

/** The tool that does what is asked for. */
const TOOL_OF: Partial<Record<AskKind, string>> = {
  ...{ set: setReminderTool.name, work: setReminderTool.name, meant: changeReminderTool.name },
  ...{ change: changeReminderTool.name, cancel: changeReminderTool.name },
  ...{ note: remember.name, persona: switchPersonaTool.name, task: updateTasks.name },
};

/** Whether a call for it waits for a yes. Pure. */
export const waitsFor = ({ kind }: Ask, waiting: ReadonlySet<string>): boolean =>
  waiting.has(TOOL_OF[kind] ?? '');

/**
 * Does what is open and plain.
 *
 * @param waiting tools with a call of this turn that waits for a yes: what it is about is not asked twice
 * @param claimed what the reply says that does not stand
 * @returns those that were done
 */
export async function doAsks(
  turn: RunningTurn,
  settled: readonly Settled[],
  waiting: ReadonlySet<string>,
  claimed: Claim | null = null,
): Promise<readonly Ask[]> {
  const done: Ask[] = [];
  for (const { ask, state } of settled) {
    if (waitsFor(ask, waiting)) continue;
    if (state === 'met' && ask.kind === 'meant') await dropMistaken(turn, ask);
    if (state === 'met') continue;
    const isHeard = isBorneOut(turn, ask, claimed);
    if (ask.plain ? await doAsk(turn, ask, isHeard) : isHeard && (await correctMisheard(turn, ask, true)))
      done.push(ask);
  }
  return done;
}

/** The reply names the time that was asked for: what is stored for another was misheard. */
function isBorneOut({ facts }: RunningTurn, { time }: Ask, claimed: Claim | null): boolean {
  const schedule = time?.hour === true ? time.schedule : null;
  if (!schedule || !claimed?.due) return false;
  const first = schedule.kind === 'once' ? new Date(schedule.at) : next(schedule, facts.askedAt);
  return first !== null && agrees(claimed, first, facts.person.zone ?? 'UTC');
}

/** @param isHeard the reply names the same time */
async function doAsk(turn: RunningTurn, ask: Ask, isHeard: boolean): Promise<boolean> {
  switch (ask.kind) {
    case 'set':
    case 'work':
      return (await correctMisheard(turn, ask, isHeard)) ?? (await set(turn, ask));
    case 'meant': {
      const mistaken = await mistakenRow(turn);
      return mistaken !== null && change(turn, mistaken, 'move', ask.time?.words);
    }
    case 'cancel':
    case 'change': {
      const { names } = await promises();
      const standing = (await rowsOf(turn)).filter((row) => row.turn_id !== turn.row.id);
      const named = standing.filter((row) => names(ask.what, row.text, handleOf(row.id)));
      const [row, ...others] = named;
      if (!row || others.length > 0) return false;
      if (ask.kind === 'cancel') return change(turn, row, 'cancel');
      return (
        ask.time?.hour === true && !countsFromOldTime(ask.words) && change(turn, row, 'move', ask.time.words)
      );
    }
    case 'note':
      return run(turn, remember.name, { text: ask.what });
    case 'persona': {
      const persona = namedPersona(turn.services.personas, ask.what);
      return persona !== null && run(turn, switchPersonaTool.name, { persona: persona.slug });
    }
    case 'forget':
      return forgetNote(turn, ask.what);
    case 'undo':
      return undoLast(turn, ask.what);
    case 'task':
      return run(turn, updateTasks.name, { done: ask.what });
    default:
      return false;
  }
}

async function set(turn: RunningTurn, ask: Ask): Promise<boolean> {
  const { facts, services } = turn;
  if (!ask.time) return false;
  const scope = { person: facts.person.id, room: facts.room.id, roomKind: facts.room.kind };
  const options = { now: facts.askedAt, zone: facts.person.zone ?? 'UTC', locale: facts.person.locale };
  const what = splitWhen(ask.words, options)?.what ?? ask.what;
  const asked = await requestedAudience(services.database.db, scope, ask.words, what);
  if (!asked?.text) return false;
  // "could you remind me to call Ben?" asks, but what it reminds of is no question
  const text = (asked.for === undefined ? ask.what : asked.text).replace(/(?<=[^\s?？])\s*[?？]+$/u, '');
  const work = ask.kind === 'work' ? { work: true } : {};
  return run(turn, setReminderTool.name, { ...asked, text, when: ask.time.words, ...work });
}

/** The only row of this turn, about the only thing that was asked for, but at another time: it is moved, so that there is one row. */
async function correctMisheard(turn: RunningTurn, ask: Ask, isHeard: boolean): Promise<boolean | null> {
  if (!ask.only && ask.time?.lent !== true) return null;
  const { names } = await promises();
  const made = (await rowsOf(turn)).filter((row) => row.turn_id === turn.row.id);
  if (!ask.only) {
    const [today] = made.filter((row) => names(ask.what, row.text, '') && isOnAnotherDay(row, ask));
    return today ? change(turn, today, 'move', ask.time?.words) : null;
  }
  const about = isHeard ? made : made.filter(({ text }) => names(ask.what, text, ''));
  const [row, ...others] = about;
  if (!row || others.length > 0) return made.length > 0 ? false : null;
  if (!isHeard && (await isSameOnTheDial(row, ask))) return false;
  return change(turn, row, 'move', ask.time?.words);
}

/** "at 14:00", without the day that it was to have: the right hour of another day. */
function isOnAnotherDay({ next_at: at }: DatabaseRow<'schedule'>, { time }: Ask): boolean {
  const schedule = time?.schedule;
  if (!at || schedule?.kind !== 'once') return false;
  const [stored, asked] = [at, new Date(schedule.at)].map((instant) =>
    DateTime.fromJSDate(instant, { zone: schedule.zone }),
  );
  return stored?.toFormat('HH:mm') === asked?.toFormat('HH:mm') && !stored?.hasSame(asked as DateTime, 'day');
}

/** The same hour of the other half of the day is another reading, not a mistake. */
async function isSameOnTheDial({ next_at: at }: DatabaseRow<'schedule'>, { time }: Ask): Promise<boolean> {
  const schedule = time?.schedule;
  if (!at || schedule?.kind !== 'once') return false;
  const apart = Math.abs(at.getTime() - Date.parse(schedule.at)) / 3_600_000;
  return Math.abs(apart - 12) < 0.1;
}

/** What the turn before set or moved, and the person now corrects. */
async function mistakenRow(turn: RunningTurn): Promise<DatabaseRow<'schedule'> | null> {
  const rows = await rowsOf(turn);
  const before = await turn.services.database.db
    .selectFrom('turn')
    .select('id')
    .where('conversation_id', '=', turn.facts.conversation.id)
    .where('person_id', '=', turn.facts.person.id)
    .where('id', '<', turn.row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!before) return null;
  const effects = await standingEffects(turn.services.database.db, before.id);
  const touched = effects.flatMap(({ effect: { inverse } }) =>
    inverse?.do === 'undo-schedule' ? [inverse.schedule] : [],
  );
  const [row, ...others] = rows.filter(({ id }) => touched.includes(id));
  return row && others.length === 0 ? row : null;
}

/** The right row is there: the mistaken one about the same goes. */
async function dropMistaken(turn: RunningTurn, ask: Ask): Promise<void> {
  const { names } = await promises();
  const mistaken = await mistakenRow(turn);
  const made = (await rowsOf(turn)).filter((row) => row.turn_id === turn.row.id);
  const isAgain = mistaken && made.some(({ text }) => names(mistaken.text, text, ''));
  if (mistaken && isAgain && ask.time) await change(turn, mistaken, 'cancel');
}

const rowsOf = ({ services, facts }: RunningTurn): Promise<readonly DatabaseRow<'schedule'>[]> =>
  listSchedules(services.database.db, {
    person: facts.person.id,
    room: facts.room.id,
    roomKind: facts.room.kind,
  });

function change(
  turn: RunningTurn,
  { id }: DatabaseRow<'schedule'>,
  action: 'move' | 'cancel',
  when?: string,
): Promise<boolean> {
  const reminder = handleOf(id);
  turn.tools.heard([reminder]);
  return run(turn, changeReminderTool.name, { reminder, action, ...(when ? { when } : {}) });
}

async function run({ tools }: RunningTurn, name: string, args: object): Promise<boolean> {
  if (!tools.runner.schemas.some((schema) => schema.function.name === name)) return false;
  const result = await tools.runner.run({ id: 'ask', name, args }, AbortSignal.timeout(timeoutMs));
  return result.ok;
}
