// The adapter's decisions as tables: keys, what an envelope says, where it belongs, texts in and out, failures.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { failureOf } from '../../../src/channels/slack/errors.ts';
import { profileOf } from '../../../src/channels/slack/incoming/directory.ts';
import { type Facts, readEnvelope } from '../../../src/channels/slack/incoming/envelope.ts';
import { readable, unnamedIds } from '../../../src/channels/slack/incoming/incoming-text.ts';
import { routeOf, settle } from '../../../src/channels/slack/incoming/routing.ts';
import { instantOf, placeAt, placeOf, tsOf } from '../../../src/channels/slack/keys.ts';
import { harmless } from '../../../src/channels/slack/outgoing/dialect.ts';
import {
  blocksOf,
  fallbackOf,
  localTimeToken,
  splitForSlack,
} from '../../../src/channels/slack/outgoing/message.ts';
import type { ConversationKey, PersonId } from '../../../src/database/ids.ts';

const us = { team: 'T1', user: 'U0US', bot: 'B0US' };
const nobody = { conversationOf: async () => null, takesPart: async () => false };

/** A message of ours whose row gets its id while we look. */
function recordedLate() {
  let looks = 0;
  return {
    conversationOf: async () => (looks++ < 2 ? null : ('slack:T1:C1' as ConversationKey)),
    takesPart: async () => false,
  };
}

describe('keys', () => {
  test('are those of the design, and can be read back', () => {
    const golden: readonly [string, string | null, string, 'dm' | 'channel'][] = [
      ['C1', '1732179600.000200', 'slack:T1:C1:1732179600.000200', 'channel'],
      ['G1', '1732179600.000200', 'slack:T1:G1:1732179600.000200', 'channel'],
      ['C1', null, 'slack:T1:C1', 'channel'],
      ['D1', null, 'slack:T1:D1', 'dm'],
      ['D1', '1732179600.000200', 'slack:T1:D1:1732179600.000200', 'dm'],
    ];
    for (const [channel, thread, key, kind] of golden) {
      const place = placeAt('T1', channel, thread);
      assert.deepEqual(
        [place.conversation, place.kind, place.room, place.thread],
        [key, kind, `slack:T1:${channel}`, thread],
      );
      assert.deepEqual(placeOf(key as ConversationKey), place);
    }
  });

  test('a ts is an instant', () => {
    assert.equal(instantOf('1732179600.000200').toISOString(), '2024-11-21T09:00:00.000Z');
    assert.equal(tsOf(new Date('2024-11-21T09:00:00Z')), '1732179600.000000');
  });
});

describe('where a message belongs', () => {
  const at: Parameters<typeof routeOf>[0] = {
    team: 'T1',
    channel: 'C1',
    ts: '9.1',
    thread: null,
    mentioned: false,
    underOurs: false,
  };
  const ours = { conversationOf: async () => 'slack:T1:C1' as ConversationKey, takesPart: async () => false };
  const inIt = { conversationOf: async () => null, takesPart: async () => true };
  const table: readonly [string, Partial<typeof at>, Parameters<typeof settle>[1], string | null][] = [
    ['chatter', {}, inIt, null],
    ['a mention', { mentioned: true }, nobody, 'slack:T1:C1:9.1'],
    ['a mention in a thread of others', { mentioned: true, thread: '5.1' }, nobody, 'slack:T1:C1:5.1'],
    ['a thread of others', { thread: '5.1' }, nobody, null],
    ['a thread that we are in', { thread: '5.1' }, inIt, 'slack:T1:C1:5.1'],
    ['a reply to ours', { thread: '5.1' }, ours, 'slack:T1:C1'],
    ['a reply to ours with a mention', { thread: '5.1', mentioned: true }, ours, 'slack:T1:C1'],
    [
      'a reply to ours that is not recorded yet',
      { thread: '5.1', underOurs: true },
      recordedLate(),
      'slack:T1:C1',
    ],
    [
      'a reply to something of ours that we know nothing of',
      { thread: '5.1', underOurs: true },
      nobody,
      'slack:T1:C1:5.1',
    ],
    ['a DM', { channel: 'D1' }, nobody, 'slack:T1:D1'],
    ['a thread in a DM', { channel: 'D1', thread: '5.1' }, nobody, 'slack:T1:D1:5.1'],
    ['a group DM without a mention', { channel: 'G1' }, nobody, null],
    ['a group DM with a mention', { channel: 'G1', mentioned: true }, nobody, 'slack:T1:G1:9.1'],
  ];
  for (const [name, over, intake, expected] of table) {
    test(name, async () => {
      const route = routeOf({ ...at, ...over });
      assert.equal(
        (route && (await settle(route, intake, async () => undefined)))?.conversation ?? null,
        expected,
      );
    });
  }
});

