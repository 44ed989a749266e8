// Takes in what the gateway tells: messages one after the other, in their order; interactions at once, for they cannot wait.
// What could not be stored is not lost: the watermark stays before it, and it is paged again.
import {
  type APIApplicationCommand,
  type APIInteraction,
  type Client,
  DiscordAPIError,
  Routes,
} from 'discord.js';
import type { Clock } from '../../../clock.ts';
import type { Database } from '../../../database/database.ts';
import { asOf, type Intake } from '../../../delivery/channel.ts';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { Catching } from '../../catching.ts';
import { InOrder } from '../../in-order.ts';
import { Mark } from '../../mark.ts';
import { faultKind, isOwnFault } from '../../own-fault.ts';
import { type Bookmark, writeBookmark } from '../connection/bookmark.ts';
import { patiently } from '../connection/patience.ts';
import type { DiscordRest } from '../connection/rest.ts';
import type { Acknowledging } from '../controls/acknowledging.ts';
import { isRegistered, registeredAt, registration } from '../controls/commands.ts';
import { answerInteraction } from '../controls/interactions.ts';
import { RemindAbout } from '../controls/remind-about.ts';
import { laterId } from '../keys.ts';
import type { Threads } from '../outgoing/threads.ts';
import type { Timings } from '../timings.ts';
import { CatchUp } from './catch-up.ts';
import type { Directory } from './directory.ts';
import type { HeardChange, HeardDeletion, HeardMessage, HeardReaction } from './envelope.ts';
import { hear, hearEdit } from './incoming.ts';
import { hearDeletion, hearReaction } from './undoing.ts';

export interface TakingParts {
  readonly rest: DiscordRest;
  readonly acknowledging: Acknowledging;
  readonly directory: Directory;
  readonly threads: Threads;
  readonly intake: Intake;
  readonly database: Database | null;
  readonly self: string;
  readonly application: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly catchUpHours: number;
  readonly timings: Timings;
}

export class Taking {
  readonly #parts: TakingParts;
  /** The last message seen: where paging begins after a gap. */
  readonly #mark: Mark<string>;
  /** The last event dealt with: where a successor resumes. */
  readonly #bookmark: Mark<Bookmark>;
  readonly #catchUp: CatchUp;
  readonly #remindAbout: RemindAbout;
  readonly #ending = new AbortController();
  readonly #begun = Promise.withResolvers<void>();
  /** What came, one after the other in each room: a slow look-up holds up no other room. */
  readonly #order = new InOrder();
  /** Ends when all that came so far is dealt with, in its order of arrival. */
  #line: Promise<void> = Promise.resolve();
  readonly #catching: Catching;
  #client: Client<true> | null = null;
  #session: string | null = null;
  /** Whether all servers' channels are known. */
  #complete = true;
  #registered = false;

