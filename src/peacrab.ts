// Starts the parts in order and stops them in reverse. Everything is passed in, so that tests start the same Peacrab with
// another clock, other channels or shorter timings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopLimits } from './agent/loop.ts';
import { createModelClient } from './agent/model.ts';
import { type Profile, profileFor } from './agent/profiles/profile.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { systemPrompt } from './context/prompt.ts';
import { Calibrator } from './conversation/calibrator.ts';
import { Dispatcher, type DispatcherTimings } from './conversation/dispatcher.ts';
import { createIntake } from './conversation/intake.ts';
import { PrefixWatch } from './conversation/prefix-watch.ts';
import { Prompts } from './conversation/prompts.ts';
import { createWorker } from './conversation/worker.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import type { Channel } from './delivery/channel.ts';
import { voidLeases } from './delivery/lease.ts';
import { newOwner, Sender, type SenderTimings } from './delivery/sender.ts';
import { Wake } from './delivery/wake.ts';
import { messageOf } from './errors.ts';
import { startHealth } from './health.ts';
import type { Log } from './log.ts';
import { mirrorPending } from './memory/mirror.ts';
import { Metrics } from './metrics.ts';
import { loadPersonas } from './personas/load.ts';
import { recordDelivery, wordLate } from './schedule/occurrences.ts';
import { sweep } from './schedule/sweep.ts';
import { startTicker } from './schedule/ticker.ts';
import { tools as allTools } from './tools/index.ts';
import type { AnyTool } from './tools/runner.ts';

export interface Overrides {
  readonly clock?: Clock;
  readonly tools?: readonly AnyTool[];
  readonly dispatcher?: Partial<DispatcherTimings>;
  readonly sender?: Partial<SenderTimings>;
  readonly loop?: Partial<LoopLimits>;
  /** How long a stop waits for turns under way, in milliseconds. */
  readonly graceMs?: number;
}

export interface Peacrab {
  readonly database: Database;
  stop(): Promise<void>;
}

const promptFile = (name: string) => readFileSync(join(import.meta.dirname, '../prompts', name), 'utf8');
const system = systemPrompt(promptFile('system.md'));
const journalPrompt = promptFile('journal.md');

/**
 * Opens the database, brings up the loops and the channels. Resolves when all channels take in.
 *
 * @param model where the model is served: the configured server, or the demo's address
 * @param channelsOf makes the channels; they are started last
 * @throws PeacrabError that says what to do, with everything stopped again
 */
export async function startPeacrab(
  config: Config,
  model: { readonly baseUrl: string; readonly apiKey: string; readonly name: string },
  channelsOf: (database: Database) => Promise<readonly Channel[]>,
  log: Log,
  overrides: Overrides = {},
): Promise<Peacrab> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse())
      await end().catch((error) => log.error({ error: messageOf(error) }, 'a part did not stop cleanly'));
  };
  try {
    const profile = profileFor(model.name, model.baseUrl, config.modelProfile);
    const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir }, log);
    stops.push(() => database.close());
    if (database.engine === 'pglite') await voidLeases(database);
    await startParts({
      config,
      model,
      profile,
      database,
      channels: await channelsOf(database),
      log,
      overrides,
      stops,
    });
    return { database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(parts: {
  readonly config: Config;
  readonly model: { readonly baseUrl: string; readonly apiKey: string; readonly name: string };
  readonly profile: Profile;
  readonly database: Database;
  readonly channels: readonly Channel[];
  readonly log: Log;
  readonly overrides: Overrides;
  readonly stops: (() => Promise<unknown>)[];
}): Promise<void> {
  const { config, database, log, overrides, stops } = parts;
  const clock = overrides.clock ?? systemClock;
  const wake = new Wake();
  const sendWake = new Wake();
  const channels = new Map<string, Channel>(parts.channels.map((channel) => [channel.platform, channel]));
  const personas = loadPersonas(config.personasDir);
  for (const fault of personas.faults()) log.warn({}, fault);

  const sender = new Sender({
    database,
    channels,
    wake: sendWake,
    log,
    delivered: (tx, row, outcome) => recordDelivery(tx, row, outcome, clock.now()),
    worded: (row) => wordLate(database, row, clock.now()),
    ...(overrides.sender ? { timings: overrides.sender } : {}),
  });
  const metrics = new Metrics();
  const mirror = () => mirrorPending(database, config.memoryDir, clock);
  const worker = createWorker({
    database,
    model: createModelClient({
      baseUrl: parts.model.baseUrl,
      apiKey: parts.model.apiKey,
      model: parts.model.name,
      idleMs: config.modelIdleMs,
      profile: parts.profile,
    }),
    modelName: parts.model.name,
    calibrator: await Calibrator.load(database, parts.model.name),
    channels,
    tools: overrides.tools ?? allTools,
    personas,
    prompts: new Prompts(database, system),
    journalPrompt,
    prefixes: new PrefixWatch(),
    clock,
    log,
    defaultPersona: config.defaultPersona,
    window: config.window,
    maxOutput: config.maxOutput,
    cacheMinutes: config.cacheMinutes ?? parts.profile.cacheMinutes,
    price: config.price,
    counted: (row) => metrics.count(row),
    ...(overrides.loop ? { limits: overrides.loop } : {}),
    folded: () => sendWake.signal(),
    committed: (effects) => {
      sendWake.signal();
      if (effects.some(({ name }) => name === 'remember'))
        mirror().catch((error) =>
          log.warn({ error: messageOf(error) }, 'a memory file could not be written yet'),
        );
    },
  });
  const dispatcher = new Dispatcher({
    database,
    worker,
    wake,
    log,
    owner: newOwner(),
    ...(overrides.dispatcher ? { timings: overrides.dispatcher } : {}),
  });
  const tick = async () => {
    if ((await sweep(database, clock.now())) === 0) return;
    sendWake.signal();
    wake.signal();
  };

  const health: Record<string, boolean> = Object.fromEntries(
    [...channels.keys()].map((name) => [name, false]),
  );
  if (config.healthPort !== null) {
    const server = await startHealth({ port: config.healthPort, database, channels: health, metrics, log });
    stops.push(() => server.stop());
  }
  // Channels start last, and stop after the sender: what turns under way still say is sent before the doors close.
  const started: Channel[] = [];
  stops.push(() => Promise.all(started.map((channel) => channel.stop())));
  sender.start();
  stops.push(() => sender.stop());
  dispatcher.start();
  stops.push(() => dispatcher.stop(overrides.graceMs ?? 20_000));
  const sweeper = startTicker('sweep', tick, log);
  stops.push(() => sweeper.stop());
  const housekeeping = startTicker('housekeeping', mirror, log, '30 * * * * *');
  stops.push(() => housekeeping.stop());
  const intake = createIntake({
    database,
    clock,
    rules: { allow: config.allow, admins: config.admins },
    defaultZone: config.defaultZone,
    wake,
    sendWake,
  });
  for (const channel of parts.channels) {
    started.push(channel);
    await channel.start(intake);
    health[channel.platform] = true;
  }
}
