// What stands at a turn's end, as claims and asks are held against it: the schedules, what the turn has changed, its persona.

import type { Deeds } from '../../../claims/asks/ledger.ts';
import type { Row, Verdict } from '../../../claims/index.ts';
import type { ConversationKey, PersonId, TurnId } from '../../../database/ids.ts';
import type { Row as DatabaseRow } from '../../../database/tables.ts';
import { personaOf } from '../../../personas/current.ts';
import { describeLasting } from '../../../schedule/describe.ts';
import { resolveWhen } from '../../../schedule/parse/index.ts';
import type { Schedule } from '../../../schedule/schedule.ts';
import { handleOf, listSchedules } from '../../../schedule/store.ts';
import { inZone } from '../../../schedule/zone-change.ts';
import { tools as builtIn } from '../../../tools/index.ts';
import { changeReminderTool } from '../../../tools/reminders.ts';
import type { TurnTools } from '../../../tools/runner.ts';
import type { Inverse } from '../../../tools/tool-context.ts';
import type { TurnFacts } from '../facts/turn-facts.ts';
import { ownProse } from '../facts/words-in-sight.ts';
import type { StoreServices } from '../services.ts';
import type { RunningTurn } from '../state.ts';

const ownTools = new Set(builtIn.map(({ name }) => name));

/** The languages' tables are large: they are loaded when the first reply is checked. */
const promises = () => import('../../../claims/index.ts');

/** A turn may run late: its words count from when they were sent, as the tools read them, or from now. */
const lateMs = 60_000;

/** Holds what a reply claims against what stands. */
export async function judge(turn: RunningTurn, text: string): Promise<Verdict> {
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
        [row.spec, ...onOwnClock(row, person.id, zone), ...readAlone(row, tools, facts)].flatMap((spec) =>
          rowOf(spec, row.text, row.turn_id === self.id, saysTime(facts, row.words)),
        ),
      ),
    listed: schedules.map(({ text }) => text),
    persona: persona === services.defaultPersona ? 'default' : persona,
    cancelledThisTurn: await cancelledBy(services, tools),
    memoryWritten: tools.effects.some(({ name }) => name === 'remember'),
    ...(await takenAway(services, { turn: self.id, person: person.id, conversation: facts.conversation.id })),
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

/** "Move it to nine" is set on the reminder's own day, and a reply says "nine" as anybody would read it alone: both are true. */
function readAlone(row: DatabaseRow<'schedule'>, tools: TurnTools, facts: TurnFacts): readonly Schedule[] {
  const isMoved = tools.effects.some(
    ({ name, effect: { inverse } }) =>
      name === changeReminderTool.name && inverse?.do === 'undo-schedule' && inverse.schedule === row.id,
  );
  const { zone, locale } = facts.person;
  const read = resolveWhen(row.words, { now: facts.askedAt, zone: zone ?? 'UTC', locale });
  return isMoved && read.ok ? [read.schedule] : [];
}

/** "Remind Ben at 9" is set on Ben's clock, and spoken of by the person's: both are true. */
function onOwnClock(row: DatabaseRow<'schedule'>, person: PersonId, zone: string): readonly Schedule[] {
  const isOnAnother = row.spec && row.wall && row.addressee_id !== person && row.zone !== zone;
  return isOnAnother ? [inZone(row.spec as Schedule, zone)] : [];
}

/** The person's words; null for a turn that began without any. */
export const wordsOf = (facts: TurnFacts): string | null =>
  facts.trigger ? null : facts.messages.map((message) => message.text).join('\n');

/** The same without what is quoted in them or pasted as code. */
export const ownWordsOf = (facts: TurnFacts): string | null =>
  facts.trigger ? null : facts.messages.map((message) => ownProse(message.text)).join('\n');

/** What the turn has done by now, for what was asked. */
export async function deedsOf({ services, row: self, facts, tools }: RunningTurn): Promise<Deeds> {
  const { person, room } = facts;
  const scope = { person: person.id, room: room.id, roomKind: room.kind };
  const schedules = await listSchedules(services.database.db, scope);
  const zone = person.zone ?? 'UTC';
  const touched = new Set(
    tools.effects.flatMap(({ effect: { inverse } }) =>
      inverse?.do === 'undo-schedule' ? [inverse.schedule] : [],
    ),
  );
  const did = (name: string) => tools.effects.some((effect) => effect.name === name);
  return {
    now: facts.askedAt,
    zone,
    rows: schedules.flatMap((row) =>
      [row.spec, ...onOwnClock(row, person.id, zone), ...readAlone(row, tools, facts)].flatMap((spec) =>
        rowOf(spec, row.text, row.turn_id === self.id || touched.has(row.id), false),
      ),
    ),
    gone: await cancelledBy(services, tools),
    waits: schedules.some((row) => row.state === 'asking' && row.turn_id === self.id),
    changed: did('change_reminder'),
    noted: did('remember'),
    ...(await takenAway(services, { turn: self.id, person: person.id, conversation: facts.conversation.id })),
    persona: did('switch_persona'),
    tasks: did('update_tasks'),
  };
}

/** Whether a note of the person's was forgotten, or a change of theirs taken back, since the turn began. */
async function takenAway(
  { database: { db } }: Pick<StoreServices, 'database'>,
  of: { readonly turn: TurnId; readonly person: PersonId; readonly conversation: ConversationKey },
): Promise<Pick<Deeds, 'forgotten' | 'undone'>> {
  const rows = await db
    .selectFrom('effect')
    .select(['name', 'inverse', 'undone_at', 'turn_id'])
    .where('person_id', '=', of.person)
    .where('conversation_id', '=', of.conversation)
    .where((is) =>
      is.or([
        is.and([is('turn_id', '=', of.turn), is('name', 'in', ['forget', 'undo'])]),
        is('undone_at', '>=', is.selectFrom('turn').select('created_at').where('id', '=', of.turn)),
      ]),
    )
    .execute();
  const isNote = (inverse: object | null) => (inverse as Inverse | null)?.do === 'retract-note';
  const undone = rows.filter(({ undone_at: at }) => at !== null);
  return {
    forgotten: rows.some(({ name }) => name === 'forget') || undone.some(({ inverse }) => isNote(inverse)),
    undone: undone.length > 0,
  };
}

/** What this turn has stored, a line each. */
export async function storedLines({ services, row: self, facts }: RunningTurn): Promise<readonly string[]> {
  const { person, room } = facts;
  const scope = { person: person.id, room: room.id, roomKind: room.kind };
  const rows = await listSchedules(services.database.db, scope);
  return rows
    .filter(({ turn_id: id, spec }) => id === self.id && spec !== null)
    .map((row) => `${handleOf(row.id)} ${row.text}, ${describeLasting(row.spec as Schedule)}`);
}
