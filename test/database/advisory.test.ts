// Whose turn it is, by advisory locks of PostgreSQL: one's at a time, free for the next as soon as it is given back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import pg from 'pg';
import { AdvisoryTurns, type Turn } from '../../src/database/advisory.ts';
import { silentLog } from '../../src/log.ts';
import { createDatabase, dropDatabase, engines } from '../fakes/databases.ts';

if (engines().includes('postgres'))
  describe('turns on PostgreSQL', () => {
    it('are one’s at a time, and end with the connection', async () => {
      const url = await createDatabase();
      const settings = { url, name: 'test', beatMs: 20 };
      const [one, two] = [new AdvisoryTurns(settings, silentLog), new AdvisoryTurns(settings, silentLog)];
      const other = new AdvisoryTurns({ ...settings, name: 'something else' }, silentLog);
      try {
        const first = await one.tryTake();
        assert.ok(first);
        assert.equal(await two.tryTake(), null);
        assert.ok(await other.tryTake(), 'another name is another lock');
        await first.release();
        await first.lost;
        const second = await two.tryTake();
        assert.ok(second);
        await killConnections(url);
        await second.lost;
        assert.ok(await taken(one));
      } finally {
        await Promise.all([one.close(), two.close(), other.close()]);
        await dropDatabase(url);
      }
    });

    it('are free when they have been given back, also where the server hears later that the connection has ended', async () => {
      const url = await createDatabase();
      const slow = await lateEnds(url);
      const one = new AdvisoryTurns({ url: slow.url, name: 'test' }, silentLog);
      const two = new AdvisoryTurns({ url, name: 'test' }, silentLog);
      try {
        await (await one.tryTake())?.release();
        assert.ok(await two.tryTake());
      } finally {
        slow.end();
        await Promise.all([one.close(), two.close()]);
        await dropDatabase(url);
      }
    });
  });

/** The turn, when the server has freed it: it tells a connection that it ends before it has let go of its locks. */
async function taken(turns: AdvisoryTurns): Promise<Turn> {
  for (;;) {
    const turn = await turns.tryTake();
    if (turn) return turn;
  }
}

/** A way to the server on which nothing is passed on of a connection's end until `end`. */
async function lateEnds(url: string): Promise<{ readonly url: string; end(): void }> {
  const { hostname, port } = new URL(url);
  const onward: Socket[] = [];
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(Number(port), hostname);
    onward.push(server);
    // A message of type X is the client's goodbye.
    client.on('data', (data) => void (data[0] === 0x58 || server.write(data)));
    client.on('end', () => client.end());
    server.on('data', (data) => client.write(data));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const way = new URL(url);
  way.port = String((proxy.address() as AddressInfo).port);
  return {
    url: way.href,
    end() {
      for (const socket of onward) socket.destroy();
      proxy.close();
    },
  };
}

/** Ends all connections to a database but this one, as a failing network would. */
async function killConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}
