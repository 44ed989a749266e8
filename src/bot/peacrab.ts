// Starts the parts in order and stops them in reverse. Everything is passed in, so that tests start the same Peacrab with
// another clock, other channels or shorter timings.
import { profileFor } from '../agent/profiles/profile.ts';
import { sleep, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { Dispatcher } from '../conversation/dispatch/dispatcher.ts';
import { createIntake } from '../conversation/intake/intake.ts';
import { askAdmins } from '../conversation/intake/strangers.ts';
import { blankQuietDiscussions } from '../conversation/privacy/discussions.ts';
import { blankAged } from '../conversation/privacy/retention/retention.ts';
import type { Waiting } from '../database/away.ts';
import type { Database } from '../database/database.ts';
import { whyOf } from '../database/faults.ts';
import { openDatabase } from '../database/open.ts';
import { ProcessLock } from '../database/process-lock.ts';
import { rewriteIfWanted } from '../database/rewrite.ts';
import type { Channel, Intake } from '../delivery/channel.ts';
import { Sender } from '../delivery/sender.ts';
import { Wake } from '../delivery/wake.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { mirrorPending } from '../memory/mirror.ts';
import { loadPersonas } from '../personas/load.ts';
import { tightenFolders } from '../process/private-files.ts';
import { recordDelivery, wordLate } from '../schedule/sweep/occurrences.ts';
import { sweep } from '../schedule/sweep/sweep.ts';
import { startTicker } from '../schedule/sweep/ticker.ts';
import { expireQuestions } from '../tools/approvals/settle.ts';
import { type ChannelHealth, startHealth } from './health.ts';
import { loadTools } from './load-tools.ts';
import { Metrics } from './metrics.ts';
import { type Model, noteApproval, type Overrides, type Services } from './services.ts';
import { graceMs, Shutdown } from './shutdown.ts';
import { wireWorker } from './wire-worker.ts';

export type { Overrides } from './services.ts';

export interface Peacrab {
  readonly database: Database;
  /** Names of the tools that have a place. */
  readonly tools: readonly string[];
  stop(): Promise<void>;
}

/** Who may end the start, and who hears that it takes longer. */
export type Life = Pick<Waiting, 'say' | 'signal'>;

/**
 * How long the step that the start is at is waited for when it is told to stop, in milliseconds: the embedded database, left
 * in the middle of its making, would be half a database.
 */
const leavingMs = 4000;

/**
 * Opens the database, brings up the loops and the channels. Resolves when all channels take in.
 *
 * @param model where the model is served: the configured server, or the demo's address
 * @param channelsOf makes the channels; they are started last
 * @param life ends the start, wherever it is, and hears of a database that is waited for; without it one that is away is
 *   an error
 * @throws PeacrabError that says what to do, or the signal's reason, with everything stopped again
 */
export async function startPeacrab(
  config: Config,
  model: Model,
  channelsOf: (database: Database) => Promise<readonly Channel[]>,
  log: Log,
  { overrides = {}, life }: { readonly overrides?: Overrides; readonly life?: Life | undefined } = {},
): Promise<Peacrab> {
  const stopping = new Shutdown(log, overrides.graceMs);
  const starting = start({ config, model, channelsOf, log, overrides, life, stopping });
  const told = Promise.withResolvers<never>();
  const tell = () => told.reject(life?.signal.reason);
  life?.signal.addEventListener('abort', tell, { once: true });
  if (life?.signal.aborted) tell();
  try {
    return await Promise.race([starting, told.promise]);
  } catch (error) {
    const over = starting.then(
      () => undefined,
      () => undefined,
    );
    await Promise.all([stopping.run(), Promise.race([over, sleep(leavingMs)])]);
    await stopping.late();
    throw error;
  } finally {
    life?.signal.removeEventListener('abort', tell);
  }
}

interface Starting {
  readonly config: Config;
  readonly model: Model;
  readonly channelsOf: (database: Database) => Promise<readonly Channel[]>;
  readonly log: Log;
  readonly overrides: Overrides;
  readonly life: Life | undefined;
  readonly stopping: Shutdown;
}

/** Goes no further once it has been told to stop; what it has begun is in `stopping`. */
async function start(parts: Starting): Promise<Peacrab> {
  const { config, model, log, overrides, life, stopping } = parts;
  const profile = profileFor(model.name, model.baseUrl, config.modelProfile);
  const { policy, tools, ...box } = await loadTools(config, overrides, log, life && { signal: life.signal });
  stopping.add('tools', 'the MCP servers', () => box.stop());
  tightenFolders([config.dataDir, config.memoryDir], log);
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir }, log, life);
  stopping.add('stores', 'the database', () => database.close());
  life?.signal.throwIfAborted();
  const lock = await ProcessLock.take(database, config.databaseUrl, log);
  stopping.add('lock', 'the lock of this process', () => lock.release());
  const channels = new Map((await parts.channelsOf(database)).map((channel) => [channel.platform, channel]));
  const clock = overrides.clock ?? systemClock;
  const services: Services = {
    config,
    model,
    profile,
    database,
    lock,
    channels,
    clock,
    metrics: new Metrics(),
    wake: new Wake(),
    sendWake: new Wake(),
    mirror: () => mirrorPending(database, config.memoryDir, clock),
    policy,
    tools,
    personas: loadPersonas(config.personasDir),
    log,
    overrides,
  };
  await startParts(services, stopping, life?.signal);
  return { database, tools: tools.map(({ name }) => name), stop: () => stopping.run() };
}

