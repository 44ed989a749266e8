// How a turn ends, from what its loop came to: the reply with its buttons, one honest sentence if the model gave no answer,
// or what it has done when it was stopped early.
import type { LoopOutcome } from '../../agent/loop.ts';
import type { NewEntry } from '../../context/entry.ts';
import { whyOf } from '../../database/faults.ts';
import type { Button } from '../../delivery/outgoing.ts';
import type { PeacrabError } from '../../errors.ts';
import { type Say, sayFor } from '../../language/say.ts';
import { zoneButtons } from '../controls/zone.ts';
import { type EarlyEnd, endedText, isSilent } from '../dispatch/early-end.ts';
import { asideText } from '../dispatch/set-aside.ts';
import { modelFailed, reasonFor, receiptButtons, standing, waitingIn } from './reply.ts';
import type { RunningTurn } from './state.ts';
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

/** The reply of a turn that has come to its end by itself, well or badly. */
export function endOf(
  { services, row, facts, tools }: RunningTurn,
  outcome: LoopOutcome,
  notices: readonly NewEntry[],
): Ended {
  const say = sayFor(facts.person);
  const made = turnEntries(row, outcome, tools, facts.person.id, services.personas);
  const about = { entries: [...made, ...notices], effects: tools.effects, tainted: tools.tainted };
  if (outcome.status === 'failed') {
    services.log.error(
      { turn: row.id, code: outcome.error?.code, error: outcome.error?.message },
      'a turn got no answer from the model',
    );
    const reason = reasonFor(outcome.error?.code);
    const text = modelFailed(reason(say), tools.effects, say);
    return { ...about, state: 'failed', reason, text, buttons: [retryButton(row, say)] };
  }
  const zones = zoneButtons(facts.person.locale, services.clock.now()).slice(0, 4);
  const buttons = receiptButtons(tools.effects, zones, say);
  return { ...about, state: 'committed', text: outcome.text, waiting: waitingIn(outcome), buttons };
}

/** The end of a turn for which no request could be made. */
export const failedEnd = (turn: RunningTurn, error: PeacrabError): Ended =>
  endOf(turn, { status: 'failed', text: '', steps: [], requests: [], appended: [], error }, []);

/** Of a turn that was stopped early: what it has done is kept and told. */
export function earlyEndOf(
  turn: RunningTurn,
  { text, steps }: Pick<LoopOutcome, 'text' | 'steps'>,
  end: EarlyEnd,
): Ended {
  const outcome = { status: 'done', text, steps, requests: [], appended: [] } as const;
  const { tools, facts } = turn;
  const silent = isSilent(end, tools.effects);
  return {
    ...endOf(turn, outcome, []),
    text: endedText(end, tools.effects, sayFor(facts.person)),
    // What was asked in it is withdrawn.
    waiting: [],
    early: { end, silent },
  };
}

/** Of a turn whose outcome cannot be stored or read: nothing of what the model made is kept, and its person is told. */
export function brokenEnd({ services, row, tools, facts }: RunningTurn, error: unknown): Ended {
  const say = sayFor(facts.person);
  services.log.error(
    { turn: row.id, why: whyOf(error) },
    'a turn could not be stored or read, and was ended; "npm run trouble" shows it',
  );
  return {
    state: 'failed',
    reason: (to) => to('reason.broken'),
    text: asideText(standing(tools.effects, say), say),
    trouble: error,
    entries: [],
    effects: tools.effects,
    tainted: tools.tainted,
    buttons: [retryButton(row, say)],
  };
}
