// Whose zone counts: a person's own answer, then what the platform tells of them, then DEFAULT_TIMEZONE.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storeIncoming } from '../../src/delivery/inbox.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { onEveryEngine } from '../fakes/databases.ts';

const berlin = { zone: 'Europe/Berlin' };

onEveryEngine('whose zone counts', (open) => {
  it('what the platform tells wins over the setting, which holds where it tells nothing', async () => {
    const { database } = await open();
    const channel = new FakeChannel();
    const hear = (who: string, zone: string | null, setting: { zone: string } | object = berlin) => {
      const said = { type: 'message' as const, text: 'hi', attachments: [], late: false };
      const { speaker, ...base } = channel.base(who);
      const { zone: _, ...untold } = speaker;
      return storeIncoming(
        database,
        { ...said, ...base, speaker: zone ? { ...untold, zone } : untold },
        setting,
      );
    };
    const zoneOf = async (name: string) => {
      const people = database.db.selectFrom('person').select(['zone', 'zone_source']);
      const { zone, zone_source } = await people.where('name', '=', name).executeTakeFirstOrThrow();
      return [zone, zone_source];
    };
    await hear('Ann', 'Asia/Kolkata');
    assert.deepEqual(await zoneOf('Ann'), ['Asia/Kolkata', 'profile']);
    await hear('Ann', null);
    assert.deepEqual(
      await zoneOf('Ann'),
      ['Asia/Kolkata', 'profile'],
      'a profile once told is not forgotten',
    );
    await hear('Bob', null);
    assert.deepEqual(await zoneOf('Bob'), ['Europe/Berlin', 'setting']);
    await hear('Bob', 'America/New_York');
    assert.deepEqual(await zoneOf('Bob'), ['America/New_York', 'profile']);
    await hear('Cid', null, {});
    assert.deepEqual(await zoneOf('Cid'), [null, null]);
    const answer = { zone: 'Asia/Tokyo', zone_source: 'answer' as const };
    await database.db.updateTable('person').set(answer).where('name', '=', 'Cid').execute();
    await hear('Cid', 'America/New_York');
    await hear('Cid', null);
    assert.deepEqual(await zoneOf('Cid'), ['Asia/Tokyo', 'answer']);
  });
});