async function startParts(
  services: Services,
  stopping: Shutdown,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { channels, log, overrides } = services;
  const sender = senderOn(services);
  const dispatcher = await dispatcherOn(services);
  const isOn = new Set<string>();
  await serveHealth(services, isOn, stopping);
  signal?.throwIfAborted();
  sender.start();
  stopping.add('sender', 'the sender', () => sender.stop());
  dispatcher.start();
  stopping.add('turns', 'the turns under way', () => dispatcher.stop(overrides.graceMs ?? graceMs));
  const sweeper = startTicker('sweep', () => sweepAndWake(services), log);
  stopping.add('loops', 'the sweep', () => sweeper.stop());
  const housekeeping = startTicker(
    'housekeeping',
    () => keepHouse(services),
    log,
    overrides.housekeeping ?? '30 * * * * *',
  );
  stopping.add('loops', 'the housekeeping', () => housekeeping.stop());
  const intake = intakeOn(services);
  // Channels start last, and stop after the sender: what turns under way still say is sent before the doors close.
  for (const channel of channels.values()) {
    signal?.throwIfAborted();
    stopping.add('channels', channel.platform, () => channel.stop());
    await channel.start(intake);
    isOn.add(channel.platform);
    // What waited for it to be ready is sent now.
    services.sendWake.signal();
  }
}

function senderOn({ database, lock, channels, clock, sendWake, log, overrides }: Services): Sender {
  return new Sender({
    database,
    lock,
    channels,
    wake: sendWake,
    log,
    delivered: (tx, row, outcome) => recordDelivery(tx, row, outcome, clock.now()),
    worded: (row) => wordLate(database, row, clock.now()),
    ...(overrides.sender ? { timings: overrides.sender } : {}),
  });
}

async function dispatcherOn(services: Services): Promise<Dispatcher> {
  const { database, lock, wake, log, overrides } = services;
  return new Dispatcher({
    database,
    lock,
    worker: await wireWorker(services),
    wake,
    log,
    ...(overrides.dispatcher ? { timings: overrides.dispatcher } : {}),
  });
}

async function serveHealth(
  { config, database, metrics, log, channels: all }: Services,
  isOn: ReadonlySet<string>,
  stopping: Shutdown,
): Promise<void> {
  if (config.healthPort === null) return;
  const healthOf = (channel: Channel): ChannelHealth => {
    if (!isOn.has(channel.platform)) return { state: 'starting', silentMs: null };
    return channel.liveness?.() ?? { state: 'on', silentMs: null };
  };
  const channels = () => Object.fromEntries([...all].map(([name, channel]) => [name, healthOf(channel)]));
  const server = await startHealth({ port: config.healthPort, database, channels, metrics, log });
  stopping.add('stores', 'the health port', () => server.stop());
}

async function sweepAndWake(services: Services): Promise<void> {
  const { database, clock, wake, sendWake } = services;
  const now = clock.now();
  // One question that cannot be ended must not keep what is due from being fired.
  const expired = await expireQuestions(database, now, (noted) => noteApproval(services, noted)).catch(
    (error) => {
      services.log.error({ why: whyOf(error) }, 'questions could not be ended; trying again');
      return 0;
    },
  );
  if ((await sweep(database, now, services.log)) + expired === 0) return;
  sendWake.signal();
  wake.signal();
}

/** What was left for later: memory files that are behind, strangers of whom no admin could be asked, discussions to blank. */
async function keepHouse(services: Services): Promise<void> {
  const { config, database, clock } = services;
  await Promise.all([
    services.mirror(),
    putStrangers(services),
    blankQuietDiscussions(database, clock.now()),
  ]);
  await blankAged(database, config.retentionDays, clock.now());
  await rewriteIfWanted(database, clock.now());
}

function intakeOn(services: Services): Intake {
  const { config, database, clock, wake, sendWake, log } = services;
  return createIntake({
    database,
    clock,
    rules: rulesOf(config),
    defaultZone: config.defaultZone,
    personas: services.personas,
    wake,
    sendWake,
    log,
    stranger: () => {
      putStrangers(services).catch((error) =>
        log.warn({ error: messageOf(error) }, 'no admin was asked yet'),
      );
    },
  });
}

const rulesOf = ({ allow, admins }: Config) => ({ allow, admins });

async function putStrangers({ config, database, channels, log, sendWake }: Services): Promise<void> {
  if ((await askAdmins({ database, channels, rules: rulesOf(config), log })) > 0) sendWake.signal();
}
