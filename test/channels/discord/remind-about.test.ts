// "Remind me about this" at the adapter: a form at once, nothing stored before it is submitted, then the row.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Channel } from '../../../src/delivery/channel.ts';
import { Stage, seed } from './stage.ts';

let stage: Stage;
let channel: Channel;

beforeEach(async () => {
  stage = await Stage.open();
  channel = await stage.start();
  await stage.discord.waitFor(() => stage.discord.commands().length > 0, 'the commands');
});

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${seed}`);
  await stage.close();
});

const FORM = 9;
const DEFERRED = 5;
const menu = (user: string, message: string) =>
  stage.discord.contextMenu({ user, message, command: 'Remind me about this' });

type Payload = { readonly name: string; readonly args: string; readonly private: boolean };

/** What the row says the reminder is about. */
const aboutOf = (row: { payload: object } | undefined): object =>
  JSON.parse((row?.payload as Payload | undefined)?.args ?? '{}');

describe('remind me about this', () => {
  it('opens a form that asks for the time, and stores nothing yet', async () => {
    const { discord, ann, bob, room } = stage;
    const message = discord.say({ user: bob, channel: room, text: 'the canary report is due' });
    const asked = menu(ann, message);
    assert.equal(await asked.answered(), FORM);
    const form = JSON.stringify(await asked.modal());
    assert.match(form, /"label":"Wann\?"/);
    assert.match(form, /"placeholder":"morgen um 9 · in 20 Minuten · jeden Werktag um 8:30"/);
    assert.match(form, /"required":false/);
    await stage.settled();
    assert.doesNotMatch(await stage.everything(), /canary/);
  });

  it('is stored before it is acknowledged, in private, with readable words and the link', async () => {
    const { discord, ann, bob, room } = stage;
    const text = `<@${ann}> please read <#${room}>`;
    const message = discord.say({ user: bob, channel: room, text });
    const asked = menu(ann, message);
    await asked.modal();
    discord.duplicateEvents(1, 'INTERACTION_CREATE');
    const sent = discord.modal(asked, { when: ' friday 15:00 ' });
    assert.equal(await sent.answered(), DEFERRED);
    await stage.settled();
    const [row] = await stage.stored(1);
    const payload = row?.payload as Payload | undefined;
    assert.deepEqual([payload?.name, payload?.private], ['remind-about', true]);
    assert.equal(row?.conversation_id, `discord:${discord.guildId}:${room}`);
    assert.deepEqual(aboutOf(row), {
      text: '@Ann please read #general',
      own: false,
      permalink: `https://discord.com/channels/${discord.guildId}/${room}/${message}`,
      when: 'friday 15:00',
    });
    assert.equal(sent.message?.ephemeralFor, ann);
    assert.equal(discord.calls('GET /channels/:c/messages/:m').length, 0, 'the words were at hand');
  });

  it('belongs to the thread or the DM of the message; one’s own words are known as such', async () => {
    const { discord, ann, room } = stage;
    const thread = discord.thread({ user: ann, channel: room, name: 'Talk' });
    const dm = discord.dm(ann);
    const inThread = menu(ann, discord.say({ user: ann, channel: thread, text: 'mine' }));
    await inThread.modal();
    await discord.modal(inThread, { when: '' }).answered();
    const [first] = await stage.stored(1);
    assert.equal(first?.conversation_id, `discord:${discord.guildId}:${room}:${thread}`);
    const file = { name: 'a.png', type: 'image/png', content: 'x' };
    const message = discord.say({ user: ann, channel: dm, files: [file] });
    await stage.stored(2);
    const inDm = menu(ann, message);
    await inDm.modal();
    await discord.modal(inDm, { when: '' }).answered();
    const last = (await stage.stored(3))[2];
    assert.equal(last?.conversation_id, `discord:${dm}`);
    assert.deepEqual(aboutOf(last), {
      text: 'a.png (image)',
      own: true,
      permalink: `https://discord.com/channels/@me/${dm}/${message}`,
    });
  });

  it('reads the message again after a restart, and makes do with the link if it is gone', async () => {
    const { discord, ann, bob, room } = stage;
    const forms = ['still there', 'gone in a minute'].map((text) => {
      const message = discord.say({ user: bob, channel: room, text });
      return { message, asked: menu(ann, message) };
    });
    for (const { asked } of forms) await asked.modal();
    await stage.stop(channel);
    discord.delete({ message: forms[1]?.message ?? '' });
    await stage.start();
    const permalink = (message: string) =>
      `https://discord.com/channels/${discord.guildId}/${room}/${message}`;
    for (const [index, { asked, message }] of forms.entries()) {
      assert.equal(await discord.modal(asked, { when: 'tomorrow' }).answered(), DEFERRED);
      const text = index === 0 ? 'still there' : '';
      assert.deepEqual(aboutOf((await stage.stored(index + 1))[index]), {
        text,
        own: false,
        permalink: permalink(message),
        when: 'tomorrow',
      });
    }
  });

  it('is refused to strangers when they submit', async () => {
    await stage.close();
    stage = await Stage.open({ allow: ['discord:1'] });
    await stage.start();
    const { discord, ann, bob, room } = stage;
    await discord.waitFor(() => discord.commands().length > 0, 'the commands');
    const asked = menu(ann, discord.say({ user: bob, channel: room, text: 'hello' }));
    await asked.modal();
    assert.match((await discord.modal(asked, { when: 'tomorrow 9' }).reply()).text, /auf meiner Liste/);
    assert.equal((await stage.rows()).length, 0);
  });
});
