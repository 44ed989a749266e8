// The task list on Discord, through the real client: one message in words, edited in place.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { type DiscordScene, startScene } from './discord-scene.ts';
import { workingThrough } from './task-list.ts';

const scenes: DiscordScene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

const words = (title: string, ...marks: readonly string[]) =>
  [`**${title}**`, ...['1 collect', '2 write', '3 send'].map((text, at) => `- ${marks[at]} ${text}`)].join(
    '\n',
  );

describe('the task list on Discord', () => {
  test('appears once in the thread and is edited in place, over a restart and a lost answer; nobody is pinged', async () => {
    const scene = await startScene({ DEFAULT_TIMEZONE: 'Europe/Berlin' });
    scenes.push(scene);
    const { discord, bot, ann, team, answer, says } = scene;
    workingThrough(bot);
    const thread = discord.mention({ user: ann, channel: team, text: 'plan the minutes' });
    const lists = () =>
      discord.messages(thread).filter(({ ours, text }) => ours && text.startsWith('**Tasks:'));
    const reads = async (text: string | null, shown: string) => {
      if (text !== null) discord.say({ user: ann, channel: thread, text });
      await says(thread, shown);
    };
    await reads(null, words('Tasks: 0 of 3 done', '☐', '☐', '☐'));
    await answer(thread, 2);
    discord.fail('PATCH /channels/:c/messages/:m', { kind: 'lost-answer' });
    await reads('begin', words('Tasks: 0 of 3 done', '▶', '☐', '☐'));
    await bot.restart();
    await reads('go on', words('Tasks: 1 of 3 done', '☑', '▶', '☐'));
    discord.fail('PATCH /channels/:c/messages/:m', { kind: '5xx' });
    await reads('finish', words('Tasks: all 3 done', '☑', '☑', '☑'));
    await answer(thread, 5);
    assert.equal(lists().length, 1);
    const posts = discord
      .calls('POST /channels/:c/messages')
      .filter(({ body }) => JSON.stringify(body).includes('**Tasks:'));
    assert.equal(posts.length, 1);
    assert.match(JSON.stringify(posts[0]?.body), /"allowed_mentions":\{"parse":\[\],"users":\[\]/);
  });
});
