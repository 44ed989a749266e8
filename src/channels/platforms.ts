// The channels that the settings ask for. Each platform's code is loaded only if it is on.
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Channel } from '../delivery/channel.ts';
import type { Log } from '../log.ts';

export interface PlatformParts {
  readonly database: Database;
  readonly log: Log;
}

/** Makes the configured platform channels; none is connected yet. */
export async function platformChannels(_config: Config, _parts: PlatformParts): Promise<readonly Channel[]> {
  const channels: Channel[] = [];
  return channels;
}
