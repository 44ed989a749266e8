// The gate of a turn: the policy's rules, seen from its principal, room and persona, and the desk at which people are asked.
import type { NewEntry, SpokenMessage } from '../../context/entry.ts';
import type { Lease } from '../../delivery/lease.ts';
import type { Gate } from '../../tools/authorize.ts';
import type { Setting } from '../../tools/policy/rules.ts';
import { personaFor } from './facts/head-facts.ts';
import type { TurnFacts } from './facts/load-facts.ts';
import { isMadeOf, wordsOfPrincipal } from './facts/provenance.ts';
import { isOthersAlone, wordsInSight } from './facts/words-in-sight.ts';
import type { TurnServices } from './turn.ts';
import type { TurnRow } from './turn-row.ts';

/**
 * @param said all that the turn is for by now
 * @param entries what the turn has brought so far, its messages included
 */
export function gateFor(
  parts: TurnServices,
  lease: Lease,
  begun: TurnRow,
  facts: TurnFacts,
  said: () => readonly SpokenMessage[],
  entries: () => readonly NewEntry[],
): Gate {
  const { person, room, others } = facts;
  const own = () => (facts.task ? facts.task.text : wordsOfPrincipal(said()));
  return {
    rules: parts.policy.rules,
    setting: settingFor(parts, facts),
    others,
    isOwn: (text) => isMadeOf(text, own()),
    isOthersAlone: (text) => isOthersAlone(text, wordsInSight([...facts.path, ...entries()], person.id)),
    desk: {
      database: parts.database,
      lease,
      turn: begun.id,
      conversation: lease.conversation,
      person,
      room: { id: room.id, kind: room.kind, platform: room.platform },
      minutes: parts.policy.approvalMinutes,
      hasAdmins: parts.hasAdmins,
      now: () => parts.clock.now(),
      asked: parts.enqueued,
      noted: parts.noted,
    },
  };
}

/** For whom and where a turn is, as rules see it. */
export function settingFor(
  parts: Pick<TurnServices, 'personas' | 'defaultPersona'>,
  facts: Pick<TurnFacts, 'conversation' | 'person' | 'room' | 'isAdmin'>,
): Setting {
  const { person, room, isAdmin } = facts;
  return {
    person: person.id,
    isAdmin,
    room: { id: room.id, kind: room.kind, mode: room.mode },
    persona: personaFor(parts, facts)?.slug ?? parts.defaultPersona,
  };
}
