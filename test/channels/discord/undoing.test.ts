// What becomes of messages that are deleted or bear a reaction on Discord, and how a reply of ours is taken away.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ConversationKey } from '../../../src/database/ids.ts';
import { dmAt, outgoing, person, Stage, seed } from './stage.ts';

let stage: Stage;

beforeEach(async () => {
  stage = await Stage.open();
});

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${seed}`);
  await stage.close();
});

const states = async () => (await stage.rows()).map((row) => [row.message_id, row.state]);

describe('deleted', () => {
  it('a message that waits is withdrawn: one, or many at once', async () => {
    await stage.start();
    const { discord, ann, bob, room } = stage;
    const dm = discord.dm(ann);
    const one = discord.say({ user: ann, channel: dm, text: 'a slip' });
    const two = discord.mention({ user: ann, channel: room, text: 'a slip too' });
    const three = discord.mention({ user: bob, channel: room, text: 'and this' });
    const four = discord.mention({ user: bob, channel: room, text: 'not this' });
    const chatter = discord.say({ user: bob, channel: room, text: 'chatter' });
    await stage.stored(4);
    discord.delete({ message: one });
    discord.deleteMany([two, three, chatter]);
    await stage.settled();
    assert.deepEqual(await states(), [
      [one, 'done'],
      [two, 'done'],
      [three, 'done'],
      [four, 'waiting'],
    ]);
  });

  it('one in a thread that a turn works on is told to it', async () => {
    const channel = await stage.start();
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    const [first] = await stage.stored(1);
    assert.ok(first);
    await channel.send(outgoing(await stage.placeOf(first), 'Hello Ann'));
    const id = discord.say({ user: ann, channel: asked, text: 'a slip' });
    await stage.stored(2);
    await stage.database.db.updateTable('inbox').set({ state: 'taken' }).execute();
    discord.delete({ message: id });
    const row = (await stage.stored(3)).at(-1);
    assert.deepEqual(
      [row?.kind, row?.payload, row?.conversation_id],
      ['delete', { deleted: id }, first.conversation_id],
    );
  });
});

describe('reactions', () => {
  it('🛑 on one’s own message that is not answered yet is a stop, in a channel and in a DM', async () => {
    await stage.start();
    const { discord, ann, bob, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    const direct = discord.say({ user: ann, channel: discord.dm(ann), text: 'hello' });
    await stage.stored(2);
    discord.react({ user: bob, message: asked, emoji: '🛑' });
    for (const message of [asked, direct]) discord.react({ user: ann, message, emoji: '🛑' });
    const rows = (await stage.stored(4)).slice(2);
    assert.deepEqual(
      rows.map((row) => [row.conversation_id, row.person_id, (row.payload as { name?: string }).name]),
      [
        [`discord:${discord.guildId}:${room}:${asked}`, person(ann), 'stop'],
        [`discord:${discord.dm(ann)}`, person(ann), 'stop'],
      ],
    );
  });

  it('🔍 and ❌ on a reply of ours are commands in its conversation', async () => {
    const channel = await stage.start();
    const { discord, ann, bob, room } = stage;
    discord.mention({ user: ann, channel: room, text: 'hello' });
    const [first] = await stage.stored(1);
    assert.ok(first);
    const message = outgoing(await stage.placeOf(first), 'Hello Ann');
    const id = await channel.send(message);
    await stage.recordSent(message, id);
    const { id: turn } = await stage.database.db
      .insertInto('turn')
      .values({
        conversation_id: first.conversation_id as ConversationKey,
        person_id: person(ann),
        state: 'committed',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await stage.database.db.updateTable('outbox').set({ turn_id: turn }).execute();
    discord.react({ user: bob, message: id, emoji: '🔍' });
    discord.react({ user: bob, message: id, emoji: '❌' });
    discord.react({ user: ann, message: id, emoji: '❌' });
    const rows = (await stage.stored(3)).slice(1);
    assert.deepEqual(
      rows.map((row) => {
        const { name, args } = row.payload as { name?: string; args?: string };
        return [name, args, row.person_id, row.conversation_id];
      }),
      [
        ['why', id, person(bob), first.conversation_id],
        ['delete-reply', id, person(ann), first.conversation_id],
      ],
    );
  });

  it('other emoji, and reactions on what is nothing to us, leave no trace', async () => {
    await stage.start();
    const { discord, ann, room } = stage;
    const chatter = discord.say({ user: ann, channel: room, text: 'chatter' });
    for (const emoji of ['🛑', '🔍', '❌', '🎉']) discord.react({ user: ann, message: chatter, emoji });
    await stage.settled();
    assert.deepEqual(await stage.rows(), []);
    assert.doesNotMatch(await stage.everything(), new RegExp(ann));
  });
});

describe('taking a reply away', () => {
  it('it is gone, in a DM and in a thread; once more is as good', async () => {
    const channel = await stage.start();
    const { discord, ann, room } = stage;
    discord.mention({ user: ann, channel: room, text: 'hello' });
    const [first] = await stage.stored(1);
    assert.ok(first);
    for (const place of [dmAt(stage, ann), await stage.placeOf(first)]) {
      const id = await channel.send(outgoing(place, 'too much'));
      const away = outgoing(place, '', { deletes: id });
      assert.notEqual(await channel.send(away), id);
      assert.equal(await channel.find(away), null);
      await channel.send(away);
      assert.ok(discord.messages(place.thread ?? discord.dm(ann)).every((message) => message.id !== id));
    }
  });
});
