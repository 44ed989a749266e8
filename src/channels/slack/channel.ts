// Slack as a channel: the parts put together behind the contract.
import { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { type Clock, systemClock } from '../../clock.ts';
import type { PersonId } from '../../database/ids.ts';
import type { Channel, Intake, OutgoingMessage, Panel, Place } from '../../delivery/channel.ts';
import { SendError } from '../../delivery/channel.ts';
import { messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { refusal } from '../../people/admission.ts';
import { splitForSlack } from './blocks.ts';
import { sdkLogger, webClient } from './client.ts';
import { Directory } from './directory.ts';
import type { Facts, Us } from './envelope.ts';
import { failureOf, sendErrorOf } from './errors.ts';
import { findFile, hasFile, sendFile } from './files.ts';
import { homeView } from './home.ts';
import { type Identity, startError, whoWeAre } from './identity.ts';
import { InOrder } from './in-order.ts';
import { incomingOf } from './inward.ts';
import { placeAt, userOf } from './keys.ts';
import type { InwardParts } from './looked-up.ts';
import { find, type PostParts, send } from './post.ts';
import { Presence } from './presence.ts';
import { contextKey, RowFirstReceiver, type Taken } from './receiver.ts';
import { remindAboutOf } from './remind-about.ts';
import { readMenuUsed, remindMenuId, remindModal } from './remind-menu.ts';
import type { SlackSettings, SlackTimings } from './settings.ts';
import { slackTimings } from './settings.ts';
import { SlackSocket } from './socket.ts';

export interface SlackParts {
  readonly log: Log;
  readonly clock?: Clock;
  readonly timings?: Partial<SlackTimings>;
}

/** What exists between start and stop. */
interface Live {
  readonly identity: Identity;
  readonly us: Us;
  readonly directory: Directory;
  readonly app: App;
}

export class SlackChannel implements Channel {
  readonly platform = 'slack';
  readonly #settings: SlackSettings;
  readonly #timings: SlackTimings;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #sending: WebClient;
  readonly #looking: WebClient;
  readonly #quick: WebClient;
  readonly #presence: Presence;
  readonly #opening = new InOrder();
  readonly #naming = { allowed: true };
  #stopped = new AbortController();
  #live: Live | null = null;

  constructor(settings: SlackSettings, parts: SlackParts) {
    this.#settings = settings;
    this.#timings = { ...slackTimings, ...parts.timings };
    this.#log = parts.log;
    this.#clock = parts.clock ?? systemClock;
    this.#sending = webClient(settings, this.#timings.sendMs, this.#log);
    this.#looking = webClient(settings, this.#timings.lookMs, this.#log);
    this.#quick = webClient(settings, this.#timings.quickMs, this.#log);
    this.#presence = new Presence(this.#quick, this.#log);
  }

  async start(intake: Intake): Promise<void> {
    this.#stopped = new AbortController();
    const identity = await whoWeAre(this.#sending, this.#log);
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
    const receiver = new RowFirstReceiver({
      us,
      log: this.#log,
      take: (facts) => this.#take(inward, facts),
      connect: (heard) =>
        new SlackSocket({ settings: this.#settings, timings: this.#timings, log: this.#log, heard }),
    });
    const app = this.#bolt(receiver, inward);
    // Set before the socket opens: the first events come with the hello.
    this.#live = { identity, us, directory, app };
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
    await this.#opening.settled();
    await this.#presence.settled();
    this.#live = null;
  }

  about(): string {
    const { name, workspace } = this.#need().identity;
    return `Slack as @${name} in ${workspace}`;
  }

  async send(message: OutgoingMessage): Promise<string> {
    const parts = this.#postParts();
    if (message.panel) {
      const shown = await this.#publish(message.panel, message.text !== '');
      if (shown && message.text === '') return `home-${message.id}`;
    }
    const id = await (hasFile(message) ? sendFile(parts, message) : send(parts, message));
    this.#presence.answered(message.place);
    return id;
  }

  async find(message: OutgoingMessage): Promise<string | null> {
    if (message.panel && message.text === '') return null;
    return hasFile(message) ? findFile(this.#postParts(), message) : find(this.#postParts(), message);
  }

  async direct(person: PersonId): Promise<Place> {
    const { us, directory } = this.#need();
    try {
      return placeAt(us.team, await directory.direct(userOf(person)), null);
    } catch (error) {
      throw sendErrorOf('does not open a DM', error);
    }
  }

  async working(place: Place, messageId: string, doing: string | null): Promise<void> {
    await this.#presence.working(place, messageId, doing);
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

  async #take(inward: InwardParts, facts: Facts): Promise<Taken | null> {
    const incoming = await incomingOf(inward, facts);
    if (!incoming) return null;
    const outcome = await inward.intake.receive(incoming);
    if (facts.type === 'opened' && outcome === 'refused')
      void this.#publish({ person: incoming.speaker.id, sections: [{ type: 'text', text: refusal }] }, true);
    return { incoming, outcome };
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

  /** Bolt with our receiver. Its listeners show signs of work; whatever must not be lost is a row by then. */
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
    app.use(async ({ context, next }) => {
      const taken = context[contextKey] as Taken | undefined;
      if (taken?.incoming.type === 'message' && taken.outcome === 'stored') {
        void this.#presence.show(taken.incoming.place, taken.incoming.messageId, 'thinking');
      }
      await next();
    });
    app.shortcut({ type: 'message_action', callback_id: remindMenuId }, ({ body }) =>
      this.#opening.run(body.trigger_id, () => this.#askWhen(inward, body)),
    );
    app.error(async (error) => this.#log.warn({ error: messageOf(error) }, 'a Slack listener failed'));
    return app;
  }

  /** Opens the modal of "Remind me about this". If Slack does not (it takes 3 s at most), the command offers times as buttons. */
  async #askWhen(inward: InwardParts, body: unknown): Promise<void> {
    const used = readMenuUsed(body, inward.us);
    if (!used) return;
    try {
      await this.#quick.views.open({ trigger_id: used.trigger, view: remindModal(used.about) });
    } catch (error) {
      this.#log.warn({ code: failureOf(error).code }, 'Slack did not open a modal; offering buttons instead');
      await inward.intake.receive(await remindAboutOf(inward, { ...used, id: used.trigger, when: null }));
    }
  }

  #postParts(): PostParts {
    return {
      sending: this.#sending,
      looking: this.#looking,
      bot: this.#live?.us.bot ?? null,
      naming: this.#naming,
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
