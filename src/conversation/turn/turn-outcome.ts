// How a turn ends, from what its loop came to: the reply with its buttons, one honest sentence if the model gave no answer,
// or what stands of it when somebody ended it early.
import type { LoopOutcome } from '../../agent/loop.ts';
import type { NewEntry } from '../../context/entry.ts';
import { whyOf } from '../../database/faults.ts';
import type { Button } from '../../delivery/outgoing.ts';
import { type Say, sayFor } from '../../language/say.ts';
import type { TurnTools } from '../../tools/runner.ts';
import { zoneButtons } from '../controls/zone.ts';
import { type EarlyEnd, endedText, isSilent } from '../dispatch/early-end.ts';
import { asideText } from '../dispatch/set-aside.ts';
import type { TurnFacts } from './facts/load-facts.ts';
import { modelFailed, reasonFor, receiptButtons, standing, type Waiting } from './reply.ts';
import type { TurnServices } from './turn.ts';
import type { End } from './turn-end.ts';
import { turnEntries } from './turn-entries.ts';
import type { TurnRow } from './turn-row.ts';

type Ended = Omit<End, 'asked'>;

/** Sets a failed turn going again. */
export const retryButton = ({ id }: TurnRow, say: Say): Button => ({
  label: say('button.retry'),
  action: `retry:${id}`,
  style: 'primary',
});

export function endOf(
  parts: TurnServices,
  begun: TurnRow,
  facts: TurnFacts,
  tools: TurnTools,
  outcome: LoopOutcome,
  notices: readonly NewEntry[],
): Ended {
  const made = turnEntries(begun, outcome, tools, facts.person.id, parts.personas);
  const say = sayFor(facts.person);
  const about = { entries: [...made, ...notices], effects: tools.effects, tainted: tools.tainted() };
  if (outcome.status === 'failed') {
    parts.log.error(
      { turn: begun.id, code: outcome.error?.code, error: outcome.error?.message },
      'a turn got no answer from the model',
    );
    const reason = reasonFor(outcome.error?.code);
    const text = modelFailed(reason(say), tools.effects, say);
    return { ...about, state: 'failed', reason, text, buttons: [retryButton(begun, say)] };
  }
  const zones = zoneButtons(facts.person.locale, parts.clock.now()).slice(0, 4);
  const buttons = receiptButtons(tools.effects, zones, say);
  return { ...about, state: 'committed', text: outcome.text, waiting: waitingIn(outcome), buttons };
}

/** What the turn has asked a person about, each once. */
function waitingIn({ steps }: LoopOutcome): readonly Waiting[] {
  const waiting = steps.flatMap(({ calls }) =>
    calls.flatMap(({ name, result: { asked } }) => (asked === undefined ? [] : [{ id: asked, tool: name }])),
  );
  return [...new Map(waiting.map((one) => [one.id, one])).values()];
}

/** Of a turn that somebody has ended: what it has done stands and is told. */
export function earlyEndOf(
  parts: TurnServices,
  begun: TurnRow,
  facts: TurnFacts,
  tools: TurnTools,
  { text, steps }: Pick<LoopOutcome, 'text' | 'steps'>,
  end: EarlyEnd,
): Ended {
  const outcome = { status: 'done', text, steps, requests: [], appended: [] } as const;
  const silent = isSilent(end, tools.effects);
  return {
    ...endOf(parts, begun, facts, tools, outcome, []),
    text: endedText(end, tools.effects, sayFor(facts.person)),
    // What was asked in it is withdrawn.
    waiting: [],
    early: { end, silent },
  };
}

/** Of a turn whose outcome cannot be stored or read: nothing of what the model made is kept, and its person is told. */
export function brokenEnd(
  parts: TurnServices,
  begun: TurnRow,
  tools: TurnTools,
  error: unknown,
  say: Say,
): Ended {
  parts.log.error(
    { turn: begun.id, why: whyOf(error) },
    'a turn could not be stored or read, and was ended; "npm run trouble" shows it',
  );
  return {
    state: 'failed',
    reason: (to) => to('reason.broken'),
    text: asideText(standing(tools.effects, say), say),
    trouble: error,
    entries: [],
    effects: tools.effects,
    tainted: tools.tainted(),
    buttons: [retryButton(begun, say)],
  };
}
