// The adapter's decisions without Discord: keys, routing, text both ways, commands, errors. Tables of examples.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type APIUser, DiscordAPIError, HTTPError, MessageType, RateLimitError } from 'discord.js';
import { formAbout } from '../../../src/channels/discord/controls/about-form.ts';
import {
  argumentsOf,
  isRegistered,
  registration,
  typingIn,
} from '../../../src/channels/discord/controls/commands.ts';
import { closeError, sendError, startError } from '../../../src/channels/discord/errors.ts';
import { pageFrom } from '../../../src/channels/discord/incoming/catch-up.ts';
import type { ChannelFacts } from '../../../src/channels/discord/incoming/facts.ts';
import { readableText } from '../../../src/channels/discord/incoming/incoming-text.ts';
import {
  type Route,
  type RoutedMessage,
  routeMessage,
} from '../../../src/channels/discord/incoming/routing.ts';
import {
  channelOf,
  channelPlace,
  dmPlace,
  idAt,
  placeOfKey,
  threadPlace,
  timeOf,
} from '../../../src/channels/discord/keys.ts';
import { dialectOf, withMention } from '../../../src/channels/discord/outgoing/dialect.ts';
import {
  bodyOf,
  contentOf,
  nonceOf,
  splitAt,
  textAtMost,
  threadName,
} from '../../../src/channels/discord/outgoing/message.ts';
import { readReplyToken, writeReplyToken } from '../../../src/channels/discord/outgoing/reply-token.ts';
import { commands } from '../../../src/conversation/commands/index.ts';
import type { ConversationKey, PersonId } from '../../../src/database/ids.ts';
import { sayFor } from '../../../src/language/say.ts';

const self = '900000000000000001';
const ann = {
  id: '900000000000000002',
  username: 'ann',
  global_name: 'Ann',
  discriminator: '0',
  avatar: null,
} as APIUser;
const us = { ...ann, id: self, bot: true } as APIUser;
const room = { guild: '1', channel: '2', name: 'general', topic: null };

describe('keys', () => {
  const rows: [unknown, { conversation: string; room: string; thread: string | null }][] = [
    [threadPlace(room, '3'), { conversation: 'discord:1:2:3', room: 'discord:1:2', thread: '3' }],
    [channelPlace(room), { conversation: 'discord:1:2', room: 'discord:1:2', thread: null }],
    [dmPlace('4'), { conversation: 'discord:4', room: 'discord:4', thread: null }],
    [
      placeOfKey(room, 'discord:1:2:5' as ConversationKey),
      { conversation: 'discord:1:2:5', room: 'discord:1:2', thread: '5' },
    ],
    [
      placeOfKey(room, 'discord:1:2' as ConversationKey),
      { conversation: 'discord:1:2', room: 'discord:1:2', thread: null },
    ],
  ];
  for (const [place, golden] of rows)
    it(golden.conversation, () => {
      const { conversation, room: key, thread } = place as typeof golden;
      assert.deepEqual({ conversation, room: key, thread }, golden);
    });

  it('finds the channel of a room again', () => {
    assert.equal(channelOf(threadPlace(room, '3').room), '2');
    assert.equal(channelOf(dmPlace('4').room), '4');
  });

  it('reads time from ids and makes ids of times', () => {
    const instant = new Date('2026-11-21T08:00:00.123Z');
    assert.equal(timeOf(idAt(instant)).getTime(), instant.getTime());
    assert.equal(idAt(new Date(0)), '0');
  });
});

