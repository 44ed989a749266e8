// The platforms' fakes as the fault runs need them: conversations to talk in, and what can go wrong on each, by name.
import { FakeDiscord } from '../fakes/discord/index.ts';
import { FakeSlack } from '../fakes/slack/index.ts';
import type { PlatformName } from './stage.ts';

/** A conversation as a person sees it. */
export interface Line {
  say(text: string): void;
  /** The bot's messages in it, in order. */
  answers(): readonly string[];
  /** Whether one may go on in it: a thread may have to be made by the bot first. */
  stands(): boolean;
}

/** What goes wrong until {@link FaultStage.calm}, or once. */
export interface Strike {
  readonly name: string;
  /** Whether what is said meanwhile may be heard in another order. */
  readonly disorders?: true;
  readonly strike: () => void;
}

export interface FaultStage {
  /** Settings that point the bot here. */
  readonly env: Readonly<Record<string, string>>;
  readonly strikes: readonly Strike[];
  dm(who: number): Line;
  /** Somebody mentions the bot in the channel. */
  open(who: number, text: string): Line;
  /** The platform has the bot connect anew, as it does now and then. */
  reconnect(): void;
  /** Neither sockets nor calls go through until {@link calm}, and what is said meanwhile is never delivered. */
  down(): void;
  /** Everything works again. */
  calm(): void;
  /** The bot's sockets that are open. */
  sockets(): number;
  until(test: () => boolean, description: string, timeoutMs: number): Promise<unknown>;
  dump(): string;
  stop(): Promise<void>;
}

export const people = 4;

export const startFaultStage = (platform: PlatformName, seed: number): Promise<FaultStage> =>
  platform === 'slack' ? slackStage(seed) : discordStage(seed);

async function slackStage(seed: number): Promise<FaultStage> {
  const slack = await FakeSlack.start({
    seed,
    ackMs: 500,
    // More tries than Slack's three, since they come so much sooner.
    retryMs: [0, 200, 400, 800, 1600, 3200, 6400],
    pingMs: 500,
    refreshGraceMs: 300,
  });
  const users = Array.from({ length: people }, (_, index) => `U${index + 1}`);
  for (const user of users) slack.person(user, { name: user, tz: 'Europe/Berlin' });
  slack.channel('C1', { members: users });
  const { faults } = slack;
  const userOf = (who: number) => users[who % people] ?? 'U1';
  let isDown = false;
  const post = 'chat.postMessage';
  const strikes: Strike[] = [
    { name: 'sockets cut', strike: () => faults.dropSockets() },
    { name: 'sockets dropped silently', strike: () => faults.dropSockets({ silently: true }) },
    { name: 'sockets deaf', strike: () => void faults.deafen('dead') },
    { name: 'sockets that lose events', strike: () => void faults.deafen('events-lost') },
    { name: 'acknowledgements swallowed', strike: () => faults.swallowAcks(3) },
    { name: 'events doubled', strike: () => faults.duplicateEvents(4) },
    { name: 'events reordered', disorders: true, strike: () => faults.reorder(3) },
    { name: 'answer lost', strike: () => slack.fail(post, { kind: 'lost-answer', times: 2 }) },
    { name: '500 after', strike: () => slack.fail(post, { kind: 'http-500', processed: true, times: 2 }) },
    { name: '500 before', strike: () => slack.fail(post, { kind: 'http-500', times: 2 }) },
    { name: 'posts dropped', strike: () => slack.fail(post, { kind: 'drop-before', times: 2 }) },
    { name: '429 storm', strike: () => slack.fail('*', { kind: 'ratelimited', retryAfter: 1, times: 12 }) },
    {
      name: 'history refused',
      strike: () => slack.fail('conversations.history', { kind: 'ratelimited', retryAfter: 1, times: 2 }),
    },
    { name: 'people unknown', strike: () => slack.fail('users.info', { kind: 'http-500', times: 2 }) },
    {
      name: 'no new socket',
      strike: () => slack.fail('apps.connections.open', { kind: 'http-500', times: 3 }),
    },
  ];
  const lineOf = (channel: string, thread: string | undefined, user: string): Line => ({
    say: (text) => void slack.say({ user, channel, text, ...(thread ? { thread_ts: thread } : {}) }),
    answers: () =>
      slack
        .messages(channel, thread ? { thread_ts: thread } : {})
        .filter((message) => message.ours)
        .map((message) => message.shown),
    stands: () => true,
  });
  return {
    env: { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: slack.apiUrl },
    strikes,
    dm: (who) => lineOf(slack.dm(userOf(who)), undefined, userOf(who)),
    open: (who, text) => lineOf('C1', slack.mention({ user: userOf(who), channel: 'C1', text }), userOf(who)),
    reconnect: () => faults.refresh(),
    down() {
      isDown = true;
      faults.outage(true);
    },
    calm() {
      faults.flush();
      if (isDown) faults.loseUndelivered();
      isDown = false;
      faults.clear();
    },
    sockets: () => slack.connected,
    until: (test, description, timeoutMs) => slack.waitFor(test, description, timeoutMs),
    dump: () => slack.dump(),
    stop: () => slack.stop(),
  };
}

