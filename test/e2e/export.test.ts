// "export": a person's own data as a file, to them alone, once, on each platform.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, test } from 'node:test';
import { Terminal, terminalPlace } from '../../src/channels/terminal/terminal.ts';
import type { ConversationKey, OutboxId, PersonId, RoomId } from '../../src/database/ids.ts';
import type { FakeSlack } from '../fakes/slack/index.ts';
import { startScene as startDiscord } from './discord-scene.ts';
import type { Bot } from './harness.ts';
import { calls, startScene as startSlack } from './slack-scene.ts';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function begin<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const scene = await starting;
  stops.push(() => scene.stop());
  return scene;
}

const at = '2026-11-21T11:00:00Z';
const isExport = (name: string | undefined): boolean =>
  /^peacrab-export-\d{4}-\d\d-\d\d\.json$/.test(name ?? '');

const filesIn = (slack: FakeSlack, room: string): readonly string[] | undefined =>
  slack.messages(room).find(({ files }) => isExport(files[0]))?.files;

/** A room between two people, as earlier versions took it for a DM of each of them. */
async function foreignRows({ database: { db } }: Bot, team: string): Promise<void> {
  const room = `slack:${team}:D8OLD` as RoomId;
  const conversation = `${room}` as string as ConversationKey;
  await db.insertInto('room').values({ id: room, platform: 'slack', kind: 'dm' }).execute();
  await db.insertInto('conversation').values({ id: conversation, room_id: room }).execute();
  const place = { platform: 'slack', room_id: room, conversation_id: conversation };
  for (const user of ['U1ANN', 'U2BOB']) {
    const person_id = `slack:${team}:${user}` as PersonId;
    const payload = JSON.stringify({ action: 'undo:1' });
    await db
      .insertInto('inbox')
      .values({ ...place, person_id, message_id: `click-${user}`, kind: 'click', state: 'done', payload })
      .execute();
  }
  for (const told of [
    { text: 'old quokka, told openly' },
    { text: 'old quokka', privateTo: 'slack:T:U2BOB' },
  ])
    await db
      .insertInto('outbox')
      .values({ ...place, key: told.text, kind: 'reply', state: 'sent', payload: JSON.stringify(told) })
      .execute();
}

describe('export on Slack', () => {
  async function talked() {
    const scene = await begin(startSlack());
    const { slack, bot, answer } = scene;
    bot.model.rules(({ lastUser, messages }) =>
      messages.at(-1)?.role !== 'tool' && /stretch/.test(lastUser)
        ? calls('set_reminder', { text: 'stretch', when: 'tomorrow at 9' })
        : 'all right',
    );
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'remind me tomorrow at 9 to stretch' });
    await answer(dm, null, 1);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'my own canary' });
    await answer('C1TEAM', root, 1);
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'words of Bob', thread_ts: root });
    await answer('C1TEAM', root, 2);
    return { ...scene, dm };
  }

  test('from a channel it goes to the DM, with one’s own words and nobody else’s', async () => {
    const { slack, dm } = await talked();
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'export' });
    const [name] = await slack.waitFor(() => filesIn(slack, dm), 'the file');
    const text = slack.fileText(name ?? '') ?? '';
    const data = JSON.parse(text);
    assert.equal(data.person.name, 'Ann');
    assert.equal(data.reminders[0].text, 'stretch');
    assert.equal(data.usage.turns, 2);
    const said = data.messages.map(({ by, text: words }: { by: string; text: string }) => `${by}: ${words}`);
    assert.ok(said.includes('you: my own canary'), text);
    assert.ok(
      said.some((line: string) => /^peacrab: all right\n\n⏰/.test(line)),
      text,
    );
    assert.doesNotMatch(text, /words of Bob/);
    assert.equal(slack.messages('C1TEAM').length, 1, 'nothing in the channel');
    await slack.waitFor(
      () => slack.ephemerals('U1ANN').some(({ shown }) => /in our direct messages/.test(shown)),
      'where it is',
    );
  });

  test('what two people were told alone in the DM between them is in neither’s copy of the other', async () => {
    const { slack, bot } = await talked();
    slack.channel('D9THEIRS', { kind: 'im', members: ['U1ANN', 'U2BOB'], bot: false });
    const there = { channel: 'D9THEIRS', command: '/peacrab' };
    for (const [user, secret] of [
      ['U1ANN', 'wombat of Ann'],
      ['U2BOB', 'quokka of Bob'],
    ] as const) {
      slack.slash({ user, ...there, text: `now ${secret}` });
      const answer = await slack.waitFor(
        () => slack.ephemerals(user).find(({ shown }) => shown.includes(secret)),
        `the answer to ${user}`,
      );
      slack.click({ user, channel: 'D9THEIRS', message_ts: answer.ts, action_id: 'peacrab_0' });
      const undone = () => slack.ephemerals(user).find(({ shown }) => /Taken back/.test(shown));
      await slack.waitFor(undone, 'what was taken back');
    }
    await foreignRows(bot, slack.teamId);
    slack.slash({ user: 'U1ANN', ...there, text: 'export' });
    const [name] = await slack.waitFor(() => filesIn(slack, slack.dm('U1ANN')), 'the file');
    const text = slack.fileText(name ?? '') ?? '';
    assert.match(text, /wombat of Ann/);
    assert.doesNotMatch(text, /quokka/);
  });

  test('an answer that is lost brings no second file, and what is delivered is not kept', async () => {
    const { slack, bot, dm } = await talked();
    const last = () =>
      bot.database.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').executeTakeFirst();
    const before = (await last())?.id;
    slack.fail('files.completeUploadExternal', { kind: 'lost-answer' });
    slack.say({ user: 'U1ANN', channel: dm, text: '!export' });
    const kept = async () => {
      const row = await last();
      return row?.id === before ? undefined : row;
    };
    while ((await kept())?.state !== 'sent') await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(slack.messages(dm).filter(({ files }) => files.length > 0).length, 1);
    assert.equal('file' in ((await kept())?.payload ?? {}), false);
  });

  test('an upload that fails is done again', async () => {
    const { slack, dm } = await talked();
    slack.fail('upload', { kind: 'http-500' });
    slack.say({ user: 'U1ANN', channel: dm, text: '!export' });
    await slack.waitFor(() => filesIn(slack, dm), 'the file');
  });

  test('without the scope it says so', async () => {
    const { slack, dm, answer } = await talked();
    slack.fail('files.getUploadURLExternal', { kind: 'error', error: 'missing_scope' });
    slack.say({ user: 'U1ANN', channel: dm, text: '!export' });
    assert.match((await answer(dm, null, 2)).shown, /cannot send files here: the app lacks files:write/);
  });
});

