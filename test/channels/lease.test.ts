// A message is ours for as long as the outbox's lease lasts: what one delivery may take at most must fit into it, else
// another process begins to send what is still on its way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timings as discord } from '../../src/channels/discord/timings.ts';
import { slackTimings as slack } from '../../src/channels/slack/settings.ts';
import { senderTimings } from '../../src/delivery/sender.ts';

test('a look, a send and the opening of a DM after it end before the lease', () => {
  const longest = {
    discord: discord.lookMs + discord.sendMs + discord.timeoutMs,
    // The last page of a look may begin just before its end; what one person sees may be tried in two ways.
    slack: Math.max(slack.lookAtMostMs + slack.lookMs + slack.sendMs, 2 * slack.sendMs) + slack.quickMs,
  };
  for (const [platform, ms] of Object.entries(longest))
    assert.ok(ms <= senderTimings.leaseMs - 2000, `${platform}: ${ms} ms`);
});
