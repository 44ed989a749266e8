// What an installed Slack app can do: the tokens, that both are of one app, the scopes, the socket, the history, and the
// people who are listed. Everything asked only reads; the socket is opened and closed again at its hello, and what Slack
// hands it meanwhile is not acknowledged, so that it comes again to the bot.
import type { WebClient } from '@slack/web-api';
import { webClient } from '../../channels/slack/connection/client.ts';
import { SlackConnection } from '../../channels/slack/connection/connection.ts';
import { type Identity, identify, startError } from '../../channels/slack/connection/identity.ts';
import { lackingScopes, mendManifest } from '../../channels/slack/connection/needs.ts';
import { failureOf } from '../../channels/slack/errors.ts';
import { type SlackTimings, slackTimings } from '../../channels/slack/settings.ts';
import { silentLog } from '../../log.ts';
import { examine, type Finding, type Found, fault, ok, warning } from './finding.ts';

interface SlackParts {
  /** Null if it is missing or cannot be one. */
  readonly botToken: string | null;
  readonly appToken: string | null;
  readonly apiUrl: string | null;
  /** The entries of ALLOW and ADMINS that are Slack's: "slack:U0123456". */
  readonly listed: readonly string[];
  readonly limitMs: number;
  readonly timings?: Partial<SlackTimings>;
}

export async function slackRoom(parts: SlackParts): Promise<readonly Finding[]> {
  const [ofBot, ofSocket] = await Promise.all([botFindings(parts), socketFindings(parts)]);
  return [...ofBot, ...ofSocket];
}

async function botFindings(parts: SlackParts): Promise<readonly Finding[]> {
  const { botToken, apiUrl, limitMs, listed } = parts;
  if (botToken === null) return [];
  const timings = { ...slackTimings, ...parts.timings };
  const client = webClient({ botToken, appToken: '', apiUrl }, timings.sendMs, silentLog);
  let identity = null as Identity | null;
  const token = await examine('bot token', limitMs, async () => {
    identity = await identify(client);
    return ok(`@${identity.name} in ${identity.workspace}.`);
  });
  const known = identity;
  if (known === null) return token;
  const rest = await Promise.all([
    examine('scopes', limitMs, async () => scopes(known.scopes)),
    examine('one app', limitMs, () => oneApp(client, known, parts.appToken)),
    examine('history', limitMs, () => history(client, known.name)),
    ...(listed.length > 0 ? [examine('people listed', limitMs, () => people(client, listed))] : []),
  ]);
  return [...token, ...rest.flat()];
}

async function socketFindings({ botToken, appToken, apiUrl, limitMs, timings }: SlackParts) {
  if (appToken === null) return [];
  return examine('app token and socket', limitMs, async () => {
    const connection = new SlackConnection({
      settings: { botToken: botToken ?? '', appToken, apiUrl },
      timings: { ...slackTimings, ...timings },
      log: silentLog,
      heard: () => undefined,
      ended: () => undefined,
    });
    try {
      await connection.open();
    } catch (error) {
      throw startError(error, 'app');
    } finally {
      await connection.close();
    }
    return ok('Socket Mode is on and Slack says hello.');
  });
}

function scopes(granted: readonly string[] | null): readonly Found[] {
  if (granted === null)
    return [
      warning(
        'Slack does not tell the scopes.',
        'Check SLACK_API_URL, if it is set: a proxy may drop headers.',
      ),
    ];
  const lacking = lackingScopes(granted);
  if (lacking.length === 0) return [ok('all that the manifest asks for.')];
  return lacking.map(({ scope, vital, use }) =>
    vital
      ? fault(`${scope} is missing: Peacrab does not start without it (${use}).`, mendManifest)
      : warning(`${scope} is missing: without it there is no ${use}.`, mendManifest),
  );
}

/** An app token names its app; whose the bot is, Slack tells. */
async function oneApp(
  client: WebClient,
  { us }: Identity,
  appToken: string | null,
): Promise<readonly Found[]> {
  const named = /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken ?? '')?.[1];
  if (named === undefined) return [];
  const { bot } = await client.bots.info({ bot: us.bot }).catch(() => ({ bot: undefined }));
  if (bot?.app_id === undefined) return [];
  if (bot.app_id === named) return [ok('both tokens are of one app.')];
  return [
    fault(
      `the tokens are of two apps: the bot token of ${bot.app_id}, the app token of ${named}.`,
      'Take both from the same app: SLACK_BOT_TOKEN from OAuth & Permissions, SLACK_APP_TOKEN from Basic Information.',
    ),
  ];
}

/** More than the 15 messages that Slack gives to apps whose history is rationed. */
const pageSize = 16;
const rationedPage = 15;

/**
 * Whether Slack rations reading history for this app, as it does for apps distributed outside its Marketplace: one call a
 * minute, 15 messages at most. Two calls tell.
 */
async function history(client: WebClient, name: string): Promise<Found> {
  const unread = (why: string) => ok(`not looked at: ${why}.`);
  try {
    const types = 'public_channel,private_channel';
    const { channels } = await client.users.conversations({ types, exclude_archived: true, limit: 10 });
    const channel = channels?.[0]?.id;
    if (channel === undefined) return unread(`it is in no channel yet (/invite @${name} brings it there)`);
    for (let look = 1; look <= 2; look += 1) {
      const { messages = [], has_more: more } = await client.conversations.history({
        channel,
        limit: pageSize,
      });
      if (messages.length === rationedPage && more) return rationed;
    }
    return ok('can be read as often as it takes.');
  } catch (error) {
    const { code } = failureOf(error);
    return code === 'ratelimited' ? rationed : unread(`Slack answers ${code}`);
  }
}

const rationed = warning(
  'Slack rations it for this app (one call a minute, 15 messages): a message in doubt may be sent twice.',
  'Slack does so to apps that are distributed outside its Marketplace: make an app of your own in this workspace from slack-manifest.yaml.',
);

const lookedUpAtMost = 20;

async function people(client: WebClient, listed: readonly string[]): Promise<Found> {
  const users = listed.map((entry) => entry.slice('slack:'.length)).slice(0, lookedUpAtMost);
  const unknown: string[] = [];
  for (const user of users) {
    const found = await client.users.info({ user }).catch((error: unknown) => {
      if (failureOf(error).code === 'user_not_found') return null;
      throw startError(error, 'bot');
    });
    if (found === null || found.user?.deleted) unknown.push(`slack:${user}`);
  }
  if (unknown.length === 0) return ok('everybody in ALLOW and ADMINS is known here.');
  return warning(
    `ALLOW or ADMINS names nobody known here: ${unknown.join(', ')}.`,
    'Copy the member id from the person’s profile (More > Copy member ID), or take the entry out.',
  );
}
