// What a process knows of people and places, while another process changes their rows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storeIncoming } from '../../src/delivery/inbox.ts';
import { Known } from '../../src/delivery/places.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { onEveryEngine } from '../fakes/databases.ts';

onEveryEngine('what is known of people', (open) => {
  it('is looked at again after a minute, so that what another process wrote since does not stay', async () => {
    const { database } = await open();
    const channel = new FakeChannel();
    let now = 0;
    const [here, there] = [new Known(() => now), new Known(() => now)];
    const hear = (known: Known, zone: string) => {
      const said = { type: 'message' as const, text: 'hi', attachments: [], late: false };
      return storeIncoming(database, { ...said, ...channel.base('Ann', { zone }) }, { known });
    };
    const zone = async () =>
      (await database.db.selectFrom('person').select('zone').executeTakeFirstOrThrow()).zone;
    await hear(here, 'Europe/Berlin');
    await hear(there, 'America/New_York');
    assert.equal(await zone(), 'America/New_York');
    now = 60_000;
    await hear(here, 'Europe/Berlin');
    assert.equal(await zone(), 'Europe/Berlin');
    assert.equal(
      (await database.db.selectFrom('inbox').select('id').where('kind', '=', 'zone').execute()).length,
      2,
    );
  });
});
