// Called into a running discussion on Discord: what was said before comes with the message, in one page, if Discord lets us.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { Overheard } from '../../../src/delivery/channel.ts';
import { outgoing, Stage, seed, threadAt } from './stage.ts';

let stage: Stage;

beforeEach(async () => {
  stage = await Stage.open();
});

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${seed}`);
  await stage.close();
});

const said = (row: { payload: object } | undefined) =>
  ((row?.payload as { discussion?: Overheard[] } | undefined)?.discussion ?? []).map(
    ({ name, text }) => `${name}: ${text}`,
  );

it('a mention in a thread of others brings what was said there, its first message too; no further mention does', async () => {
  await stage.start();
  const { discord, ann, bob, room } = stage;
  discord.say({ user: ann, channel: room, text: 'outside of the thread' });
  const first = discord.say({ user: ann, channel: room, text: `lunch, <@${bob}>?` });
  const thread = discord.thread({ user: bob, from: first, name: 'Lunch' });
  discord.say({ user: bob, channel: thread, text: 'pizza', files: [{ name: 'menu.png', content: 'x' }] });
  discord.mention({ user: bob, channel: thread, text: 'which one?' });
  const [row] = await stage.stored(1);
  assert.deepEqual(said(row), ['Ann: lunch, @Bob?', 'Bob: pizza (menu.png (text))']);
  discord.mention({ user: ann, channel: thread, text: 'again' });
  const [, again] = await stage.stored(2);
  assert.deepEqual(said(again), []);
});

it('a mention in a channel brings its last fifteen messages, ours and programs’ included', async () => {
  const channel = await stage.start();
  const { discord, ann, bob, room } = stage;
  for (let n = 0; n < 20; n++) discord.say({ user: ann, channel: room, text: `line ${n}` });
  discord.webhook({ channel: room, name: 'CI', text: 'red' });
  await channel.send(outgoing(threadAt(stage, room, null), 'stretch'));
  discord.mention({ user: bob, channel: room, text: 'what is up?' });
  const [row] = await stage.stored(1);
  assert.deepEqual(said(row).slice(-3), ['Ann: line 19', 'CI: red', 'peacrab: stretch']);
  assert.equal(said(row).length, 15);
});

it('a mention in a reply brings the message it replies to, however far up', async () => {
  await stage.start();
  const { discord, ann, bob, room } = stage;
  const far = discord.say({ user: ann, channel: room, text: 'the plan' });
  for (let n = 0; n < 20; n++) discord.say({ user: ann, channel: room, text: `line ${n}` });
  discord.mention({ user: bob, channel: room, text: 'is that wise?', replyTo: far });
  const [row] = await stage.stored(1);
  assert.equal(said(row).length, 15);
  assert.ok(said(row).includes('Ann: line 19'));
  assert.equal(said(row)[0], 'Ann: the plan');
});

it('if Discord refuses, the mention is taken in without; DMs are not read', async () => {
  await stage.start();
  const { discord, ann, bob, room } = stage;
  discord.say({ user: ann, channel: room, text: 'before' });
  discord.fail(`GET /channels/${room}/messages`, { kind: 'error', code: 50001 });
  discord.mention({ user: bob, channel: room, text: 'what is up?' });
  discord.mention({ user: ann, channel: discord.dm(ann), text: 'hello' });
  const rows = await stage.stored(2);
  assert.deepEqual(rows.map(said), [[], []]);
  assert.equal(discord.calls(`GET /channels/${discord.dm(ann)}/messages`).length, 0);
  assert.doesNotMatch(await stage.everything(), /before/);
});
