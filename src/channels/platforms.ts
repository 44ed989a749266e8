// The channels that the settings ask for. A platform's code is loaded only if it is on.
import type { Config } from '../config.ts';
import { AdvisoryTurns, alwaysOurs } from '../database/advisory.ts';
import type { Database } from '../database/database.ts';
import type { Channel } from '../delivery/channel.ts';
import type { Log } from '../log.ts';
import type { Timings } from './discord/index.ts';
import type { SlackTimings } from './slack/index.ts';

export interface PlatformParts {
  readonly database: Database;
  readonly log: Log;
  /** Faster timings, for tests. */
  readonly slack?: Partial<SlackTimings>;
  readonly discord?: Partial<Timings>;
}

/** Makes the configured platform channels; none is connected yet. */
export async function platformChannels(config: Config, parts: PlatformParts): Promise<readonly Channel[]> {
  const channels: Channel[] = [];
  if (config.slack) {
    const { createSlackChannel } = await import('./slack/index.ts');
    const { catchUpHours } = config;
    channels.push(
      createSlackChannel(config.slack, { log: parts.log, timings: parts.slack ?? {}, catchUpHours }),
    );
  }
  if (config.discord) {
    const { createDiscordChannel } = await import('./discord/index.ts');
    const turns = config.databaseUrl
      ? new AdvisoryTurns({ url: config.databaseUrl, name: 'discord gateway' }, parts.log)
      : alwaysOurs();
    channels.push(
      createDiscordChannel(config.discord, {
        log: parts.log,
        database: parts.database,
        turns,
        catchUpHours: config.catchUpHours,
        rolesCount: [...config.allow, ...config.admins].some((one) => one.startsWith('discord-role:')),
        timings: parts.discord ?? {},
      }),
    );
  }
  return channels;
}
