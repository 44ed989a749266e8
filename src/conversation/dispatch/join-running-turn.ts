// Where JOIN_RUNNING_TURN is set, what a person says while their turn works is taken into it before its next request: the
// rows are bound to the turn as its first ones are, so that they are answered once, done with its commit, and there again
// when it is resumed. What no request follows any more waits for a turn of its own.
import { handsOn } from '../../context/render/provenance.ts';
import type { Queries } from '../../database/database.ts';
import type { InboxId, PersonId } from '../../database/ids.ts';
import { type InboxEvent, readEvent } from '../../delivery/event.ts';
import { underLease } from '../../delivery/lease.ts';
import type { SpokenMessage } from '../../delivery/payload.ts';
import type { Personas } from '../../personas/personas.ts';
import { commandIn, isWordless } from '../commands/in-message.ts';
import { newest, spokenOf } from '../turn/facts/load-facts.ts';
import type { TurnFacts } from '../turn/facts/turn-facts.ts';
import type { TurnServices } from '../turn/services.ts';
import type { BegunTurn } from '../turn/state.ts';
import { isStopWord } from './early-end.ts';

const atMost = 20;

/** Told of what has just been taken in. */
interface Listener {
  heard(said: readonly SpokenMessage[]): void;
}

/**
 * The messages at the front of the queue that a running turn may take in: the same person's plain words. What ends a turn,
 * needs no model, or brings words of others along has its own way, and nothing passes it. Pure but for the personas' names.
 */
function joinable(
  waiting: readonly InboxEvent[],
  person: PersonId,
  personas: Personas,
): readonly InboxEvent<'message'>[] {
  const joining: InboxEvent<'message'>[] = [];
  for (const event of waiting) {
    if (event.kind !== 'message' || event.person_id !== person || isWordless(event, false)) break;
    const { text, again } = event.payload;
    if (again !== undefined || isStopWord(text) || commandIn(event, personas)) break;
    if (spokenOf(event, '').some(handsOn)) break;
    joining.push(event);
  }
  return joining.slice(0, atMost);
}

/** The turn that is joined. */
type Joined = Pick<BegunTurn, 'lease' | 'row' | 'facts'> & {
  readonly services: Pick<TurnServices, 'database' | 'personas' | 'joins'>;
};

export class Joining {
  readonly #turn: Joined;
  readonly #listeners: readonly Listener[];
  readonly #messages: SpokenMessage[] = [];
  readonly #ids: InboxId[] = [];

  constructor(turn: Joined, listeners: readonly Listener[]) {
    this.#turn = turn;
    this.#listeners = listeners;
  }

  /** All that the turn is for by now. */
  get messages(): readonly SpokenMessage[] {
    return [...this.#turn.facts.messages, ...this.#messages];
  }

  /** When the newest of it was written. */
  get askedAt(): Date {
    return this.#messages.length === 0 ? this.#turn.facts.askedAt : newest(this.#messages);
  }

  /** The facts with the rows that are done when the turn is. */
  bound(facts: TurnFacts): TurnFacts {
    return { ...facts, inboxIds: [...facts.inboxIds, ...this.#ids] };
  }

  /** The facts with all that was said, for what is held against the person's words. */
  withAll(facts: TurnFacts): TurnFacts {
    return { ...facts, messages: this.messages, askedAt: this.askedAt };
  }

  /**
   * Takes in what waits, if a request can hold it. A turn without words, for a task or a decision, takes in none.
   *
   * @param signal the turn has been ended: what waits then is not for it any more
   * @throws PeacrabError LEASE_LOST
   */
  async take(
    fits: (said: readonly SpokenMessage[]) => boolean,
    signal: AbortSignal,
  ): Promise<readonly SpokenMessage[]> {
    const { database, joins, personas } = this.#turn.services;
    const { person, trigger } = this.#turn.facts;
    if (!joins || trigger) return [];
    const waiting = await this.#waiting(database.db).execute();
    if (joinable(waiting.map(readEvent), person.id, personas).length === 0) return [];
    const said = await database.transaction(async (tx) => {
      await underLease(tx, this.#turn.lease);
      // An edit of one of them waits until it is ours, and then ends the turn.
      const rows = await this.#waiting(tx).forNoKeyUpdate().execute();
      const taken = joinable(rows.map(readEvent), person.id, personas);
      const messages = taken.flatMap((event) => spokenOf(event, person.name));
      if (messages.length === 0 || !fits(messages) || signal.aborted) return [];
      // At once: what comes to end the turn from here on is held against these too.
      for (const listener of this.#listeners) listener.heard(messages);
      const ids = taken.map(({ id }) => id);
      await tx
        .updateTable('inbox')
        .set({ state: 'taken', turn_id: this.#turn.row.id })
        .where('id', 'in', ids)
        .execute();
      this.#ids.push(...ids);
      return messages;
    });
    this.#messages.push(...said);
    return said;
  }

  /** Without the turn's own rows: they may hold files and images. */
  #waiting(queries: Queries) {
    return (
      queries
        .selectFrom('inbox')
        .selectAll()
        .where('conversation_id', '=', this.#turn.lease.conversation)
        .where('state', '=', 'waiting')
        // What was in a turn that broke is taken by itself.
        .where('attempts', '=', 0)
        .orderBy('id')
        .limit(100)
    );
  }
}
