// The real Slack clients, pointed at the fake: what the tests of the fake drive it with. Not our adapter.
import { App, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { SocketModeClient } from '@slack/socket-mode';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { FakeSlack, Fields } from './slack/index.ts';

/** Says nothing: the clients would write their warnings between the test results. */
export const quiet: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/** A WebClient that tries once and reports a 429 instead of waiting; options change that. */
export function webClient(
  slack: FakeSlack,
  options: WebClientOptions = {},
  token = slack.botToken,
): WebClient {
  return new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    logger: quiet,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    ...options,
  });
}

/** Bolt's own receiver, but its stop() waits for the socket to end: cut off midway the client keeps a 30 s timer. */
class PatientReceiver extends SocketModeReceiver {
  override async stop(): Promise<void> {
    await this.client.disconnect();
  }
}

/** A Bolt app in Socket Mode; start() and stop() are the caller's. */
export function boltApp(slack: FakeSlack): App {
  const clientOptions = { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } };
  const receiver = new PatientReceiver({
    appToken: slack.appToken,
    logger: quiet,
    clientPingTimeout: 300,
    installerOptions: { clientOptions },
  });
  return new App({ token: slack.botToken, receiver, logger: quiet, clientOptions });
}

export interface Envelope {
  readonly ack: (response?: Fields) => Promise<void>;
  readonly body: Fields;
  readonly type: string;
  readonly envelope_id: string;
  readonly retry_num: number | undefined;
  readonly retry_reason: string | undefined;
}

/** A bare SocketModeClient; `hear` gets every envelope and acknowledges it or doesn't. */
export async function socketClient(
  slack: FakeSlack,
  hear: (envelope: Envelope) => unknown,
  clientPingTimeout = 300,
): Promise<SocketModeClient> {
  const client = new SocketModeClient({
    appToken: slack.appToken,
    logger: quiet,
    clientPingTimeout,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  client.on('slack_event', hear);
  await client.start();
  return client;
}

/** The event inside an events_api body. */
export function eventOf(envelope: { readonly body: Fields }): Fields {
  return (envelope.body.event ?? {}) as Fields;
}
