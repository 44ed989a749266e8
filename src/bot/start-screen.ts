// What the program says once it has started: ten lines at most. No token and no address; a workspace's name and the name of
// a model are what an operator looks for first.
import type { Config } from '../config.ts';

interface Started {
  /** What each channel says of itself: "Slack as @peacrab in Acme". */
  readonly channels: readonly string[];
  /** The model's name; ignored for the demo. */
  readonly model: string;
  /** Names of the tools that have a place. */
  readonly tools: readonly string[];
  readonly builtIn: readonly string[];
  /** Other processes on the same store, in words. */
  readonly others: readonly string[];
  /** Where what is wrong is logged, if not on standard error. */
  readonly logFile: string | null;
}

/** The start screen. Pure. */
export function startScreen(config: Config, started: Started): string {
  const { channels, model } = started;
  const isDemo = config.model.kind === 'demo';
  const rows: readonly (readonly [string, string] | null)[] = [
    ['Where', channels.join('; ')],
    [
      'Model',
      isDemo
        ? demo
        : `${model}, ${config.window.toLocaleString('en')} tokens of context${config.readImages ? ', sees images (READ_IMAGES)' : ''}`,
    ],
    config.terminal ? null : ['People', people(config)],
    ['Zones', zones(config)],
    ['Store', store(config, started)],
    ['Tools', tools(started)],
    ['Docs', docs(config)],
    started.logFile === null ? null : ['Log', `what goes wrong is in ${started.logFile}`],
    config.terminal ? ['Try', examples] : null,
  ];
  const lines = rows.filter((row) => row !== null).map(([name, text]) => `  ${name.padEnd(8)}${text}`);
  return ['Peacrab is on.', ...lines].join('\n');
}

const demo =
  '*** the offline DEMO: a few rules, no intelligence. Set OPENAI_BASE_URL and MODEL for a real one. ***';
const examples =
  'hello | remind me in 10 seconds to stretch | switch to the CFO | remember that I like tea | /help';

function people({ allow, admins }: Config): string {
  const who =
    allow.length > 0
      ? `whoever ALLOW lists (${allow.length}), and admins`
      : 'members of the workspace or server (ALLOW narrows it)';
  return `${who}; admins: ${admins.length > 0 ? admins.length : 'none (ADMINS)'}`;
}

function zones({ defaultZone, terminal, slack, discord }: Config): string {
  if (terminal) return defaultZone ? `${defaultZone} (DEFAULT_TIMEZONE)` : "this machine's";
  const untold = defaultZone ? `on Discord ${defaultZone} (DEFAULT_TIMEZONE)` : 'on Discord asked once';
  const sources = [
    slack && 'from their Slack profile',
    discord && untold,
    defaultZone && 'their answer wins',
  ];
  return `each person's own: ${sources.filter(Boolean).join(', ')}`;
}

function store({ databaseUrl, dataDir }: Config, { others }: Started): string {
  if (databaseUrl)
    return `PostgreSQL; ${others.length > 0 ? `shared with ${others.join('; ')}` : 'several processes may share it'}`;
  return `PGlite in ${dataDir}: one process, and a power cut may cost the last seconds (DATABASE_URL for a bot that matters)`;
}

function tools({ tools: placed, builtIn }: Started): string {
  const more = placed.filter((name) => !builtIn.includes(name));
  const less = builtIn.filter((name) => !placed.includes(name));
  return [
    `${placed.length - more.length} built in`,
    ...(more.length > 0 ? [`beyond them: ${more.join(', ')}`] : []),
    ...(less.length > 0 ? [`without a place: ${less.join(', ')}`] : []),
  ].join('; ');
}

function docs({ slack, discord }: Config): string {
  const guides = [slack && 'docs/slack.md', discord && 'docs/discord.md'].filter(Boolean);
  return `${guides.length > 0 ? guides.join(', ') : 'README.md'}; "npm run doctor" checks the set-up`;
}
