// A whole Peacrab in this process, against the scripted model and whichever channels a test brings, on either engine.
// Restarting it keeps database, model and channels: what a kill would leave behind.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Overrides, type Peacrab, startPeacrab } from '../../src/bot/peacrab.ts';
import { type PlatformParts, platformChannels } from '../../src/channels/platforms.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Channel } from '../../src/delivery/channel.ts';
import { createLog, type Log } from '../../src/log.ts';
import { createDatabase, dropDatabase, type Engine, layTemplate, usualEngine } from '../fakes/databases.ts';
import { ScriptedModel, type ScriptedModelOptions } from '../fakes/model/scripted-model.ts';

/** The platforms' own waits, shortened. */
export const fastPlatforms: Pick<PlatformParts, 'slack' | 'discord'> = {
  slack: { lookAgainMs: 50, reconnectMs: 20, reconnectMaxMs: 200 },
  discord: {
    identifyEveryMs: 20,
    callsPerSecond: 1000,
    retryMs: 50,
    markEveryMs: 50,
    turnEveryMs: 50,
    reconnectMs: 20,
    reconnectMaxMs: 200,
    identifyRefillMs: 0,
  },
};

export interface BotOptions {
  /** Unless told: PostgreSQL if the tests have a server. */
  readonly engine?: Engine;
  /** Settings as environment variables, on top of the harness's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Channels in place of the configured platforms. */
  readonly channels?: readonly Channel[];
  readonly overrides?: Overrides;
  /** Timings of the configured platforms. */
  readonly platforms?: Pick<PlatformParts, 'slack' | 'discord'>;
  /** The policy file's text. */
  readonly policy?: string;
  /** How strict the scripted model is. */
  readonly strict?: ScriptedModelOptions;
  /** Another model server than the scripted one. */
  readonly modelUrl?: string;
  /** Show logs of this level, for finding out why a test fails; or where they go. */
  readonly log?: 'debug' | 'info' | 'warn' | Log;
}

export interface Bot {
  readonly model: ScriptedModel;
  readonly config: Config;
  readonly database: Database;
  readonly folder: string;
  /** Stops it cleanly and starts it again on the same database. */
  restart(): Promise<void>;
  halt(): Promise<void>;
  /** @param options.before done to the database as it was left, before anything starts */
  resume(options?: { readonly before?: (database: Database) => Promise<unknown> }): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Peacrab for one test. */
export async function startBot(options: BotOptions = {}): Promise<Bot> {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-test-'));
  const url = (options.engine ?? usualEngine()) === 'postgres' ? await createDatabase() : null;
  if (!url) await layTemplate(join(folder, 'data'));
  const model = await ScriptedModel.start(options.strict);
  const policyFile = join(folder, 'policy.yaml');
  writeFileSync(policyFile, options.policy ?? '');
  const config = loadConfig(
    {
      OPENAI_BASE_URL: model.url,
      MODEL: 'scripted',
      DATA_DIR: join(folder, 'data'),
      MEMORY_DIR: join(folder, 'memory'),
      POLICY_FILE: policyFile,
      ...(url ? { DATABASE_URL: url } : {}),
      ...options.env,
    },
    join(folder, '.env'),
  );
  const log = typeof options.log === 'object' ? options.log : createLog(options.log ?? 'silent');
  const start = () =>
    startPeacrab(
      config,
      { baseUrl: options.modelUrl ?? model.url, apiKey: 'none', name: 'scripted' },
      async (database) =>
        options.channels ??
        platformChannels(config, { database, log, ...fastPlatforms, ...options.platforms }),
      log,
      {
        overrides: {
          dispatcher: { leaseMs: 15_000, pollMs: 100 },
          sender: { leaseMs: 15_000, pollMs: 100, backoffMs: 20, backoffMaxMs: 500 },
          loop: { retryDelayMs: 10 },
          graceMs: 5000,
          ...options.overrides,
          // Tests answer faster than people do, and nobody is told that a turn takes longer on a busy machine.
          turn: { loopMs: 0, waitLineMs: 3_600_000, ...options.overrides?.turn },
        },
      },
    );
  let running: Peacrab | null = await start();
  const halt = async () => {
    await running?.stop();
    running = null;
  };
  const resume: Bot['resume'] = async ({ before } = {}) => {
    if (before) {
      const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir }, log);
      await before(database).finally(() => database.close());
    }
    running = await start();
  };
  return {
    model,
    config,
    folder,
    get database() {
      if (!running) throw new Error('the bot is halted');
      return running.database;
    },
    halt,
    resume,
    async restart() {
      await halt();
      await resume();
    },
    async stop() {
      await halt();
      await model.stop();
      if (url) await dropDatabase(url);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
