// The marks that say how far we have got: a small state machine, without a platform.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { laterId } from '../../src/channels/discord/keys.ts';
import { Mark } from '../../src/channels/mark.ts';
import { silentLog } from '../../src/log.ts';

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
