// How a fake workspace begins: its settings, the identity of its one app, and the parts wired together.
import { Changes } from './changes.ts';
import { Faults } from './faults.ts';
import { Seeded, Timers } from './seeded.ts';
import { SocketHub } from './socket-hub.ts';
import type { Settings } from './types.ts';
import { Workspace } from './workspace.ts';
import type { Identity, World } from './world.ts';

/** Every scope the fake knows; `scopes` in the options gives the bot fewer. */
export const ALL_SCOPES: readonly string[] = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:join',
  'channels:read',
  'chat:write',
  'chat:write.customize',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'mpim:history',
  'mpim:read',
  'mpim:write',
  'reactions:read',
  'reactions:write',
  'team:read',
  'users:read',
];

/** Slack's own timings; tests shorten them. */
export const DEFAULTS: Settings = {
  seed: 1,
  ackMs: 3000,
  retryMs: [0, 60_000, 300_000],
  pingMs: 10_000,
  refreshGraceMs: 10_000,
  holdWhileOffline: true,
  lingerAfterClose: false,
  scopes: ALL_SCOPES,
  botAppId: 'A0PEACRAB',
  now: () => Date.now(),
};

export const IDENTITY: Identity = {
  teamId: 'T0PEA',
  teamDomain: 'peacrab-test',
  appId: 'A0PEACRAB',
  botUserId: 'U0PEACRAB',
  botId: 'B0PEACRAB',
  botName: 'peacrab',
  botToken: 'xoxb-fake-bot-token',
  appToken: 'xapp-1-A0PEACRAB-1-fake-app-token',
};

/** A workspace with our bot in it and nobody else. */
export function makeWorld(settings: Settings, origin: () => string, dump: () => string): World {
  const state = new Workspace(settings.now);
  const random = new Seeded(settings.seed);
  const timers = new Timers();
  const faults = new Faults();
  const changes = new Changes(dump);
  const sockets = new SocketHub({ settings, random, timers, faults, changes, appId: IDENTITY.appId });
  state.people.set(IDENTITY.botUserId, {
    id: IDENTITY.botUserId,
    name: IDENTITY.botName,
    tz: 'America/Los_Angeles',
    locale: 'en-US',
    isBot: true,
    isAdmin: false,
    deleted: false,
    restricted: false,
    ultraRestricted: false,
    teamId: IDENTITY.teamId,
  });
  const calls = { calls: [], triggers: new Map(), responseUrls: new Map() };
  return { settings, identity: IDENTITY, state, sockets, faults, changes, random, timers, ...calls, origin };
}
