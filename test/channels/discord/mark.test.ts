// The marks that say how far we have got, and the memory that forgets: small state machines, without Discord.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Bounded } from '../../../src/channels/discord/bounded.ts';
import { laterId } from '../../../src/channels/discord/keys.ts';
import { Mark } from '../../../src/channels/discord/mark.ts';
import { silentLog } from '../../../src/log.ts';

function markOf(write: (id: string) => Promise<void> = async () => undefined) {
  const written: string[] = [];
  const keep = async (id: string) => {
    await write(id);
    written.push(id);
  };
  const mark = new Mark<string>({ write: keep, later: laterId, everyMs: 60_000, log: silentLog });
  return { mark, written };
}

describe('a mark', () => {
  it('moves forward only, by number and not by letter', async () => {
    const { mark, written } = markOf();
    for (const id of ['9', '10', '8']) mark.reach(id);
    await mark.flush();
    await mark.flush();
    assert.deepEqual(written, ['10']);
  });

  it('stands still while something may be missing, and then catches up', async () => {
    const { mark, written } = markOf();
    mark.reach('1');
    mark.hold();
    const { holds } = mark;
    mark.reach('2');
    await mark.flush();
    assert.deepEqual(written, []);
    mark.release(holds);
    await mark.flush();
    assert.deepEqual(written, ['2']);
  });

  it('stays held by what went wrong since', async () => {
    const { mark, written } = markOf();
    mark.hold();
    const { holds } = mark;
    mark.hold();
    mark.reach('1');
    mark.release(holds);
    await mark.flush();
    assert.deepEqual(written, []);
  });

  it('is written later if it cannot be written now', async () => {
    let down = true;
    const { mark, written } = markOf(async () => {
      if (down) throw new Error('the database is down');
    });
    mark.reach('1');
    await mark.flush();
    down = false;
    await mark.flush();
    assert.deepEqual(written, ['1']);
  });
});

describe('a memory that forgets', () => {
  it('keeps what was used last, up to its size', () => {
    const map = new Bounded<number>(2, 1000, () => 0);
    map.set('a', 1);
    map.set('b', 2);
    assert.equal(map.get('a'), 1);
    map.set('c', 3);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [1, undefined, 3]);
  });

  it('keeps nothing beyond its age', () => {
    let now = 0;
    const map = new Bounded<number | null>(2, 1000, () => now);
    map.set('a', null);
    now = 999;
    assert.equal(map.get('a'), null);
    now = 1000;
    assert.equal(map.get('a'), undefined);
  });
});
