// The program: reads the settings, starts the parts, says what is on, and stops cleanly.

import { userInfo } from 'node:os';
import { join } from 'node:path';
import { platformChannels } from '../channels/platforms.ts';
import { isScreen } from '../channels/terminal/screen.ts';
import type { Terminal } from '../channels/terminal/terminal.ts';
import { systemClock } from '../clock.ts';
import { type Config, loadConfig, readEnvironment } from '../config.ts';
import { commands, typedCommand } from '../conversation/commands/index.ts';
import { upcomingWithin, whenIdle } from '../conversation/dispatch/idle.ts';
import { typedBefore } from '../conversation/intake/typed-before.ts';
import type { Database } from '../database/database.ts';
import { otherProcesses } from '../database/others.ts';
import type { Channel } from '../delivery/channel.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import { createLog, standardError } from '../log.ts';
import { logFile } from '../process/log-file.ts';
import { tools } from '../tools/index.ts';
import { claimApps } from './other-instances.ts';
import { startPeacrab } from './peacrab.ts';
import type { Told } from './signals.ts';
import { startScreen } from './start-screen.ts';

/** What is still on its way after a stop, such as an unanswered request, has so long. Milliseconds. */
const leftMs = 100;

/**
 * Runs until it is told to stop or the terminal's input ends, which is exit code 0. What went wrong is one sentence and
 * exit code 1.
 */
export async function main(told: Told): Promise<void> {
  process.exitCode = 0;
  try {
    await run(told);
  } catch (error) {
    if (!told.signal.aborted) {
      console.error(error instanceof PeacrabError ? error.message : `Peacrab stopped: ${messageOf(error)}`);
      if (!(error instanceof PeacrabError) && error instanceof Error) console.error(error.stack);
      process.exitCode = 1;
    }
  }
  told.end();
  setTimeout(() => process.exit(), leftMs).unref();
}

async function run(told: Told): Promise<void> {
  const config = loadConfig(readEnvironment());
  told.begin();
  const file = logFileOf(config);
  // In the terminal the conversation has the screen; there only what is wrong is logged.
  const level = config.terminal && config.logLevel === 'info' ? 'warn' : config.logLevel;
  const log = createLog(level, file === null ? standardError() : logFile(file, standardError()));
  const release = claimApps(config, log);
  const demo =
    config.model.kind === 'demo' ? await (await import('../../demo/demo-model.ts')).startDemoModel() : null;
  const model =
    config.model.kind === 'demo' ? { baseUrl: demo?.url ?? '', apiKey: 'none', name: 'demo' } : config.model;
  const ended = Promise.withResolvers<void>();
  told.signal.addEventListener('abort', () => ended.resolve(), { once: true });
  let channels: readonly Channel[] = [];
  const screens: Terminal[] = [];
  const running = await startPeacrab(
    config,
    model,
    async (database) => {
      if (config.terminal) screens.push(await terminal(config, database, ended.resolve));
      channels = config.terminal ? screens : await platformChannels(config, { database, log });
      return channels;
    },
    log,
    { life: { signal: told.signal, say: (sentence) => console.error(sentence) } },
  );
  const banner = startScreen(config, {
    channels: channels.map((channel) => channel.about?.() ?? `this ${channel.platform}`),
    model: model.name,
    tools: running.tools,
    builtIn: tools.map(({ name }) => name),
    others: await otherProcesses(running.database),
    logFile: file,
  });
  const screen = screens.find(({ interactive }) => interactive);
  if (screen) await screen.open(banner);
  else console.error(banner);
  await ended.promise;
  await running.stop();
  await demo?.stop();
  release();
}

/** Null: standard error, unless its lines would land on the screen on which a person types. */
function logFileOf({ terminal, dataDir }: Config): string | null {
  const isSeen = process.stderr.isTTY && isScreen(process.stdin, process.stdout);
  return terminal && isSeen ? join(dataDir, 'terminal.log') : null;
}

/** @param ended called when the person leaves, or piped input has ended and what is due within a minute has been said */
async function terminal(config: Config, database: Database, ended: () => void): Promise<Terminal> {
  const { Terminal } = await import('../channels/terminal/terminal.ts');
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return new Terminal({
    input: process.stdin,
    output: process.stdout,
    user: userInfo().username,
    zone: config.defaultZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale,
    command: typedCommand,
    commands,
    history: (room, person) => typedBefore(database.db, room, person),
    settled: () => whenIdle(database),
    ended: (how) => {
      if (how === 'left') ended();
      else void upcomingWithin(database, systemClock, 60_000).then(ended, ended);
    },
    now: () => systemClock.now(),
    folder: join(config.dataDir, 'exports'),
  });
}
