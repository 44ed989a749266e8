// The gate of a turn: the policy's rules, seen from its principal, room and persona, and the desk at which people are asked.
import type { NewEntry, SpokenMessage } from '../../context/entry.ts';
import type { Gate } from '../../tools/authorize.ts';
import type { Setting } from '../../tools/policy/rules.ts';
import { remember } from '../../tools/remember.ts';
import { setReminderTool } from '../../tools/reminders.ts';
import { isMadeOf, wordsOfPrincipal } from './facts/provenance.ts';
import { apart, isOfQuote, type Order, obeys } from './facts/quoted-orders.ts';
import type { ShownFacts, TurnPlace } from './facts/turn-facts.ts';
import { isOthersAlone, wordsInSight } from './facts/words-in-sight.ts';
import type { BegunTurn } from './state.ts';

/**
 * @param said all that the turn is for by now
 * @param entries what the turn has brought so far, its messages included
 */
export function gateFor(
  { services, lease, row, facts }: BegunTurn,
  said: () => readonly SpokenMessage[],
  entries: () => readonly NewEntry[],
): Gate {
  const { person, room, others } = facts;
  const own = () => (facts.task ? facts.task.text : wordsOfPrincipal(said()));
  return {
    rules: services.policy.rules,
    setting: settingFor(services.defaultPersona, facts),
    others,
    isOwn: (text) => isMadeOf(text, own()),
    isOthersAlone: (text) => isOthersAlone(text, wordsInSight([...facts.path, ...entries()], person.id)),
    isOnlyQuoted: (tool, args) => isOnlyQuoted({ services, lease, row, facts }, said(), tool, args),
    desk: {
      database: services.database,
      lease,
      turn: row.id,
      conversation: lease.conversation,
      person,
      room: { id: room.id, kind: room.kind, platform: room.platform },
      minutes: services.policy.approvalMinutes,
      hasAdmins: services.hasAdmins,
      now: () => services.clock.now(),
      asked: services.enqueued,
      noted: services.noted,
    },
  };
}

/** What a call of a tool that stores something for later says; null for other tools. Pure. */
function orderOf(tool: string, args: Readonly<Record<string, unknown>>): Order | null {
  const words = (name: string) => (typeof args[name] === 'string' ? args[name] : '');
  if (tool === setReminderTool.name) return { matter: words('text'), when: words('when') };
  return tool === remember.name ? { matter: words('text') } : null;
}

/** Whether a call stores what the principal's messages only quote, and their own words don't ask for it. */
async function isOnlyQuoted(
  { facts: { person, askedAt } }: BegunTurn,
  said: readonly SpokenMessage[],
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const order = orderOf(tool, args);
  const parts = said.filter((message) => message.person === person.id).map(({ text }) => apart(text));
  const sight = {
    own: parts.map(({ own }) => own).join('\n'),
    others: parts.map(({ others }) => others).join('\n'),
  };
  const options = { now: askedAt, zone: person.zone ?? 'UTC', locale: person.locale };
  if (!order || !isOfQuote(order, sight, options) || obeys(sight.own)) return false;
  // The languages' tables are large: they are loaded when they are needed first.
  const { readAsks } = await import('../../claims/index.ts');
  const wanted = order.when === undefined ? ['note'] : ['set', 'work'];
  // what is asked for with a time and a matter of its own is not what is quoted
  return !readAsks(sight.own, options).some(
    ({ kind, plain, time }) => wanted.includes(kind) && !(plain && time !== null),
  );
}

/** For whom and where a turn is, as rules see it. */
export function settingFor(
  defaultPersona: string,
  { person, room, isAdmin, persona }: TurnPlace & Pick<ShownFacts, 'persona'>,
): Setting {
  return {
    person: person.id,
    isAdmin,
    room: { id: room.id, kind: room.kind, mode: room.mode },
    persona: persona?.slug ?? defaultPersona,
  };
}
