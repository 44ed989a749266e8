// Slack as a channel: the parts put together behind the contract.
import { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { type Clock, systemClock } from '../../clock.ts';
import type { PersonId } from '../../database/ids.ts';
import type { Channel, IncomingMessage, Intake, Liveness, Place } from '../../delivery/channel.ts';
import type { AttachedFile, Fetched, FetchLimits } from '../../delivery/files.ts';
import type { OutgoingMessage, Panel } from '../../delivery/outgoing.ts';
import { SendError } from '../../delivery/outgoing.ts';
import type { Tag } from '../../language/languages.ts';
import { sayFor } from '../../language/say.ts';
import type { Log } from '../../log.ts';
import { InOrder } from '../in-order.ts';
import { faultKind } from '../own-fault.ts';
import { sdkLogger, webClient } from './connection/client.ts';
import { type Identity, startError, whoWeAre } from './connection/identity.ts';
import { RowFirstReceiver } from './connection/receiver.ts';
import { Routes } from './connection/route-waits.ts';
import { SlackSocket } from './connection/socket.ts';
import { homeView } from './controls/home.ts';
import { remindAboutOf } from './controls/remind-about.ts';
import { readMenuUsed, remindMenuId, remindModal } from './controls/remind-menu.ts';
import { failureOf, sendErrorOf } from './errors.ts';
import { Files } from './incoming/attached.ts';
import { Directory } from './incoming/directory.ts';
import type { Facts, Us } from './incoming/envelope.ts';
import { History } from './incoming/history.ts';
import { type InwardParts, speakerOf } from './incoming/looked-up.ts';
import { Taking } from './incoming/taking.ts';
import { placeAt, tsOf, userOf } from './keys.ts';
import { findFile, hasFile, sendFile } from './outgoing/files.ts';
import { splitForSlack } from './outgoing/message.ts';
import { Presence } from './outgoing/presence.ts';
import { find, type PostParts, send } from './outgoing/send.ts';
import type { SlackSettings, SlackTimings } from './settings.ts';
import { slackTimings } from './settings.ts';

export interface SlackParts {
  readonly log: Log;
  readonly clock?: Clock;
  readonly timings?: Partial<SlackTimings>;
  /** CATCH_UP_HOURS: what was said before is not answered after a gap. */
  readonly catchUpHours?: number;
}

const catchUpHours = 12;

/** What exists between start and stop. */
interface Live {
  readonly identity: Identity;
  readonly us: Us;
  readonly directory: Directory;
  readonly app: App;
  readonly taking: Taking;
  readonly socket: SlackSocket;
}

export class SlackChannel implements Channel {
  readonly platform = 'slack';
  readonly #settings: SlackSettings;
  readonly #timings: SlackTimings;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #catchUpHours: number;
  readonly #sending: WebClient;
  readonly #looking: WebClient;
  readonly #quick: WebClient;
  readonly #presence: Presence;
  readonly #files: Files;
  readonly #opening = new InOrder();
  readonly #naming = { allowed: true };
  readonly #plans = { allowed: true };
  readonly #routes = new Routes();
  #stopped = new AbortController();
  #live: Live | null = null;

  constructor(settings: SlackSettings, parts: SlackParts) {
    this.#settings = settings;
    this.#timings = { ...slackTimings, ...parts.timings };
    this.#log = parts.log;
    this.#clock = parts.clock ?? systemClock;
    this.#catchUpHours = parts.catchUpHours ?? catchUpHours;
    this.#sending = webClient(settings, this.#timings.sendMs, this.#log);
    this.#looking = webClient(settings, this.#timings.lookMs, this.#log);
    this.#quick = webClient(settings, this.#timings.quickMs, this.#log);
    this.#presence = new Presence(this.#quick, this.#log);
    this.#files = new Files({ settings, client: this.#looking, log: this.#log });
  }

  async start(intake: Intake): Promise<void> {
    this.#stopped = new AbortController();
    const { signal: stopped } = this.#stopped;
    const identity = await whoWeAre(this.#sending, this.#log);
    stopped.throwIfAborted();
    const { us, scopes } = identity;
    if (scopes) this.#naming.allowed = scopes.includes('chat:write.customize');
    const directory = new Directory(this.#quick, us.team, () => this.#clock.now().getTime());
    const inward = {
      intake,
      directory,
      us,
      clock: this.#clock,
      history: this.#quick,
      log: this.#log,
    };
    // The first start ever: from here on nothing is missed.
    if ((await intake.lastSeen('slack')) === null) await intake.seen('slack', tsOf(this.#clock.now()));
    const taking = this.#taking(inward);
    const shared = { settings: this.#settings, timings: this.#timings, log: this.#log };
    const socket = new SlackSocket({
      ...shared,
      heard: (envelope) => receiver.heard(envelope),
      opened: () => taking.opened(),
      ask: () => this.#quick.auth.test(),
    });
    const receiver = new RowFirstReceiver({
      us,
      log: this.#log,
      take: (facts) => this.#take(taking, facts),
      socket,
    });
    const app = this.#bolt(receiver, inward);
    // Set before the socket opens: the first events come with the hello.
    this.#live = { identity, us, directory, app, taking, socket };
    try {
      await app.start();
    } catch (error) {
      await this.stop();
      throw startError(error, 'app');
    }
    this.#log.info({ team: us.team }, 'Slack is connected');
  }

  async stop(): Promise<void> {
    const live = this.#live;
    this.#stopped.abort();
    await live?.app.stop();
    await live?.taking.end();
    await this.#opening.settled();
    await this.#presence.settled();
    this.#live = null;
  }

  about(): string {
    const { identity, socket } = this.#need();
    const { name, workspace } = identity;
    // One too many stays counted for some seconds after a crash.
    const others =
      socket.connections > 1
        ? `, with ${socket.connections} connections of this app: another process is there`
        : '';
    return `Slack as @${name} in ${workspace}${others}`;
  }

  isReady(): boolean {
    return this.#live !== null;
  }

  liveness(): Liveness {
    return this.#live?.socket.liveness() ?? { state: 'off', silentMs: null };
  }

  async send(message: OutgoingMessage): Promise<string> {
    const parts = this.#postParts();
    if (message.panel) {
      const shown = await this.#publish(message.panel, message.text !== '');
      if (shown && message.text === '') return `home-${message.id}`;
    }
    const id = await (hasFile(message) ? sendFile(parts, message) : send(parts, message));
    if (!message.tasks) this.#presence.answered(message.place);
    else if (message.replaces === null) this.#presence.interrupted(message.place);
    return id;
  }

  async find(message: OutgoingMessage, begunAgo = 0): Promise<string | null> {
    if (message.panel && message.text === '') return null;
    return hasFile(message)
      ? findFile(this.#postParts(), message)
      : find(this.#postParts(), message, begunAgo);
  }

  async direct(person: PersonId): Promise<Place> {
    const { us, directory } = this.#need();
    try {
      return placeAt(us.team, await directory.direct(userOf(person)), null);
    } catch (error) {
      throw sendErrorOf('does not open a DM', error);
    }
  }

  async working(place: Place, messageId: string, doing: string | null, language?: Tag): Promise<void> {
    await this.#presence.working(place, messageId, doing, language);
  }

  fetch(file: AttachedFile, limits: FetchLimits): Promise<Fetched> {
    return this.#files.fetch(file, limits, this.#live?.identity.scopes ?? null);
  }

  sendsFiles(): boolean {
    return this.#live?.identity.scopes?.includes('files:write') ?? false;
  }

  async done(place: Place, messageId: string): Promise<void> {
    await this.#presence.done(place, messageId);
  }

  split(text: string): readonly string[] {
    return splitForSlack(text);
  }

  #taking(inward: InwardParts): Taking {
    const { signal } = this.#stopped;
    const [log, timings, hours] = [this.#log, this.#timings, this.#catchUpHours];
    const history = new History({ client: this.#looking, rationMs: timings.rationMs, log, signal });
    // People see at once that they were heard, also where a turn of another person runs before theirs.
    const stored = ({ place, messageId }: IncomingMessage) =>
      void this.#presence.show(place, messageId, 'thinking');
    return new Taking({ inward, history, stored, hours, timings, log, signal });
  }

  /** Who may not talk with us reads so in the home they have opened. */
  async #take(taking: Taking, facts: Facts): Promise<void> {
    const taken = await taking.take(facts);
    if (facts.type === 'opened' && taken?.outcome === 'refused') {
      const text = sayFor(taken.incoming.speaker)('people.refused');
      const sections = [{ type: 'text', text }] as const;
      void this.#publish({ person: taken.incoming.speaker.id, sections }, true);
    }
  }

  /** Puts a panel into the person's Home tab. @param mayFail whether it is worth no error @throws SendError */
  async #publish(panel: Panel, mayFail: boolean): Promise<boolean> {
    try {
      await this.#sending.views.publish({ user_id: userOf(panel.person), view: homeView(panel) });
      return true;
    } catch (error) {
      if (!mayFail) throw sendErrorOf('did not show a home', error);
      this.#log.warn({ code: failureOf(error).code }, 'Slack did not show a home; is its tab switched on?');
      return false;
    }
  }

  /** Bolt with our receiver. Its one listener opens a modal; whatever must not be lost is a row and never comes here. */
  #bolt(receiver: RowFirstReceiver, inward: InwardParts): App {
    const { us } = inward;
    const app = new App({
      receiver,
      authorize: async () => ({
        botToken: this.#settings.botToken,
        botId: us.bot,
        botUserId: us.user,
        teamId: us.team,
      }),
      logger: sdkLogger(this.#log),
      clientOptions: {
        retryConfig: { retries: 0 },
        ...(this.#settings.apiUrl ? { slackApiUrl: this.#settings.apiUrl } : {}),
      },
      convoStore: false,
    });
    app.shortcut({ type: 'message_action', callback_id: remindMenuId }, ({ body }) =>
      this.#opening.run(body.trigger_id, () => this.#askWhen(inward, body)),
    );
    app.error(async (error) => this.#log.warn({ error: faultKind(error) }, 'a Slack listener failed'));
    return app;
  }

  /** Opens the modal of "Remind me about this". If Slack does not (it takes 3 s at most), the command offers times as buttons. */
  async #askWhen(inward: InwardParts, body: unknown): Promise<void> {
    const used = readMenuUsed(body, inward.us);
    if (!used) return;
    try {
      const view = remindModal(used.about, sayFor(await speakerOf(inward, used)));
      await this.#quick.views.open({ trigger_id: used.trigger, view });
    } catch (error) {
      this.#log.warn({ code: failureOf(error).code }, 'Slack did not open a modal; offering buttons instead');
      await inward.intake.receive(await remindAboutOf(inward, { ...used, id: used.trigger, when: null }));
    }
  }

  #postParts(): PostParts {
    return {
      sending: this.#sending,
      looking: this.#looking,
      routes: this.#routes,
      bot: this.#live?.us.bot ?? null,
      naming: this.#naming,
      plans: this.#plans,
      timings: this.#timings,
      now: () => this.#clock.now().getTime(),
      stopped: this.#stopped.signal,
      direct: (person) => this.#need().directory.direct(userOf(person)),
    };
  }

  #need(): Live {
    if (!this.#live) throw new SendError('retry', 'Slack is not connected');
    return this.#live;
  }
}
