// Users, the application, the server and its members, and registered commands over REST.
import { ApplicationFlags } from 'discord-api-types/v10';
import { botSees, isThread } from '../access.ts';
import { registerCommands } from '../commands.ts';
import { ApiError, invalidForm } from '../errors.ts';
import { isSnowflake } from '../ids.ts';
import { type Json, text } from '../json.ts';
import { channelJson, guildJson, memberJson, rolesJson, threadMembersJson, userJson } from '../payloads.ts';
import type { ChannelRecord, UserRecord } from '../records.ts';
import { dmWith } from '../threads.ts';
import type { World } from '../world.ts';
import type { Reply, Request, Route } from './route.ts';

const ok = (body: unknown): Reply => ({ status: 200, body });

/** Which privileged intents are on shows in the application's flags: `doctor` reads them. */
export function applicationFlags(world: World): number {
  const { messageContent, memberIntent, presenceIntent } = world.settings;
  return (
    (messageContent ? ApplicationFlags.GatewayMessageContentLimited : 0) |
    (memberIntent ? ApplicationFlags.GatewayGuildMembersLimited : 0) |
    (presenceIntent ? ApplicationFlags.GatewayPresenceLimited : 0)
  );
}

export function selfJson(world: World): Json {
  return { ...userJson(world.bot), verified: true, mfa_enabled: false, email: null };
}

function application({ world }: Request): Reply {
  return ok({
    id: world.applicationId,
    name: 'Peacrab',
    icon: null,
    description: '',
    bot_public: false,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    owner: selfJson(world),
    team: null,
    bot: selfJson(world),
    flags: applicationFlags(world),
    interactions_endpoint_url: world.settings.interactionsUrl,
    integration_types_config: { 0: {} },
  });
}

function ownGuild(world: World): Json {
  const permissions = String(world.settings.botPermissions);
  return { id: world.guildId, name: 'Tide pool', owner: false, features: [], permissions };
}

function openDm({ world, body }: Request): Reply {
  const id = text(body, 'recipient_id') ?? '';
  if (!isSnowflake(id))
    throw invalidForm('recipient_id', 'NUMBER_TYPE_COERCE', `Value "${id}" is not snowflake.`);
  const user = world.users.get(id);
  if (user === undefined) throw new ApiError(10013);
  if (user.bot) throw new ApiError(50007);
  return ok(channelJson(world, dmWith(world, id)));
}

function inGuild(world: World, id: string | undefined): void {
  if (world.otherGuilds.includes(id ?? '')) throw new ApiError(10007);
  if (id !== world.guildId) throw new ApiError(10004);
  if (!world.botInGuild) throw new ApiError(50001);
}

