// Settings come from environment variables and an .env file, and are parsed here, once. A mistake
// stops the start with one sentence for each fault; an unknown setting is named with its nearest neighbour.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { IANAZone } from 'luxon';
import { z } from 'zod';
import { PeacrabError } from './errors.ts';
import { secretsIn } from './process/secrets.ts';
import { editDistance } from './text/edit-distance.ts';

const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const price = z.coerce.number().nonnegative().default(0);
/** How many an hour: "60" or "60/hour". */
const anHour = z
  .string()
  .regex(/^\d+(\/hour)?$/, 'must be a number of turns an hour such as 60, or 0 for no limit')
  .transform((value) => Number.parseInt(value, 10));
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
const zone = z
  .string()
  .refine((name) => IANAZone.isValidZone(name), 'is not an IANA time zone such as Europe/Berlin');

const USUAL_MCP_FILE = './mcp.json';
/** What an operator names has to be there: rules and tools that are silently absent are worse than no start. */
const named = (what: 'file' | 'folder', usual: string) =>
  z
    .string()
    .refine(
      existsSync,
      `names a ${what} that is not there: make it, correct the name, or leave the setting empty for ${usual}`,
    )
    .optional();
/** Variables for the MCP file to name: they may be in the .env file beside the settings. */
const FOR_MCP = /^MCP_/;

