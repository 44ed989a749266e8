// The dispatcher on both engines: what it works on rests on the lock of its process.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Dispatcher, type Worker } from '../../src/conversation/dispatch/dispatcher.ts';
import { eventsOf } from '../../src/conversation/dispatch/next-work.ts';
import type { Holding } from '../../src/database/process-lock.ts';
import { storeIncoming } from '../../src/delivery/inbox.ts';
import { Wake } from '../../src/delivery/wake.ts';
import { silentLog } from '../../src/log.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { onEveryEngine } from '../fakes/databases.ts';

onEveryEngine('the dispatcher', (open) => {
  it('drops what it works on when the lock of its process is lost, and takes it up again when it has one', async () => {
    const { database, alive } = await open();
    const base = new FakeChannel().base('Ann', { id: 'm1' });
    await storeIncoming(database, { type: 'message', text: 'hi', attachments: [], late: false, ...base });
    const first = await alive();
    let lock: Holding = first;
    const [began, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const epochs: number[] = [];
    const worker: Worker = async (lease, work, signal) => {
      epochs.push(lease.epoch);
      if (epochs.length === 1) {
        began.resolve();
        // Work under way hears of the loss: nothing else ends it.
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return;
      }
      const ids = eventsOf(work).map(({ id }) => id);
      await database.db.updateTable('inbox').set({ state: 'done' }).where('id', 'in', ids).execute();
      done.resolve();
    };
    const dispatcher = new Dispatcher({
      database,
      worker,
      wake: new Wake(),
      log: silentLog,
      lock: {
        get holder() {
          return lock.holder;
        },
      },
      timings: { leaseMs: 600_000, pollMs: 10 },
    });
    dispatcher.start();
    try {
      await began.promise;
      await first.release();
      lock = await alive();
      await done.promise;
      assert.deepEqual(epochs, [1, 2]);
    } finally {
      await dispatcher.stop(0);
    }
  });
});
