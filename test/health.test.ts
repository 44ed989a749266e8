// /health and /metrics: off unless asked for, on loopback, with counts and no text.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { type ChannelHealth, startHealth } from '../src/bot/health.ts';
import { Metrics } from '../src/bot/metrics.ts';
import { silentLog } from '../src/log.ts';
import { startBot } from './e2e/harness.ts';
import { FakeChannel } from './fakes/channel.ts';
import { openTestDatabase } from './fakes/databases.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What comes back for these bytes, until the server closes. */
function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  return text(socket);
}

describe('health and metrics', () => {
  it('a running bot answers on its port, counts requests by purpose, and tells nobody’s words', async () => {
    const channel = new FakeChannel();
    const port = await freePort();
    const bot = await startBot({
      channels: [channel],
      env: { HEALTH_PORT: `${port}`, PRICE_INPUT: '10', PRICE_OUTPUT: '20' },
    });
    try {
      bot.model.script(['Hello canary!', { calls: [{ name: 'list_reminders', args: {} }] }, 'None, canary.']);
      await channel.say('Ann', 'hi canary', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 1);
      await channel.say('Ann', 'which reminders, canary?', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 2);
      const health = await fetch(`http://127.0.0.1:${port}/health`);
      assert.equal(health.status, 200);
      assert.deepEqual(await health.json(), {
        database: 'ok',
        setAside: 0,
        channels: { slack: { state: 'on' } },
      });
      const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
      assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
      const text = await metrics.text();
      const input = bot.model.requests.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
      assert.match(text, /^peacrab_requests_total\{purpose="turn"\} 3$/m);
      assert.ok(text.includes(`peacrab_input_tokens_total{purpose="turn"} ${input}\n`), text);
      assert.match(text, /^peacrab_prefix_breaks_total\{reason="head"\} 1$/m);
      assert.match(text, /^peacrab_prefix_breaks_total\{reason="none"\} 1$/m);
      assert.match(text, /^peacrab_(?:repeated|fresh)_tokens_total [1-9]\d*$/m);
      assert.match(text, /^peacrab_cost_total\{purpose="turn"\} 0\.0\d+$/m);
      assert.match(text, /^peacrab_first_token_seconds_bucket\{le="\+Inf"\} 3$/m);
      assert.doesNotMatch(text, /canary|Ann|slack:/);
      assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
      assert.equal((await fetch(`http://127.0.0.1:${port}/health`, { method: 'POST' })).status, 405);
    } finally {
      await bot.stop();
    }
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health`));
  });

  it('is 503 while a channel starts or is deaf, or the database is gone; a taken port is told', async () => {
    const { database, close } = await openTestDatabase('pglite');
    let slack: ChannelHealth = { state: 'starting', silentMs: null };
    const parts = { database, channels: () => ({ slack }), metrics: new Metrics(), log: silentLog };
    const health = await startHealth({ ...parts, port: 0 });
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${health.port}/health`);
      return [answer.status, await answer.json()];
    };
    assert.deepEqual(await ask(), [
      503,
      { database: 'ok', setAside: 0, channels: { slack: { state: 'starting' } } },
    ]);
    slack = { state: 'on', silentMs: 2600 };
    assert.deepEqual(await ask(), [
      200,
      { database: 'ok', setAside: 0, channels: { slack: { state: 'on', silentSeconds: 3 } } },
    ]);
    slack = { state: 'deaf', silentMs: 61_000 };
    assert.deepEqual(await ask(), [
      503,
      { database: 'ok', setAside: 0, channels: { slack: { state: 'deaf', silentSeconds: 61 } } },
    ]);
    slack = { state: 'off', silentMs: null };
    await assert.rejects(startHealth({ ...parts, port: health.port }), {
      code: 'CONFIG',
      message: /HEALTH_PORT/,
    });
    assert.equal((await ask())[0], 200);
    await close();
    assert.deepEqual(await ask(), [503, { database: 'down', channels: { slack: { state: 'off' } } }]);
    await health.stop();
  });

  it('no request line and no client that hangs up ends the process; too long a head is refused', async () => {
    const { database, close } = await openTestDatabase('pglite');
    const parts = { database, channels: () => ({}), metrics: new Metrics(), log: silentLog };
    const health = await startHealth({ ...parts, port: 0 });
    const head = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    for (const target of ['//', '///', 'http://[', '/\\', '*'])
      assert.match(await exchange(health.port, `GET ${target} ${head}\r\n`), /^HTTP\/1\.1 40[04] /, target);
    assert.match(await exchange(health.port, 'nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /);
    const long = await exchange(health.port, `GET /health ${head}X: ${'x'.repeat(20_000)}\r\n\r\n`);
    assert.match(long, /^HTTP\/1\.1 431 /);
    for (const bytes of ['GET /he', `GET /health ${head}\r\n`, `POST / ${head}Content-Length: 9\r\n\r\nx`]) {
      const socket = connect(health.port, '127.0.0.1', () =>
        socket.write(bytes, () => socket.resetAndDestroy()),
      );
      await once(socket, 'close');
    }
    assert.equal((await fetch(`http://127.0.0.1:${health.port}/health`)).status, 200);
    await health.stop();
    await close();
  });

  it('every line of the metrics is in Prometheus’ form, also before anything was counted', () => {
    const lines = new Metrics().text().trimEnd().split('\n');
    for (const line of lines)
      assert.match(line, /^(?:# (?:HELP|TYPE) peacrab_\w+ .+|peacrab_\w+(?:\{\w+="[^"]*"\})? [\d.e+-]+)$/);
  });
});
