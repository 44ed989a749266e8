// What platforms tell in forms that nobody foresaw, through the real clients: the process lives, what cannot be read is
// skipped without its words in the log, and whoever writes next is answered.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Log } from '../../src/log.ts';
import { FakeDiscord } from '../fakes/discord/index.ts';
import { mulberry } from '../fakes/mulberry.ts';
import { oddly } from '../fakes/odd.ts';
import { patienceMs } from '../fakes/patience.ts';
import { FakeSlack } from '../fakes/slack/index.ts';
import { startBot } from './harness.ts';

const seed = Number(process.env.SEED ?? 1);
const count = process.env.LONG ? 3000 : 300;
const every = 50;
/** In every odd text: it may be in no line of the log. */
const canary = 'canary-words';

/** A log that keeps its lines, from info up. */
function keptLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, log: { debug: () => undefined, info: keep, warn: keep, error: keep } };
}

const isQuiet = (lines: readonly string[]) =>
  assert.deepEqual(
    lines.filter((line) => line.includes(canary)),
    [],
    'words of people are in no line of the log',
  );

it(`lives through a packet that discord.js fails on, and through ${count} odd ones (seed ${seed})`, async () => {
  const discord = await FakeDiscord.start({ seed });
  const [ann, bob] = [discord.person(discord.newId(), { name: 'Ann' }), discord.person(discord.newId())];
  const room = discord.channel(discord.newId(), { name: 'general', members: [ann, bob] });
  const { log, lines } = keptLog();
  const bot = await startBot({
    env: { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, LIMIT_TURNS_PER_PERSON: '0' },
    platforms: { discord: { timeoutMs: 60_000 } },
    log,
  });
  bot.model.rules(() => 'Heard.');
  const random = mulberry(seed);
  const answered = async () => {
    discord.say({ user: ann, channel: discord.dm(ann), text: 'are you there?' });
    const before = discord.messages(discord.dm(ann)).length;
    await discord.waitFor(
      () =>
        discord
          .messages(discord.dm(ann))
          .slice(before)
          .some(({ ours }) => ours),
      'an answer',
      { timeoutMs: 90_000 },
    );
  };
  const user = { id: bob, username: 'bob', global_name: 'Bob', avatar: null, discriminator: '0' };
  const member = {
    nick: 'Bobby',
    roles: [],
    joined_at: new Date(0).toISOString(),
    deaf: false,
    mute: false,
    flags: 0,
  };
  const message = () => ({
    id: discord.newId(),
    channel_id: room,
    guild_id: discord.guildId,
    type: 0,
    author: user,
    member,
    content: `<@${discord.botUserId}> ${canary}`,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    tts: false,
    pinned: false,
    mention_everyone: false,
    mention_roles: [],
    mentions: [{ ...user, member }],
    attachments: [
      { id: discord.newId(), filename: 'a.txt', size: 3, url: 'https://cdn.discordapp.com/a', proxy_url: '' },
    ],
    embeds: [],
    flags: 0,
    components: [],
    message_reference: { message_id: discord.newId(), channel_id: room },
    referenced_message: null,
  });
  const thread = () => ({
    id: discord.newId(),
    guild_id: discord.guildId,
    parent_id: room,
    type: 11,
    name: canary,
    thread_metadata: { archived: false },
  });
  const packets: readonly (() => readonly [string, Readonly<Record<string, unknown>>])[] = [
    () => ['MESSAGE_CREATE', message()],
    () => [
      'MESSAGE_CREATE',
      { ...message(), channel_id: discord.dm(bob), guild_id: undefined, member: undefined },
    ],
    () => ['MESSAGE_CREATE', { ...message(), thread: thread() }],
    () => ['MESSAGE_UPDATE', { ...message(), edited_timestamp: new Date().toISOString() }],
    () => ['MESSAGE_DELETE', { id: discord.newId(), channel_id: room, guild_id: discord.guildId }],
    () => ['MESSAGE_DELETE_BULK', { ids: [discord.newId()], channel_id: room, guild_id: discord.guildId }],
    () => [
      'MESSAGE_REACTION_ADD',
      {
        user_id: bob,
        channel_id: room,
        message_id: discord.newId(),
        guild_id: discord.guildId,
        emoji: { id: null, name: '🔍' },
        member: { ...member, user },
      },
    ],
    () => [
      'INTERACTION_CREATE',
      {
        id: discord.newId(),
        application_id: discord.applicationId,
        type: 2,
        token: 't'.repeat(40),
        guild_id: discord.guildId,
        channel_id: room,
        channel: { id: room, type: 0 },
        member: { ...member, user },
        locale: 'en-US',
        data: {
          id: discord.newId(),
          type: 1,
          name: 'remind',
          options: [{ name: 'when', type: 3, value: canary }],
        },
      },
    ],
    () => [
      'INTERACTION_CREATE',
      {
        id: discord.newId(),
        application_id: discord.applicationId,
        type: 3,
        token: 't'.repeat(40),
        channel_id: discord.dm(bob),
        user,
        locale: 'en-US',
        message: message(),
        data: { component_type: 2, custom_id: 'undo:1' },
      },
    ],
    () => [
      'INTERACTION_CREATE',
      {
        id: discord.newId(),
        application_id: discord.applicationId,
        type: 5,
        token: 't'.repeat(40),
        channel_id: discord.dm(bob),
        user,
        data: {
          custom_id: 'about:1',
          components: [{ type: 18, component: { type: 4, custom_id: 'when', value: '9' } }],
        },
      },
    ],
    () => [
      'CHANNEL_UPDATE',
      {
        id: room,
        guild_id: discord.guildId,
        type: 0,
        name: canary,
        permission_overwrites: [],
        position: 1,
        parent_id: null,
      },
    ],
    () => [
      'CHANNEL_CREATE',
      {
        id: discord.newId(),
        guild_id: discord.guildId,
        type: 0,
        name: canary,
        permission_overwrites: [],
        position: 1,
      },
    ],
    () => ['THREAD_CREATE', thread()],
    () => ['THREAD_LIST_SYNC', { guild_id: discord.guildId, threads: [thread()], members: [] }],
    () => [
      'GUILD_ROLE_CREATE',
      {
        guild_id: discord.guildId,
        role: {
          id: discord.newId(),
          name: canary,
          permissions: '0',
          position: 1,
          color: 0,
          flags: 0,
          tags: {},
        },
      },
    ],
    () => [
      'GUILD_CREATE',
      {
        id: discord.newId(),
        name: canary,
        channels: [{ id: discord.newId(), type: 0, name: 'x', permission_overwrites: [] }],
        threads: [thread()],
        members: [{ user, ...member }],
        roles: [],
        emojis: [],
        stickers: [],
      },
    ],
    () => ['GUILD_DELETE', { id: discord.newId(), unavailable: true }],
    () => ['GUILD_MEMBER_UPDATE', { guild_id: discord.guildId, user, ...member }],
    () => [
      'TYPING_START',
      {
        channel_id: room,
        guild_id: discord.guildId,
        user_id: bob,
        timestamp: 1,
        member: { ...member, user },
      },
    ],
  ];
  try {
    await answered();
    discord.dispatch('MESSAGE_CREATE', { ...message(), thread: null });
    await answered();
    for (let n = 0; n < count; n++) {
      const [type, data] = packets[n % packets.length]?.() ?? ['', {}];
      discord.dispatch(type, oddly(JSON.parse(JSON.stringify(data)), random) as Record<string, unknown>);
      if (n % every === every - 1) await answered();
    }
    isQuiet(lines);
  } catch (error) {
    console.error(
      `seed ${seed}\n${lines
        .filter((line) => !line.includes('not delivered'))
        .slice(-40)
        .join('\n')}`,
    );
    throw error;
  } finally {
    await bot.stop();
    await discord.stop();
  }
});