function members(world: World): UserRecord[] {
  const all = [...world.users.values()].filter((user) => user.inGuild);
  return all.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

function member({ world, params }: Request): Reply {
  inGuild(world, params.guild);
  const user = world.users.get(params.user ?? '');
  if (user === undefined) throw new ApiError(10013);
  if (!user.inGuild) throw new ApiError(10007);
  return ok(memberJson(user));
}

function memberList({ world, params, query }: Request): Reply {
  inGuild(world, params.guild);
  if (!world.settings.memberIntent) throw new ApiError(50001);
  const after = BigInt(query.get('after') ?? 0);
  const found = members(world).filter((user) => BigInt(user.id) > after);
  return ok(found.slice(0, Number(query.get('limit') ?? 1)).map(memberJson));
}

function memberSearch({ world, params, query }: Request): Reply {
  inGuild(world, params.guild);
  const wanted = (query.get('query') ?? '').toLowerCase();
  const found = members(world).filter((user) => user.name.toLowerCase().startsWith(wanted));
  return ok(found.slice(0, Number(query.get('limit') ?? 1)).map(memberJson));
}

function seen(world: World, thread: boolean): ChannelRecord[] {
  return [...world.channels.values()].filter(
    (channel) => channel.kind !== 'dm' && isThread(channel) === thread && botSees(world, channel),
  );
}

function guild({ world, params }: Request): Reply {
  inGuild(world, params.guild);
  return ok({ ...guildJson(world), approximate_member_count: members(world).length });
}

function channels({ world, params }: Request): Reply {
  inGuild(world, params.guild);
  return ok(seen(world, false).map((channel) => channelJson(world, channel)));
}

function activeThreads({ world, params }: Request): Reply {
  inGuild(world, params.guild);
  const threads = seen(world, true).filter((thread) => !thread.archived);
  const own = threads
    .flatMap((thread) => threadMembersJson(world, thread))
    .filter((one) => one.user_id === world.bot.id);
  return ok({ threads: threads.map((thread) => channelJson(world, thread)), members: own });
}

function archivedThreads({ world, params }: Request): Reply {
  const threads = seen(world, true).filter((thread) => thread.archived && thread.parentId === params.channel);
  return ok({ threads: threads.map((thread) => channelJson(world, thread)), members: [], has_more: false });
}

function user({ world, params }: Request): Reply {
  const found = world.users.get(params.user ?? '');
  if (found === undefined) throw new ApiError(10013);
  return ok(userJson(found));
}

function scopeOf({ world, params }: Request): string {
  if (params.app !== world.applicationId) throw new ApiError(50001);
  if (params.guild !== undefined) inGuild(world, params.guild);
  return params.guild ?? 'global';
}

function putCommands(request: Request): Reply {
  return ok(registerCommands(request.world, scopeOf(request), request.list));
}

function getCommands(request: Request): Reply {
  return ok(request.world.commands.get(scopeOf(request)) ?? []);
}

function postCommand(request: Request): Reply {
  const scope = scopeOf(request);
  const others = (request.world.commands.get(scope) ?? []).filter((one) => one.name !== request.body.name);
  return { status: 201, body: registerCommands(request.world, scope, [...others, request.body]).at(-1) };
}

const APP = '/applications/:app';
const GUILD = '/guilds/:guild';

export const identityRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/users/@me', run: ({ world }) => ok(selfJson(world)) },
  {
    method: 'GET',
    pattern: '/users/@me/guilds',
    run: ({ world }) => ok(world.botInGuild ? [ownGuild(world)] : []),
  },
  { method: 'POST', pattern: '/users/@me/channels', run: openDm },
  { method: 'GET', pattern: '/users/:user', run: user },
  { method: 'GET', pattern: '/applications/@me', run: application },
  { method: 'GET', pattern: '/oauth2/applications/@me', run: application },
  { method: 'GET', pattern: GUILD, run: guild },
  { method: 'GET', pattern: `${GUILD}/channels`, run: channels },
  { method: 'GET', pattern: `${GUILD}/threads/active`, run: activeThreads },
  { method: 'GET', pattern: '/channels/:channel/threads/archived/public', run: archivedThreads },
  {
    method: 'GET',
    pattern: `${GUILD}/roles`,
    run: ({ world, params }) => {
      inGuild(world, params.guild);
      return ok(rolesJson(world));
    },
  },
  { method: 'GET', pattern: `${GUILD}/members`, run: memberList },
  { method: 'GET', pattern: `${GUILD}/members/search`, run: memberSearch },
  { method: 'GET', pattern: `${GUILD}/members/:user`, run: member },
  { method: 'PUT', pattern: `${APP}/commands`, run: putCommands },
  { method: 'GET', pattern: `${APP}/commands`, run: getCommands },
  { method: 'POST', pattern: `${APP}/commands`, run: postCommand },
  { method: 'PUT', pattern: `${APP}/guilds/:guild/commands`, run: putCommands },
  { method: 'GET', pattern: `${APP}/guilds/:guild/commands`, run: getCommands },
  { method: 'POST', pattern: `${APP}/guilds/:guild/commands`, run: postCommand },
];
