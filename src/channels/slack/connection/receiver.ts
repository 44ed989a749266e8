// Bolt's receiver, ours: the row is committed, then the event is acknowledged, then Bolt's listeners run. Bolt's own
// acknowledges before any listener, so that what a process had taken when it died would be lost.
import type { App, Receiver } from '@slack/bolt';
import type { Incoming } from '../../../delivery/channel.ts';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { InOrder } from '../../in-order.ts';
import { faultKind, isOwnFault } from '../../own-fault.ts';
import { timeIsMissing } from '../controls/remind-menu.ts';
import { type Facts, readEnvelope, type Us } from '../incoming/envelope.ts';
import type { Envelope } from './connection.ts';

/** What listeners find in their context under {@link contextKey}. */
export interface Taken {
  readonly incoming: Incoming;
  readonly outcome: 'stored' | 'seen' | 'refused';
}

export const contextKey = 'peacrab';

export interface ReceiverParts {
  readonly us: Us;
  readonly log: Log;
  /** Stores what is for us; null if it is not. Resolves once it is committed. */
  readonly take: (facts: Facts) => Promise<Taken | null>;
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
    let taken: Taken | null = null;
    try {
      taken = await take(facts).catch((error: unknown) => {
        if (!isOwnFault(error)) throw error;
        this.#skip(envelope, error);
        return null;
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
    // Of what is nothing to us the listeners hear only shortcuts, never anybody's words.
    if (taken || (facts.type === 'nothing' && envelope.type === 'interactive'))
      this.#tellBolt(envelope, taken);
  }

  /** Listeners only show and open things; nothing is lost with them. They never hold up the next event. */
  #tellBolt(envelope: Envelope, taken: Taken | null): void {
    const event = {
      body: envelope.body as Record<string, unknown>,
      ack: async () => undefined,
      ...(envelope.retryNum === undefined ? {} : { retryNum: envelope.retryNum }),
      ...(envelope.retryReason === undefined ? {} : { retryReason: envelope.retryReason }),
      customProperties: taken ? { [contextKey]: taken } : {},
    };
    this.#app
      ?.processEvent(event)
      .catch((error) => this.#parts.log.warn({ error: faultKind(error) }, 'a Slack listener failed'));
  }
}
