// While a turn works, on Discord through the real client: where JOIN_RUNNING_TURN is set, what is said meanwhile joins it.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { calls } from '../schedule/scene.ts';
import { type DiscordScene, startScene } from './discord-scene.ts';

const scenes: DiscordScene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

describe('while it works, on Discord', () => {
  for (const joins of [true, false])
    test(`what is said meanwhile in a thread ${joins ? 'joins' : 'follows'}`, async () => {
      const scene = await startScene({ DEFAULT_TIMEZONE: 'Europe/Berlin', JOIN_RUNNING_TURN: String(joins) });
      scenes.push(scene);
      const { discord, bot, ann, team, answer } = scene;
      const held = Promise.withResolvers<void>();
      bot.model.script([
        'Hello.',
        { until: held.promise, step: calls('list_reminders', {}) },
        'One answer.',
        'Another.',
      ]);
      const thread = discord.mention({ user: ann, channel: team, text: 'hello' });
      await answer(thread, 1);
      discord.say({ user: ann, channel: thread, text: 'what is set?' });
      await bot.model.waitForRequest(2);
      discord.say({ user: ann, channel: thread, text: 'and in short' });
      const stored = async () =>
        (await bot.database.db.selectFrom('inbox').select('id').execute()).length === 3;
      while (!(await stored())) await new Promise((resolve) => setTimeout(resolve, 10));
      held.resolve();
      const ours = () => discord.messages(thread).filter((message) => message.ours);
      await discord.waitFor(() => ours().at(-1)?.text === (joins ? 'One answer.' : 'Another.'), 'the end');
      assert.equal(ours().length, joins ? 2 : 3);
      const last = bot.model.requests.at(-1)?.messages.at(-1)?.content ?? '';
      assert.match(last, joins ? /^<from name="Ann">and in short<\/from>$/ : /and in short<\/from>\n\n<now>/);
    });
});
