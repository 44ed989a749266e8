// What ends a turn early: its person or an admin says stop, or one of its messages is edited or deleted. Such rows wait in
// the inbox like all others; the holder that runs also looks for them. The decision is pure.

import type { Queries } from '../../database/database.ts';
import type { ConversationKey, InboxId, PersonId } from '../../database/ids.ts';
import { askedHow, type InboxEvent, readEvent } from '../../delivery/event.ts';
import type { SpokenMessage } from '../../delivery/payload.ts';
import type { Say } from '../../language/say.ts';
import type { StandingEffect } from '../../tools/effects.ts';
import { plainWord } from '../commands/plain-words.ts';

export interface EarlyEnd {
  readonly why: 'stop' | 'edit' | 'delete';
  /** The row that ends it. */
  readonly row: InboxId;
}

interface Running {
  readonly person: PersonId;
  /** The platform's ids of its messages, also of those that join it while it runs. */
  readonly messages: readonly string[];
}

/** "stop", alone, in any of the languages. */
export const isStopWord = (text: string): boolean => plainWord(text.replace(/^\s*[/!]/u, '')) === 'stop';

/** The first of the waiting events that ends this turn, or null. Pure. */
export function earlyEnd(waiting: readonly InboxEvent[], running: Running): EarlyEnd | null {
  for (const event of waiting) {
    const why = endedBy(event, running);
    if (why) return { why, row: event.id };
  }
  return null;
}

function endedBy(event: InboxEvent, { person, messages }: Running): EarlyEnd['why'] | null {
  if (event.kind === 'edit')
    return event.person_id === person && messages.includes(event.payload.edited) ? 'edit' : null;
  if (event.kind === 'delete') return isAllOf(messages, event.payload.deleted) ? 'delete' : null;
  const may = event.person_id === person || askedHow(event).admin;
  return may && saysStop(event) ? 'stop' : null;
}

/** A turn without words, for a task or a decision, loses nothing by a deletion that came too late for its own. */
const isAllOf = (messages: readonly string[], id: string): boolean =>
  messages.length > 0 && messages.every((each) => each === id);

/** A command, a button or a word that says stop. */
function saysStop(event: InboxEvent): boolean {
  switch (event.kind) {
    case 'command':
      return event.payload.name === 'stop';
    case 'click':
      return event.payload.action === 'stop' || event.payload.action.startsWith('stop:');
    case 'message':
      return isStopWord(event.payload.text);
    default:
      return false;
  }
}

/** What people are told, above the receipts of what was done. Pure. */
export function endedText({ why }: EarlyEnd, effects: readonly StandingEffect[], say: Say): string {
  const stands = say(effects.length === 0 ? 'reply.nothing-changed' : 'reply.stands-below');
  return say(why === 'stop' ? 'reply.stopped' : 'reply.deleted', { stands });
}

/** An edited message is answered anew, and a deleted one is not answered, unless something was done for it. Pure. */
export const isSilent = ({ why }: EarlyEnd, effects: readonly StandingEffect[]): boolean =>
  why === 'edit' || (why === 'delete' && effects.length === 0);

/** Looks again and again while a turn runs; its signal fires with what ends the turn. */
export class Watch {
  readonly #abort = new AbortController();
  readonly #joined: string[] = [];
  readonly #timer: NodeJS.Timeout;
  #looking = false;
  #end: EarlyEnd | null = null;

  /** @param failed told why a look failed; the next one comes */
  constructor(
    look: { readonly queries: Queries; readonly conversation: ConversationKey; readonly everyMs: number },
    running: Running,
    failed: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => {
      if (this.#looking) return;
      this.#looking = true;
      this.#look(look, running)
        .catch(failed)
        .finally(() => {
          this.#looking = false;
        });
    }, look.everyMs);
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** What ended the turn; null if nothing has. */
  get end(): EarlyEnd | null {
    return this.#end;
  }

  /** Messages have joined the turn: their edits and deletions count too. */
  heard(said: readonly SpokenMessage[]): void {
    this.#joined.push(...said.map(({ messageId }) => messageId));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(
    { queries, conversation }: { readonly queries: Queries; readonly conversation: ConversationKey },
    running: Running,
  ): Promise<void> {
    const waiting = await queries
      .selectFrom('inbox')
      .selectAll()
      .where('conversation_id', '=', conversation)
      .where('state', '=', 'waiting')
      .orderBy('id')
      .limit(50)
      .execute();
    this.#end ??= earlyEnd(waiting.map(readEvent), {
      ...running,
      messages: [...running.messages, ...this.#joined],
    });
    if (this.#end && !this.#abort.signal.aborted)
      this.#abort.abort(new Error(`ended early: ${this.#end.why}`));
  }
}