describe('routing', () => {
  const facts = (kind: ChannelFacts['kind'], more: Partial<ChannelFacts> = {}): ChannelFacts => ({
    id: '20',
    kind,
    guild: kind === 'dm' ? null : '1',
    parent: kind === 'thread' ? '2' : null,
    name: 'general',
    topic: null,
    ...more,
  });
  const message = (content: string, more: object = {}): RoutedMessage =>
    ({ id: '30', type: MessageType.Default, author: ann, content, ...more }) as RoutedMessage;
  const reply = (content: string, author: APIUser | null) =>
    message(content, {
      type: MessageType.Reply,
      message_reference: { type: 0, message_id: '25', channel_id: '20' },
      ...(author ? { referenced_message: { author } } : { referenced_message: null }),
    });
  const say = (route: Route): string => {
    if (route.type === 'ignore') return 'ignore';
    if (route.type === 'if-ours') return `if-ours ${route.repliedTo}, else ${say(route.otherwise)}`;
    return `${route.type} ${route.place.conversation}`;
  };
  const rows: [string, RoutedMessage, ChannelFacts, string][] = [
    ['a direct message', message('hello'), facts('dm'), 'take discord:20'],
    ['a reply in a DM', reply('hello', us), facts('dm'), 'take discord:20'],
    ['an empty direct message', message(''), facts('dm'), 'take discord:20'],
    ['a mention in a channel', message(`<@${self}> hello`), facts('channel'), 'take discord:1:20:30'],
    ['a mention of the old kind', message(`hello <@!${self}>`), facts('channel'), 'take discord:1:20:30'],
    [
      'a mention of somebody else',
      message(`<@${ann.id}> hello`),
      facts('channel'),
      'if-attended discord:1:20:30',
    ],
    ['chatter', message('hello all'), facts('channel'), 'if-attended discord:1:20:30'],
    ['everyone', message('@everyone hello'), facts('channel'), 'if-attended discord:1:20:30'],
    ['a mention in a thread', message(`<@${self}> hello`), facts('thread'), 'take discord:1:2:20'],
    ['something in a thread', message('thanks'), facts('thread'), 'if-part discord:1:2:20'],
    ['a reply in a thread', reply('thanks', ann), facts('thread'), 'if-part discord:1:2:20'],
    ['a thread whose channel is unknown', message(`<@${self}>`), facts('thread', { parent: null }), 'ignore'],
    ['a reply to ours', reply('yes', us), facts('channel'), 'if-ours 25, else if-attended discord:1:20:30'],
    [
      'a reply to ours with a mention',
      reply(`<@${self}> yes`, us),
      facts('channel'),
      'if-ours 25, else take discord:1:20:30',
    ],
    ['a reply to somebody', reply('yes', ann), facts('channel'), 'if-attended discord:1:20:30'],
    [
      'a reply to somebody with a mention',
      reply(`<@${self}> yes`, ann),
      facts('channel'),
      'take discord:1:20:30',
    ],
    [
      'a reply to what is gone',
      reply('yes', null),
      facts('channel'),
      'if-ours 25, else if-attended discord:1:20:30',
    ],
    ['ourselves', message('hello', { author: us }), facts('dm'), 'ignore'],
    ['another bot', message(`<@${self}>`, { author: { ...ann, bot: true } }), facts('channel'), 'ignore'],
    ['a webhook', message(`<@${self}>`, { webhook_id: '7' }), facts('channel'), 'ignore'],
    ['the system', message('', { author: { ...ann, system: true } }), facts('dm'), 'ignore'],
    ['somebody joined', message('', { type: MessageType.UserJoin }), facts('channel'), 'ignore'],
    ['a pin', message('', { type: MessageType.ChannelPinnedMessage }), facts('dm'), 'ignore'],
    ['a thread was made', message('name', { type: MessageType.ThreadCreated }), facts('channel'), 'ignore'],
    [
      'the first line of a thread',
      message('', { type: MessageType.ThreadStarterMessage }),
      facts('thread'),
      'ignore',
    ],
    ['a group DM', message('hello'), facts('other'), 'ignore'],
  ];
  for (const [name, what, where, golden] of rows)
    it(`${name}: ${golden}`, () => assert.equal(say(routeMessage(what, where, null, self)), golden));

  it('names the room after the thread’s channel', () => {
    const route = routeMessage(
      message(`<@${self}>`),
      facts('thread'),
      { name: 'general', topic: 'all' },
      self,
    );
    assert.ok(route.type === 'take');
    assert.deepEqual([route.place.name, route.place.topic], ['general', 'all']);
  });
});

describe('text that comes in', () => {
  const names = {
    self,
    user: (id: string) => (id === ann.id ? 'Ann' : null),
    role: (id: string) => (id === '5' ? 'sales' : null),
    channel: (id: string) => (id === '6' ? 'general' : null),
  };
  const rows: [string, string][] = [
    [`<@${self}> hello`, 'hello'],
    [`hello <@!${self}> there`, 'hello there'],
    [`hello <@${self}>`, 'hello'],
    [`<@${self}>`, ''],
    [`<@${self}>\n- one\n  - two`, '- one\n  - two'],
    [`ask <@${ann.id}> and <@123>`, 'ask @Ann and @someone'],
    ['<@&5> and <@&7>', '@sales and @role'],
    ['see <#6> or <#8>', 'see #general or #channel'],
    ['<:crab:123> <a:wave:456>', ':crab: :wave:'],
    ['at <t:1795248000:f>', 'at 2026-11-21 08:00 UTC'],
    ['at <t:999999999999:R>', 'at <t:999999999999:R>'],
    ['use </remind:42>', 'use /remind'],
    ['a < b && c > d &amp;', 'a < b && c > d &amp;'],
  ];
  for (const [content, golden] of rows)
    it(JSON.stringify(content), () => assert.equal(readableText(content, names), golden));
});

