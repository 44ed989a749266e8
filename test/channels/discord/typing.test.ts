// Typing lasts ten seconds on Discord: while a turn works it is shown again before it ends, and no longer once it is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiscordRest } from '../../../src/channels/discord/connection/rest.ts';
import { dmPlace } from '../../../src/channels/discord/keys.ts';
import { Working } from '../../../src/channels/discord/outgoing/presence.ts';
import type { Threads } from '../../../src/channels/discord/outgoing/threads.ts';
import { silentLog } from '../../../src/log.ts';

test('is kept alive through a long turn, with whatever it does, and ends with it', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const posts: string[] = [];
  const rest = { post: async (route: string) => void posts.push(route) } as unknown as DiscordRest;
  const working = new Working(rest, {} as Threads, silentLog);
  const place = dmPlace('77');
  await working.show(place, '1', 'thinking');
  assert.deepEqual(posts, ['/channels/77/typing']);
  mock.timers.tick(9000);
  assert.equal(posts.length, 2, 'before the ten seconds are over');
  await working.show(place, '1', 'reading a page');
  mock.timers.tick(60_000);
  assert.ok(posts.length >= 8, String(posts.length));
  const shown = posts.length;
  await working.show(place, '1', null);
  mock.timers.tick(60_000);
  assert.equal(posts.length, shown);
});
