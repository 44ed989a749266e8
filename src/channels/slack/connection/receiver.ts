// Bolt's receiver, ours: the row is committed, then the event is acknowledged. Bolt's own acknowledges before any listener
// runs, so an event would be lost if the process died in between. Bolt's listeners get only what is not stored: shortcuts.
import type { App, Receiver } from '@slack/bolt';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { InOrder } from '../../in-order.ts';
import { faultKind, isOwnFault } from '../../own-fault.ts';
import { timeIsMissing } from '../controls/remind-menu.ts';
import { type Facts, readEnvelope, type Us } from '../incoming/envelope.ts';
import type { Envelope } from './connection.ts';

export interface ReceiverParts {
  readonly us: Us;
  readonly log: Log;
  /** Stores what is for us. Resolves once it is committed. */
  readonly take: (facts: Facts) => Promise<void>;
  /** Hands its envelopes to {@link RowFirstReceiver.heard}. */
  readonly socket: { start(): Promise<void>; stop(): Promise<void> };
}

export class RowFirstReceiver implements Receiver {
  readonly #parts: ReceiverParts;
  readonly #order = new InOrder();
  #app: App | null = null;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  init(app: App): void {
    this.#app = app;
  }

  async start(): Promise<void> {
    await this.#parts.socket.start();
  }

  /** Closes the socket, then waits for what was taken to be stored. */
  async stop(): Promise<void> {
    await this.#parts.socket.stop();
    await this.#order.settled();
  }

  /**
   * Takes an envelope in; those of one room one after the other. What is typed as a command or pressed has a line of its own:
   * its person is told after three seconds that it failed, and a message may wait longer for what was said before it. Never
   * throws.
   */
  heard(envelope: Envelope): void {
    const facts = this.#read(envelope);
    const room = 'channel' in facts ? facts.channel : '';
    const line = envelope.type === 'events_api' ? room : `pressed in ${room}`;
    void this.#order.run(line, () => this.#receive(envelope, facts));
  }

  #read(envelope: Envelope): Facts {
    try {
      return readEnvelope(envelope.type, envelope.body, this.#parts.us);
    } catch (error) {
      this.#skip(envelope, error);
      return { type: 'nothing' };
    }
  }

  /** It would fail at every try: it is acknowledged, so that it does not come again. */
  #skip({ type }: Envelope, error: unknown): void {
    const fields = { type, error: faultKind(error) };
    this.#parts.log.error(fields, 'an event from Slack made us fail; it is acknowledged and skipped');
  }

  async #receive(envelope: Envelope, facts: Facts): Promise<void> {
    const { log, take } = this.#parts;
    try {
      await take(facts).catch((error: unknown) => {
        if (!isOwnFault(error)) throw error;
        this.#skip(envelope, error);
      });
    } catch (error) {
      // Not acknowledged: Slack delivers an event again, and tells the person if it was a command or a click.
      log.error(
        { type: envelope.type, error: messageOf(error) },
        'an event from Slack could not be stored; not acknowledged',
      );
      return;
    }
    await envelope
      .ack(facts.type === 'submitted' && facts.when === null ? timeIsMissing(facts.language) : undefined)
      .catch((error) =>
        log.debug({ error: messageOf(error) }, 'an acknowledgement was lost; the event comes again'),
      );
    // Listeners only open things, and never hold up the next event.
    if (facts.type !== 'nothing' || envelope.type !== 'interactive') return;
    this.#app
      ?.processEvent({ body: envelope.body as Record<string, unknown>, ack: async () => undefined })
      .catch((error) => this.#parts.log.warn({ error: faultKind(error) }, 'a Slack listener failed'));
  }
}
