// A whole Peacrab on the fake Slack with the scripted model, for the scenarios: Ann in Berlin, Bob in New York, Eve, a
// channel.
import { createSlackChannel } from '../../src/channels/slack/index.ts';
import { type Log, silentLog } from '../../src/log.ts';
import type { AnyTool } from '../../src/tools/runner.ts';
import type { SeenRequest } from '../fakes/model/scripted-model.ts';
import { FakeSlack, type SeenMessage } from '../fakes/slack/index.ts';
import { type Bot, startBot } from './harness.ts';

export interface Scene {
  readonly slack: FakeSlack;
  readonly bot: Bot;
  /** Moves the bot's clock on, in milliseconds. */
  readonly later: (ms: number) => void;
  /** The nth message of ours in a thread or DM, from 1, once it stands. */
  readonly answer: (channel: string, thread: string | null, number: number) => Promise<SeenMessage>;
  /** A message of ours there whose text has these words, once it stands: an answer may take the place of another. */
  readonly says: (channel: string, thread: string | null, words: string) => Promise<SeenMessage>;
  stop(): Promise<void>;
}

/** @param at when it begins, for people, Slack and the bot alike; now unless told */
export async function startScene(
  env: Readonly<Record<string, string>> = {},
  at?: string,
  more: {
    readonly policy?: string;
    readonly outside?: readonly AnyTool[];
    readonly log?: Log;
    readonly housekeeping?: string;
  } = {},
): Promise<Scene> {
  let offset = at === undefined ? 0 : Date.parse(at) - Date.now();
  const now = () => Date.now() + offset;
  const slack = await FakeSlack.start({ ackMs: 60_000, retryMs: [0, 50, 100], now });
  slack.person('U1ANN', { name: 'Ann', tz: 'Europe/Berlin', locale: 'en-GB' });
  slack.person('U2BOB', { name: 'Bob', tz: 'America/New_York' });
  slack.person('U3EVE', { name: 'Eve' });
  slack.channel('C1TEAM', { members: ['U1ANN', 'U2BOB', 'U3EVE'], name: 'team', topic: 'work' });
  const clock = { now: () => new Date(now()) };
  const settings = { botToken: slack.botToken, appToken: slack.appToken, apiUrl: slack.apiUrl };
  const timings = { lookAgainMs: 20, reconnectMs: 10, closeMs: 50, sendMs: 5000 };
  const channel = createSlackChannel(settings, { log: more.log ?? silentLog, timings });
  const { outside = [], housekeeping, ...policy } = more;
  const bot = await startBot({
    channels: [channel],
    env,
    overrides: { clock, outside, ...(housekeeping === undefined ? {} : { housekeeping }) },
    ...policy,
  });
  return {
    slack,
    bot,
    later: (ms) => {
      offset += ms;
    },
    answer: (room, thread, number) =>
      slack.waitFor(
        () => inPlace(slack, room, thread).filter((message) => message.ours)[number - 1],
        `answer ${number} in ${room} ${thread ?? ''}`,
      ),
    says: (room, thread, words) =>
      slack.waitFor(
        () => inPlace(slack, room, thread).find((message) => message.ours && message.shown.includes(words)),
        `"${words}" in ${room} ${thread ?? ''}`,
      ),
    async stop() {
      await bot.stop();
      await slack.stop();
    },
  };
}

const inPlace = (slack: FakeSlack, room: string, thread: string | null) =>
  thread === null ? slack.messages(room) : slack.messages(room, { thread_ts: thread });

/** The head block of a request. */
export const headOf = (request: SeenRequest | undefined): string =>
  /<now>[\s\S]*<\/now>/.exec(request?.lastUser ?? '')?.[0] ?? '';

export const calls = (name: string, args: unknown) => ({ calls: [{ name, args }] });

/** The value of a button by its label. */
export function buttonOf(
  message: Pick<SeenMessage, 'blocks' | 'shown'>,
  label: string,
): { action_id: string; value: string } {
  const elements = (message.blocks ?? []).flatMap((block) =>
    Array.isArray(block.elements) ? block.elements : [],
  );
  const found = elements.find((element) => element.text?.text === label);
  if (!found) throw new Error(`no button "${label}" under: ${message.shown}`);
  return { action_id: found.action_id, value: found.value };
}
