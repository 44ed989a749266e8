// The fake Discord proved against the real discord.js client: what the client understands of it, and what the client
// does by itself when things go wrong. The adapter is built on these facts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  ContextMenuCommandBuilder,
  DiscordAPIError,
  Events,
  GatewayIntentBits,
  HTTPError,
  type Interaction,
  type Message,
  MessageFlags,
  ModalBuilder,
  Options,
  Partials,
  REST,
  type RESTOptions,
  type SendableChannels,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { WebSocket } from 'ws';
import { FakeDiscord, type FakeDiscordOptions } from './discord/index.ts';

const SEED = 20_260;
const POST = 'POST /channels/:channel/messages';
const INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.GuildMessageTyping,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.DirectMessageReactions,
  GatewayIntentBits.MessageContent,
];

let discord: FakeDiscord;
let ann = '';
let room = '';
const clients: Client[] = [];
const messages: Message[] = [];

/** The adapter's caches: no messages, no reactions. */
const LEAN = Options.cacheWithLimits({
  ...Options.DefaultMakeCacheSettings,
  MessageManager: 0,
  ReactionManager: 0,
});

interface BotOptions {
  readonly makeCache?: typeof LEAN;
  readonly intents?: readonly GatewayIntentBits[];
  readonly rest?: Partial<RESTOptions>;
}

/** A client as the adapter makes one: no retries of its own, no five seconds between identifies. */
function newClient({ intents = INTENTS, rest = {}, makeCache }: BotOptions = {}): Client {
  const client = new Client({
    intents: [...intents],
    partials: [Partials.Channel, Partials.Message, Partials.Reaction],
    rest: { api: discord.apiUrl, retries: 0, ...rest },
    ...(makeCache ? { makeCache } : {}),
    ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => undefined }) },
  });
  clients.push(client);
  client.on(Events.MessageCreate, (message) => messages.push(message));
  client.on(Events.Error, () => undefined);
  return client;
}

async function bot(options: BotOptions = {}): Promise<Client<true>> {
  const client = newClient(options);
  const ready = once(client, Events.ClientReady);
  await client.login(discord.token);
  await ready;
  assert.ok(client.isReady());
  return client;
}

async function channelOf(client: Client, id: string): Promise<SendableChannels> {
  const channel = await client.channels.fetch(id);
  assert.ok(channel?.isSendable());
  return channel;
}

/** The next event of that name for which the check holds. */
function next<T>(client: Client, event: string, fits: (value: T) => boolean = () => true): Promise<T> {
  return new Promise((resolve) => {
    const listener = (value: T): void => {
      if (!fits(value)) return;
      client.off(event, listener);
      resolve(value);
    };
    client.on(event, listener);
  });
}

async function restart(options: FakeDiscordOptions): Promise<void> {
  await discord.stop();
  discord = await FakeDiscord.start({ seed: SEED, ...options });
  ann = discord.person(discord.newId(), { name: 'Ann', locale: 'de' });
  room = discord.channel(discord.newId(), { name: 'general' });
}