  constructor(parts: TakingParts) {
    this.#parts = parts;
    this.#remindAbout = new RemindAbout(parts);
    const { intake, log, application, database } = parts;
    const everyMs = parts.timings.markEveryMs;
    this.#mark = new Mark({ write: (id) => intake.seen('discord', id), later: laterId, everyMs, log });
    const write = (place: Bookmark) => writeBookmark(database, application, place);
    this.#bookmark = new Mark({ write, later: (_, place) => place, everyMs, log });
    this.#catchUp = new CatchUp({
      ...parts,
      mark: this.#mark,
      hours: parts.catchUpHours,
      hear: (message) =>
        this.#unlessItFails('message found later', async () => {
          await this.#hear(message, true);
          await hearEdit(parts, message);
        }),
      signal: this.#ending.signal,
    });
    const run = () => this.#catchOnce();
    const { retryMs } = parts.timings;
    this.#catching = new Catching({ run, retryMs, log, signal: this.#ending.signal });
    // Until the first catch-up is through, something may be missing.
    this.#mark.hold();
  }

  /** How many servers we are on; null before they are known. */
  get servers(): number | null {
    return this.#client?.guilds.cache.size ?? null;
  }

  /** Resolves when a successor could resume where we are. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** A new session at the gateway: what was said before it may be missing. */
  identified(at: Bookmark): void {
    this.#mark.hold();
    this.#catchUp.expect();
    this.#inLine(at, Promise.resolve(), () => {
      this.#session = at.sessionId;
    });
    this.#line = this.#line.then(() => this.#bookmark.flush()).then(this.#begun.resolve);
  }

  /** The channels are known: catch up, and see that our commands are registered. */
  ready(client: Client<true>, complete: boolean): void {
    const { log, directory } = this.#parts;
    this.#client = client;
    this.#complete = complete;
    directory.attach(client);
    this.#catching.soon(0);
    if (this.#registered) return;
    this.#registered = true;
    this.#register().catch((error: unknown) => {
      // What Discord refuses it would refuse again; "npm run doctor" tells. What did not reach it is tried at the next session.
      this.#registered = error instanceof DiscordAPIError && error.status < 500;
      log.warn({ error: messageOf(error) }, 'the slash commands could not be registered');
    });
  }

  message(message: HeardMessage, at: Bookmark): void {
    const taken = this.#take('message', message, () => this.#hear(message, false));
    this.#inLine(at, taken, () => this.#mark.reach(message.id));
  }

  changed(change: HeardChange, at: Bookmark): void {
    this.#inLine(
      at,
      this.#take('edit', change, () => hearEdit(this.#parts, change)),
    );
  }

  deleted(deletion: HeardDeletion, at: Bookmark): void {
    const about = { ...deletion, id: deletion.ids.join(' ') };
    this.#inLine(
      at,
      this.#take('deletion', about, () => hearDeletion(this.#parts, deletion)),
    );
  }

  reacted(reaction: HeardReaction, at: Bookmark): void {
    const about = { ...reaction, id: reaction.message_id };
    this.#inLine(
      at,
      this.#take('reaction', about, () => hearReaction(this.#parts, reaction)),
    );
  }

  /** Begins at once: an interaction cannot wait for what came before it. */
  interaction(interaction: APIInteraction, at: Bookmark): void {
    const { acknowledging, timings } = this.#parts;
    const { ackWithinMs } = timings;
    const answered = this.#unlessItFails('interaction', () =>
      answerInteraction({ ...this.#parts, remindAbout: this.#remindAbout, ackWithinMs }, interaction),
    );
    acknowledging.begin(interaction.id, answered);
    this.#inLine(at, answered);
  }

  /** Ends what waits; what was received is still stored. */
  abort(): void {
    this.#ending.abort();
  }

  /** Resolves when everything received is stored. Called when the gateway is closed. */
  async end(): Promise<void> {
    this.abort();
    await this.#catching.settled();
    await this.#line;
    await this.#mark.flush();
    await this.#bookmark.flush();
  }

  /** When this and all that came before it is done, we have got so far in the stream of that session. @param work never rejects */
  #inLine(at: Bookmark, work: Promise<void>, then: () => void = () => undefined): void {
    this.#line = this.#line
      .then(() => work)
      .then(() => {
        then();
        this.#session ??= at.sessionId;
        if (this.#session === at.sessionId) this.#bookmark.reach(at);
      });
  }

  /** A thread's messages wait for those of its channel: the message that begins a thread is there. */
  #roomOf(channel: string): string {
    const known = this.#parts.directory.knownChannel(channel);
    return (known?.kind === 'thread' ? known.parent : null) ?? channel;
  }

  /** What fails in our own code, or for what the database refuses as it is, would fail at every try: it is skipped. @throws other errors */
  async #unlessItFails(kind: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      this.#parts.log.error(
        { kind, error: faultKind(error) },
        'something from Discord made us fail; it is skipped',
      );
    }
  }

  /** What comes live may have waited for what is paged: we take part in its thread if we did before it was said. */
  #hear(message: HeardMessage, late: boolean): Promise<void> {
    const intake = asOf(this.#parts.intake, message.id);
    return hear({ ...this.#parts, intake }, message, late);
  }

  /** Never rejects. What could not be stored keeps both marks where they are until a catch-up has found it. */
  #take(
    kind: string,
    message: Pick<HeardChange, 'id' | 'channel_id' | 'guild_id'>,
    work: () => Promise<void>,
  ): Promise<void> {
    const { id, channel_id: channel, guild_id: guild } = message;
    return this.#order.run(this.#roomOf(channel), async () => {
      try {
        await this.#catchUp.before(channel);
        await this.#unlessItFails(kind, work);
      } catch (error) {
        const { log, timings } = this.#parts;
        log.error(
          { message: id, error: messageOf(error) },
          'a message could not be stored; it will be read again',
        );
        this.#mark.hold();
        this.#bookmark.hold();
        // What comes next is to stay behind it.
        this.#catchUp.expect();
        this.#catchUp.also(channel, guild ?? null);
        this.#catching.soon(timings.retryMs);
      }
    });
  }

  async #catchOnce(): Promise<boolean> {
    const client = this.#client;
    if (!client) return true;
    const holds = [this.#mark.holds, this.#bookmark.holds] as const;
    const caughtUp = await this.#catchUp.run(client);
    if (caughtUp && this.#complete) {
      this.#mark.release(holds[0]);
      this.#bookmark.release(holds[1]);
    }
    return caughtUp;
  }

  /** Registers our commands if Discord has others. */
  async #register(): Promise<void> {
    const { rest, application, log } = this.#parts;
    const { signal } = this.#ending;
    const route = Routes.applicationCommands(application);
    const present = await patiently(
      () => rest.get<APIApplicationCommand[]>(registeredAt(application)),
      5,
      signal,
    );
    if (!isRegistered(present)) {
      await patiently(() => rest.put(route, registration()), 5, signal);
      log.info({ commands: registration().length }, 'the slash commands were registered with Discord');
    }
  }
}
