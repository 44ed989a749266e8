// A whole Peacrab on the fake Discord with the scripted model, for the scenarios: Ann and Bob, whose zones Discord does not
// tell, and a channel.
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../src/log.ts';
import type { AnyTool } from '../../src/tools/runner.ts';
import { FakeDiscord, type SeenMessage } from '../fakes/discord/index.ts';
import { type Bot, type BotOptions, startBot } from './harness.ts';

export interface DiscordScene {
  readonly discord: FakeDiscord;
  readonly bot: Bot;
  readonly ann: string;
  readonly bob: string;
  /** The admin, where ADMINS is "eve". */
  readonly eve: string;
  /** The id of #team. */
  readonly team: string;
  /** Moves everybody's clock on, in milliseconds. */
  readonly later: (ms: number) => void;
  /** The nth message of ours in a channel, thread or DM, from 1, once it stands. */
  readonly answer: (channel: string, number: number) => Promise<SeenMessage>;
  /** A message of ours there whose text has these words, once it stands: an answer may take the place of another. */
  readonly says: (channel: string, words: string) => Promise<SeenMessage>;
  /** Resolves when our own rows know by which id a message stands: then a reply to it finds its conversation. */
  readonly recorded: (message: SeenMessage) => Promise<void>;
  /** Presses the button with that label; gives what is answered to it in private. */
  readonly press: (user: string, message: SeenMessage, label: string) => Promise<SeenMessage>;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string>>;

/**
 * @param env settings, also such as need Ann's id
 * @param at when it begins, for people, Discord and the bot alike; now unless told
 */
export async function startScene(
  env: Env | ((ann: string) => Env) = {},
  at?: string,
  more: Pick<BotOptions, 'policy' | 'strict'> & {
    readonly outside?: readonly AnyTool[];
    readonly log?: Log;
  } = {},
): Promise<DiscordScene> {
  let offset = at === undefined ? 0 : Date.parse(at) - Date.now();
  const now = () => Date.now() + offset;
  const discord = await FakeDiscord.start({ clock: now });
  const ann = discord.person(discord.newId(), { name: 'Ann', locale: 'en-GB' });
  const bob = discord.person(discord.newId(), { name: 'Bob', locale: 'en-US' });
  const eve = discord.person(discord.newId(), { name: 'Eve', locale: 'en-US' });
  const team = discord.channel(discord.newId(), { name: 'team', topic: 'work' });
  const clock = { now: () => new Date(now()) };
  const own = typeof env === 'function' ? env(ann) : env;
  const admins = own.ADMINS === 'eve' ? { ADMINS: `discord:${eve}` } : {};
  const settings = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, ...own, ...admins };
  const log = process.env.SHOW_LOG ? { log: 'debug' as const } : {};
  const { outside = [], ...policy } = more;
  const bot = await startBot({
    engine: 'pglite',
    env: settings,
    overrides: { clock, outside },
    ...log,
    ...policy,
  });
  await discord.waitFor(() => discord.commands().length > 0, 'the slash commands');
  const ours = (channel: string) => discord.messages(channel).filter((message) => message.ours);
  return {
    discord,
    bot,
    ann,
    bob,
    eve,
    team,
    later: (ms) => {
      offset += ms;
    },
    answer: (channel, number) =>
      discord.waitFor(
        () => (known(discord, channel) ? ours(channel)[number - 1] : undefined),
        `answer ${number} in ${channel}`,
      ),
    says: (channel, words) =>
      discord.waitFor(
        () => (known(discord, channel) ? ours(channel).find(({ text }) => text.includes(words)) : undefined),
        `"${words}" in ${channel}`,
      ),
    recorded: async (message) => {
      const sent = () =>
        bot.database.db
          .selectFrom('outbox')
          .select('id')
          .where('platform_message_id', '=', message.id)
          .executeTakeFirst();
      for (let tries = 0; !(await sent()); tries++) {
        if (tries > 200) throw new Error(`message ${message.id} was never recorded as sent`);
        await setTimeout(20);
      }
    },
    press: (user, message, label) => {
      const button = message.buttons.find((each) => each.label.startsWith(label));
      if (!button) throw new Error(`no button "${label}" under: ${message.text}`);
      return discord.click({ user, message: message.id, customId: button.customId }).reply();
    },
    async stop() {
      await bot.stop();
      await discord.stop();
    },
  };
}

/** A thread is there only once it has been made. */
function known(discord: FakeDiscord, channel: string): boolean {
  try {
    discord.messages(channel);
    return true;
  } catch {
    return false;
  }
}