describe('what an envelope says', () => {
  const message = { type: 'message', channel: 'C1', user: 'U1', ts: '9.1', text: 'hi' };
  const event = (over: object, outer: object = {}) =>
    readEnvelope('events_api', { team_id: 'T1', event: { ...message, ...over }, ...outer }, us);
  const said = (facts: Facts) => (facts.type === 'said' ? facts : null);

  test('what people write is said, in its four kinds', () => {
    for (const subtype of [undefined, 'file_share', 'thread_broadcast', 'me_message'])
      assert.ok(said(event({ subtype })), String(subtype));
    assert.equal(said(event({ type: 'app_mention' }))?.mentioned, true);
    assert.equal(said(event({ text: 'hey <@U0US>' }))?.mentioned, true);
    assert.equal(said(event({ text: 'hey <@U0US|peacrab>' }))?.mentioned, true);
    assert.equal(said(event({ text: 'hey <@U0USX>' }))?.mentioned, false);
    assert.equal(said(event({ thread_ts: '5.1' }))?.thread, '5.1');
    assert.equal(said(event({ thread_ts: '9.1' }))?.thread, null);
    assert.equal(said(event({ thread_ts: '5.1', parent_user_id: 'U0US' }))?.underOurs, true);
    assert.equal(said(event({}, { team_id: 'T2', authorizations: [{ team_id: 'T1' }] }))?.team, 'T1');
  });

  test('changed words are an edit, named by the event; any other change is nothing', () => {
    const changed = (now: object, before: object = {}, over: object = {}) =>
      event({
        subtype: 'message_changed',
        hidden: true,
        user: undefined,
        ts: '12.000300',
        message: { ...message, text: 'ho', edited: { user: 'U1', ts: '12.000000' }, ...now },
        previous_message: { ...message, ...before },
        ...over,
      });
    const edit = changed({});
    assert.deepEqual(edit.type === 'edited' && [edit.ts, edit.editedTs, edit.text], [
      '9.1',
      '12.000300',
      'ho',
    ]);
    assert.equal(changed({}, {}, { previous_message: undefined }).type, 'edited');
    const nothing: readonly [object, object?, object?][] = [
      [{ edited: undefined }],
      [{ text: 'hi' }],
      [{ text: 'hi', attachments: [{ title: 'A page' }], edited: undefined }],
      [{}, { text: 'ho' }],
      [{ user: 'U0US' }],
      [{ bot_id: 'B9' }],
      [{ subtype: 'bot_message' }],
      [{}, {}, { message: undefined }],
    ];
    for (const each of nothing) assert.equal(changed(...each).type, 'nothing', JSON.stringify(each));
    assert.equal(changed({ subtype: 'tombstone', hidden: true, user: 'USLACKBOT' }).type, 'deleted');
  });

  test('empty changes, deletions, bots, ourselves, other teams and nonsense are nothing', () => {
    const nothing: readonly [object, object?][] = [
      [{ subtype: 'message_changed', hidden: true }],
      [{ subtype: 'message_deleted', hidden: true }],
      [{ subtype: 'channel_join' }],
      [{ subtype: 'bot_message', bot_id: 'B9' }],
      [{ bot_id: 'B9' }],
      [{ bot_id: 'B0US', user: 'U0US' }],
      [{ user: 'U0US' }],
      [{ user: 'USLACKBOT' }],
      [{ user: undefined }],
      [{ ts: undefined }],
      [{ type: 'reaction_added' }],
      [{}, { team_id: 'T2' }],
      [{}, { authorizations: [{ team_id: 'T2' }] }],
      [{}, { event: undefined }],
      [{}, { event: 'hi' }],
    ];
    for (const [over, outer] of nothing)
      assert.equal(event(over, outer).type, 'nothing', JSON.stringify([over, outer]));
    for (const type of ['events_api', 'slash_commands', 'interactive', 'hello']) {
      for (const body of [undefined, null, 1, 'x', {}, { type: 'view_submission' }])
        assert.equal(readEnvelope(type, body, us).type, 'nothing');
    }
  });

  test('attachments are named with their kind', () => {
    const files = [
      { name: 'a.png', mimetype: 'image/png' },
      { name: 'b.md', mimetype: 'text/markdown' },
      { name: 'c.zip', mimetype: 'application/zip' },
      {},
    ];
    assert.deepEqual(
      said(event({ subtype: 'file_share', files, attachments: [{ is_share: true }, { from_url: 'x' }] }))
        ?.attachments,
      ['a.png (image)', 'b.md (text)', 'c.zip (file)', 'a file (file)', 'a forwarded message'],
    );
  });

  test('words are heard whatever is told of what came with them', () => {
    const files = [
      { id: 'F1', name: 'a.txt', size: null, url_private: null, mode: null },
      null,
      'F2',
      { name: 7 },
    ];
    const read = said(event({ text: 'look', files, attachments: [null, { is_share: null }] }));
    assert.equal(read?.text, 'look');
    assert.equal(read?.attachments.length, 4);
    for (const strange of [null, {}, 'F1'])
      assert.equal(said(event({ text: 'look', files: strange, attachments: strange }))?.text, 'look');
  });

  test('a reaction of any name is read', () => {
    for (const reaction of ['constructor', '__proto__', 'tada'])
      assert.equal(
        event({
          type: 'reaction_added',
          reaction,
          item: { type: 'message', channel: 'C1', ts: '9.1' },
          event_ts: '9.2',
        }).type,
        'nothing',
      );
  });

  test('of what is forwarded, shared or unfurled nothing is read', () => {
    const attachments = [
      { is_share: true, text: 'FOREIGN', fallback: 'FOREIGN', author_name: 'FOREIGN' },
      { is_msg_unfurl: true, text: 'FOREIGN', message_blocks: [{ message: { blocks: ['FOREIGN'] } }] },
      { from_url: 'https://example.com', title: 'FOREIGN', text: 'FOREIGN' },
    ];
    const read = said(event({ text: 'what is this?', attachments, blocks: [{ text: 'FOREIGN' }] }));
    assert.equal(read?.text, 'what is this?');
    assert.doesNotMatch(JSON.stringify(read), /FOREIGN/);
  });

  test('only our own buttons are clicks', () => {
    const click = (action: object, over: object = {}) =>
      readEnvelope(
        'interactive',
        {
          type: 'block_actions',
          team: { id: 'T1' },
          user: { id: 'U1', name: 'ann' },
          channel: { id: 'C1' },
          container: { message_ts: '9.1' },
          actions: [{ action_ts: '9.2', ...action }],
          ...over,
        },
        us,
      );
    assert.equal(click({ action_id: 'peacrab_0', value: 'undo:1' }).type, 'clicked');
    assert.equal(click({ action_id: 'theirs', value: 'undo:1' }).type, 'nothing');
    assert.equal(click({ action_id: 'peacrab_0' }).type, 'nothing');
    assert.equal(click({ action_id: 'peacrab_0', value: 'x' }, { team: { id: 'T2' } }).type, 'nothing');
  });
});

