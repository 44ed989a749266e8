// What the parts of the fake share: the workspace, the sockets, the faults, the app's identity. Passed in everywhere,
// so that two fakes in one process know nothing of each other.
import type { Changes } from './changes.ts';
import type { Faults } from './faults.ts';
import type { Seeded, Timers } from './seeded.ts';
import type { SocketHub } from './socket-hub.ts';
import type { Call, Settings } from './types.ts';
import type { Workspace } from './workspace.ts';

export interface Identity {
  readonly teamId: string;
  readonly teamDomain: string;
  readonly appId: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly botName: string;
  readonly botToken: string;
  readonly appToken: string;
}

export interface World {
  readonly settings: Settings;
  readonly identity: Identity;
  readonly state: Workspace;
  readonly sockets: SocketHub;
  readonly faults: Faults;
  readonly changes: Changes;
  readonly random: Seeded;
  readonly timers: Timers;
  readonly calls: Call[];
  /** Unspent trigger ids with the person they belong to. */
  readonly triggers: Map<string, string>;
  readonly responseUrls: Map<string, ResponseUrl>;
  /** Where the HTTP server listens, without a slash at the end. */
  origin(): string;
}

export interface ResponseUrl {
  readonly user: string;
  readonly channel: string;
  readonly threadTs: string | undefined;
  /** The message whose button was clicked, undefined for a slash command. */
  readonly messageTs: string | undefined;
  usesLeft: number;
}