describe('text that goes out', () => {
  const rows: [string, string][] = [
    ['# One\n## Two\n### Three', '# One\n## Two\n### Three'],
    ['#### Four\n##### **Five** #', '**Four**\n**Five**'],
    [
      '```md\n#### Four\n![a](https://e.org/a.png)\n```\n#### Five',
      '```md\n#### Four\n![a](https://e.org/a.png)\n```\n**Five**',
    ],
    [
      '![a crab](https://e.org/a.png) and `![b](https://e.org/b.png)`',
      '[a crab](https://e.org/a.png) and `![b](https://e.org/b.png)`',
    ],
    ['![](https://e.org/a.png)', '[picture](https://e.org/a.png)'],
    ['- a\n- b', '- a\n- b'],
  ];
  for (const [text, golden] of rows)
    it(JSON.stringify(text), () => assert.equal(dialectOf(text, textAtMost), golden));

  it('puts a mention beside words and above blocks', () => {
    assert.equal(withMention('<@1>', 'stretch'), '<@1> stretch');
    assert.equal(withMention('<@1>', '- stretch'), '<@1>\n- stretch');
    assert.equal(withMention('<@1>', '```\nx\n```'), '<@1>\n```\nx\n```');
  });

  it('pings only whom the message is for', () => {
    const body = bodyOf({
      text: '@everyone <@5> <@&6>',
      buttons: [],
      times: [],
      mention: 'discord:7' as PersonId,
    });
    assert.deepEqual(body.allowed_mentions, { parse: [], users: ['7'], replied_user: false });
    assert.equal(body.content, '<@7> @everyone <@5> <@&6>');
    assert.deepEqual(
      bodyOf({ text: 'x', buttons: [], times: [], mention: null }).allowed_mentions?.users,
      [],
    );
  });

  it('sets buttons in rows of five, each once', () => {
    const buttons = Array.from({ length: 7 }, (_, index) => ({
      label: `${index}`.repeat(90),
      action: `undo:${index % 6}`,
    }));
    const { components } = bodyOf({ text: 'x', buttons, times: [], mention: null });
    const rows = components as unknown as { components: { label: string; custom_id: string }[] }[];
    assert.deepEqual(
      rows.map((row) => row.components.length),
      [5, 1],
    );
    assert.equal(rows[0]?.components[0]?.label.length, 80);
    assert.equal(rows[0]?.components[0]?.custom_id, 'undo:0');
  });

  it('leaves room for mention and note beside the longest piece', () => {
    const note = '\n(sent again: it was unclear whether the first had arrived)';
    const body = bodyOf({
      text: 'x'.repeat(splitAt) + note,
      buttons: [],
      times: [],
      mention: `discord:${self}` as PersonId,
    });
    assert.ok(body.content && body.content.length <= textAtMost && body.content.endsWith(note));
    assert.ok(
      (bodyOf({ text: 'x'.repeat(5000), buttons: [], times: [], mention: null }).content?.length ?? 0) <=
        textAtMost,
    );
  });

  it('shows instants in everybody’s own time, under the text, beside the longest piece and a mention too', () => {
    const times = [1, 2, 3, 4].map((day) => new Date(`2026-11-2${day}T08:00:00Z`));
    const line = '\n-# In your time zone: <t:1795248000:f> · <t:1795334400:f> · <t:1795420800:f>';
    const mention = `discord:${self}` as PersonId;
    const body = bodyOf({ text: 'x'.repeat(splitAt), buttons: [], times, mention });
    assert.ok(body.content?.endsWith(`x${line}`) && body.content.length <= textAtMost);
    assert.equal(contentOf({ text: 'Set.', times: [], mention: null }), 'Set.');
    const german = contentOf({ text: 'x', times: times.slice(0, 1), mention: null, language: 'de' });
    assert.equal(german, 'x\n-# In deiner Zeitzone: <t:1795248000:f>');
  });

  it('has the same nonce for the same row, and a short one', () => {
    assert.equal(nonceOf('turn:12:0'), nonceOf('turn:12:0'));
    assert.notEqual(nonceOf('turn:12:0'), nonceOf('turn:12:1'));
    assert.ok(nonceOf('fired:3:1732179600000').length <= 25);
  });

  it('names a thread by its first words', () => {
    assert.equal(threadName(''), 'Peacrab');
    assert.equal(threadName('**What** is\n> new?'), 'What is new?');
    assert.ok(threadName('word '.repeat(100)).length <= 62);
    assert.ok(threadName('x'.repeat(500)).length <= 62);
  });
});

