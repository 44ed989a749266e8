// What the fake Slack's own tests share: a workspace with two people and a channel, and endings in reverse order.
import type { App } from '@slack/bolt';
import type { SocketModeClient } from '@slack/socket-mode';
import { FakeSlack, type Fields, type Settings } from './slack/index.ts';
import { type Envelope, socketClient } from './slack-clients.ts';

/** One test's things; `end` in afterEach ends them, last first. */
export class Bench {
  readonly #endings: (() => Promise<unknown>)[] = [];

  /** A fake with quick timings, Ann in Berlin, Bob in New York, and the channel C1TEAM. */
  async workspace(options: Partial<Settings> = {}): Promise<FakeSlack> {
    const slack = await FakeSlack.start({
      ackMs: 300,
      retryMs: [0, 20, 40],
      refreshGraceMs: 2000,
      ...options,
    });
    this.later(() => slack.stop());
    slack.person('U1ANN', { name: 'Ann', tz: 'Europe/Berlin', locale: 'de-DE' });
    slack.person('U2BOB', { name: 'Bob', tz: 'America/New_York' });
    slack.channel('C1TEAM', { members: ['U1ANN', 'U2BOB'], topic: 'work' });
    return slack;
  }

  /** Starts a Bolt app. */
  async started(app: App): Promise<App> {
    this.later(() => app.stop());
    await app.start();
    return app;
  }

  /** Connects a bare socket client. */
  async listening(slack: FakeSlack, hear: (envelope: Envelope) => unknown): Promise<SocketModeClient> {
    const client = await socketClient(slack, hear);
    this.later(() => client.disconnect());
    return client;
  }

  later(end: () => Promise<unknown>): void {
    this.#endings.push(end);
  }

  async end(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end();
  }
}

/** Matches the error of an `ok: false` answer. */
export function platformError(code: string): (error: unknown) => boolean {
  return (error) => (error as { data?: Fields }).data?.error === code;
}

/** An object inside fields; empty when it isn't there. */
export function partOf(fields: Fields | undefined, name: string): Fields {
  return (fields?.[name] ?? {}) as Fields;
}
