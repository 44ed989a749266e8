// A whole bot whose model answers by a script, and holds an answer back until it is told: for what happens while a turn runs.
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import type { Engine } from '../fakes/databases.ts';
import type { SeenRequest, Step } from '../fakes/model/scripted-model.ts';

export const remember = { calls: [{ name: 'remember', args: { text: 'Ann likes tea.' } }] };

/** @param waitLineMs when the line comes that it takes longer; never unless told */
export async function startHeld(engine: Engine, bots: Bot[], waitLineMs = 600_000) {
  const channel = new FakeChannel();
  const bot = await startBot({
    engine,
    channels: [channel],
    env: { DEFAULT_TIMEZONE: 'Europe/Berlin', ADMINS: 'slack:Boss' },
    overrides: { turn: { watchMs: 20, waitLineMs } },
  });
  bots.push(bot);
  const held = Promise.withResolvers<void>();
  /** The model's answers in order; "held" ones wait until they are released. */
  const script = (...steps: readonly (Step | 'held')[]) => {
    const left = [...steps];
    bot.model.rules(async (request: SeenRequest) => {
      if (request.lastUser.includes('write the running log')) return 'no log';
      const step = left.shift() ?? 'nothing more was scripted';
      if (step !== 'held') return step;
      await held.promise;
      return 'This comes too late.';
    });
  };
  const asked = (count: number) => bot.model.waitForRequest(count);
  const until = (part: string | RegExp, count = 1) =>
    channel.until((sent) => sent.filter(({ text }) => text.match(part)).length >= count);
  const texts = () => channel.sent.map(({ text }) => text);
  return { bot, channel, script, asked, until, texts, release: held.resolve };
}
