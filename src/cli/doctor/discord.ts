// What the Discord application may do: the token, the words of messages, the servers with our permissions there, the
// sessions left today, the commands, and the people who are listed. All over REST; the gateway's socket is opened up to its
// hello, which costs no session.
import {
  type APIApplication,
  RESTJSONErrorCodes as C,
  GatewayOpcodes,
  type RESTGetAPICurrentUserGuildsResult,
  type RESTGetAPIGatewayBotResult,
  type RESTGetAPIGuildRolesResult,
  Routes,
} from 'discord.js';
import { hearsWords, inviteLink, lackingPermissions } from '../../channels/discord/connection/needs.ts';
import { patiently } from '../../channels/discord/connection/patience.ts';
import { DiscordRest } from '../../channels/discord/connection/rest.ts';
import {
  isRegistered,
  registeredAt,
  registration,
  registrationFaults,
} from '../../channels/discord/controls/commands.ts';
import { isClosedToUs, isCode, startError, statusOf } from '../../channels/discord/errors.ts';
import { watchHandshake } from '../../channels/handshake.ts';
import { examine, type Finding, type Found, fault, ok, warning } from './finding.ts';

interface DiscordParts {
  readonly token: string;
  readonly apiUrl: string | null;
  /** The entries of ALLOW and ADMINS that are Discord's. */
  readonly listed: readonly string[];
  readonly limitMs: number;
}

type Get = <T>(route: `/${string}`) => Promise<T>;

export async function discordRoom(parts: DiscordParts): Promise<readonly Finding[]> {
  const { limitMs, listed, apiUrl } = parts;
  const token = parts.token.trim().replace(/^Bot\s+/i, '');
  const rest = new DiscordRest({ token, apiUrl, timeoutMs: limitMs });
  const get: Get = (route) => patiently(() => rest.get(route), 3);
  let application = null as APIApplication | null;
  const check = (name: string, work: () => Promise<Found | readonly Found[]>) =>
    examine(name, limitMs, () =>
      work().catch((error: unknown) => {
        throw startError(error);
      }),
    );
  const ofToken = await check('token', async () => {
    application = await get<APIApplication>(Routes.currentApplication());
    return ok(`the application ${application.name}.`);
  });
  const known = application;
  try {
    if (known === null) return ofToken;
    const others = await Promise.all([
      check('message content', async () => words(known)),
      check('interactions', async () => interactions(known)),
      check('servers', () => servers(get, known)),
      check('sessions', () => sessions(get)),
      examine('gateway', limitMs, (signal) => gateway(get, signal)),
      check('commands', () => commandsOf(get, known)),
      ...(listed.length > 0 ? [check('people listed', () => people(get, listed))] : []),
    ]);
    return [...ofToken, ...others.flat()];
  } finally {
    rest.close();
  }
}

function words({ flags }: APIApplication): Found {
  if (hearsWords(flags)) return ok('the intent is on.');
  return fault(
    'the Message Content Intent is off: Discord would send empty texts, and refuses to connect.',
    'Switch it on in the Developer Portal: your application > Bot > Privileged Gateway Intents > Message Content Intent.',
  );
}

function interactions(application: APIApplication): readonly Found[] {
  if (application.interactions_endpoint_url)
    return [
      fault(
        'an Interactions Endpoint URL is set: commands and buttons go there instead of to Peacrab.',
        'Empty it in the Developer Portal: your application > General Information > Interactions Endpoint URL.',
      ),
    ];
  if (application.bot_require_code_grant)
    return [
      warning(
        'the bot requires an OAuth2 code grant: the invite link does not work.',
        'Switch that off in the Developer Portal: your application > Bot > Requires OAuth2 Code Grant.',
      ),
    ];
  return [ok('commands and buttons come to Peacrab.')];
}

async function servers(get: Get, { id }: APIApplication): Promise<readonly Found[]> {
  const guilds = await get<RESTGetAPICurrentUserGuildsResult>(Routes.userGuilds());
  const link = inviteLink(id);
  if (guilds.length === 0)
    return [
      fault(
        'the bot is on no server, so nobody can talk to it, not even directly.',
        `Invite it with ${link}`,
      ),
    ];
  const lacking = guilds.flatMap(({ name, permissions }) => {
    const missing = lackingPermissions(permissions);
    if (missing.length === 0) return [];
    const says = `on ${name} it lacks ${missing.map((each) => `${each.name} (${each.use})`).join(', ')}.`;
    const mend = `Give its role these permissions on that server, or invite it again with ${link}`;
    return [missing.some(({ vital }) => vital) ? fault(says, mend) : warning(says, mend)];
  });
  if (lacking.length > 0) return lacking;
  const names = guilds.slice(0, 3).map(({ name }) => name);
  return [
    ok(
      `${guilds.length}, with all permissions of the invite (${names.join(', ')}${guilds.length > 3 ? ', ...' : ''}).`,
    ),
  ];
}

