// A promise that nobody plainly asked for, but whose time and matter stand in the person's words: "I could do with a nudge at 9".
import type { Claim } from '../../../claims/index.ts';
import { resolveWhen, splitWhen } from '../../../schedule/parse/index.ts';
import { requestedAudience } from '../../../schedule/requested.ts';
import { setReminderTool } from '../../../tools/reminders.ts';
import type { RunningTurn } from '../state.ts';
import { ownWordsOf } from './standing.ts';

/** The languages' tables are large: they are loaded when the first reply is checked. */
const promises = () => import('../../../claims/index.ts');

/** Sets what the person asked for, if their words are plain and agree with the reply. @returns whether a row was written */
export async function createFromWords(
  { services, facts, tools }: RunningTurn,
  claim: Claim,
): Promise<boolean> {
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
