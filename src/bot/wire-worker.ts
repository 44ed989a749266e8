// The dispatcher's worker with all that turns and events need: model, tools, prompts, personas, skills, limits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createModelClient } from '../agent/openai.ts';
import type { Worker } from '../conversation/dispatch/dispatcher.ts';
import { createWorker } from '../conversation/dispatch/worker.ts';
import { Calibrator } from '../conversation/turn/request/calibrator.ts';
import { PrefixWatch } from '../conversation/turn/request/prefix-watch.ts';
import { Prompts } from '../conversation/turn/request/prompts.ts';
import { turnTimings } from '../conversation/turn/services.ts';
import { messageOf } from '../errors.ts';
import { loadSkills } from '../skills/load.ts';
import { promptText } from './prompt-text.ts';
import { noteApproval, type Services } from './services.ts';

const promptFile = (name: string) => readFileSync(join(import.meta.dirname, '../../prompts', name), 'utf8');
const system = promptFile('system.md');
const journalPrompt = promptFile('journal.md');
const delegatePrompt = promptFile('delegate.md');

/** Reads the skills and the calibration, and names what is wrong with them. */
export async function wireWorker(services: Services): Promise<Worker> {
  const { config, model, profile, database, metrics, sendWake, log, policy, tools, personas, overrides } =
    services;
  const { baseUrl, apiKey, name } = model;
  for (const fault of personas.faults()) log.warn({}, fault);
  const skills = loadSkills(config.skillsDir, (fault) => log.warn({}, fault));
  // Read once now, so that a faulty file is named at the start.
  skills.list();
  const client = createModelClient({ baseUrl, apiKey, model: name, idleMs: config.modelIdleMs, profile });
  return createWorker({
    database,
    model: overrides.model?.(client) ?? client,
    modelName: name,
    calibrator: await Calibrator.load(database, name),
    channels: services.channels,
    tools,
    policy,
    joins: config.joinRunningTurn,
    timings: { ...turnTimings, ...overrides.turn },
    readImages: config.readImages,
    hasAdmins: config.admins.length > 0 || config.terminal,
    enqueued: () => sendWake.signal(),
    noted: (noted) => noteApproval(services, noted),
    personas,
    skills,
    prompts: new Prompts(database, () => promptText(system, tools, policy.rules, skills, personas)),
    journalPrompt,
    delegatePrompt,
    prefixes: new PrefixWatch(),
    clock: services.clock,
    log,
    defaultPersona: config.defaultPersona,
    retentionDays: config.retentionDays,
    window: config.window,
    maxOutput: config.maxOutput,
    cacheMinutes: config.cacheMinutes ?? profile.cacheMinutes,
    price: config.price,
    allowance: config.allowance,
    counted: (row) => metrics.count(row),
    ...(overrides.loop ? { limits: overrides.loop } : {}),
    ...(overrides.without ? { without: overrides.without } : {}),
    secrets: config.secrets,
    handled: () => {
      sendWake.signal();
      // A note may have been written, retracted or erased.
      mirrorNow(services);
    },
    committed: (effects) => {
      sendWake.signal();
      if (effects.some(({ name }) => name === 'remember')) mirrorNow(services);
    },
  });
}

function mirrorNow({ mirror, log }: Services): void {
  mirror().catch((error) => log.warn({ error: messageOf(error) }, 'a memory file could not be written yet'));
}
