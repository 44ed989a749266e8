// Replies as they stand on the platforms: every sample through the real clients to fakes that refuse what the platforms
// refuse; nobody is pinged and nothing unfurls, in edits and private answers too; the persona shows.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Channel } from '../../../src/delivery/channel.ts';
import type { OutgoingMessage, SpeakingAs } from '../../../src/delivery/outgoing.ts';
import { SendError } from '../../../src/delivery/outgoing.ts';
import { ALL_SCOPES } from '../../fakes/slack/index.ts';
import { person as discordPerson, outgoing as onDiscord, Stage, threadAt } from '../discord/stage.ts';
import { outgoing as onSlack, person, SlackBench } from '../slack/bench.ts';
import { samples } from './samples.ts';

const short = samples.filter((sample) => sample.text.length < 12_000);
const loud = 'Read <@U2BOB> <!here> @channel @everyone <@&222222222222222222> https://example.test/a';
const buttons = [{ label: '@everyone <!here>', action: 'undo:1' }];
const cfo: SpeakingAs = { title: 'CFO', icon: '📊', iconName: 'bar_chart' };

describe('on Slack', () => {
  const bench = new SlackBench();
  before(() => bench.open());
  afterEach(() => bench.end());
  after(() => bench.close());

  test('takes every sample', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    for (const { text } of short)
      for (const piece of channel.split(text)) await channel.send(onSlack('C1TEAM', null, { text: piece }));
    assert.ok(slack.messages('C1TEAM').length >= short.length);
    assert.ok(slack.calls('chat.postMessage').every(({ outcome }) => outcome === 'ok'));
  });

  test('an edit and a private answer ping nobody, and nothing that can be told not to unfurls', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const ts = await channel.send(onSlack('C1TEAM', null, { text: loud, buttons }));
    await channel.send(onSlack('C1TEAM', null, { text: `${loud} again`, buttons, replaces: ts }));
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'help' });
    const [row] = await bench.stored(slack, 1);
    const replyToken = String(row?.payload.replyToken);
    await channel.send(
      onSlack('C1TEAM', null, { text: loud, buttons, privateTo: person('U1ANN'), replyToken }),
    );
    await channel.send(onSlack('C1TEAM', null, { text: loud, buttons, privateTo: person('U1ANN') }));
    const [answer, whispered] = slack.ephemerals('U1ANN');
    assert.deepEqual([answer?.unfurls, whispered?.unfurls], [false, undefined]);
    for (const seen of [...slack.messages('C1TEAM'), ...slack.ephemerals('U1ANN')]) {
      const [words] = seen.blocks ?? [];
      assert.doesNotMatch(
        `${words?.text} ${seen.text.replaceAll('&lt;', '')}`,
        /<@[A-Z0-9]|<!|(?<!\w)@(?:channel|everyone|here)\b/,
      );
    }
  });

  test('a reply bears the name and icon of its persona, is found again, and keeps the name when it is edited', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const message = onSlack('C1TEAM', null, { text: 'Too dear.', persona: cfo });
    const ts = await channel.send(message);
    assert.equal(await channel.find(message), ts);
    await channel.send(onSlack('C1TEAM', null, { text: 'Still too dear.', persona: cfo, replaces: ts }));
    await channel.send(onSlack('C1TEAM', null, { text: 'No icon.', persona: { title: 'Pirate' } }));
    await channel.send(onSlack('C1TEAM', null, { text: 'Nobody in particular.' }));
    assert.deepEqual(
      slack.messages('C1TEAM').map(({ username, shown }) => [username, shown]),
      [
        ['CFO', 'Still too dear.'],
        ['Pirate', 'No icon.'],
        [undefined, 'Nobody in particular.'],
      ],
    );
    assert.equal(slack.calls('chat.postMessage')[0]?.args.icon_emoji, ':bar_chart:');
    assert.ok(slack.messages('C1TEAM').every(({ ours }) => ours));
  });

  test('without the scope for names a reply stands under our own', async () => {
    const slack = await bench.workspace({
      scopes: ALL_SCOPES.filter((scope) => scope !== 'chat:write.customize'),
    });
    const channel = await bench.started(slack);
    await channel.send(onSlack('C1TEAM', null, { text: 'Too dear.', persona: cfo }));
    assert.deepEqual(
      slack.messages('C1TEAM').map(({ username }) => username),
      [undefined],
    );
    assert.ok(slack.calls('chat.postMessage').every(({ outcome }) => outcome === 'ok'));
    assert.ok(
      bench.logged.some(({ fields }) => 'scope' in fields && fields.scope === 'chat:write.customize'),
    );
  });

  test('a scope that is taken away costs one try, and no message', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    slack.faults.fail('chat.postMessage', { kind: 'error', error: 'missing_scope' });
    const message = onSlack('C1TEAM', null, { text: 'Too dear.', persona: cfo });
    await assert.rejects(
      channel.send(message),
      (error) => error instanceof SendError && error.failure === 'retry' && error.retryAfterMs === 0,
    );
    await channel.send(message);
    assert.deepEqual(
      slack.messages('C1TEAM').map(({ username }) => username),
      [undefined],
    );
  });
});

describe('on Discord', () => {
  let stage: Stage;
  let channel: Channel;
  let sent = 0;
  const opened: Channel[] = [];
  before(async () => {
    stage = await Stage.open({ database: false });
  });
  after(async () => {
    for (const each of opened) await each.stop();
    await stage.close();
  });
  /** The client lets fifty calls a second through: one that has sent so many is followed by another. */
  const fresh = () => {
    channel = stage.channel();
    opened.push(channel);
  };
  beforeEach(fresh);
  const freshRoom = () => stage.discord.channel(stage.discord.newId(), {});
  const send = (room: string, text: string, more: Partial<OutgoingMessage> = {}) => {
    if (++sent % 40 === 0) fresh();
    return channel.send(onDiscord(threadAt(stage, room, null), text, more));
  };

  test('takes every sample, pings nobody', async () => {
    for (const { name, text } of short) {
      const room = freshRoom();
      const pieces = channel.split(text);
      for (const piece of pieces) await send(room, piece);
      const seen = stage.discord.messages(room);
      assert.equal(seen.length, pieces.length, name);
      for (const { pings } of seen) assert.deepEqual(pings, { users: [], roles: [], everyone: false }, name);
    }
  });

  test('an edit pings nobody either, and what it links to does not unfurl', async () => {
    const room = freshRoom();
    const id = await send(room, `${loud} <@${stage.ann}>`, { buttons, mention: discordPerson(stage.bob) });
    stage.discord.unfurl({ message: id });
    await send(room, `${loud} again <@${stage.ann}>`, { buttons, replaces: id });
    stage.discord.unfurl({ message: id });
    const [seen] = stage.discord.messages(room);
    assert.deepEqual([seen?.pings, seen?.embeds], [{ users: [], roles: [], everyone: false }, []]);
  });

  test('a reply begins with the name of its persona, its other parts do not, and it is found again', async () => {
    const room = freshRoom();
    const first = onDiscord(threadAt(stage, room, null), '- Too dear', {
      persona: cfo,
      mention: discordPerson(stage.ann),
    });
    const id = await channel.send(first);
    await send(room, 'And late.', { persona: { ...cfo, continues: true } });
    await send(room, 'No icon.', { persona: { title: 'Pirate' } });
    assert.deepEqual(
      stage.discord.messages(room).map(({ text }) => text),
      [`-# 📊 CFO\n<@${stage.ann}>\n- Too dear`, 'And late.', '-# Pirate\nNo icon.'],
    );
    assert.equal(await channel.find(first), id);
  });
});
