// The waits after failures, and how many sockets and sessions a day of failures costs at Discord.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backoffMs } from '../../src/channels/backoff.ts';
import { Pace } from '../../src/channels/discord/connection/pace.ts';
import { timings } from '../../src/channels/discord/timings.ts';
import { silentLog } from '../../src/log.ts';
import { mulberry } from '../fakes/mulberry.ts';

const day = 24 * 3_600_000;
const never = new AbortController().signal;

describe('the waits after failures', () => {
  const times = { firstMs: 1000, maxMs: 60_000 };

  it('double up to a limit', () => {
    const waits = [0, 1, 2, 3, 6, 7, 1000].map((failures) => backoffMs(failures, times, () => 1));
    assert.deepEqual(waits, [0, 1000, 2000, 4000, 32_000, 60_000, 60_000]);
  });

  it('have jitter: between half and the whole', () => {
    assert.deepEqual([backoffMs(3, times, () => 0), backoffMs(3, times, () => 0.5)], [2000, 3000]);
  });
});

describe('a day at a gateway that', () => {
  /** Opens sockets for a day on a clock of its own. @returns when each was opened, and each session begun, in milliseconds */
  async function live(identifies: boolean, upMs: number, seed = 1) {
    let now = 0;
    const lines: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => void lines.push(message) };
    // Without the five seconds between two: no time passes in here but ours.
    const quick = { ...timings, identifyEveryMs: 0 };
    const pace = new Pace(quick, log, () => now, mulberry(seed));
    const [sockets, sessions]: [number[], number[]] = [[], []];
    while (now < day) {
      now += pace.waitMs(identifies);
      sockets.push(now);
      if (identifies) {
        await pace.identify(null, never);
        sessions.push(now);
      }
      if (upMs > 0) pace.up();
      now += upMs + 500;
      pace.ended();
    }
    return { sockets, sessions, lines };
  }

  it('refuses every socket sees few of them', async () => {
    const { sockets } = await live(false, 0);
    assert.ok(sockets.filter((at) => at < 60_000).length <= 10, `${sockets.length}`);
    assert.ok(sockets.length < 2100, `${sockets.length} sockets`);
  });

  for (const [name, upMs] of [
    ['ends every session as soon as it has begun', 0],
    ['ends every session after a minute', 60_000],
  ] as const)
    it(`${name} costs half of the thousand sessions at most`, async () => {
      const { sessions } = await live(true, upMs);
      assert.ok(sessions.length <= 500, `${sessions.length} sessions`);
    });

  it('grants no more sessions is left alone until there are new ones', async () => {
    let now = 0;
    const pace = new Pace({ ...timings, identifyEveryMs: 0 }, silentLog, () => now);
    const stopped = new AbortController();
    const waiting = pace.identify({ remaining: 0, reset_after: 3_600_000 }, stopped.signal);
    assert.equal(pace.waitMs(true), 3_600_000);
    assert.equal(pace.waitMs(false), 0, 'a session may still be resumed');
    stopped.abort(new Error('stopped'));
    await assert.rejects(waiting, /stopped/);
    now += 3_600_000;
    assert.equal(pace.waitMs(true), 0);
  });
});
