// What was said before is read while somebody waits: what takes too long, or fails, is gone on without.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInTime } from '../../src/channels/discussion.ts';
import type { Overheard } from '../../src/delivery/channel.ts';
import { silentLog } from '../../src/log.ts';

const lines: readonly Overheard[] = [
  { person: null, name: 'CI', text: 'red', sentAt: '2026-11-21T09:00:00Z' },
];

test('what comes in time is taken, what fails or never comes is not', async () => {
  assert.deepEqual(await readInTime(async () => lines, silentLog), lines);
  assert.deepEqual(await readInTime(() => Promise.reject(new Error('refused')), silentLog), []);
  assert.deepEqual(await readInTime(() => Promise.withResolvers<typeof lines>().promise, silentLog, 5), []);
});