describe('commands', () => {
  const plain = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => ({ name, type: 3 as const, value }));
  const given = ({ sub, ...values }: Record<string, string>) =>
    sub === undefined ? plain(values) : [{ name: sub, type: 1 as const, options: plain(values) }];
  const rows: [string, Record<string, string>, string][] = [
    ['remind', { text: 'stretch', when: 'tomorrow 9' }, 'tomorrow 9 stretch'],
    ['reminders', { sub: 'list' }, 'list'],
    ['reminders', { sub: 'history' }, 'history'],
    ['reminders', { sub: 'move', when: 'friday 10:00', reminder: 'r3' }, 'move r3 friday 10:00'],
    ['reminders', { sub: 'late', policy: 'skip', reminder: 'r3' }, 'late r3 skip'],
    ['agenda', { time: 'weekdays 8:00' }, 'weekdays 8:00'],
    ['task', { work: 'sum it up', when: 'every monday 8:00' }, 'every monday 8:00 sum it up'],
    ['tasks', { sub: 'show' }, ''],
    ['tasks', { sub: 'add', text: 'call Ann' }, 'add call Ann'],
    ['tasks', { sub: 'clear' }, 'clear'],
    ['persona', { name: ' cfo ' }, 'cfo'],
    ['memory', { sub: 'show' }, ''],
    ['memory', { sub: 'forget', note: 'n3' }, 'forget n3'],
    ['approvals', { sub: 'show', question: '7' }, '7'],
    ['approvals', { sub: 'revoke', permission: 'p3' }, 'revoke p3'],
    ['timezone', { zone: 'Europe/Berlin' }, 'Europe/Berlin'],
    ['undo', {}, ''],
    ['rewind', { messages: '2' }, '2'],
    ['approvals', { sub: 'approve', question: '7', extent: 'always' }, 'approve 7 always'],
    ['approvals', { sub: 'deny', question: '7' }, 'deny 7'],
    ['room', { sub: 'brief', text: 'We plan the move.' }, 'brief We plan the move.'],
    ['room', { sub: 'mode', mode: 'trusted' }, 'mode trusted'],
    ['now', { text: 'done' }, 'done'],
    ['context', {}, ''],
    ['usage', { of: 'all' }, 'all'],
    ['people', { sub: 'allow', who: 'Bob' }, 'allow Bob'],
  ];
  for (const [name, values, golden] of rows)
    it(`/${name} ${JSON.stringify(values)}`, () => assert.equal(argumentsOf(name, given(values)), golden));

  it('says what is being typed, with its sub-command', () => {
    const typing = [{ name: 'reminder', type: 3 as const, value: ' te', focused: true }];
    assert.deepEqual(typingIn('reminders', [{ name: 'cancel', type: 1, options: typing }]), {
      command: 'reminders cancel',
      option: 'reminder',
      typed: 'te',
    });
    assert.equal(typingIn('persona', plain({ name: 'cfo' })), null);
  });

  it('registers what the core shows in its help, and the menu of a message', () => {
    const shown = commands.filter((command) => !command.hidden).map((command) => command.name);
    assert.deepEqual(
      registration()
        .map(({ name }) => name)
        .sort(),
      [...shown, 'Remind me about this'].sort(),
    );
  });

  it('says what each is for in every language that Discord has, and names them in English', () => {
    const [remind, menu] = ['remind', 'Remind me about this'].map((name) =>
      registration().find((command) => command.name === name),
    );
    assert.ok(remind && 'description' in remind);
    assert.equal(remind.description, 'Set a reminder');
    assert.equal(remind.name_localizations, undefined);
    assert.equal(remind.description_localizations?.de, 'Eine Erinnerung stellen');
    assert.equal(
      JSON.parse(JSON.stringify(remind)).options[0].description_localizations.ja,
      '明日9時 · 20分後 · 平日8:30',
    );
    assert.equal(menu?.name_localizations?.['es-ES'], 'Recordármelo');
  });

  it('the form behind the menu is in the person’s language', () => {
    const { title, components } = formAbout('1', sayFor({ locale: 'es-419' })).data;
    assert.equal(title, 'Recordármelo');
    assert.doesNotMatch(JSON.stringify(components), /When|empty/);
  });

  it('sees whether Discord has what we would register', () => {
    const stored = registration().map((command, index) => ({
      description: '',
      options: [],
      ...command,
      id: `${index}`,
      version: '1',
      dm_permission: true,
    }));
    assert.equal(isRegistered(stored.toReversed()), true);
    assert.equal(isRegistered(stored.slice(1)), false);
    assert.equal(isRegistered(stored.map((one) => ({ ...one, name_localizations: null }))), false);
    assert.equal(isRegistered(stored.map((command) => ({ ...command, description: 'old' }))), false);
  });
});

