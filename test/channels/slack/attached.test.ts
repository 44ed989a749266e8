// Files that people attach on Slack: which are told as readable, and fetching them with our token from Slack alone, whatever
// the server does.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { isAt } from '../../../src/channels/download.ts';
import type { Channel } from '../../../src/delivery/channel.ts';
import type { AttachedFile } from '../../../src/delivery/files.ts';
import type { FakeSlack, Settings } from '../../fakes/slack/index.ts';
import { ALL_SCOPES } from '../../fakes/slack/index.ts';
import type { Said } from '../../fakes/slack/people-verbs.ts';
import { SlackBench } from './bench.ts';

const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

type NewFile = NonNullable<Said['files']>[number];

/** Ann sends files in her DM; the row as it stands. */
async function sends(files: readonly NewFile[], options: Partial<Settings> = {}) {
  const slack = await bench.workspace(options);
  const channel = await bench.started(slack);
  slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'look', files });
  const [row] = await bench.stored(slack, 1);
  assert.ok(row);
  const told = (row.payload as { files?: AttachedFile[] }).files ?? [];
  return {
    slack,
    channel,
    told,
    names: row.payload.attachments,
    fetch: (at = 0) => fetched(channel, told[at]),
  };
}

async function fetched(channel: Channel, file: AttachedFile | undefined, mostBytes = 256 * 1024) {
  assert.ok(file && channel.fetch);
  const got = await channel.fetch(file, { mostBytes, signal: AbortSignal.timeout(5000) });
  return got.ok ? Buffer.from(got.bytes).toString() : `not read: ${got.why}`;
}

const downloads = (slack: FakeSlack) => slack.calls('download').length;

describe('what is told of files', () => {
  test('texts and images are read later; what else there is has its name', async () => {
    const { slack, told, names } = await sends([
      { name: 'error.log', content: 'one' },
      { name: 'photo.png', mimetype: 'image/png', content: 'p' },
      { name: 'Untitled', mimetype: 'text/plain', content: 'x = 1', mode: 'snippet' },
      { name: 'report.pdf', mimetype: 'application/pdf', content: 'p' },
      { name: 'Plan', mimetype: 'application/vnd.google-apps.document', content: '', mode: 'external' },
      { name: 'gone.txt', content: '', mode: 'tombstone' },
    ]);
    assert.deepEqual(
      told.map(({ name, kind, bytes }) => [name, kind, bytes]),
      [
        ['error.log', 'text', 3],
        ['photo.png', 'image', 1],
        ['Untitled', 'text', 5],
      ],
    );
    assert.deepEqual(names, ['report.pdf (file)', 'Plan (file)', 'gone.txt (text)']);
    assert.equal(downloads(slack), 0, 'nothing is fetched for a row');
  });
});

describe('fetching a file', () => {
  test('with our token', async () => {
    const { fetch } = await sends([{ name: 'error.log', content: 'disk full' }]);
    assert.equal(await fetch(), 'disk full');
  });

  test('of another workspace Slack is asked what it is', async () => {
    const { slack, told, fetch } = await sends([{ name: 'shared.csv', content: 'a,b', foreign: true }]);
    assert.deepEqual([told[0]?.name, told[0]?.kind], ['a file', 'unknown']);
    assert.equal(await fetch(), 'a,b');
    assert.equal(slack.calls('files.info').length, 1);
  });

  test('of another workspace that is no text is not fetched', async () => {
    const { slack, fetch } = await sends([
      { name: 'x.pdf', mimetype: 'application/pdf', content: 'p', foreign: true },
    ]);
    assert.equal(await fetch(), 'not read: not a kind that I read');
    assert.equal(downloads(slack), 0);
  });

  test('our token never leaves Slack: a redirect elsewhere is not followed', async () => {
    let asked = 0;
    const other = createServer((_, response) => {
      asked += 1;
      response.end('come in');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    bench.later(async () => other.close());
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/files/x`;
    const { fetch } = await sends([{ name: 'a.txt', content: '', serving: { how: 'redirect', to } }]);
    assert.equal(await fetch(), 'not read: it is kept elsewhere');
    assert.equal(asked, 0);
  });

  test('a file that names itself for ever ends', async () => {
    const { slack, told, channel } = await sends([
      { name: 'a.txt', content: '', serving: { how: 'redirect', to: './download' } },
    ]);
    assert.equal(await fetched(channel, told[0]), 'not read: it is kept elsewhere');
    assert.equal(downloads(slack), 4);
  });

  test('the sign-in page is no file: the scope is missing, and the log says so once', async () => {
    const files = ['a.txt', 'b.txt'].map((name) => ({ name, content: 'x' }));
    const { slack, channel, told } = await sends(files);
    // Taken away while we run: nothing has told us.
    (slack.world.settings as { scopes: readonly string[] }).scopes = ALL_SCOPES.filter(
      (scope) => scope !== 'files:read',
    );
    for (const file of told) assert.equal(await fetched(channel, file), 'not read: the app lacks files:read');
    assert.equal(downloads(slack), 2);
    assert.equal(bench.logged.filter(({ message }) => message.includes('files:read')).length, 1);
  });

  test('without the scope nothing is asked for', async () => {
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'files:read');
    const { slack, fetch } = await sends([{ name: 'a.txt', content: 'x' }], { scopes });
    assert.equal(await fetch(), 'not read: the app lacks files:read');
    assert.equal(downloads(slack), 0);
  });

  for (const how of ['endless', 'bomb'] as const)
    test(`more than was told ends at the limit: ${how}`, async () => {
      const { fetch } = await sends([{ name: 'a.txt', content: 'x', size: 10, serving: { how } }]);
      assert.equal(await fetch(), 'not read: too large: I read 256 kB');
    });

  test('one that stalls ends with the signal', async () => {
    const { channel, told } = await sends([{ name: 'a.txt', content: 'half', serving: { how: 'stall' } }]);
    const [file] = told;
    assert.ok(file && channel.fetch);
    const stop = new AbortController();
    const fetching = channel.fetch(file, { mostBytes: 1000, signal: stop.signal });
    stop.abort(new Error('enough'));
    await assert.rejects(fetching, /enough/);
  });

  test('one that is gone is said to be gone', async () => {
    const { slack, fetch, told } = await sends([{ name: 'a.txt', content: 'x' }]);
    slack.world.state.files.delete(told[0]?.ref ?? '');
    assert.equal(await fetch(), 'not read: it is gone');
  });
});

test('our token goes over TLS to slack.com and what belongs to it, to nothing that looks like it', () => {
  const own = (url: string, api: string | null = null) => isAt(new URL(url), ['slack.com'], api);
  for (const url of [
    'https://files.slack.com/x',
    'https://slack.com/x',
    'https://acme.enterprise.slack.com/',
  ])
    assert.ok(own(url), url);
  for (const url of [
    'http://files.slack.com/x',
    'https://slack.com.evil.example/',
    'https://evilslack.com/',
    'https://evil.example/slack.com',
    'https://slack.com@evil.example/',
    'ftp://slack.com/',
  ])
    assert.ok(!own(url), url);
  assert.ok(own('http://127.0.0.1:9/files/x', 'http://127.0.0.1:9/api/'));
  assert.ok(!own('http://127.0.0.1:8/files/x', 'http://127.0.0.1:9/api/'));
});
