// The Discord channel: createDiscordChannel(settings, parts).
import { systemClock } from '../../clock.ts';
import { DiscordChannel, type DiscordParts, type DiscordSettings } from './channel.ts';
import { type Timings, timings } from './timings.ts';

export type { DiscordSettings } from './channel.ts';
export type { Timings } from './timings.ts';

/** What a Discord channel is given; a clock and timings of its own only in tests. */
export type NewDiscordParts = Pick<
  DiscordParts,
  'log' | 'database' | 'turns' | 'catchUpHours' | 'rolesCount'
> &
  Partial<Pick<DiscordParts, 'clock'>> & { readonly timings?: Partial<Timings> };

/** Makes the channel; nothing is connected until it is started, yet it can send. */
export function createDiscordChannel(settings: DiscordSettings, parts: NewDiscordParts): DiscordChannel {
  return new DiscordChannel(settings, {
    clock: systemClock,
    ...parts,
    timings: { ...timings, ...parts.timings },
  });
}
