// Takes in what the socket tells, and what it has not told: after every new socket the history is read. What could not be
// stored keeps the watermark before it until it has been found again.
import { asOf, type IncomingMessage } from '../../../delivery/channel.ts';
import type { Log } from '../../../log.ts';
import { Catching } from '../../catching.ts';
import { Mark } from '../../mark.ts';
import type { SlackTimings } from '../settings.ts';
import { CatchUp } from './catch-up.ts';
import type { Facts, Said } from './envelope.ts';
import type { History } from './history.ts';
import { incomingOf } from './incoming.ts';
import type { InwardParts, Taken } from './looked-up.ts';

interface TakingParts {
  readonly inward: InwardParts;
  readonly history: History;
  /** Called when a message for us has been stored for the first time. Never throws. */
  readonly stored: (message: IncomingMessage) => void;
  /** CATCH_UP_HOURS */
  readonly hours: number;
  readonly timings: SlackTimings;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const later = (a: string, b: string): string => (a < b ? b : a);

export class Taking {
  readonly #parts: TakingParts;
  readonly #mark: Mark<string>;
  readonly #catchUp: CatchUp;
  /** The last message heard live. */
  #heard: string | null = null;
  readonly #catching: Catching;

  constructor(parts: TakingParts) {
    this.#parts = parts;
    const { inward, log, timings } = parts;
    const { intake, us, clock } = inward;
    const write = (ts: string) => intake.seen('slack', ts);
    this.#mark = new Mark({ write, later, everyMs: timings.markEveryMs, log });
    this.#catchUp = new CatchUp({
      ...parts,
      intake,
      us,
      clock,
      mark: this.#mark,
      waitMs: timings.waitMs,
      take: (facts) => this.#store(facts),
    });
    const run = () => this.#catchOnce();
    this.#catching = new Catching({ run, retryMs: timings.retryMs, log, signal: parts.signal });
  }

  /** A socket is open: what was said before may be missing. Called before anything is heard through it. */
  opened(): void {
    this.#mark.hold();
    this.#catchUp.expect(this.#heard);
    this.#catching.soon(0);
  }

  /** Stores what is for us; null if it is not. @throws if it could not be stored; then it is not to be acknowledged */
  async take(facts: Facts): Promise<Taken | null> {
    const { log, timings } = this.#parts;
    // What is being read may hold the message: it is to be a row before it is taken back.
    if (facts.type === 'deleted') await this.#catchUp.before(facts.channel, facts.thread);
    if (facts.type !== 'said' && facts.type !== 'edited') return this.#store(facts);
    try {
      await this.#catchUp.before(facts.channel, facts.thread);
      const taken = await this.#store(facts);
      if (facts.type === 'said') this.#reached(facts);
      return taken;
    } catch (error) {
      log.debug({ channel: facts.channel }, 'what could not be stored will be read again');
      this.#mark.hold();
      // What comes next in this conversation is to stay behind it.
      this.#catchUp.expect(null);
      this.#catchUp.also(facts.channel, facts.thread);
      this.#catching.soon(timings.retryMs);
      throw error;
    }
  }

  /** Resolves when nothing is under way any more; the signal is to be aborted before. */
  async end(): Promise<void> {
    await this.#catching.settled();
    await this.#mark.flush();
  }

  #reached({ ts }: Said): void {
    this.#heard = this.#heard === null ? ts : later(this.#heard, ts);
    this.#mark.reach(ts);
  }

  /** What comes live may have waited for what is paged: we take part in its thread if we did before it was said. */
  async #store(facts: Facts): Promise<Taken | null> {
    const { inward } = this.#parts;
    const intake = facts.type === 'said' ? asOf(inward.intake, facts.ts) : inward.intake;
    const incoming = await incomingOf({ ...inward, intake }, facts);
    if (!incoming) return null;
    const outcome = await inward.intake.receive(incoming);
    if (incoming.type === 'message' && outcome === 'stored') this.#parts.stored(incoming);
    return { incoming, outcome };
  }

  async #catchOnce(): Promise<boolean> {
    const holds = this.#mark.holds;
    const complete = await this.#catchUp.run();
    if (complete) this.#mark.release(holds);
    return complete;
  }
}