describe('people', () => {
  test('members are the people of this workspace', () => {
    const member = (user: object) => profileOf('T1', 'U1', user).speaker.member;
    assert.equal(member({ team_id: 'T1' }), true);
    assert.equal(member({ team_id: 'T1', is_restricted: true }), true);
    assert.equal(member({ team_id: 'T2', enterprise_user: { teams: ['T1'] } }), true);
    for (const user of [
      { team_id: 'T2' },
      { team_id: 'T1', deleted: true },
      { team_id: 'T1', is_bot: true },
      { is_stranger: true },
    ]) {
      assert.equal(member(user), false, JSON.stringify(user));
    }
  });

  test('are called what they call themselves', () => {
    const name = (user: object) => profileOf('T1', 'U1', user).speaker.name;
    assert.equal(name({ profile: { display_name: 'annie', real_name: 'Ann Lee' }, name: 'ann' }), 'annie');
    assert.equal(name({ profile: { display_name: '', real_name: 'Ann Lee' }, name: 'ann' }), 'Ann Lee');
    assert.equal(name({}), 'U1');
  });
});

describe('texts in', () => {
  const names = {
    of: (id: string) =>
      new Map([
        ['U2', 'Bob'],
        ['C2', 'general'],
      ]).get(id),
  };
  const table: readonly [string, string][] = [
    ['<@U0US> hi', 'hi'],
    ['<@U0US>: hi', 'hi'],
    ['<@U0US|peacrab>, hi', 'hi'],
    ['<@U0US>', ''],
    ['hey <@U0US> you', 'hey you'],
    ['are you there <@U0US>?', 'are you there?'],
    ['ask <@U2> and <@U3> or <@U4|Dan>', 'ask @Bob and @U3 or @Dan'],
    ['in <#C2|> and <#C3|random> and <#C4>', 'in #general and #random and #C4'],
    ['<!here> <!channel|channel> <!subteam^S1|@team> <!subteam^S2>', '@here @channel @team @subteam'],
    ['<!date^1732179600^{date}|21 Nov>', '21 Nov'],
    ['see <https://x.test/a>', 'see https://x.test/a'],
    ['see <https://x.test/a|the page>', 'see the page (https://x.test/a)'],
    ['see <http://x.test|x.test>', 'see http://x.test'],
    ['to <mailto:a@x.test|a@x.test>', 'to a@x.test'],
    ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
    ['&lt;@U2&gt; is not a mention', '<@U2> is not a mention'],
    ['  two\n\nlines  ', 'two\n\nlines'],
  ];
  for (const [written, expected] of table)
    test(written, () => assert.equal(readable(written, 'U0US', names), expected));

  test('ids without names are looked up, ours is not', () => {
    assert.deepEqual(unnamedIds('<@U0US> <@U2> <@U2> <@U4|Dan> <#C2|> <#C3|random>', 'U0US'), ['U2', 'C2']);
  });
});

