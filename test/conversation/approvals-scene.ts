// A whole bot on the in-memory channel with tools that reach outside, for the scenarios of approvals: Ann asks, Boss is admin.
import { writeFileSync } from 'node:fs';
import type { Clock } from '../../src/clock.ts';
import { type Bot, type BotOptions, startBot } from '../e2e/harness.ts';
import { FakeChannel, type SayOptions } from '../fakes/channel.ts';
import type { Engine } from '../fakes/databases.ts';
import type { SeenRequest } from '../fakes/model/scripted-model.ts';
import { outsideTools } from '../fakes/outside-tools.ts';

export const call = (name: string, args: object) => ({
  calls: [{ name, args: { justification: 'Ann asked', ...args } }],
});
export const post = (text: string, more: object = {}) => call('post_note', { board: 'team', text, ...more });
export const resultsOf = (request: SeenRequest | undefined) =>
  (request?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
const places = 'places: [set_reminder, remember, recall, post_note, look_up]';

export type ApprovalScene = Awaited<ReturnType<typeof startScene>>;

/** @param policy the policy file's lines behind its places */
export async function startScene(engine: Engine, policy = '', options: Partial<BotOptions> = {}) {
  const channel = new FakeChannel();
  const outside = outsideTools();
  let now = () => new Date();
  const clock: Clock = { now: () => now() };
  const bot: Bot = await startBot({
    engine,
    channels: [channel],
    policy: `${places}\n${policy}`,
    ...options,
    env: { ADMINS: 'slack:Boss', DEFAULT_TIMEZONE: 'Europe/Berlin', ...options.env },
    overrides: { outside: outside.tools, clock, ...options.overrides },
  });
  const until = (part: string | RegExp, count = 1) =>
    channel.until((sent) => sent.filter(({ text }) => text.match(part)).length >= count);
  return {
    bot,
    channel,
    outside,
    until,
    texts: () => channel.sent.map(({ text }) => text),
    /** Says it, and waits for the reply. */
    say: async (text: string, reply: string, who = 'Ann', where: SayOptions = {}) => {
      await channel.say(who, text, where);
      await until(reply);
    },
    rows: () => bot.database.db.selectFrom('approval').selectAll().orderBy('id').execute(),
    question: () => channel.sent.findLast(({ buttons }) => buttons.some(({ label }) => label === 'Deny')),
    later: (minutes: number) => {
      now = () => new Date(Date.now() + minutes * 60_000);
    },
    /** Restarts it under another policy. */
    govern: async (changed: string, named = places) => {
      await bot.halt();
      writeFileSync(bot.config.policyFile, `${named}\n${changed}`);
      await bot.resume();
    },
  };
}