const settings = z.object({
  OPENAI_BASE_URL: z.url().optional(),
  OPENAI_API_KEY: z.string().optional(),
  MODEL: z.string().optional(),
  CONTEXT_WINDOW: z.coerce.number().int().min(4000).default(24_000),
  MAX_OUTPUT_TOKENS: positive(1024),
  MODEL_PROFILE: z.string().default(''),
  READ_IMAGES: z.enum(['true', 'false']).default('false'),
  PRICE_INPUT: price,
  PRICE_CACHED: price,
  PRICE_OUTPUT: price,
  CACHE_MINUTES: z.coerce.number().nonnegative().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  MEMORY_DIR: z.string().default('./memory'),
  PERSONAS_DIR: named('folder', './personas'),
  SKILLS_DIR: named('folder', './skills'),
  POLICY_FILE: named('file', './policy.yaml'),
  MCP_FILE: named('file', USUAL_MCP_FILE),
  DELEGATES_DIR: named('folder', './delegates'),
  SLACK_BOT_TOKEN: z.string().startsWith('xoxb-', 'must start with xoxb-').optional(),
  SLACK_APP_TOKEN: z.string().startsWith('xapp-', 'must start with xapp-').optional(),
  SLACK_API_URL: z.url().optional(),
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_API_URL: z.url().optional(),
  ALLOW: list,
  ADMINS: list,
  LIMIT_TURNS_PER_PERSON: anHour.optional(),
  LIMIT_TOKENS_PER_DAY: z.coerce.number().int().nonnegative().default(0),
  DEFAULT_TIMEZONE: zone.optional(),
  DEFAULT_PERSONA: z.string().default('assistant'),
  RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  CATCH_UP_HOURS: z.coerce.number().nonnegative().default(12),
  JOIN_RUNNING_TURN: z.stringbool().default(false),
  MODEL_IDLE_SECONDS: positive(60),
  HEALTH_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

export type Settings = z.infer<typeof settings>;
/** The names of all settings, for the test that keeps .env.example in step. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

export type Config = ReturnType<typeof configOf>;

/** The environment with what the .env file of the working folder adds to it; the environment's own values win. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** What is wrong with a setting. `names` are those that cannot be relied on: its own and what it may have been meant for. */
interface SettingFault {
  readonly names: readonly string[];
  readonly sentence: string;
}

/** Every fault that a setting has by itself; what only shows between settings is thrown by {@link loadConfig}. */
export function settingFaults(
  env: Readonly<Record<string, string | undefined>>,
  envFile = '.env',
): readonly SettingFault[] {
  const issues = settings.safeParse(given(env)).error?.issues ?? [];
  return [
    ...unknownSettings(env, envFile),
    ...issues.map(({ path, message }) => ({
      names: [String(path[0])],
      sentence: `${path.join('.')} ${lowerFirst(message)}`,
    })),
  ];
}

/**
 * Reads the settings.
 *
 * @param env environment variables; empty values count as absent
 * @param envFile the .env file, whose every name must be a setting
 * @throws PeacrabError CONFIG that names each fault and what to do
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, envFile = '.env'): Config {
  const faults = settingFaults(env, envFile);
  if (faults.length > 0) {
    throw new PeacrabError(
      'CONFIG',
      `The settings have ${faults.length === 1 ? 'a fault' : 'faults'}: ${faults.map(({ sentence }) => sentence).join('; ')}. See .env.example.`,
    );
  }
  const forServers = Object.entries(env).filter(([name]) => FOR_MCP.test(name) && name !== 'MCP_FILE');
  return configOf(
    settings.parse(given(env)),
    forServers.map(([, key]) => key),
  );
}

const given = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/** @param keys of MCP servers: no settings, but secret too */
function configOf(s: Settings, keys: readonly (string | undefined)[]) {
  const slack = slackOf(s);
  const discord = s.DISCORD_TOKEN ? { token: s.DISCORD_TOKEN, apiUrl: s.DISCORD_API_URL ?? null } : null;
  const terminal = !slack && !discord;
  const model = modelOf(s, terminal);
  return {
    model,
    window: s.CONTEXT_WINDOW,
    maxOutput: s.MAX_OUTPUT_TOKENS,
    modelIdleMs: s.MODEL_IDLE_SECONDS * 1000,
    price: { input: s.PRICE_INPUT, cached: s.PRICE_CACHED, output: s.PRICE_OUTPUT },
    /** Null: as the model's profile says. */
    cacheMinutes: s.CACHE_MINUTES ?? null,
    modelProfile: s.MODEL_PROFILE,
    readImages: s.READ_IMAGES === 'true',
    databaseUrl: s.DATABASE_URL ?? null,
    dataDir: s.DATA_DIR,
    memoryDir: s.MEMORY_DIR,
    personasDir: s.PERSONAS_DIR ?? './personas',
    skillsDir: s.SKILLS_DIR ?? './skills',
    policyFile: s.POLICY_FILE ?? './policy.yaml',
    /** Null: there are no MCP servers. */
    mcpFile: s.MCP_FILE ?? (existsSync(USUAL_MCP_FILE) ? USUAL_MCP_FILE : null),
    delegatesDir: s.DELEGATES_DIR ?? './delegates',
    slack,
    discord,
    terminal,
    secrets: secretsIn(
      [s.OPENAI_API_KEY, s.SLACK_BOT_TOKEN, s.SLACK_APP_TOKEN, s.DISCORD_TOKEN, ...keys],
      s.DATABASE_URL ? [s.DATABASE_URL] : [],
    ),
    allow: s.ALLOW,
    admins: s.ADMINS,
    allowance: {
      // In the terminal the person is the operator.
      turnsPerHour: s.LIMIT_TURNS_PER_PERSON ?? (terminal ? 0 : 60),
      tokensPerDay: s.LIMIT_TOKENS_PER_DAY,
      zone: s.DEFAULT_TIMEZONE ?? 'UTC',
    },
    defaultZone: s.DEFAULT_TIMEZONE ?? null,
    defaultPersona: s.DEFAULT_PERSONA,
    /** Null: texts are kept for ever. */
    retentionDays: s.RETENTION_DAYS ?? null,
    catchUpHours: s.CATCH_UP_HOURS,
    joinRunningTurn: s.JOIN_RUNNING_TURN,
    healthPort: s.HEALTH_PORT ?? null,
    logLevel: s.LOG_LEVEL,
  } as const;
}

function slackOf(s: Settings) {
  if (!s.SLACK_BOT_TOKEN && !s.SLACK_APP_TOKEN) return null;
  if (!s.SLACK_BOT_TOKEN || !s.SLACK_APP_TOKEN) {
    const missing = s.SLACK_BOT_TOKEN
      ? 'SLACK_APP_TOKEN (xapp-..., Basic Information > App-Level Tokens)'
      : 'SLACK_BOT_TOKEN (xoxb-..., OAuth & Permissions)';
    throw new PeacrabError(
      'CONFIG',
      `Slack needs two tokens; ${missing} is missing. Set it, or remove the other to switch Slack off.`,
    );
  }
  return { botToken: s.SLACK_BOT_TOKEN, appToken: s.SLACK_APP_TOKEN, apiUrl: s.SLACK_API_URL ?? null };
}

function modelOf(
  s: Settings,
  terminal: boolean,
): { kind: 'demo' } | { kind: 'server'; baseUrl: string; apiKey: string; name: string } {
  if (s.MODEL === 'demo') return { kind: 'demo' };
  if (s.OPENAI_BASE_URL || s.OPENAI_API_KEY || s.MODEL) {
    if (!s.MODEL)
      throw new PeacrabError(
        'CONFIG',
        'MODEL is missing: name the model that OPENAI_BASE_URL serves, or set MODEL=demo.',
      );
    return {
      kind: 'server',
      baseUrl: s.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
      apiKey: s.OPENAI_API_KEY ?? 'none',
      name: s.MODEL,
    };
  }
  if (terminal) return { kind: 'demo' };
  throw new PeacrabError(
    'CONFIG',
    'No model is set, and people on a chat platform should not get the demo by accident. Set OPENAI_BASE_URL and MODEL, or MODEL=demo to ask for the demo.',
  );
}

/** Names in the .env file that are no settings, and variables of the environment that look like a misspelt one. */
function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  envFile: string,
): readonly SettingFault[] {
  const fromFile = existsSync(envFile)
    ? Object.keys(parseEnv(readFileSync(envFile, 'utf8'))).filter(
        (name) => !FOR_MCP.test(name) || nearest(name),
      )
    : [];
  const suspicious = Object.keys(env).filter(
    (name) => /^(SLACK|DISCORD|PRICE|DEFAULT|OPENAI|CONTEXT|MCP|LIMIT)_/.test(name) && nearest(name),
  );
  const unknown = new Set([...fromFile, ...suspicious].filter((name) => !settingNames.includes(name)));
  return [...unknown].map((name) => {
    const near = nearest(name);
    if (near === undefined) return { names: [name], sentence: `${name} is not a setting` };
    return { names: [name, near], sentence: `${name} is not a setting (did you mean ${near}?)` };
  });
}

function nearest(name: string): string | undefined {
  const [near] = settingNames
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  return near && near.distance <= 2 ? near.known : undefined;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