/** Of the thousand or so that Discord grants each day, so many are nearly none: each start takes one or two. */
const fewSessions = 20;

async function sessions(get: Get): Promise<Found> {
  const { session_start_limit: limit } = await get<RESTGetAPIGatewayBotResult>(Routes.gatewayBot());
  const left = `${limit.remaining} of ${limit.total} are left today`;
  const hours = Math.ceil(limit.reset_after / 3_600_000);
  const mend = `See why it connects so often (its logs, a supervisor that restarts it); there are new ones in ${hours} h.`;
  if (limit.remaining === 0) return fault(`${left}: it cannot connect.`, mend);
  return limit.remaining < fewSessions ? warning(`${left}.`, mend) : ok(`${left}.`);
}

/** Opens the gateway's socket as the bot does, and closes it at its hello: no session begins before one identifies. */
async function gateway(get: Get, signal: AbortSignal): Promise<Found> {
  let url: string;
  try {
    ({ url } = await get<RESTGetAPIGatewayBotResult>(Routes.gatewayBot()));
  } catch (error) {
    throw startError(error);
  }
  const ended = await helloOf(`${url.replace(/\/*$/, '/')}?v=10&encoding=json`, signal);
  if (ended === null) return ok('its socket opens and says hello.');
  return fault(
    `Discord answers, but the WebSocket to its gateway cannot be opened (${ended}).`,
    'Let WebSockets (wss://gateway.discord.gg) pass the proxy or firewall, and run it again.',
  );
}

/** Null if it says hello, or what came instead. */
async function helloOf(address: string, signal: AbortSignal): Promise<string | null> {
  const handshake = watchHandshake(() => address);
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = new WebSocket(address);
  socket.addEventListener('message', ({ data }) => {
    resolve(isHello(data) ? null : 'it says something else than hello');
  });
  socket.addEventListener('close', ({ code }) => resolve(handshake.met() ?? `it closes with ${code}`));
  const late = () => resolve('it does not say hello');
  signal.addEventListener('abort', late);
  try {
    return await promise;
  } finally {
    handshake.end();
    signal.removeEventListener('abort', late);
    socket.close(1000);
  }
}

function isHello(data: unknown): boolean {
  try {
    return typeof data === 'string' && Object(JSON.parse(data)).op === GatewayOpcodes.Hello;
  } catch {
    return false;
  }
}

/** Whether Discord offers the commands of this version: they are registered at a start, and may have been refused then. */
async function commandsOf(get: Get, { id }: APIApplication): Promise<Found> {
  const start =
    'Start Peacrab: it registers them. If it has run already, its log says why Discord refused ("could not be registered").';
  let present: readonly unknown[];
  try {
    present = await get<readonly unknown[]>(registeredAt(id));
  } catch (error) {
    if (!isClosedToUs(error)) throw error;
    return warning(
      `Discord does not let us see them: ${statusOf(error)}.`,
      `Invite the bot again with ${inviteLink(id)}`,
    );
  }
  if (isRegistered(present)) return ok(`${registration().length}, as this version has them.`);
  if (present.length === 0) return warning('none is registered.', start);
  return warning(`not as this version has them: ${shortOf(registrationFaults(present))}.`, start);
}

const namedAtMost = 5;

const shortOf = (faults: readonly string[]): string =>
  faults.length <= namedAtMost
    ? faults.join(', ')
    : `${faults.slice(0, namedAtMost).join(', ')}, and ${faults.length - namedAtMost} more`;

const lookedUpAtMost = 20;
const serversAtMost = 5;

async function people(get: Get, listed: readonly string[]): Promise<Found> {
  const roles = listed.some((entry) => entry.startsWith('discord-role:'))
    ? await rolesOf(get)
    : new Set<string>();
  const unknown: string[] = [];
  for (const entry of listed.slice(0, lookedUpAtMost)) {
    const [kind, id = ''] = entry.split(':');
    const isKnown =
      kind === 'discord-role'
        ? roles.has(id)
        : await get(Routes.user(id)).then(
            () => true,
            (error: unknown) => {
              if (isCode(error, C.UnknownUser)) return false;
              throw startError(error);
            },
          );
    if (!isKnown) unknown.push(entry);
  }
  if (unknown.length === 0) return ok('everybody in ALLOW and ADMINS is known here.');
  return warning(
    `ALLOW or ADMINS names nobody known here: ${unknown.join(', ')}.`,
    'Switch on User Settings > Advanced > Developer Mode, copy the id by right click, or take the entry out.',
  );
}

async function rolesOf(get: Get): Promise<ReadonlySet<string>> {
  const guilds = await get<RESTGetAPICurrentUserGuildsResult>(Routes.userGuilds());
  const lists = await Promise.all(
    guilds.slice(0, serversAtMost).map(({ id }) => get<RESTGetAPIGuildRolesResult>(Routes.guildRoles(id))),
  );
  return new Set(lists.flat().map(({ id }) => id));
}