beforeEach(async () => {
  discord = await FakeDiscord.start({ seed: SEED });
  ann = discord.person(discord.newId(), { name: 'Ann', locale: 'de' });
  room = discord.channel(discord.newId(), { name: 'general' });
});

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${SEED}`);
  for (const client of clients.splice(0)) await client.destroy();
  messages.length = 0;
  await discord.stop();
});

after(async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve)); // handles close late
  const kinds = new Set(['TCPServerWrap', 'TCPSocketWrap']);
  const left = process.getActiveResourcesInfo().filter((name) => kinds.has(name));
  assert.deepEqual(left, [], 'a server or socket outlived its test');
});

describe('coming in', () => {
  it('gets ready with its user, application and server', async () => {
    const client = await bot();
    assert.equal(client.user.id, discord.botUserId);
    assert.equal(client.application.id, discord.applicationId);
    assert.equal(client.guilds.cache.get(discord.guildId)?.available, true);
    assert.equal(discord.gatewayLog('identify').length, 1);
  });

  it('refuses a wrong token, over REST and at the gateway', async () => {
    await assert.rejects(newClient().login('wrong.token.here'), { code: 'TokenInvalid' });
    const socket = new WebSocket(
      `${discord.apiUrl.replace('http', 'ws').replace('/api', '')}/?v=10&encoding=json`,
    );
    socket.once('message', () => socket.send(JSON.stringify({ op: 2, d: { token: 'wrong', intents: 1 } })));
    const [code] = await once(socket, 'close');
    assert.equal(code, 4004);
  });

  it('refuses intents that the portal has switched off', async () => {
    await restart({ settings: { messageContent: false } });
    const client = newClient();
    const gone = once(client, Events.ShardDisconnect);
    await assert.rejects(client.login(discord.token), /disallowed intents/);
    const [{ code }] = await gone;
    assert.equal(code, 4014);
  });

  it('hears a direct message of a room it never saw', async () => {
    const client = await bot();
    const heard = next<Message>(client, Events.MessageCreate);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hello' });
    const message = await heard;
    assert.equal(message.content, 'hello');
    assert.equal(message.inGuild(), false);
    assert.equal(message.author.id, ann);
    assert.equal(message.channel.isDMBased(), true);
  });

  it('hears a mention, with the member who wrote it', async () => {
    const client = await bot();
    const heard = next<Message>(client, Events.MessageCreate);
    discord.mention({ user: ann, channel: room, text: 'what is the time?' });
    const message = await heard;
    assert.ok(message.mentions.users.has(discord.botUserId));
    assert.equal(message.member?.displayName, 'Ann');
    assert.equal(message.guildId, discord.guildId);
  });

  it('reads no text without the message-content intent, except in DMs and mentions', async () => {
    const client = await bot({
      intents: INTENTS.filter((intent) => intent !== GatewayIntentBits.MessageContent),
    });
    discord.say({ user: ann, channel: room, text: 'chatter' });
    discord.mention({ user: ann, channel: room, text: 'you' });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'private' });
    while (messages.length < 3) await next(client, Events.MessageCreate);
    assert.deepEqual(
      messages.map((message) => message.content),
      ['', `<@${discord.botUserId}> you`, 'private'],
    );
  });

  it('understands replies, forwards, files, edits, unfurled links, deletions and reactions', async () => {
    const client = await bot();
    const asked = discord.say({ user: ann, channel: room, text: 'first' });
    const reply = next<Message>(client, Events.MessageCreate, (message) => message.reference !== null);
    discord.say({ user: ann, channel: room, text: 'again', replyTo: asked });
    assert.equal((await reply).reference?.messageId, asked);
    const forward = next<Message>(
      client,
      Events.MessageCreate,
      (message) => message.messageSnapshots.size > 0,
    );
    discord.say({ user: ann, channel: room, forward: asked });
    assert.equal((await forward).messageSnapshots.first()?.content, 'first');
    const filed = next<Message>(client, Events.MessageCreate, (message) => message.attachments.size > 0);
    discord.say({ user: ann, channel: room, files: [{ name: 'a.txt', content: 'inside' }] });
    const file = (await filed).attachments.first();
    assert.ok(file);
    assert.equal(await (await fetch(file.url)).text(), 'inside');
    const edited = once(client, Events.MessageUpdate);
    discord.edit({ message: asked, text: 'better' });
    assert.equal((await edited)[1].content, 'better');
    const unfurled = once(client, Events.MessageUpdate);
    discord.unfurl({ message: reply === undefined ? '' : (await reply).id });
    const [, withEmbed] = await unfurled;
    assert.equal(withEmbed.editedTimestamp, null);
    assert.equal(withEmbed.embeds.length, 1);
    const reacted = once(client, Events.MessageReactionAdd);
    discord.react({ user: ann, message: asked, emoji: '🔍' });
    assert.equal((await reacted)[0].emoji.name, '🔍');
    const deleted = once(client, Events.MessageDelete);
    discord.delete({ message: asked });
    assert.equal((await deleted)[0].id, asked);
  });
});

describe('posting', () => {
  it('posts a reply, hears its own echo, shows as typing and reacts', async () => {
    const client = await bot();
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    await discord.connected();
    const channel = await channelOf(client, room);
    await channel.sendTyping();
    const echo = next<Message>(
      client,
      Events.MessageCreate,
      (message) => message.author.id === client.user.id,
    );
    const sent = await channel.send({ content: 'Good morning', reply: { messageReference: asked } });
    assert.equal((await echo).id, sent.id);
    await channel.messages.react(asked, '👀');
    const seen = await discord.waitForReply(room, 'Good morning');
    assert.equal(seen.replyTo, asked);
    assert.deepEqual(seen.pings.users, [ann]);
    assert.deepEqual(discord.reactions(asked), [{ emoji: '👀', users: [discord.botUserId] }]);
    assert.equal(discord.typing(room).length, 1);
  });

  it('makes a thread from a message, once', async () => {
    const client = await bot();
    const asked = discord.mention({ user: ann, channel: room, text: 'a topic' });
    const message = await (await channelOf(client, room)).messages.fetch(asked);
    const thread = await message.startThread({ name: 'a topic' });
    assert.equal(thread.id, asked);
    await thread.send('in here');
    assert.deepEqual(
      discord.messages(asked).map((one) => one.text),
      ['in here'],
    );
    const again = client.rest.post(`/channels/${room}/messages/${asked}/threads`, {
      body: { name: 'again' },
    });
    await assert.rejects(again, { code: 160004 });
    const heard = next<Message>(client, Events.MessageCreate, (one) => one.channelId === thread.id);
    discord.say({ user: ann, channel: thread.id, text: 'thanks' });
    assert.equal((await heard).channel.isThread(), true);
  });

  it('hears people open threads and forum posts', async () => {
    const forum = discord.channel(discord.newId(), { type: 'forum', name: 'ideas' });
    const client = await bot();
    const opened = next<{ id: string; parentId: string }>(client, Events.ThreadCreate);
    const post = discord.thread({ user: ann, channel: forum, name: 'An idea', text: 'listen' });
    assert.equal((await opened).parentId, forum);
    const first = await (await channelOf(client, post)).messages.fetch(post);
    assert.equal(first.content, 'listen');
  });

  it('refuses what is too long, empty, closed, gone or blocked', async () => {
    const client = await bot();
    const channel = await channelOf(client, room);
    await assert.rejects(channel.send('x'.repeat(2_001)), { code: 50035, status: 400 });
    await assert.rejects(channel.send(''), { code: 50006 });
    await assert.rejects(channel.send({ content: 'x', reply: { messageReference: '1234567890123456789' } }), {
      code: 50035,
    });
    const hidden = discord.channel(discord.newId(), { bot: 'hidden' });
    const readOnly = discord.channel(discord.newId(), { bot: 'read' });
    await assert.rejects(client.channels.fetch(hidden), { code: 50001 });
    await assert.rejects(client.rest.post(`/channels/${readOnly}/messages`, { body: { content: 'x' } }), {
      code: 50013,
    });
    const dm = await client.users.createDM(ann);
    discord.blockDm(ann);
    await assert.rejects(dm.send('x'), { code: 50007 });
    discord.deleteChannel(room);
    await assert.rejects(client.rest.get(`/channels/${room}`), { code: 10003 });
  });

  it('pings only whom allowed_mentions allows', async () => {
    const client = await bot();
    const channel = await channelOf(client, room);
    await channel.send({ content: `@everyone <@${ann}>`, allowedMentions: { parse: [], users: [] } });
    await channel.send({ content: `@everyone <@${ann}>`, allowedMentions: { users: [ann] } });
    const pings = discord.messages(room).map((one) => one.pings);
    assert.deepEqual(pings[0], { users: [], roles: [], everyone: false });
    assert.deepEqual(pings[1], { users: [ann], roles: [], everyone: false });
  });

  it('returns the same message for the same nonce, for minutes only', async () => {
    let now = Date.now();
    await restart({ clock: () => now });
    const client = await bot();
    const channel = await channelOf(client, room);
    const send = () => channel.send({ content: 'once', nonce: 'reply-1', enforceNonce: true });
    const [first, second] = [await send(), await send()];
    assert.equal(second.id, first.id);
    assert.equal(first.nonce, 'reply-1');
    const fetched = await channel.messages.fetch({ message: first.id, force: true, cache: false });
    assert.equal(fetched.nonce ?? null, first.nonce, 'the cached object keeps it');
    const raw = (await client.rest.get(`/channels/${room}/messages/${first.id}`)) as { nonce?: string };
    assert.equal(raw.nonce, undefined, 'but Discord does not give it again');
    now += 10 * 60_000;
    assert.notEqual((await send()).id, first.id);
    assert.equal(discord.messages(room).length, 2);
    const last = discord.messages(room).at(-1)?.id ?? '';
    discord.delete({ message: last });
    await assert.rejects(send(), { code: 10008 });
  });

  it('pages history by id, newest first', async () => {
    const client = await bot();
    const ids = ['a', 'b', 'c', 'd', 'e'].map((text) => discord.say({ user: ann, channel: room, text }));
    const channel = await channelOf(client, room);
    const page = async (query: object) =>
      [...(await channel.messages.fetch(query)).values()].map((one) => one.content);
    assert.deepEqual(await page({ limit: 2 }), ['e', 'd']);
    assert.deepEqual(await page({ limit: 2, after: ids[0] }), ['c', 'b']);
    assert.deepEqual(await page({ limit: 2, before: ids[2] }), ['b', 'a']);
    assert.deepEqual(await page({ limit: 3, around: ids[2] }), ['d', 'c', 'b']);
  });

  it('works over REST alone, without a gateway', async () => {
    const rest = new REST({ api: discord.apiUrl, retries: 0 }).setToken(discord.token);
    const dm = (await rest.post('/users/@me/channels', { body: { recipient_id: ann } })) as { id: string };
    await rest.post(`/channels/${dm.id}/messages`, { body: { content: 'from afar' } });
    assert.equal(discord.messages(discord.dm(ann))[0]?.text, 'from afar');
    assert.equal(discord.gatewayLog().length, 0);
    rest.clearHandlerSweeper();
    rest.clearHashSweeper();
  });
});

describe('interactions', () => {
  const remind = new SlashCommandBuilder().setName('remind').setDescription('Reminders');
  remind.addSubcommand((sub) =>
    sub
      .setName('set')
      .setDescription('Set one')
      .addStringOption((option) =>
        option.setName('what').setDescription('What and when').setRequired(true).setAutocomplete(true),
      ),
  );

  async function listening(listener: (interaction: Interaction) => Promise<unknown>): Promise<Client<true>> {
    const client = await bot();
    const menu = new ContextMenuCommandBuilder().setName('Remind me').setType(3);
    await client.application.commands.set([remind, menu]);
    client.on(Events.InteractionCreate, (interaction) => void listener(interaction));
    return client;
  }

  it('defers a slash command and answers in private', async () => {
    await listening(async (interaction) => {
      const slash = interaction as ChatInputCommandInteraction;
      assert.equal(slash.options.getSubcommand(), 'set');
      assert.equal(slash.locale, 'de');
      await slash.deferReply({ flags: MessageFlags.Ephemeral });
      await slash.editReply(`You said ${slash.options.getString('what')}`);
      await slash.followUp({ content: 'And one more', flags: MessageFlags.Ephemeral });
    });
    const bob = discord.person(discord.newId(), { name: 'Bob' });
    const asked = discord.slash({
      user: ann,
      channel: room,
      command: 'remind',
      subcommand: 'set',
      options: { what: 'tea at 4' },
    });
    assert.equal(await asked.answered(), 5);
    const reply = await asked.reply();
    assert.equal(reply.text, 'You said tea at 4');
    assert.equal(reply.ephemeralFor, ann);
    await discord.waitFor(() => asked.messages.length === 2, 'the follow-up');
    assert.equal(discord.messages(room, { as: bob }).length, 0);
    assert.equal(discord.messages(room, { as: ann }).length, 2);
  });

  it('names what the bot never registered', async () => {
    await listening(async () => undefined);
    assert.throws(
      () => discord.slash({ user: ann, channel: room, command: 'agenda' }),
      /no command "agenda".*remind/,
    );
  });

  it('refuses a callback that comes late or twice', async () => {
    let now = Date.now();
    await restart({ clock: () => now });
    const failed: unknown[] = [];
    const client = await listening(async (interaction) => {
      const slash = interaction as ChatInputCommandInteraction;
      if (slash.options.getString('what') === 'late') now += 3_001;
      const body = { type: 4, data: { content: 'here' } };
      const path = `/interactions/${slash.id}/${slash.token}/callback` as const;
      for (let times = 0; times < 2; times += 1) {
        await client.rest.post(path, { body, auth: false }).catch((error) => failed.push(error.code));
      }
      discord.react({
        user: ann,
        message: discord.say({ user: ann, channel: room, text: 'done' }),
        emoji: '✅',
      });
    });
    const what = { user: ann, channel: room, command: 'remind', subcommand: 'set' };
    discord.slash({ ...what, options: { what: 'in time' } });
    await discord.waitFor(() => failed.length === 1, 'one refusal');
    discord.slash({ ...what, options: { what: 'late' } });
    await discord.waitFor(() => failed.length === 3, 'two more');
    assert.deepEqual(failed, [40060, 10062, 10062]);
  });

  it('works buttons, menus, forms, context menus and completions', async () => {
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId('ok').setLabel('OK').setStyle(ButtonStyle.Primary),
      new ButtonBuilder().setCustomId('ask').setLabel('Ask').setStyle(ButtonStyle.Secondary),
    );
    const menuRow = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
      new StringSelectMenuBuilder()
        .setCustomId('zone')
        .addOptions({ label: 'Berlin', value: 'Europe/Berlin' }),
    );
    const field = new TextInputBuilder().setCustomId('city').setLabel('City').setStyle(TextInputStyle.Short);
    const form = new ModalBuilder().setCustomId('zone-form').setTitle('Zone');
    form.addComponents(new ActionRowBuilder<TextInputBuilder>().addComponents(field));
    const client = await listening(async (interaction) => {
      if (interaction.isButton() && interaction.customId === 'ok') {
        await interaction.update({ content: 'Done', components: [] });
      } else if (interaction.isButton()) await interaction.showModal(form);
      else if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join());
      else if (interaction.isModalSubmit()) {
        await interaction.reply({
          content: interaction.fields.getTextInputValue('city'),
          flags: MessageFlags.Ephemeral,
        });
      } else if (interaction.isMessageContextMenuCommand())
        await interaction.reply(interaction.targetMessage.content);
      else if (interaction.isAutocomplete()) {
        await interaction.respond([{ name: `${interaction.options.getFocused()}!`, value: 'x' }]);
      }
    });
    const channel = await channelOf(client, room);
    const { id } = await channel.send({ content: 'Sure?', components: [row, menuRow] });
    assert.deepEqual(
      discord.message(id).buttons.map((button) => button.label),
      ['OK', 'Ask'],
    );
    const asked = discord.click({ user: ann, message: id, customId: 'ask' });
    await asked.modal();
    const city = await discord.modal(asked, { city: 'Porto' }).reply();
    assert.equal(city.text, 'Porto');
    const chosen = discord.select({ user: ann, message: id, customId: 'zone', values: ['Europe/Berlin'] });
    assert.equal((await chosen.reply()).text, 'Europe/Berlin');
    assert.equal(await discord.click({ user: ann, message: id, customId: 'ok' }).answered(), 7);
    assert.deepEqual([discord.message(id).text, discord.message(id).buttons], ['Done', []]);
    assert.throws(() => discord.click({ user: ann, message: id, customId: 'ok' }), /no component "ok"/);
    const asks = discord.say({ user: ann, channel: room, text: 'tea' });
    assert.equal(
      (await discord.contextMenu({ user: ann, message: asks, command: 'Remind me' }).reply()).text,
      'tea',
    );
    const typed = { user: ann, channel: discord.dm(ann), command: 'remind', subcommand: 'set' };
    const offered = await discord
      .autocomplete({ ...typed, focused: 'what', options: { what: 'te' } })
      .choices();
    assert.deepEqual(offered, [{ name: 'te!', value: 'x' }]);
  });
});

describe('when the gateway fails', () => {
  it('resumes after a dropped socket and is given what it missed, once', async () => {
    const client = await bot();
    const resumed = once(client, Events.ShardResume);
    discord.dropSockets();
    await discord.waitFor(() => discord.sockets === 0, 'the socket to go');
    discord.say({ user: ann, channel: room, text: 'while you were out' });
    await resumed;
    const seen = messages.length === 1 ? messages[0] : await next<Message>(client, Events.MessageCreate);
    assert.equal(seen?.content, 'while you were out');
    assert.deepEqual([discord.gatewayLog('identify').length, discord.gatewayLog('resume').length], [1, 1]);
    assert.equal(discord.gatewayLog('resume')[0]?.detail, 1);
  });

  it('obeys a request to reconnect', async () => {
    const client = await bot();
    const resumed = once(client, Events.ShardResume);
    discord.askReconnect();
    await resumed;
    assert.equal(discord.gatewayLog('identify').length, 1);
  });

  it('notices a zombie by its missing acknowledgements, and resumes', async () => {
    await restart({ settings: { heartbeatIntervalMs: 60 } });
    const client = await bot();
    const resumed = once(client, Events.ShardResume);
    discord.zombie();
    discord.say({ user: ann, channel: room, text: 'anybody there?' });
    await resumed;
    await discord.waitFor(() => messages.length > 0, 'the message after the resume');
    assert.equal(messages[0]?.content, 'anybody there?');
  });

  it('identifies anew when its session is invalid, and is not given what it missed', async () => {
    const client = await bot();
    const back = once(client, Events.ShardReady);
    discord.invalidateSession();
    discord.say({ user: ann, channel: room, text: 'lost' });
    await back;
    assert.equal(discord.gatewayLog('identify').length, 2);
    const heard = next<Message>(client, Events.MessageCreate);
    discord.say({ user: ann, channel: room, text: 'heard' });
    assert.equal((await heard).content, 'heard');
    assert.equal(messages.length, 1);
  });

  it('resumes on the same socket when the invalid session is resumable', async () => {
    const client = await bot();
    const resumed = once(client, Events.ShardResume);
    discord.invalidateSession({ resumable: true });
    await resumed;
    assert.equal(discord.gatewayLog('connect').length, 1);
  });

  it('identifies anew when the session is no longer kept', async () => {
    const client = await bot();
    const back = once(client, Events.ShardReady);
    discord.forgetSessions();
    discord.dropSockets();
    await back;
    assert.equal(discord.gatewayLog('identify').length, 2);
    assert.equal(discord.gatewayLog('resume').length, 0);
  });

  it('loses its session when the platform refuses connections for a while', async () => {
    const client = await bot();
    const back = once(client, Events.ShardReady);
    discord.refuseConnections(true);
    discord.dropSockets();
    await discord.waitFor(() => discord.sockets === 0, 'the socket to go');
    const refused = discord.connectionsRefused;
    await discord.waitFor(() => discord.connectionsRefused > refused, 'a refused attempt');
    discord.refuseConnections(false);
    await back;
    assert.equal(discord.gatewayLog('identify').length, 2);
    assert.equal(discord.gatewayLog('resume').length, 0, 'so nothing is replayed: the watermark must do it');
  });

  it('hears duplicate events once while the message is in its cache', async () => {
    const client = await bot();
    discord.duplicateEvents(1);
    discord.say({ user: ann, channel: room, text: 'twice' });
    const last = next<Message>(client, Events.MessageCreate, (message) => message.content === 'last');
    discord.say({ user: ann, channel: room, text: 'last' });
    await last;
    assert.deepEqual(
      messages.map((message) => message.content),
      ['twice', 'last'],
    );
  });

  it('hears them twice, and everything else still, without message caches', async () => {
    const client = await bot({ makeCache: LEAN });
    discord.duplicateEvents(1);
    const id = discord.say({ user: ann, channel: room, text: 'twice' });
    while (messages.length < 2) await next(client, Events.MessageCreate);
    assert.deepEqual(
      messages.map((message) => message.id),
      [id, id],
    );
    const reacted = once(client, Events.MessageReactionAdd);
    discord.react({ user: ann, message: id, emoji: '❌' });
    assert.equal((await reacted)[0].message.id, id);
    const edited = once(client, Events.MessageUpdate);
    discord.edit({ message: id, text: 'edited' });
    assert.equal((await edited)[1].content, 'edited');
    const deleted = once(client, Events.MessageDelete);
    discord.delete({ message: id });
    assert.equal((await deleted)[0].id, id);
  });

  it('hears events in another order when they are shuffled', async () => {
    const client = await bot();
    const wanted = ['1', '2', '3', '4', '5'];
    discord.shuffleEvents(wanted.length);
    for (const text of wanted) discord.say({ user: ann, channel: room, text });
    while (messages.length < wanted.length) await next(client, Events.MessageCreate);
    const heard = messages.map((message) => message.content);
    assert.notDeepEqual(heard, wanted, `seed ${SEED}`);
    assert.deepEqual(heard.toSorted(), wanted);
  });

  it('compresses frames for those who ask', async () => {
    const socket = new WebSocket(
      `${discord.apiUrl.replace('http', 'ws').replace('/api', '')}/?v=10&encoding=json`,
    );
    socket.once('message', () =>
      socket.send(JSON.stringify({ op: 2, d: { token: discord.token, intents: 1, compress: true } })),
    );
    await once(socket, 'message');
    const [frame] = await once(socket, 'message');
    assert.equal(JSON.parse(inflateSync(frame).toString()).t, 'READY');
    socket.terminate();
  });
});

describe('when REST fails', () => {
  it('waits out a 429 by itself, unless told to reject', async () => {
    const waiting = await channelOf(await bot(), room);
    discord.fail(POST, { kind: '429', retryAfter: 0.05 });
    await waiting.send('patient');
    assert.deepEqual(
      discord.calls(POST).map((call) => call.status),
      [429, 200],
    );
    const rejecting = await channelOf(await bot({ rest: { rejectOnRateLimit: () => true } }), room);
    discord.fail(POST, { kind: '429', retryAfter: 0.05, global: true });
    await assert.rejects(rejecting.send('hasty'), { global: true, scope: 'global' });
    assert.equal(discord.messages(room).length, 1);
  });

  it('keeps to real buckets when they are switched on', async () => {
    await restart({ settings: { bucket: { limit: 2, windowMs: 100 } } });
    const channel = await channelOf(await bot(), room);
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => channel.send(text)));
    assert.equal(discord.messages(room).length, 5);
  });

  it('does not repeat a 5xx when retries are off, and does at once when they are on', async () => {
    const plain = await channelOf(await bot(), room);
    discord.fail(POST, { kind: '5xx', status: 503 });
    await assert.rejects(plain.send('x'), (error) => error instanceof HTTPError && error.status === 503);
    assert.equal(discord.calls(POST).length, 1);
    const stubborn = await channelOf(await bot({ rest: { retries: 3 } }), room);
    discord.fail(POST, { kind: '5xx', processed: true, times: 3 });
    await stubborn.send('four times');
    assert.equal(discord.messages(room).length, 4, 'this is why retries are off');
  });

  it('gets no answer though the message was posted', async () => {
    const channel = await channelOf(await bot(), room);
    for (const how of ['reset', 'close'] as const) {
      discord.fail(POST, { kind: 'lost-answer', how });
      await assert.rejects(channel.send(how), (error) => !(error instanceof DiscordAPIError));
    }
    assert.deepEqual(
      discord.messages(room).map((message) => message.text),
      ['reset', 'close'],
    );
    discord.fail(POST, { kind: 'drop-before' });
    await assert.rejects(channel.send('never'));
    assert.equal(discord.messages(room).length, 2);
    const client = await bot();
    const hasty = await channelOf(client, room);
    client.rest.options.timeout = 50;
    discord.fail(POST, { kind: 'lost-answer', how: 'hang' });
    await assert.rejects(hasty.send('slow'), { name: 'AbortError' });
    assert.equal(discord.messages(room).length, 3);
  });

  it('repeats a lost answer by itself when retries are on: a reset and a timeout, not a plain close', async () => {
    const client = await bot({ rest: { retries: 1 } });
    const channel = await channelOf(client, room);
    discord.fail(POST, { kind: 'lost-answer', how: 'reset' });
    await channel.send('reset');
    client.rest.options.timeout = 500;
    discord.fail(POST, { kind: 'lost-answer', how: 'hang' });
    await channel.send('hang');
    discord.fail(POST, { kind: 'lost-answer', how: 'close' });
    await assert.rejects(channel.send('close'));
    assert.deepEqual(
      discord.messages(room).map((message) => message.text),
      ['reset', 'reset', 'hang', 'hang', 'close'],
    );
  });

  it('holds a request until it is released, and gives any error code asked for', async () => {
    const channel = await channelOf(await bot(), room);
    const held = discord.fail(POST, { kind: 'hold', when: (call) => call.body.content === 'held' });
    const sending = channel.send('held');
    assert.equal((await held.hit).body.content, 'held');
    assert.equal(discord.messages(room).length, 0);
    held.release();
    await sending;
    discord.fail(POST, { kind: 'error', code: 50083 });
    await assert.rejects(channel.send('x'), { code: 50083, status: 400 });
  });

  it('is thrown out', async () => {
    const client = await bot();
    const left = once(client, Events.GuildDelete);
    discord.kickBot();
    await left;
    await assert.rejects(client.rest.get(`/channels/${room}`), { code: 50001 });
  });
});

describe('waiting', () => {
  it('says what happened when what was waited for never comes', async () => {
    discord.say({ user: ann, channel: room, text: 'hello?' });
    const wait = discord.waitFor(() => false, 'an answer', { timeoutMs: 10 });
    await assert.rejects(wait, /while waiting for an answer[\s\S]*hello\?[\s\S]*Gateway sessions/);
  });

  it('ends with the fake', async () => {
    const wait = discord.waitFor(() => false, 'nothing');
    await discord.stop();
    await assert.rejects(wait, /was stopped/);
    await restart({});
  });
});
