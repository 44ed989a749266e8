// The settings, read as far as they can be: each fault is a finding, and what does not hang on a faulty one is still
// checked. A token is never sent to another address than the one that was meant.
import { profileFor } from '../../agent/profiles/profile.ts';
import { type Config, loadConfig, settingFaults } from '../../config.ts';
import { messageOf } from '../../errors.ts';
import { type Finding, type Found, fault, faultOf, ok, warning } from './finding.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface ReadSettings {
  /** What holds without the faulty settings. */
  readonly config: Config;
  /** The environment without them. */
  readonly env: Env;
  readonly faults: readonly string[];
  /** Whether a setting of this kind cannot be relied on, so that what hangs on it is not checked. */
  isDoubtful(names: RegExp): boolean;
}

const slackTokens = ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'];

/** Reads what can be read. Never throws. */
export function readSettings(given: Env, envFile: string): ReadSettings {
  const alone = settingFaults(given, envFile);
  const doubtful = new Set(alone.flatMap(({ names }) => names));
  const faults = alone.map(({ sentence }) => `${sentence}.`);
  const env = without(given, doubtful);
  const isDoubtful = (names: RegExp) => [...doubtful].some((name) => names.test(name));
  // What only shows between settings: half of Slack's tokens, no model with a platform on.
  const halfSlack = slackTokens.filter((name) => env[name]).length === 1;
  const whole = halfSlack ? without(env, new Set(slackTokens)) : env;
  for (const each of [env, whole, { ...whole, MODEL: 'demo' }]) {
    try {
      return { config: loadConfig(each, ''), env, faults, isDoubtful };
    } catch (error) {
      const concerned =
        each === env && halfSlack ? slackTokens : ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'MODEL'];
      if (!concerned.some((name) => doubtful.has(name))) faults.push(messageOf(error));
      if (concerned !== slackTokens) doubtful.add('MODEL');
    }
  }
  return { config: loadConfig({}, ''), env, faults, isDoubtful: () => true };
}

const without = (env: Env, names: ReadonlySet<string>): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));

/** What can be told from the settings alone. */
export function settingsRoom(read: ReadSettings): readonly Finding[] {
  const named = (check: string, found: Found | null): readonly Finding[] =>
    found ? [{ check, ...found }] : [];
  const faults = read.faults.map((sentence) =>
    fault(sentence, 'Put it right in .env; .env.example explains every setting.'),
  );
  const { config } = read;
  return [
    ...(faults.length > 0 ? faults : [ok('every name and value is one that Peacrab knows.')]).flatMap(
      (found) => named('settings', found),
    ),
    ...named('sizes', sizes(config)),
    ...named('limits', limits(read.env, config)),
    ...named('model profile', profile(config)),
    ...named('time zones', zones(config)),
    ...named('who may talk', lists(read)),
  ];
}

function sizes({ window, maxOutput }: Config): Found {
  if (maxOutput * 2 > window)
    return fault(
      `MAX_OUTPUT_TOKENS (${maxOutput}) takes more than half of CONTEXT_WINDOW (${window}).`,
      'Set MAX_OUTPUT_TOKENS to 1024 or so, or CONTEXT_WINDOW to what the server serves.',
    );
  if (window < 8000)
    return warning(
      `CONTEXT_WINDOW is ${window} tokens: rules and tools alone take 2,500 of them.`,
      'Serve the model with 8,000 tokens or more if its memory allows.',
    );
  return ok(`${window} tokens of context, ${maxOutput} of them for an answer.`);
}

/** Limits that would refuse people from the first turn on. */
function limits(env: Env, { window }: Config): Found | null {
  const tokens = Number(env.LIMIT_TOKENS_PER_DAY || Number.NaN);
  if (!(tokens < window)) return null;
  return warning(
    `LIMIT_TOKENS_PER_DAY (${tokens}) is less than one full context (${window}).`,
    'Raise it to some hundred thousand, or leave it empty.',
  );
}

function profile({ model, modelProfile }: Config): Found | null {
  if (model.kind === 'demo') return null;
  try {
    const { family, server } = profileFor(model.name, model.baseUrl, modelProfile);
    return ok(`family ${family}, server ${server} (MODEL_PROFILE says otherwise where that is wrong).`);
  } catch (error) {
    return faultOf(error);
  }
}

function zones({ defaultZone, discord, terminal }: Config): Found {
  if (defaultZone && (terminal || !discord))
    return ok(`${defaultZone} for whoever's zone is not known otherwise (DEFAULT_TIMEZONE).`);
  if (defaultZone)
    return ok(`${defaultZone} (DEFAULT_TIMEZONE) on Discord, which tells nobody's; one's own answer wins.`);
  if (terminal) return ok("the host's, in the terminal.");
  if (!discord) return ok("each person's own, from their profile.");
  return warning(
    'Discord tells nobody’s time zone, so each person is asked at their first reminder.',
    'If all of them live in one zone, set DEFAULT_TIMEZONE; else leave it.',
  );
}

const entry = /^(slack:[UW][A-Z0-9]+|discord:\d{15,21}|discord-role:\d{15,21})$/;

/** Entries of ALLOW and ADMINS that can name no person; whether the others exist is asked of the platforms. */
function lists({ config: { allow, admins }, env, isDoubtful }: ReadSettings): Found {
  const all = [...new Set([...allow, ...admins])];
  const malformed = all.filter((each) => !entry.test(each));
  if (malformed.length > 0)
    return fault(
      `ALLOW or ADMINS holds what names nobody: ${malformed.join(', ')}.`,
      'Write slack:U0123456, discord:123456789012345678 or discord-role:234567890123456789, with commas between.',
    );
  const isOff = (each: string) =>
    each.startsWith('slack:')
      ? !env.SLACK_BOT_TOKEN && !isDoubtful(/^SLACK_/)
      : !env.DISCORD_TOKEN && !isDoubtful(/^DISCORD_/);
  const off = all.filter(isOff);
  if (off.length > 0)
    return warning(
      `ALLOW or ADMINS names people of a platform that is off: ${off.join(', ')}.`,
      'Take them out, or set the tokens of that platform.',
    );
  const who =
    allow.length > 0 ? `${allow.length} listed, and the admins` : 'members of the workspace or server';
  return ok(`${who}; admins: ${admins.length > 0 ? admins.length : 'none (ADMINS)'}.`);
}
