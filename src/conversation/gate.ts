// The gate of a turn: the policy's rules, seen from its principal, room and persona, and the desk at which people are asked.
import type { SpokenMessage } from '../context/entry.ts';
import type { Lease } from '../delivery/lease.ts';
import type { Gate } from '../tools/permit.ts';
import type { Begun } from './begin.ts';
import type { Gathered } from './gather.ts';
import { personaFor } from './head-facts.ts';
import { isMadeOf, wordsOfPrincipal } from './others.ts';
import type { TurnParts } from './turn.ts';

/** @param said all that the turn is for by now */
export function gateFor(
  parts: TurnParts,
  lease: Lease,
  begun: Begun,
  facts: Gathered,
  said: () => readonly SpokenMessage[],
): Gate {
  const { person, room, isAdmin, others } = facts;
  const own = () => (facts.task ? facts.task.text : wordsOfPrincipal(said()));
  return {
    rules: parts.policy.rules,
    setting: {
      person: person.id,
      isAdmin,
      room: { id: room.id, kind: room.kind, mode: room.mode },
      persona: personaFor(parts, facts)?.slug ?? parts.defaultPersona,
    },
    others,
    isOwn: (text) => isMadeOf(text, own()),
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
