// Idle memory of the whole process with both channels connected to the fakes, after it has answered a few messages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '../test/fakes/databases.ts';
import { FakeDiscord } from '../test/fakes/discord/index.ts';
import { FakeSlack } from '../test/fakes/slack/index.ts';
import type { Figure } from './bench.ts';
import { residentMb, startMain } from './process.ts';
import { median } from './report.ts';

const settleMs = 10_000;

export async function measureMemory(): Promise<Figure[]> {
  const pglite = await idle(null);
  const url = await createDatabase();
  const postgres = await idle(url);
  await dropDatabase(url);
  return [
    { what: 'idle memory, both channels, PGlite', aim: 'at most 260 MB', got: show(pglite) },
    {
      what: 'idle memory, both channels, PostgreSQL (without the server)',
      aim: 'at most 190 MB',
      got: show(postgres),
    },
  ];
}

const show = (mb: { now: number; peak: number }) => `${mb.now.toFixed(0)} MB (peak ${mb.peak.toFixed(0)} MB)`;

async function idle(url: string | null): Promise<{ now: number; peak: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-bench-'));
  const [slack, discord] = await Promise.all([FakeSlack.start({}), FakeDiscord.start({})]);
  const env = {
    DATA_DIR: join(folder, 'data'),
    MEMORY_DIR: join(folder, 'memory'),
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    MODEL: 'none',
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    ...(url ? { DATABASE_URL: url } : {}),
  };
  // The first start makes the database; an idle bot is one that was started again.
  await (await startMain(env)).stop();
  const running = await startMain(env);
  const samples: { now: number; peak: number }[] = [];
  for (let sample = 0; sample < 5; sample++) {
    await new Promise((resolve) => setTimeout(resolve, settleMs / 5));
    samples.push(residentMb(running.child.pid ?? 0));
  }
  await running.stop();
  await Promise.all([slack.stop(), discord.stop()]);
  rmSync(folder, { recursive: true });
  return { now: median(samples.map(({ now }) => now)), peak: samples.at(-1)?.peak ?? Number.NaN };
}
