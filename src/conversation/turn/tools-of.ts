// The tools of a turn: what they are handed, the gate they pass, and what counts as shown.
import { textLimits } from '../../context/budget/budget.ts';
import type { NewEntry } from '../../context/entry.ts';
import type { Line } from '../../language/say.ts';
import { abilitiesOf } from '../../tools/abilities.ts';
import type { StandingEffect } from '../../tools/effects.ts';
import { TurnTools } from '../../tools/runner.ts';
import type { Joining } from '../dispatch/join-running-turn.ts';
import { delegating } from './delegates/run-delegate.ts';
import { gateFor } from './gate.ts';
import type { BegunTurn } from './state.ts';

/** What changes while the turn works. */
interface Now {
  /** The turn's entries so far. */
  readonly entries: () => readonly NewEntry[];
  readonly joining: Pick<Joining, 'messages' | 'askedAt'>;
  readonly status: (doing: string | Line) => void;
  /** The tools that are made here. */
  readonly all: () => TurnTools;
}

/** @param earlier what earlier attempts of the turn have changed */
export function toolsOf(turn: BegunTurn, earlier: readonly StandingEffect[], now: Now): TurnTools {
  const { services, lease, row, facts } = turn;
  const { window, maxOutput } = services;
  return new TurnTools({
    database: services.database,
    lease,
    tools: services.tools,
    use: {
      principal: facts.person,
      room: { id: facts.room.id, kind: facts.room.kind, platform: facts.room.platform },
      conversation: lease.conversation,
      turn: row.id,
      ...(facts.task ? { task: facts.task.text } : {}),
      get askedAt() {
        return now.joining.askedAt;
      },
      running: now.entries,
      resultTokens: textLimits({ window, maxOutput }).result,
      delegate: delegating({ services, turn: row, facts, tools: now.all, status: now.status }),
      clock: services.clock,
      personas: services.personas,
      skills: services.skills,
      abilities: abilitiesOf({ ...services, channel: services.channels.get(facts.room.platform) }),
    },
    gate: gateFor(turn, () => now.joining.messages, now.entries),
    tainted: facts.tainted,
    shown: facts.shown,
    earlier,
  });
}
