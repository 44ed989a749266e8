// Files that people attach on Discord: which are told as readable, and fetching them, without a token, whatever the server
// does.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Channel } from '../../../src/delivery/channel.ts';
import type { AttachedFile } from '../../../src/delivery/files.ts';
import type { Say } from '../../fakes/discord/index.ts';
import { Stage } from './stage.ts';

let stage: Stage;

beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

/** Ann sends files in her DM; the row as it stands. */
async function sends(files: NonNullable<Say['files']>) {
  const channel = await stage.start();
  const { discord, ann } = stage;
  const id = discord.say({ user: ann, channel: discord.dm(ann), text: 'look', files });
  const [row] = await stage.stored(1);
  const payload = row?.payload as { attachments: readonly string[]; files?: AttachedFile[] };
  const told = payload.files ?? [];
  return { channel, id, told, names: payload.attachments, fetch: (at = 0) => fetched(channel, told[at]) };
}

async function fetched(channel: Channel, file: AttachedFile | undefined) {
  assert.ok(file && channel.fetch);
  const got = await channel.fetch(file, { mostBytes: 256 * 1024, signal: AbortSignal.timeout(5000) });
  return got.ok ? Buffer.from(got.bytes).toString() : `not read: ${got.why}`;
}

describe('files on Discord', () => {
  it('texts and images are read later; what else there is has its name', async () => {
    const { told, names } = await sends([
      { name: 'error.log', content: 'one' },
      { name: 'photo.png', type: 'image/png', content: 'p' },
      { name: 'voice.ogg', type: 'audio/ogg', content: 'p' },
    ]);
    assert.deepEqual(
      told.map(({ name, kind, bytes }) => [name, kind, bytes]),
      [
        ['error.log', 'text', 3],
        ['photo.png', 'image', 1],
      ],
    );
    assert.deepEqual(names, ['voice.ogg (audio)']);
  });

  it('are fetched without a token', async () => {
    const { fetch } = await sends([{ name: 'error.log', content: 'disk full' }]);
    assert.equal(await fetch(), 'disk full');
  });

  it('an address that has run out is asked for anew', async () => {
    const { fetch } = await sends([{ name: 'error.log', content: 'disk full' }]);
    stage.discord.expireFiles();
    assert.equal(await fetch(), 'disk full');
  });

  it('of a message that was deleted they are gone', async () => {
    const { id, fetch } = await sends([{ name: 'error.log', content: 'disk full' }]);
    const { discord } = stage;
    discord.expireFiles();
    discord.delete({ message: id });
    assert.equal(await fetch(), 'not read: it is gone');
  });

  it('a redirect elsewhere is not followed', async () => {
    let asked = 0;
    const other = createServer((_, response) => {
      asked += 1;
      response.end('come in');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/x`;
    const { fetch } = await sends([{ name: 'a.txt', content: '', serving: { how: 'redirect', to } }]);
    assert.equal(await fetch(), 'not read: it is kept elsewhere');
    assert.equal(asked, 0);
    other.close();
  });

  for (const how of ['endless', 'bomb'] as const)
    it(`more than was told ends at the limit: ${how}`, async () => {
      const { fetch } = await sends([{ name: 'a.txt', content: 'x', size: 10, serving: { how } }]);
      assert.equal(await fetch(), 'not read: too large: I read 256 kB');
      stage.discord.expireFiles();
      assert.equal(await fetch(), 'not read: too large: I read 256 kB', 'at its fresh address');
    });
});
