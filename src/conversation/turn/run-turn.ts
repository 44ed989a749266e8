// The life of a turn: its facts are loaded, it is shown to people, what was attached is read, it is handed to the model, and
// whatever comes of it, nothing is left running beside it.
import { messageOf, PeacrabError } from '../../errors.ts';
import { sayFor } from '../../language/say.ts';
import { standingEffects } from '../../tools/effects.ts';
import { Watch } from '../dispatch/early-end.ts';
import { type Answered, runJournalPass } from '../history/journal-pass.ts';
import { readAttached } from './facts/attachments.ts';
import { loadFacts } from './facts/load-facts.ts';
import { TurnPresence } from './presence.ts';
import { turnDied } from './reply.ts';
import type { TurnServices } from './services.ts';
import type { BegunTurn } from './state.ts';
import { Turn } from './turn.ts';
import { commitEnd } from './turn-end.ts';
import { retryButton } from './turn-outcome.ts';
import { deathsAtMost, handToModel, type StartedTurn, takeBack } from './turn-row.ts';

/** A turn that never gets as far as the model is not tried for ever either. */
const attemptsAtMost = 10;

/** What ends a turn from outside. */
export interface TurnSignals {
  /** The lease is lost, or the process ends: the turn ends without a commit. */
  readonly lost: AbortSignal;
  /** Fires when the process is to stop: what is done ahead is left. */
  readonly shutdown: AbortSignal;
}

/** Runs a turn that has begun to its commit. @throws PeacrabError LEASE_LOST */
export async function runTurn(
  services: TurnServices,
  lease: BegunTurn['lease'],
  { row, events }: StartedTurn,
  { lost, shutdown }: TurnSignals,
): Promise<void> {
  const isDead = row.reached >= deathsAtMost || row.attempts > attemptsAtMost;
  const begun = { services, lease, row, facts: await loadFacts(services, lease, row, events, !isDead) };
  if (isDead) return giveUp(begun);
  const presence = new TurnPresence(begun);
  const watch = watchOver(begun);
  let answered: Answered | null;
  let handed = false;
  try {
    const read = await readAttached(services, lease, events, lost, watch.signal);
    const facts = read === events ? begun.facts : await loadFacts(services, lease, row, read);
    await handToModel(services.database, lease, row.id, facts);
    handed = true;
    const isAgain = row.attempts > 1 || row.run > 0;
    const earlier = isAgain ? await standingEffects(services.database.db, row.id) : [];
    answered = await new Turn({ ...begun, facts }, { presence, watch, lost }, earlier).answer();
  } finally {
    watch.stop();
    presence.end();
    if (handed && lost.aborted) await leave(begun);
  }
  if (answered && !services.without?.has('journal'))
    await runJournalPass(services, lease, answered, AbortSignal.any([lost, shutdown]));
}

/** The turn is dropped while the process lives: that is no death. Never throws. */
async function leave({ services: { database, log }, lease, row: { id } }: BegunTurn): Promise<void> {
  await takeBack(database, lease, id).catch((error: unknown) =>
    log.warn(
      { turn: id, error: messageOf(error) },
      'a turn that was dropped counts as if it had ended the process',
    ),
  );
}

/** A turn that has ended the process each time ends with one honest sentence; it may be tried again when that is mended. */
async function giveUp(turn: BegunTurn): Promise<void> {
  const { services, row, facts } = turn;
  const effects = await standingEffects(services.database.db, row.id);
  const say = sayFor(facts.person);
  await commitEnd(turn, {
    state: 'failed',
    reason: (to) => to('reason.died'),
    trouble: new PeacrabError('GIVEN_UP', 'It ended the process each time it was tried.'),
    entries: [],
    text: turnDied(row.reached >= deathsAtMost ? 3 : 10, effects, say),
    effects,
    tainted: facts.tainted,
    buttons: [retryButton(row, say)],
  });
}

/** Looks for what ends the turn early, while it runs. */
function watchOver({ services, lease, facts }: BegunTurn): Watch {
  const look = {
    queries: services.database.db,
    conversation: lease.conversation,
    everyMs: services.timings.watchMs,
  };
  const running = { person: facts.person.id, messages: facts.messages.map(({ messageId }) => messageId) };
  return new Watch(look, running, (error) =>
    services.log.warn({ error: messageOf(error) }, 'the inbox could not be looked at during a turn'),
  );
}