async function discordStage(seed: number): Promise<FaultStage> {
  const discord = await FakeDiscord.start({ seed, settings: { heartbeatIntervalMs: 2000 } });
  const users = Array.from({ length: people }, (_, index) =>
    discord.person(discord.newId(), { name: `U${index + 1}` }),
  );
  const channel = discord.channel(discord.newId(), { members: users });
  const userOf = (who: number) => users[who % people] ?? '';
  const post = 'POST /channels/:id/messages';
  const strikes: Strike[] = [
    { name: 'sockets cut', strike: () => discord.dropSockets() },
    { name: 'sockets dropped silently', strike: () => discord.dropSockets({ silently: true }) },
    { name: 'sockets closed', strike: () => discord.dropSockets({ code: 4000 }) },
    { name: 'sockets deaf', strike: () => discord.zombie() },
    { name: 'sockets that lose events', strike: () => discord.zombie({ acks: true }) },
    { name: 'session gone', strike: () => discord.invalidateSession() },
    {
      name: 'session forgotten',
      strike: () => {
        discord.forgetSessions();
        discord.dropSockets();
      },
    },
    { name: 'events doubled', strike: () => discord.duplicateEvents(4) },
    { name: 'events reordered', disorders: true, strike: () => discord.shuffleEvents(3) },
    { name: 'answer lost', strike: () => void discord.fail(post, { kind: 'lost-answer', times: 2 }) },
    { name: '500 after', strike: () => void discord.fail(post, { kind: '5xx', processed: true, times: 2 }) },
    { name: '500 before', strike: () => void discord.fail(post, { kind: '5xx', times: 2 }) },
    { name: 'posts dropped', strike: () => void discord.fail(post, { kind: 'drop-before', times: 2 }) },
    {
      name: '429 storm',
      strike: () => void discord.fail('* /channels/**', { kind: '429', retryAfter: 0.2, times: 12 }),
    },
    {
      name: 'history refused',
      strike: () =>
        void discord.fail('GET /channels/:id/messages', { kind: '429', retryAfter: 0.2, times: 4 }),
    },
    {
      name: 'history broken',
      strike: () => void discord.fail('GET /channels/:id/messages', { kind: '5xx' }),
    },
  ];
  const lineOf = (room: string, user: string): Line => ({
    say: (text) => void discord.say({ user, channel: room, text }),
    answers: () => {
      const stands = room !== channel && (isDm(room) || hasThread(room));
      return stands
        ? discord
            .messages(room)
            .filter((message) => message.ours)
            .map((message) => message.text)
        : [];
    },
    stands: () => isDm(room) || hasThread(room),
  });
  const dms = new Set<string>();
  const isDm = (room: string) => dms.has(room);
  const hasThread = (root: string) => discord.threads(channel).some(({ id }) => id === root);
  return {
    env: { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, DEFAULT_TIMEZONE: 'Europe/Berlin' },
    strikes,
    dm(who) {
      const room = discord.dm(userOf(who));
      dms.add(room);
      return lineOf(room, userOf(who));
    },
    open: (who, text) => lineOf(discord.mention({ user: userOf(who), channel, text }), userOf(who)),
    reconnect: () => discord.askReconnect(),
    down() {
      discord.refuseConnections(true);
      discord.forgetSessions();
      discord.dropSockets();
    },
    calm() {
      discord.shuffleEvents(0);
      discord.refuseConnections(false);
      discord.clearFaults();
    },
    sockets() {
      discord.thaw();
      return discord.sockets;
    },
    until: (test, description, timeoutMs) => discord.waitFor(test, description, { timeoutMs }),
    dump: () => discord.dump(),
    stop: () => discord.stop(),
  };
}
