// One stage for both platforms' fakes, for runs that do the same on each: people write, the bot's messages are read.
import { FakeDiscord } from '../fakes/discord/index.ts';
import { patienceMs } from '../fakes/patience.ts';
import { FakeSlack } from '../fakes/slack/index.ts';

export type PlatformName = 'slack' | 'discord';

export interface Stage {
  /** Settings that point the bot here. */
  readonly env: Readonly<Record<string, string>>;
  /** A person writes: in their DM, or in a channel, mentioning the bot. */
  say(who: number, where: 'dm' | 'channel', text: string): void;
  /** The texts of all messages of the bot that people see, everywhere. */
  replies(): readonly string[];
  /** Requests and socket traffic so far: a measure of how far things have got. */
  progress(): number;
  /** Resolves as soon as the test passes; it is asked again after every change. */
  until(test: () => boolean, description: string): Promise<void>;
  dump(): string;
  stop(): Promise<void>;
}

const people = 3;
/** A process may have to start several times before it comes, beside busy neighbours. */

export async function startStage(platform: PlatformName, seed: number): Promise<Stage> {
  return platform === 'slack' ? slackStage(seed) : discordStage(seed);
}

async function slackStage(seed: number): Promise<Stage> {
  // More tries than Slack's three, since they come so much sooner: a bot that gets no processor for seconds is no bot that is away.
  const slack = await FakeSlack.start({ seed, ackMs: 400, retryMs: [0, 200, 400, 800, 1600, 3200, 6400] });
  const users = Array.from({ length: people }, (_, index) => `U${index + 1}`);
  for (const user of users) slack.person(user, { name: user, tz: 'Europe/Berlin' });
  slack.channel('C1', { members: users });
  return {
    env: { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: slack.apiUrl },
    say(who, where, text) {
      const user = users[who % people] ?? 'U1';
      if (where === 'dm') slack.say({ user, channel: slack.dm(user), text });
      else slack.mention({ user, channel: 'C1', text });
    },
    replies: () => slack.ours().map((message) => message.shown),
    progress: () => slack.calls().length + slack.deliveries.length,
    async until(test, description) {
      await slack.waitFor(test, description, patienceMs);
    },
    dump: () => slack.dump(),
    stop: () => slack.stop(),
  };
}

async function discordStage(seed: number): Promise<Stage> {
  const discord = await FakeDiscord.start({ seed });
  const users = Array.from({ length: people }, (_, index) =>
    discord.person(discord.newId(), { name: `U${index + 1}` }),
  );
  const channel = discord.channel(discord.newId(), { members: users });
  const rooms = () => [
    channel,
    ...discord.threads(channel).map((thread) => thread.id),
    ...users.map((user) => discord.dm(user)),
  ];
  return {
    env: { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, DEFAULT_TIMEZONE: 'Europe/Berlin' },
    say(who, where, text) {
      const user = users[who % people] ?? '';
      if (where === 'dm') discord.say({ user, channel: discord.dm(user), text });
      else discord.mention({ user, channel, text });
    },
    replies: () =>
      rooms().flatMap((room) =>
        discord
          .messages(room)
          .filter((message) => message.ours)
          .map((message) => message.text),
      ),
    progress: () => discord.calls().length + discord.gatewayLog().length,
    async until(test, description) {
      await discord.waitFor(test, description, { timeoutMs: patienceMs });
    },
    dump: () => discord.dump(),
    stop: () => discord.stop(),
  };
}
