// The gate of a turn: the policy's rules, seen from its principal, room and persona, and the desk at which people are asked.
import type { NewEntry, SpokenMessage } from '../../context/entry.ts';
import type { Gate } from '../../tools/authorize.ts';
import type { Setting } from '../../tools/policy/rules.ts';
import { isMadeOf, wordsOfPrincipal } from './facts/provenance.ts';
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
