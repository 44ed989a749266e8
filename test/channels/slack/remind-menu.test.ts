// "Remind me about this" as the adapter takes it in: what the modal carries, which row comes of it, where it belongs.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  linkTo,
  readMenuUsed,
  readSubmitted,
  remindModal,
} from '../../../src/channels/slack/controls/remind-menu.ts';
import { tags } from '../../../src/language/languages.ts';
import { english, sayIn } from '../../../src/language/say.ts';
import type { FakeSlack } from '../../fakes/slack/index.ts';
import { conversation, person, SlackBench } from './bench.ts';

const bench = new SlackBench();
const us = { team: 'T0PEA', user: 'U0US', bot: 'B0US' };

type Row = Awaited<ReturnType<typeof bench.inbox>>[number];

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

const words = (value: string | null) => ({ words: { words: { value } } });
const preset = (index: number) => ({ preset: { preset: { selected_option: { value: `${index}` } } } });

/** Uses the menu on a message and resolves with the modal's id once it is open. */
async function menu(slack: FakeSlack, channel: string, ts: string, user = 'U1ANN'): Promise<string> {
  slack.shortcut({ user, callback_id: 'remind_about', channel, message_ts: ts });
  const { view } = await slack.waitFor(() => slack.modals.find((each) => each.user === user), 'a modal');
  return String(view.id);
}

async function remind(slack: FakeSlack, channel: string, ts: string, user = 'U1ANN') {
  slack.submit({ view_id: await menu(slack, channel, ts, user), values: words('in 2 hours') });
  await slack.waitFor(() => slack.modals.length === 0, 'the modal to close');
  // What was said just before may become a row later.
  const row = (await bench.inbox()).findLast(({ kind }) => kind === 'command');
  return { ...row, args: JSON.parse(String(row?.payload.args)) };
}

describe('where a reminder about a message belongs', () => {
  test('to the thread that we take part in, for the person’s eyes, with readable words and a link', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await bench.stored(slack, 1);
    const ts = slack.say({
      user: 'U2BOB',
      channel: 'C1TEAM',
      text: 'ask <@U1ANN> &amp; me',
      thread_ts: root,
    });
    await bench.stored(slack, 2);
    const row = await remind(slack, 'C1TEAM', ts);
    assert.equal(row.conversation, conversation('C1TEAM', root));
    assert.equal(row.person, person('U1ANN'));
    assert.equal(row.payload?.private, true);
    assert.deepEqual(row.args, {
      text: 'ask @Ann & me',
      own: false,
      permalink: `https://peacrab-test.slack.com/archives/C1TEAM/p${ts.replace('.', '')}?thread_ts=${root}&cid=C1TEAM`,
      when: 'in 2 hours',
    });
    const own = await remind(slack, 'C1TEAM', root);
    assert.equal(own.conversation, conversation('C1TEAM', root));
    assert.equal(own.args.own, true);
  });

  test('to the person’s DM: from chatter, from rooms that we are not in, from somebody else’s DM', async () => {
    const slack = await bench.workspace();
    slack.channel('C2FAR', { members: ['U1ANN', 'U2BOB'], bot: false });
    slack.channel('DOTHERS', { kind: 'im', members: ['U1ANN', 'U2BOB'], bot: false });
    await bench.started(slack);
    for (const channel of ['C1TEAM', 'C2FAR', 'DOTHERS']) {
      const ts = slack.say({ user: 'U2BOB', channel, text: 'canary' });
      const row = await remind(slack, channel, ts);
      assert.equal(row.conversation, conversation(slack.dm('U1ANN')), channel);
      assert.equal(row.payload?.private, false, 'a DM is private, and what stands there stays');
    }
    const rooms = await bench.database.db.selectFrom('room').select('id').execute();
    assert.equal(rooms.length, 1, 'of the others nothing is kept');
  });

  test('in the DM: to the DM, or to the thread in it', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const ts = slack.say({ user: 'U1ANN', channel: dm, text: 'one' });
    const aside = slack.say({ user: 'U1ANN', channel: dm, text: 'two', thread_ts: ts });
    await bench.stored(slack, 2);
    assert.equal((await remind(slack, dm, ts)).conversation, conversation(dm));
    assert.equal((await remind(slack, dm, aside)).conversation, conversation(dm, ts));
  });
});

