// The whole bot, from a message's row to the reply that was sent, on PGlite, with the channel in memory and the simulated
// model behind a real server on loopback.
import { startBot } from '../../test/e2e/harness.ts';
import { FakeChannel } from '../../test/fakes/channel.ts';
import { NOW } from '../../test/fakes/weak-model/tasks.ts';
import type { WeakModel } from '../../test/fakes/weak-model/weak-model.ts';
import { type Stage, zone } from './stage.ts';

export async function ourStage(model: WeakModel): Promise<Stage> {
  const channel = new FakeChannel();
  const bot = await startBot({
    channels: [channel],
    strict: { instant: true },
    overrides: { clock: { now: () => NOW } },
  });
  const refused = () => bot.model.requests.find((request) => request.refused !== undefined)?.refused;
  bot.model.rules((request) => model.answer(request.messages));
  return {
    model,
    get database() {
      return bot.database;
    },
    async say({ user, thread }, text) {
      const had = channel.sent.length;
      const place = thread === null ? {} : { channel: `C${user}`, thread };
      await channel.say(user, text, { zone, sentAt: NOW, ...place });
      await channel.until((sent) => sent.length > had);
      const why = refused();
      if (why !== undefined) throw new Error(`a strict server refused a request: ${why}`);
      return channel.sent.slice(had).map((message) => message.text);
    },
    stop: () => bot.stop(),
  };
}
