// Slack's Web API client as we use it: one attempt, no waiting for rate limits, a timeout. The outbox decides what is
// tried again. The SDK's own log lines may hold message text, so only debug gets them.
import { type Logger, LogLevel, WebClient, type WebClientOptions } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { SlackSettings } from '../settings.ts';

export function clientOptions(settings: SlackSettings, timeoutMs: number, log: Log): WebClientOptions {
  return {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: timeoutMs,
    logger: sdkLogger(log),
    ...(settings.apiUrl ? { slackApiUrl: settings.apiUrl.replace(/\/*$/, '/') } : {}),
  };
}

export function webClient(settings: SlackSettings, timeoutMs: number, log: Log): WebClient {
  return new WebClient(settings.botToken, clientOptions(settings, timeoutMs, log));
}

/** What the SDK warns of and complains about, at debug; the rest of what it says is dropped. */
export function sdkLogger(log: Log): Logger {
  const say = (...words: unknown[]) => log.debug({ from: 'slack-sdk' }, words.map(String).join(' '));
  const drop = () => undefined;
  return {
    debug: drop,
    info: drop,
    warn: say,
    error: say,
    setLevel: drop,
    getLevel: () => LogLevel.WARN,
    setName: drop,
  };
}
