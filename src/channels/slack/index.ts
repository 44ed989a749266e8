// The Slack channel's front door.
import type { Channel } from '../../delivery/channel.ts';
import { SlackChannel, type SlackParts } from './channel.ts';
import type { SlackSettings } from './settings.ts';

export type { SlackParts } from './channel.ts';
export type { SlackSettings, SlackTimings } from './settings.ts';

/** A channel that is not connected yet. */
export const createSlackChannel = (settings: SlackSettings, parts: SlackParts): Channel =>
  new SlackChannel(settings, parts);
