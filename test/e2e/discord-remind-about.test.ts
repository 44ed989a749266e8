// "Remind me about this" on Discord, from the menu of a message to the reminder that fires: never a model request.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { type DiscordScene, startScene } from './discord-scene.ts';

const scenes: DiscordScene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

const hour = 3_600_000;
const text = 'The report is due. @everyone';

/** Bob has said something in #team, and Ann has opened its menu. */
async function begin() {
  const scene = await startScene({ DEFAULT_TIMEZONE: 'Europe/Berlin' }, '2040-01-16T08:00:00Z');
  scenes.push(scene);
  const { discord, ann, bob, team, bot } = scene;
  const message = discord.say({ user: bob, channel: team, text });
  const permalink = `https://discord.com/channels/${discord.guildId}/${team}/${message}`;
  const asked = discord.contextMenu({ user: ann, message, command: 'Remind me about this' });
  await asked.modal();
  const submit = (when: string) => discord.modal(asked, { when }).reply();
  const rows = () => bot.database.db.selectFrom('schedule').selectAll().orderBy('id').execute();
  return { ...scene, permalink, submit, rows };
}

describe('remind me about this', () => {
  test('with a time: a private receipt with Undo, and a reminder with the words and the link', async () => {
    const { discord, bot, ann, bob, team, later, permalink, submit, rows } = await begin();
    const receipt = await submit('in 2 hours');
    assert.match(receipt.text, /The report is due.*11:00(:\d\d)? Europe\/Berlin/s);
    assert.equal(receipt.ephemeralFor, ann);
    assert.ok(receipt.buttons.some((button) => button.label === 'Undo'));
    assert.deepEqual(
      (await rows()).map((row) => [row.text, row.owner_id, row.tainted]),
      [[`${text} ${permalink}`, `discord:${ann}`, true]],
    );
    assert.equal(discord.messages(team, { as: bob }).length, 1, 'nobody else has seen a word');
    later(2 * hour);
    const fired = await discord.waitForReply(team, /^<@\d+> ⏰ The report is due\./);
    assert.ok(fired.text.includes(permalink));
    assert.deepEqual(fired.pings, { users: [ann], roles: [], everyone: false });
    assert.equal(bot.model.requests.length, 0);
  });

  test('without a time: three buttons; one of them sets it', async () => {
    const { bot, ann, permalink, submit, rows, press } = await begin();
    const offer = await submit('');
    assert.deepEqual(
      offer.buttons.map((button) => button.label),
      ['In 1 hour', 'Tomorrow 9:00', 'Next Monday 9:00'],
    );
    assert.equal(offer.ephemeralFor, ann);
    assert.deepEqual(await rows(), []);
    assert.match((await press(ann, offer, 'Tomorrow')).text, /17 Jan.*09:00 Europe\/Berlin/);
    assert.deepEqual(
      (await rows()).map((row) => [row.text, row.next_at?.toISOString()]),
      [[`${text} ${permalink}`, '2040-01-17T08:00:00.000Z']],
    );
    assert.equal(bot.model.requests.length, 0);
  });

  test('submitted twice it is one reminder', async () => {
    const { submit, rows } = await begin();
    await submit('tomorrow 9:00');
    assert.match((await submit('tomorrow 9:00')).text, /stood already/);
    assert.equal((await rows()).length, 1);
  });

  test('the form outlives a restart: the message is read again', async () => {
    const { bot, permalink, submit, rows } = await begin();
    await bot.halt();
    await bot.resume();
    await submit('tomorrow 9:00');
    assert.deepEqual(
      (await rows()).map((row) => row.text),
      [`${text} ${permalink}`],
    );
  });
});

test('/agenda and /task are answered by command', async () => {
  const scene = await startScene({ DEFAULT_TIMEZONE: 'Europe/Berlin' });
  scenes.push(scene);
  const { discord, bot, ann } = scene;
  const slash = (command: string, options: Record<string, string>) =>
    discord.slash({ user: ann, channel: discord.dm(ann), command, options }).reply();
  assert.match((await slash('task', { when: 'every monday 8:00', work: 'sum up the week' })).text, /08:00/);
  assert.match((await slash('agenda', { time: 'weekdays 8:00' })).text, /08:00/);
  assert.ok((await slash('agenda', {})).text.length > 0);
  assert.equal(bot.model.requests.length, 0);
});