it(`acknowledges ${count} odd envelopes of Slack, and answers what comes between them (seed ${seed})`, async () => {
  const slack = await FakeSlack.start({ seed, ackMs: 60_000, pingMs: 1000 });
  slack.person('U1ANN', { name: 'Ann', tz: 'Europe/Berlin' });
  slack.person('U2BOB', { name: 'Bob', tz: 'Europe/Berlin' });
  slack.channel('C1TEAM', { members: ['U1ANN', 'U2BOB'] });
  const { log, lines } = keptLog();
  const bot = await startBot({
    env: {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      LIMIT_TURNS_PER_PERSON: '0',
    },
    // Beside a busy neighbour a call may take long; a failed one would rightly leave its envelope unacknowledged.
    platforms: {
      slack: { quickMs: 60_000, lookMs: 60_000, sendMs: 60_000, pongMs: 60_000, deafMs: 120_000 },
    },
    log,
  });
  bot.model.rules(() => 'Heard.');
  const random = mulberry(seed);
  const dm = slack.dm('U1ANN');
  const answered = async () => {
    const ours = () => slack.messages(dm).filter((message) => message.ours).length;
    const before = ours();
    slack.say({ user: 'U1ANN', channel: dm, text: 'are you there?' });
    await slack.waitFor(() => ours() > before, 'an answer', patienceMs);
  };
  let ts = 1_700_000_000;
  const stamp = () => `${ts++}.000100`;
  const event = (inner: object) => ({
    token: 'x',
    team_id: slack.teamId,
    api_app_id: slack.appId,
    type: 'event_callback',
    event_id: `Ev${ts}`,
    event_time: ts,
    authorizations: [{ team_id: slack.teamId, user_id: slack.botUserId, is_bot: true }],
    event: inner,
  });
  const said = () => ({
    type: 'message',
    channel: 'C1TEAM',
    channel_type: 'channel',
    user: 'U2BOB',
    text: `<@${slack.botUserId}> ${canary}`,
    ts: stamp(),
    thread_ts: stamp(),
    files: [{ id: 'F1', name: 'a.txt', mimetype: 'text/plain', size: 3 }],
    attachments: [{ text: canary, from_url: 'https://example.com' }],
    blocks: [{ type: 'rich_text', elements: [{ type: 'text', text: canary }] }],
  });
  const by = {
    team: { id: slack.teamId },
    user: { id: 'U2BOB', team_id: slack.teamId },
    channel: { id: 'C1TEAM' },
  };
  const pressed = {
    ...by,
    type: 'block_actions',
    trigger_id: '1.2',
    response_url: 'http://127.0.0.1:9/x',
    container: { type: 'message', message_ts: stamp(), is_ephemeral: true },
    actions: [{ action_id: 'peacrab:0', value: 'undo:1', action_ts: stamp(), block_id: 'b', type: 'button' }],
  };
  const envelopes: readonly (() => readonly [
    'events_api' | 'interactive' | 'slash_commands',
    Readonly<Record<string, unknown>>,
  ])[] = [
    () => ['events_api', event(said())],
    () => ['events_api', event({ ...said(), type: 'app_mention' })],
    () => [
      'events_api',
      event({
        type: 'message',
        subtype: 'message_changed',
        channel: 'C1TEAM',
        ts: stamp(),
        message: { ...said(), edited: { user: 'U2BOB', ts: stamp() } },
        previous_message: { text: 'before' },
      }),
    ],
    () => [
      'events_api',
      event({
        type: 'message',
        subtype: 'message_deleted',
        channel: 'C1TEAM',
        ts: stamp(),
        deleted_ts: stamp(),
        previous_message: { thread_ts: stamp() },
      }),
    ],
    () => [
      'events_api',
      event({
        type: 'reaction_added',
        user: 'U2BOB',
        reaction: 'mag',
        item: { type: 'message', channel: 'C1TEAM', ts: stamp() },
        event_ts: stamp(),
      }),
    ],
    () => [
      'events_api',
      event({
        type: 'app_home_opened',
        user: 'U2BOB',
        channel: slack.dm('U2BOB'),
        tab: 'home',
        event_ts: stamp(),
      }),
    ],
    () => [
      'slash_commands',
      {
        command: '/peacrab',
        team_id: slack.teamId,
        channel_id: 'C1TEAM',
        user_id: 'U2BOB',
        text: `remind ${canary}`,
        trigger_id: stamp(),
        response_url: 'http://127.0.0.1:9/x',
      },
    ],
    () => ['interactive', pressed],
    () => [
      'interactive',
      { ...by, type: 'message_action', callback_id: 'remind_about', trigger_id: stamp(), message: said() },
    ],
    () => [
      'interactive',
      {
        ...by,
        type: 'view_submission',
        view: {
          id: 'V1',
          callback_id: 'remind_about',
          private_metadata: JSON.stringify({
            channel: 'C1TEAM',
            ts: stamp(),
            thread: null,
            text: canary,
            own: true,
          }),
          state: { values: { words: { words: { value: 'tomorrow 9' } } } },
        },
      },
    ],
  ];
  const settle = { acknowledged: () => undefined, failed: () => undefined };
  const odd: number[] = [];
  const oddOnes = () => odd.map((index) => slack.deliveries[index]);
  try {
    await answered();
    for (let n = 0; n < count; n++) {
      const [type, body] = envelopes[n % envelopes.length]?.() ?? ['events_api', {}];
      odd.push(slack.deliveries.length);
      const payload = oddly(JSON.parse(JSON.stringify(body)), random) as Record<string, unknown>;
      if (type === 'events_api') slack.world.sockets.sendEvent(payload);
      else slack.world.sockets.sendOnce(type, payload, settle);
      if (n % every < every - 1) continue;
      // Thousands at once would wait for each other longer than Slack waits for any.
      await slack.waitFor(
        () => oddOnes().every((one) => one?.outcome !== 'waiting'),
        `the envelopes up to ${n} to be settled`,
      );
      await answered();
    }
    assert.deepEqual(
      oddOnes().flatMap((one) => (one?.outcome === 'lost' ? JSON.stringify(one.body) : [])),
      [],
      'every envelope is acknowledged',
    );
    isQuiet(lines);
  } catch (error) {
    console.error(
      `seed ${seed}\n${lines
        .filter((line) => !line.includes('not delivered'))
        .slice(-40)
        .join('\n')}`,
    );
    throw error;
  } finally {
    await bot.stop();
    await slack.stop();
  }
});