describe('the modal', () => {
  test('is acknowledged when the row is there; twice submitted is one row; empty is none', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const ts = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'x' });
    const view_id = await menu(slack, 'C1TEAM', ts);
    slack.submit({ view_id, values: { ...words('  ') } });
    await slack.waitFor(() => slack.modals[0]?.errors, 'what is missing');
    await bench.stored(slack, 0);
    slack.submit({ view_id, values: preset(0) });
    slack.submit({ view_id, values: preset(0) });
    await bench.stored(slack, 1);
    assert.equal(slack.modals.length, 0);
  });

  test('is not acknowledged while the database is down: Slack tells the person, and the modal stays', async () => {
    const slack = await bench.workspace({ ackMs: 100 });
    const intake = bench.intake();
    await bench.started(slack, { ...intake, receive: () => Promise.reject(new Error('down')) });
    const ts = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'x' });
    slack.submit({ view_id: await menu(slack, 'C1TEAM', ts), values: preset(0) });
    await slack.settled();
    assert.equal(slack.deliveries.at(-1)?.outcome, 'lost');
    assert.equal(slack.modals.length, 1);
  });

  test('that does not open becomes a command without a time; other apps’ menus and modals are nothing', async () => {
    const slack = await bench.workspace();
    const intake = bench.intake();
    const { promise: stored, resolve } = Promise.withResolvers<Row>();
    await bench.started(slack, {
      ...intake,
      receive: async (incoming) => {
        const outcome = await intake.receive(incoming);
        const [row] = await bench.inbox();
        if (row) resolve(row);
        return outcome;
      },
    });
    const ts = slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'x' });
    slack.shortcut({ user: 'U1ANN', callback_id: 'theirs', channel: 'C1TEAM', message_ts: ts });
    slack.fail('views.open', { kind: 'error', error: 'expired_trigger_id' });
    slack.shortcut({ user: 'U1ANN', callback_id: 'remind_about', channel: 'C1TEAM', message_ts: ts });
    const row = await stored;
    assert.equal(row.conversation, conversation(slack.dm('U1ANN')));
    assert.equal(row.kind, 'command');
    assert.equal(JSON.parse(String(row.payload.args)).when, undefined);
    assert.equal((await bench.inbox()).length, 1);
  });

  test('carries a message of any length, and reads nothing but its own', () => {
    const read = (text: string) =>
      readMenuUsed(
        {
          type: 'message_action',
          callback_id: 'remind_about',
          team: { id: 'T0PEA' },
          user: { id: 'U1ANN' },
          trigger_id: '1',
          channel: { id: 'C1' },
          message: { ts: '1.2', thread_ts: '1.2', user: 'U1ANN', text },
        },
        us,
      );
    for (const text of [
      '',
      'a'.repeat(40_000),
      '"\n'.repeat(4000),
      '😀'.repeat(4000),
      'x\u0000'.repeat(3000),
    ]) {
      const about = read(text)?.about;
      assert.ok(about);
      const { private_metadata = '', callback_id } = remindModal(about, english);
      assert.ok(private_metadata.length <= 3000);
      const body = {
        type: 'view_submission',
        team: { id: 'T0PEA' },
        user: { id: 'U1ANN' },
        view: {
          id: 'V1',
          callback_id,
          private_metadata,
          state: { values: { ...preset(1), ...words('noon') } },
        },
      };
      const back = readSubmitted(body, us);
      assert.equal(back?.when, 'noon', 'the person’s own words come first');
      assert.ok(back && text.startsWith(back.about.text) && back.about.text.isWellFormed());
      assert.ok(text === '' || back.about.text.length > 200);
      assert.equal(back.about.thread, null, 'a root is in no thread');
      assert.equal(readSubmitted(body, { ...us, team: 'T2' }), null);
      assert.equal(readSubmitted({ ...body, view: { ...body.view, private_metadata: '{' } }, us), null);
      assert.equal(readSubmitted({ ...body, view: { ...body.view, callback_id: 'theirs' } }, us), null);
    }
    const about = read('x')?.about;
    assert.ok(about);
    for (const tag of tags) {
      const { title, submit, private_metadata = '', callback_id } = remindModal(about, sayIn(tag));
      assert.ok(title.text.length <= 24 && (submit?.text.length ?? 0) <= 24, tag);
      const view = { id: 'V1', callback_id, private_metadata, state: { values: {} } };
      const body = { type: 'view_submission', team: { id: 'T0PEA' }, user: { id: 'U1ANN' }, view };
      assert.equal(readSubmitted(body, us)?.language, tag, 'what is missing is said in the same language');
    }
    assert.equal(
      linkTo('https://x.slack.com/', { channel: 'C1', ts: '12.34', thread: null, text: '', own: true }),
      'https://x.slack.com/archives/C1/p1234',
    );
  });
});
