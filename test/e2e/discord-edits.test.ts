// Edits on Discord, through the real client: the last message is answered anew and what it had set goes; everything else that
// comes as a change does nothing.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { type DiscordScene, startScene } from './discord-scene.ts';
import { allStored, settingBy, standing } from './edits.ts';

const scenes: DiscordScene[] = [];
const minute = 60_000;

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

async function begin(): Promise<DiscordScene> {
  const scene = await startScene({ DEFAULT_TIMEZONE: 'Europe/Berlin' });
  scenes.push(scene);
  settingBy(scene.bot.model);
  return scene;
}

describe('edits on Discord', () => {
  test('within ten minutes: answered anew in the thread, readable words, the reminder taken back', async () => {
    const { discord, bot, ann, bob, team, answer, says, later } = await begin();
    const asked = discord.mention({ user: ann, channel: team, text: 'remind me tomorrow at 9 to swim' });
    await answer(asked, 1);
    assert.deepEqual(await standing(bot), ['swim']);
    later(5 * minute);
    const text = `<@${discord.botUserId}> remind me tomorrow at 9 to run with <@${bob}>`;
    discord.edit({ message: asked, text });
    const again = await says(asked, 'run is set');
    assert.match(again.text, /Since you edited your message:\n- Taken back: .*\(r1\)/);
    assert.deepEqual(await standing(bot), ['run']);
    assert.match(
      bot.model.requests.at(-1)?.lastUser ?? '',
      /^\[.*\]\n<from name="Ann">remind me tomorrow at 9 to run with @Bob<\/from>\n/,
    );
    const said = discord.say({ user: ann, channel: asked, text: 'remind me tomorrow at 9 to walk' });
    await says(asked, 'walk is set');
    discord.edit({ message: said, text: 'remind me tomorrow at 9 to rest' });
    await says(asked, 'rest is set');
    assert.deepEqual(await standing(bot), ['run', 'rest']);
  });

  test('after ten minutes, or of an older message: a line in the history', async () => {
    const { discord, bot, ann, answer, later } = await begin();
    const dm = discord.dm(ann);
    const message = discord.say({ user: ann, channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, 1);
    later(11 * minute);
    discord.edit({ message, text: 'remind me tomorrow at 9 to run' });
    discord.say({ user: ann, channel: dm, text: 'thanks' });
    await answer(dm, 2);
    assert.deepEqual(await standing(bot), ['swim']);
    assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /^\[Ann edited an earlier message; it now reads/);
  });

  test('link previews, reactions, deletions and our own changes do nothing, before an edit and after it', async () => {
    const { discord, bot, ann, answer, says } = await begin();
    const dm = discord.dm(ann);
    const message = discord.say({ user: ann, channel: dm, text: 'remind me tomorrow at 9 to swim' });
    const ours = await answer(dm, 1);
    discord.unfurl({ message });
    discord.react({ user: ann, message, emoji: '👍' });
    discord.edit({ message: ours.id, text: 'remind me tomorrow at 9 to fall' });
    discord.edit({ message, text: 'remind me tomorrow at 9 to run' });
    discord.unfurl({ message });
    await says(dm, 'run is set');
    discord.unfurl({ message });
    discord.delete({ message });
    discord.say({ user: ann, channel: dm, text: 'thanks' });
    await says(dm, 'All right.');
    assert.deepEqual(await standing(bot), ['run']);
    const rows = await bot.database.db.selectFrom('inbox').select('message_id').execute();
    assert.equal(rows.length, 3, 'two messages and one edit');
  });

  test('an edit of what was not for us leaves no trace, nor does one that brings the mention', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin();
    const message = discord.say({ user: bob, channel: team, text: 'chatter' });
    discord.edit({ message, text: `<@${discord.botUserId}> canary chatter` });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hi' });
    await answer(discord.dm(ann), 1);
    assert.doesNotMatch(await allStored(bot), new RegExp(`canary|${bob}`));
  });

  test('told twice it acts once; two edits told in the wrong order leave the newer', async () => {
    const { discord, bot, ann, answer, says, later } = await begin();
    const dm = discord.dm(ann);
    const message = discord.say({ user: ann, channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, 1);
    discord.duplicateEvents(1, 'MESSAGE_UPDATE');
    discord.edit({ message, text: 'remind me tomorrow at 9 to run' });
    await says(dm, 'run is set');
    discord.shuffleEvents(2, 'MESSAGE_UPDATE');
    discord.edit({ message, text: 'remind me tomorrow at 9 to walk' });
    later(1000);
    discord.edit({ message, text: 'remind me tomorrow at 9 to rest' });
    const ours = () => discord.messages(dm).filter((each) => each.ours);
    await discord.waitFor(() => ours().some(({ text }) => text.includes('rest is set')), 'the last form');
    discord.say({ user: ann, channel: dm, text: 'thanks' });
    await discord.waitFor(() => ours().at(-1)?.text === 'All right.', 'the end');
    assert.deepEqual(await standing(bot), ['rest']);
    assert.equal(ours().length, 2, 'the answer, thrice in one place, and the last');
  });

  test('an edit made while we were away acts when Discord tells it again', async () => {
    const { discord, bot, ann, answer, says } = await begin();
    const dm = discord.dm(ann);
    const message = discord.say({ user: ann, channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, 1);
    await bot.halt();
    discord.edit({ message, text: 'remind me tomorrow at 9 to run' });
    await bot.resume();
    await says(dm, 'run is set');
    assert.deepEqual(await standing(bot), ['run']);
  });

  test('if Discord tells nothing again, what is read of the last minute brings the edit, once', async () => {
    const { discord, bot, ann, answer } = await begin();
    const dm = discord.dm(ann);
    const message = discord.say({ user: ann, channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, 1);
    await bot.halt();
    discord.edit({ message, text: 'remind me tomorrow at 9 to run' });
    discord.say({ user: ann, channel: dm, text: 'thanks' });
    discord.forgetSessions();
    await bot.resume();
    const ours = () => discord.messages(dm).filter((each) => each.ours);
    await discord.waitFor(() => ours().some(({ text }) => text.includes('run is set')), 'the new answer');
    assert.deepEqual(await standing(bot), ['run']);
    await bot.restart();
    discord.say({ user: ann, channel: dm, text: 'and now?' });
    await discord.waitFor(() => ours().at(-1)?.text === 'All right.', 'the end');
    assert.deepEqual(await standing(bot), ['run']);
  });
});
