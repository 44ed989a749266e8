// A bot in a process of its own, for the crash runs: the configured platforms, leases, looks and waits as in life, and a tool
// that kills.

import { startPeacrab } from '../../src/bot/peacrab.ts';
import { platformChannels } from '../../src/channels/platforms.ts';
import { loadConfig } from '../../src/config.ts';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { createLog } from '../../src/log.ts';
import { tools } from '../../src/tools/index.ts';
import type { AnyTool } from '../../src/tools/runner.ts';
import { deadlyTool } from '../fakes/deadly-tool.ts';
import { fastPlatforms } from './harness.ts';

const config = loadConfig(process.env, '/nowhere/.env');
const log = createLog(config.logLevel);
if (config.model.kind !== 'server') throw new Error('the crash runs bring a model of their own');
/** How long Slack's history may lag is not shortened: that would make a recovery look faster than it is. */
const { lookAgainMs: _, ...slack } = fastPlatforms.slack ?? {};
const running = await startPeacrab(
  config,
  config.model,
  (database) => platformChannels(config, { database, log, ...fastPlatforms, slack }),
  log,
  {
    overrides: {
      tools: [...tools, deadlyTool as unknown as AnyTool],
      loop: { retryDelayMs: 10 },
      turn: { loopMs: 0 },
    },
  },
);
process.send?.('ready');
process.on('message', () => void whenIdle(running.database).then(() => process.send?.('settled')));
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
