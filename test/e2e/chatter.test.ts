// What people say among themselves is theirs: it is in no table and no log, whatever they do with it. Called in, it reads what
// was said just before, as others' words of that one turn, and forgets it after a day of quiet.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { blankQuietDiscussions } from '../../src/conversation/privacy/discussions.ts';
import type { Database } from '../../src/database/database.ts';
import type { Log } from '../../src/log.ts';
import { everythingIn } from '../fakes/databases.ts';
import { startScene as startDiscord } from './discord-scene.ts';
import { startScene as startSlack } from './slack-scene.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A log of every level that remembers its lines. */
function listening(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const note = (fields: object, message: string) => {
    const withErrors = (_: string, value: unknown) => (value instanceof Error ? String(value) : value);
    lines.push(`${message} ${JSON.stringify(fields, withErrors)}`);
  };
  return { log: { debug: note, info: note, warn: note, error: note }, lines };
}

/** Others' words that were read stand in the rows of the message that called, tainted, until a day of quiet has passed. */
async function readThenForgotten(database: Database, word: RegExp): Promise<void> {
  const entries = await database.db.selectFrom('entry').selectAll().execute();
  const holding = entries.filter(({ payload }) => word.test(JSON.stringify(payload)));
  assert.deepEqual(
    holding.map(({ type, tainted }) => ({ type, tainted })),
    [{ type: 'user', tainted: true }],
  );
  await blankQuietDiscussions(database, new Date(Date.now() + 23 * 3_600_000));
  assert.match(await everythingIn(database), word);
  await blankQuietDiscussions(database, new Date(Date.now() + 25 * 3_600_000));
  assert.doesNotMatch(await everythingIn(database), word);
}

describe('what is not said to us', () => {
  test('on Slack', async () => {
    const { log, lines } = listening();
    const { slack, bot, answer, stop } = await startSlack({}, undefined, { log });
    ends.push(stop);
    bot.model.rules(() => 'ok');
    const said = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'canary-before' });
    const root = slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'what do you say?' });
    await answer('C1TEAM', root, 1);
    assert.match(bot.model.requests[0]?.raw ?? '', /canary-before/);
    const chat = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'canary-after <@U2BOB>' });
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'canary-thread', thread_ts: chat });
    slack.edit({ channel: 'C1TEAM', ts: chat, text: 'canary-edited' });
    slack.react({ user: 'U2BOB', channel: 'C1TEAM', ts: chat, name: 'mag' });
    slack.otherBot({ channel: 'C1TEAM', text: `<@${slack.botUserId}> canary-bot` });
    slack.delete({ channel: 'C1TEAM', ts: said });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
    await answer(slack.dm('U1ANN'), null, 1);
    await slack.settled();
    assert.doesNotMatch(bot.model.requests.at(-1)?.raw ?? '', /canary/);
    assert.doesNotMatch(await everythingIn(bot.database), /canary-(?!before)/);
    await readThenForgotten(bot.database, /canary/);
    assert.doesNotMatch(lines.join('\n'), /canary/);
    assert.ok(lines.length > 0);
  });

  test('on Discord', async () => {
    const { log, lines } = listening();
    const { discord, bot, ann, bob, team, answer, stop } = await startDiscord({}, undefined, { log });
    ends.push(stop);
    bot.model.rules(() => 'ok');
    const said = discord.say({ user: ann, channel: team, text: 'canary-before' });
    const asked = discord.mention({ user: bob, channel: team, text: 'what do you say?' });
    await answer(asked, 1);
    assert.match(bot.model.requests[0]?.raw ?? '', /canary-before/);
    const chat = discord.say({ user: ann, channel: team, text: `canary-after <@${bob}>` });
    const thread = discord.thread({ user: bob, from: chat, name: 'canary-name' });
    discord.say({ user: bob, channel: thread, text: 'canary-thread' });
    discord.edit({ message: chat, text: 'canary-edited' });
    discord.react({ user: bob, message: chat, emoji: '🔍' });
    discord.webhook({ channel: team, name: 'canary-hook', text: `<@${discord.botUserId}> canary-bot` });
    discord.delete({ message: said });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hi' });
    await answer(discord.dm(ann), 1);
    assert.doesNotMatch(bot.model.requests.at(-1)?.raw ?? '', /canary/);
    assert.doesNotMatch(await everythingIn(bot.database), /canary-(?!before)/);
    await readThenForgotten(bot.database, /canary/);
    assert.doesNotMatch(lines.join('\n'), /canary/);
    assert.ok(lines.length > 0);
  });
});
