// All rooms, side by side. What is not set is not checked; what hangs on a faulty setting neither, so that no token goes to
// an address that was not meant.
import type { Clock } from '../../clock.ts';
import { databaseRoom } from './database.ts';
import { discordRoom } from './discord.ts';
import { filesRoom } from './files.ts';
import { type Finding, faultOf, warning } from './finding.ts';
import { machineRoom } from './machine.ts';
import { modelRoom } from './model.ts';
import type { Room } from './print.ts';
import { type Env, type ReadSettings, readSettings, settingsRoom } from './settings.ts';
import { slackRoom } from './slack.ts';

export interface Surroundings {
  readonly env: Env;
  readonly envFile: string;
  readonly clock: Clock;
  readonly nodeVersion: string;
  readonly freeBytes: (folder: string) => Promise<number>;
  /** For each check, and for the model's, which may have to be loaded; in milliseconds. */
  readonly limitMs: number;
  readonly modelLimitMs: number;
}

/** Looks everything over. Never throws. */
export async function examineAll(around: Surroundings): Promise<readonly Room[]> {
  const { clock, nodeVersion, freeBytes, limitMs } = around;
  const read = readSettings(around.env, around.envFile);
  const { config } = read;
  const { databaseUrl: url, dataDir } = config;
  const rooms: readonly (readonly [string, Promise<readonly Finding[]> | null])[] = [
    ['Settings', Promise.resolve(settingsRoom(read))],
    ['Machine', machineRoom({ clock, nodeVersion, freeBytes, dataDir, clocks: clocksOf(read), limitMs })],
    ['Files', filesRoom({ config, limitMs })],
    ['Database', read.isDoubtful(/^DATABASE_/) ? doubtful : databaseRoom({ url, dataDir, limitMs })],
    ['Model', modelOf(read, around)],
    ['Slack', slackOf(read, limitMs)],
    ['Discord', discordOf(read, limitMs)],
  ];
  const done = rooms.map(async ([name, findings]) => {
    const found = await findings?.catch((error: unknown) => [{ check: 'all', ...faultOf(error) }]);
    return { name, findings: found ?? [] };
  });
  return (await Promise.all(done)).filter(({ findings }) => findings.length > 0);
}

const doubtful: Promise<readonly Finding[]> = Promise.resolve([
  {
    check: 'not checked',
    ...warning('its settings have a fault (above).', 'Mend that, then run "npm run doctor" again.'),
  },
]);

function modelOf(
  read: ReadSettings,
  { modelLimitMs: limitMs }: Surroundings,
): Promise<readonly Finding[]> | null {
  const { model, modelProfile: profile, window, maxOutput, terminal } = read.config;
  if (read.isDoubtful(/^(OPENAI|MODEL)(_|$)/)) return doubtful;
  if (model.kind === 'server') return modelRoom({ server: model, profile, window, maxOutput, limitMs });
  const demo = warning(
    'this is the offline demo: a few rules, no intelligence.',
    'Set OPENAI_BASE_URL, OPENAI_API_KEY and MODEL for a real one.',
  );
  return Promise.resolve(
    terminal ? [{ check: 'model', outcome: 'ok', says: demo.says }] : [{ check: 'model', ...demo }],
  );
}

function slackOf(read: ReadSettings, limitMs: number): Promise<readonly Finding[]> | null {
  const { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_API_URL: apiUrl } = read.env;
  if (read.isDoubtful(/^SLACK_(?!(BOT|APP)_TOKEN$)/)) return doubtful;
  if (!bot && !app) return null;
  const listed = listedOf(read, /^slack:/);
  return slackRoom({ botToken: bot || null, appToken: app || null, apiUrl: apiUrl || null, listed, limitMs });
}

function discordOf(read: ReadSettings, limitMs: number): Promise<readonly Finding[]> | null {
  const { discord } = read.config;
  if (read.isDoubtful(/^DISCORD_/)) return doubtful;
  return discord && discordRoom({ ...discord, listed: listedOf(read, /^discord(-role)?:/), limitMs });
}

const listedOf = ({ config: { allow, admins } }: ReadSettings, which: RegExp): readonly string[] =>
  [...new Set([...allow, ...admins])].filter((entry) => which.test(entry));

/** Where the time can be read: whoever is on, by an address that needs no token. */
function clocksOf({ config: { model, discord }, env, isDoubtful }: ReadSettings): readonly string[] {
  const under = (base: string, path: string) => `${base.replace(/\/*$/, '')}/${path}`;
  const slack = env.SLACK_BOT_TOKEN && !isDoubtful(/^SLACK_API/);
  return [
    ...(slack ? [under(env.SLACK_API_URL || 'https://slack.com/api', 'api.test')] : []),
    ...(discord && !isDoubtful(/^DISCORD_/)
      ? [under(discord.apiUrl ?? 'https://discord.com/api', 'v10/gateway')]
      : []),
    ...(model.kind === 'server' && !isDoubtful(/^(OPENAI|MODEL)(_|$)/)
      ? [under(model.baseUrl, 'models')]
      : []),
  ];
}