describe('reply tokens', () => {
  it('are good for fifteen minutes', () => {
    const asked = new Date('2026-11-21T08:00:00Z');
    const written = writeReplyToken('77', idAt(asked), 'aW50ZXI');
    const later = (minutes: number) => new Date(asked.getTime() + minutes * 60_000);
    assert.deepEqual(readReplyToken(written, later(14)), {
      application: '77',
      interaction: idAt(asked),
      token: 'aW50ZXI',
      askedAt: asked,
    });
    assert.equal(readReplyToken(written, later(15)), null);
    assert.equal(readReplyToken(null, asked), null);
    assert.equal(readReplyToken('nonsense', asked), null);
  });
});

describe('paging', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  it('begins a minute before the mark, within the hours', () => {
    assert.equal(pageFrom(idAt(ago(10)), 12, now), idAt(ago(11)));
    assert.equal(pageFrom(idAt(ago(24 * 60)), 12, now), idAt(ago(12 * 60)));
  });
  it('is not done before the first start, or if switched off', () => {
    assert.equal(pageFrom(null, 12, now), null);
    assert.equal(pageFrom(idAt(ago(10)), 0, now), null);
  });
});

describe('failures', () => {
  const api = (status: number, code: number) =>
    new DiscordAPIError({ code, message: 'no' }, code, status, 'POST', 'https://discord.test', {
      files: undefined,
      body: undefined,
    });
  const limited = new RateLimitError({
    global: false,
    hash: '',
    limit: 1,
    majorParameter: '',
    method: 'POST',
    retryAfter: 1234,
    route: '',
    scope: 'user',
    sublimitTimeout: 0,
    timeToReset: 0,
    url: '',
  });
  const coded = (code: string) => Object.assign(new Error(code), { code });
  const rows: [string, unknown, string][] = [
    ['429', limited, 'retry'],
    ['unknown channel', api(404, 10003), 'gone'],
    ['missing access', api(403, 50001), 'gone'],
    ['missing permissions', api(403, 50013), 'gone'],
    ['DM blocked', api(403, 50007), 'gone'],
    ['no server in common', api(403, 50278), 'gone'],
    ['archived and locked', api(400, 50083), 'gone'],
    ['unknown person', api(404, 10013), 'gone'],
    ['bad body', api(400, 50035), 'refused'],
    ['empty', api(400, 50006), 'refused'],
    ['wrong token', api(401, 0), 'retry'],
    ['too many DMs opened', api(403, 40003), 'retry'],
    [
      '502',
      new HTTPError(502, 'Bad Gateway', 'POST', 'https://discord.test', {
        body: undefined,
        files: undefined,
      }),
      'doubt',
    ],
    ['nobody listens', coded('ECONNREFUSED'), 'retry'],
    ['no such host', coded('ENOTFOUND'), 'retry'],
    [
      'no connection on either family',
      new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
      'retry',
    ],
    ['one of two broke later', new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')]), 'doubt'],
    ['reset', coded('ECONNRESET'), 'doubt'],
    ['timeout', new DOMException('late', 'AbortError'), 'doubt'],
    ['something else', 'what?', 'doubt'],
  ];
  for (const [name, error, golden] of rows)
    it(`${name}: ${golden}`, () => assert.equal(sendError(error).failure, golden));

  it('waits as long as Discord says', () => assert.equal(sendError(limited).retryAfterMs, 1234));

  it('tells the operator what to do', () => {
    assert.match(startError(api(401, 0)).message, /DISCORD_TOKEN/);
    assert.equal(startError(api(401, 0)).code, 'CHANNEL_AUTH');
    assert.equal(startError(coded('ENOTFOUND')).code, 'CHANNEL_START');
    assert.match(closeError(4014).message, /Message Content Intent/);
    assert.match(closeError(4004).message, /DISCORD_TOKEN/);
    assert.equal(closeError(4012).code, 'CHANNEL_START');
  });
});
