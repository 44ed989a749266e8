// What the gateway says first: READY, with the server unavailable, and then GUILD_CREATE with what the bot sees of it.
import { botSees, isThread } from './access.ts';
import type { Json } from './json.ts';
import { channelJson, guildJson, iso, memberJson } from './payloads.ts';
import { applicationFlags, selfJson } from './routes/identity.ts';
import type { World } from './world.ts';

export function readyJson(world: World, sessionId: string): Json {
  return {
    v: 10,
    user: selfJson(world),
    application: { id: world.applicationId, flags: applicationFlags(world) },
    guilds: [...world.otherGuilds, ...(world.botInGuild ? [world.guildId] : [])].map((id) => ({
      id,
      unavailable: true,
    })),
    session_id: sessionId,
    session_type: 'normal',
    resume_gateway_url: `${world.origin.replace('http', 'ws')}/resume`,
    shard: [0, 1],
    user_settings: {},
    relationships: [],
    private_channels: [],
    presences: [],
    _trace: [],
  };
}

/** Only the bot among the members: without the presence intent Discord sends no more. */
export function guildCreateJson(world: World): Json {
  const seen = [...world.channels.values()].filter((one) => one.kind !== 'dm' && botSees(world, one));
  return {
    ...guildJson(world),
    joined_at: iso(world.bot.joinedAt),
    large: false,
    unavailable: false,
    member_count: [...world.users.values()].filter((user) => user.inGuild).length,
    members: [memberJson(world.bot)],
    channels: seen.filter((one) => !isThread(one)).map((one) => channelJson(world, one)),
    threads: seen.filter((one) => isThread(one) && !one.archived).map((one) => channelJson(world, one)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}
