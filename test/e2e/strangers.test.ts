// A stranger in a DM, on both platforms: an admin is asked with buttons, lets them in, and they are answered. A click of
// somebody who is no admin does nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enqueue } from '../../src/delivery/outbox.ts';
import { startScene as onDiscord } from './discord-scene.ts';
import type { Bot } from './harness.ts';
import { buttonOf, startScene as onSlack } from './slack-scene.ts';

/** Puts the button where others can press it. */
async function forge(bot: Bot, conversation: string, room: string, person: string): Promise<void> {
  await enqueue(bot.database.db, [
    {
      key: 'forged',
      platform: room.split(':')[0] ?? '',
      room: room as never,
      conversation: conversation as never,
      kind: 'notice',
      text: 'Free tea!',
      buttons: [{ label: 'Take one', action: `let-in:${person}` }],
    },
  ]);
}

const stateOf = async (bot: Bot) =>
  (await bot.database.db.selectFrom('admission').select('state').executeTakeFirst())?.state;

test('Slack: somebody who is not in ALLOW is let in by an admin’s click', async (t) => {
  const scene = await onSlack({ ALLOW: 'slack:U3CID', ADMINS: 'slack:U1ANN' });
  t.after(() => scene.stop());
  const { slack, bot, answer } = scene;
  slack.person('U3CID', { name: 'Cid' });
  slack.channel('C2TEA', { members: ['U1ANN', 'U3CID'] });
  bot.model.rules(() => 'welcome');
  const [bobs, anns] = [slack.dm('U2BOB'), slack.dm('U1ANN')];
  slack.say({ user: 'U2BOB', channel: bobs, text: 'let me in' });
  assert.match((await answer(bobs, null, 1)).shown, /asked an admin/);
  const question = await answer(anns, null, 1);
  assert.match(question.shown, /^Bob \(slack:U2BOB\) wrote to me in a DM/);

  const root = slack.mention({ user: 'U3CID', channel: 'C2TEA', text: 'hi' });
  await answer('C2TEA', root, 1);
  await forge(bot, `slack:T0PEA:C2TEA:${root}`, 'slack:T0PEA:C2TEA', 'slack:T0PEA:U2BOB');
  const forged = await answer('C2TEA', root, 2);
  slack.click({ user: 'U3CID', channel: 'C2TEA', message_ts: forged.ts, ...buttonOf(forged, 'Take one') });
  assert.match((await answer('C2TEA', root, 3)).shown, /Only an admin can decide that/);
  assert.equal(await stateOf(bot), 'asked');

  const press = () =>
    slack.click({ user: 'U1ANN', channel: anns, message_ts: question.ts, ...buttonOf(question, 'Let in') });
  press();
  assert.match((await answer(anns, null, 2)).shown, /Bob \(slack:U2BOB\) is let in/);
  assert.match((await answer(bobs, null, 2)).shown, /^Ann has let you in/);
  press();
  assert.match((await answer(anns, null, 3)).shown, /^This has been decided/);
  slack.say({ user: 'U2BOB', channel: bobs, text: 'hello' });
  assert.equal((await answer(bobs, null, 3)).shown, 'welcome');
});

test('Discord: somebody from no server of ours is let in by an admin’s click', async (t) => {
  const scene = await onDiscord((ann) => ({ ADMINS: `discord:${ann}` }));
  t.after(() => scene.stop());
  const { discord, bot, ann, bob, team, answer, press } = scene;
  const eve = discord.person(discord.newId(), { name: 'Eve', inGuild: false });
  bot.model.rules(() => 'welcome');
  const [eves, anns] = [discord.dm(eve), discord.dm(ann)];
  discord.say({ user: eve, channel: eves, text: 'let me in' });
  assert.match((await answer(eves, 1)).text, /asked an admin/);
  const question = await answer(anns, 1);
  assert.match(question.text, new RegExp(`^Eve \\(discord:${eve}\\) wrote to me in a DM`));

  const asked = discord.mention({ user: bob, channel: team, text: 'hi' });
  await answer(asked, 1);
  const room = `discord:${discord.guildId}:${team}`;
  await forge(bot, `${room}:${asked}`, room, `discord:${eve}`);
  const forged = await answer(asked, 2);
  assert.match((await press(bob, forged, 'Take one')).text, /Only an admin can decide that/);
  assert.equal(await stateOf(bot), 'asked');

  assert.match((await press(ann, question, 'Let in')).text, /Eve .* is let in/);
  assert.match((await answer(eves, 2)).text, /^Ann has let you in/);
  assert.match((await press(ann, question, 'No')).text, /^This has been decided/);
  discord.say({ user: eve, channel: eves, text: 'hello' });
  assert.equal((await answer(eves, 3)).text, 'welcome');
  const seen = await discord
    .slash({ user: ann, channel: anns, command: 'people', subcommand: 'list' })
    .reply();
  assert.match(seen.text, /Eve .*: let in by Ann/);
});