describe('export on Discord', () => {
  test('is the private answer’s attachment', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin(startDiscord());
    bot.model.rules(() => 'all right');
    const asked = discord.mention({ user: bob, channel: team, text: 'words of Bob' });
    await answer(asked, 1);
    discord.say({ user: ann, channel: asked, text: 'my own canary' });
    await answer(asked, 2);
    const reply = await discord.slash({ user: ann, channel: asked, command: 'export' }).reply();
    assert.equal(reply.ephemeralFor, ann);
    assert.ok(isExport(reply.attachments[0]?.name));
    assert.match(reply.attachments[0]?.text ?? '', /my own canary/);
    assert.doesNotMatch(reply.attachments[0]?.text ?? '', /words of Bob/);
  });

  test('a very long answer has its beginning, its end, and between them a file with the whole', async () => {
    const { discord, bot, ann, answer } = await begin(startDiscord({ MAX_OUTPUT_TOKENS: '8000' }));
    const long = Array.from({ length: 6 }, (_, index) => `Part ${index}: ${'word '.repeat(350)}`).join(
      '\n\n',
    );
    bot.model.script([long]);
    const dm = discord.dm(ann);
    discord.say({ user: ann, channel: dm, text: 'tell me all' });
    const last = await answer(dm, 3);
    assert.match((await answer(dm, 1)).text, /^Part 0/);
    const [file] = (await answer(dm, 2)).attachments;
    assert.equal(file?.name, 'answer.md');
    assert.match(file?.text ?? '', /^Part 0[\s\S]*Part 5/);
    assert.match(last.text, /Part 5/);
  });
});

test('the terminal writes the file into its folder and names it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-terminal-'));
  const output = new PassThrough();
  const terminal = new Terminal({
    input: new PassThrough(),
    output,
    user: 'ann',
    zone: 'UTC',
    locale: 'en',
    command: () => null,
    commands: [],
    history: async () => [],
    settled: async () => undefined,
    ended: () => undefined,
    now: () => new Date(at),
    folder: join(folder, 'exports'),
  });
  await terminal.send({
    id: 1 as OutboxId,
    key: 'k',
    place: terminalPlace,
    text: 'Here it is.',
    buttons: [],
    times: [],
    mention: null,
    privateTo: null,
    replyToken: null,
    replaces: null,
    file: { name: '../out.json', text: '{}' },
    createdAt: new Date(at),
  });
  const path = join(folder, 'exports', 'out.json');
  assert.equal(String(output.read()), `Here it is.\n  ${path}\n`);
  assert.equal(readFileSync(path, 'utf8'), '{}');
  rmSync(folder, { recursive: true });
});