describe('texts out', () => {
  const quiet = [
    '<@U1>',
    '<@U1|ann>',
    '<@W1>',
    '<!here>',
    '<!here|here>',
    '<!channel>',
    '<!everyone>',
    '<!subteam^S1>',
    '<!subteam^S1|@x>',
    '@here',
    '@channel please',
    'hey @everyone!',
    '`<@U1>`',
    '```\n<!here>\n```',
    '<@u1>',
    '<!HERE>',
  ];
  for (const text of quiet) {
    test(`${JSON.stringify(text)} pings nobody and reads the same`, () => {
      const made = harmless(text);
      assert.doesNotMatch(made, /<[@!](?:[A-Z0-9]|here|channel|everyone|subteam)/i);
      assert.doesNotMatch(made.replace(/`[^`]*`/g, ''), /@(here|channel|everyone)\b/i);
      assert.equal(made.replaceAll('\u200b', ''), text);
    });
  }

  for (const text of [
    'a <b> & c',
    '<!DOCTYPE html>',
    '<!-- note -->',
    'me@channel.test',
    '`@here`',
    '```\n@channel.on\n```',
    '<#C1>',
    '@heretic',
    localTimeToken(new Date(0)),
  ]) {
    test(`${JSON.stringify(text)} stays as it is`, () => assert.equal(harmless(text), text));
  }

  test('the fallback is escaped, date tokens apart, and fits an update', () => {
    const token = localTimeToken(new Date('2024-11-21T09:00:00Z'));
    assert.equal(token, '<!date^1732179600^{date_short_pretty} {time}|2024-11-21 09:00 UTC>');
    assert.equal(
      fallbackOf({ text: `at ${token} & <b>`, mention: 'slack:T1:U1' as PersonId }),
      `<@U1> at ${token} &amp; &lt;b&gt;`,
    );
    for (const text of ['<'.repeat(9000), '🦀'.repeat(9000), 'a&'.repeat(9000), '']) {
      const made = fallbackOf({ text, mention: null });
      assert.ok(Buffer.byteLength(made) <= 3500 && made.isWellFormed() && made !== '');
      assert.doesNotMatch(made, /&(?!amp;|lt;|gt;)/);
    }
  });

  test('blocks: mention, words, buttons; an empty text has none of its own beside buttons', () => {
    const buttons = [{ label: 'L'.repeat(90), action: 'a' }];
    assert.deepEqual(
      blocksOf({ text: '', buttons, times: [], mention: 'slack:T1:U1' as PersonId }).map(
        (block) => block.type,
      ),
      ['rich_text', 'actions'],
    );
    assert.deepEqual(blocksOf({ text: '', buttons: [], times: [], mention: null }), [
      { type: 'markdown', text: '…' },
    ]);
  });

  test('instants stand under the words, in each reader’s own time', () => {
    const times = [new Date('2024-11-21T09:00:00Z'), new Date('2024-11-21T09:00:00Z')];
    assert.deepEqual(
      blocksOf({ text: 'Set.', buttons: [{ label: 'Undo', action: 'a' }], times, mention: null })[1],
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: 'In your time zone: <!date^1732179600^{date_short_pretty} {time}|2024-11-21 09:00 UTC>',
          },
        ],
      },
    );
  });

  test('a message of 40,000 characters becomes four', () => {
    assert.equal(splitForSlack('word '.repeat(8000)).length, 4);
  });
});

describe('failures', () => {
  const platform = (error: string) =>
    new WebAPIPlatformError({ ok: false, error, response_metadata: {} } as never);
  const network = (code: string, name = 'Error') =>
    new WebAPIRequestError(
      Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { name, code }) }),
    );
  const table: readonly (readonly [string, unknown, string, string])[] = [
    ['rate limit', new WebAPIRateLimitedError(7), 'retry', 'ratelimited'],
    [
      'a 429 without its wait',
      new Error('Retry header did not contain a valid timeout'),
      'retry',
      'ratelimited',
    ],
    ...[
      'channel_not_found',
      'not_in_channel',
      'is_archived',
      'thread_not_found',
      'user_disabled',
      'cannot_dm_bot',
      'user_not_in_channel',
      'messages_tab_disabled',
    ].map((code) => [code, platform(code), 'gone', code] as const),
    ...['invalid_auth', 'token_revoked', 'missing_scope', 'account_inactive'].map(
      (code) => [code, platform(code), 'retry', code] as const,
    ),
    ...['internal_error', 'fatal_error', 'service_unavailable'].map(
      (code) => [code, platform(code), 'doubt', code] as const,
    ),
    ...['invalid_blocks', 'msg_too_long', 'no_text', 'something_new'].map(
      (code) => [code, platform(code), 'refused', code] as const,
    ),
    ['a page in place of an answer', platform('<html>Bad gateway</html>'), 'doubt', 'not_an_answer'],
    ['502', new WebAPIHTTPError(502, 'Bad Gateway', {}), 'doubt', 'http_502'],
    ['404', new WebAPIHTTPError(404, 'Not Found', {}), 'retry', 'http_404'],
    ...[
      'ECONNREFUSED',
      'ENOTFOUND',
      'EAI_AGAIN',
      'UND_ERR_CONNECT_TIMEOUT',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ].map((code) => [code, network(code), 'retry', code] as const),
    ...['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].map((code) => [code, network(code), 'doubt', code] as const),
    ['a timeout', new WebAPIRequestError(new DOMException('late', 'TimeoutError')), 'doubt', 'TimeoutError'],
    ['anything else', 'what', 'doubt', 'unknown'],
  ];
  for (const [name, error, failure, code] of table) {
    test(name, () => {
      const found = failureOf(error);
      assert.deepEqual([found.failure, found.code], [failure, code]);
      assert.ok(found.retryAfterMs > 0);
    });
  }
});
