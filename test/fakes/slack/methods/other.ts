// The rest of the Web API that a bot uses: auth, people, reactions, views, files, and opening a socket.
import { post, react, unreact } from '../actions.ts';
import {
  ApiError,
  type Args,
  existingMessage,
  type MethodEntry,
  page,
  readableRoom,
  writableRoom,
} from '../api.ts';
import { checkBlocks } from '../limits.ts';
import { fileJson, userJson } from '../payloads.ts';
import type { Fields } from '../types.ts';
import type { World } from '../world.ts';

export const otherMethods: Readonly<Record<string, MethodEntry>> = {
  'api.test': { run: (_world, args) => ({ args: args.fields }), scopes: [] },
  'auth.test': { run: authTest, scopes: [] },
  'team.info': { run: teamInfo, scopes: ['team:read'] },
  'bots.info': { run: botsInfo, scopes: ['users:read'] },
  'users.info': { run: usersInfo, scopes: ['users:read'] },
  'users.list': { run: usersList, scopes: ['users:read'] },
  'reactions.add': { run: addReaction, scopes: ['reactions:write'] },
  'reactions.remove': { run: removeReaction, scopes: ['reactions:write'] },
  'reactions.get': { run: getReactions, scopes: ['reactions:read'] },
  'views.open': { run: openView, scopes: [] },
  'views.publish': { run: publishView, scopes: [] },
  'files.getUploadURLExternal': { run: uploadUrl, scopes: ['files:write'] },
  'files.completeUploadExternal': { run: completeUpload, scopes: ['files:write'] },
  'files.info': { run: filesInfo, scopes: ['files:read'] },
};

function authTest(world: World): Fields {
  const { teamId, teamDomain, botUserId, botId, botName } = world.identity;
  return {
    url: `https://${teamDomain}.slack.com/`,
    team: teamDomain,
    user: botName,
    team_id: teamId,
    user_id: botUserId,
    bot_id: botId,
    is_enterprise_install: false,
  };
}

function teamInfo(world: World): Fields {
  return {
    team: { id: world.identity.teamId, name: world.identity.teamDomain, domain: world.identity.teamDomain },
  };
}

function botsInfo(world: World, args: Args): Fields {
  const { botId, botUserId, botName } = world.identity;
  if (args.need('bot') !== botId) throw new ApiError('bot_not_found');
  return {
    bot: {
      id: botId,
      user_id: botUserId,
      app_id: world.settings.botAppId,
      name: botName,
      deleted: false,
      updated: 1_700_000_000,
    },
  };
}

function usersInfo(world: World, args: Args): Fields {
  const person = world.state.people.get(args.need('user'));
  if (person === undefined) throw new ApiError('user_not_found');
  return { user: userJson(world, person, args.flag('include_locale')) };
}

function usersList(world: World, args: Args): Fields {
  const { page: people, next } = page([...world.state.people.values()], args, 200, 1000);
  const members = people.map((person) => userJson(world, person, args.flag('include_locale')));
  return { members, response_metadata: { next_cursor: next } };
}

function addReaction(world: World, args: Args): Fields {
  const name = reactionName(args);
  const message = existingMessage(
    world,
    writableRoom(world, args.need('channel')).id,
    args.need('timestamp'),
  );
  if (!react(world, message, world.identity.botUserId, name)) throw new ApiError('already_reacted');
  return {};
}

function removeReaction(world: World, args: Args): Fields {
  const name = reactionName(args);
  const message = existingMessage(
    world,
    writableRoom(world, args.need('channel')).id,
    args.need('timestamp'),
  );
  if (!unreact(world, message, world.identity.botUserId, name)) throw new ApiError('no_reaction');
  return {};
}

function getReactions(world: World, args: Args): Fields {
  const room = readableRoom(world, args.need('channel'));
  const { ts, reactions } = existingMessage(world, room.id, args.need('timestamp'));
  return {
    type: 'message',
    channel: room.id,
    message: { type: 'message', ts, reactions: structuredClone(reactions) },
  };
}

/** Names such as "eyes", never the emoji itself nor ":eyes:". */
function reactionName(args: Args): string {
  const name = args.need('name');
  if (!/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)) throw new ApiError('invalid_name');
  return name;
}

function openView(world: World, args: Args): Fields {
  const trigger = args.need('trigger_id');
  const user = world.triggers.get(trigger);
  if (user === undefined) throw new ApiError('invalid_trigger_id');
  const view = viewOf(world, args);
  if (view.type !== 'modal') throw new ApiError('invalid_arguments');
  world.triggers.delete(trigger);
  world.state.views.set(String(view.id), { user, view });
  world.changes.touch();
  return { view };
}

function publishView(world: World, args: Args): Fields {
  const user = args.need('user_id');
  if (!world.state.people.has(user)) throw new ApiError('user_not_found');
  const view = viewOf(world, args);
  if (view.type !== 'home') throw new ApiError('invalid_arguments');
  world.state.homes.set(user, view);
  world.changes.touch();
  return { view };
}

function viewOf(world: World, args: Args): Fields {
  const view = args.json('view', 'invalid_arguments') as Fields | undefined;
  if (typeof view !== 'object' || view === null) throw new ApiError('invalid_arguments');
  if (String(view.private_metadata ?? '').length > 3000 || titlesOf(view).some((text) => text.length > 24))
    throw new ApiError('invalid_arguments');
  const complaint = checkBlocks(view.blocks ?? [], 100);
  if (complaint !== undefined) {
    throw new ApiError('invalid_arguments', { response_metadata: { messages: complaint.messages } });
  }
  const state = { values: {} };
  return {
    ...view,
    id: world.random.id('V'),
    team_id: world.identity.teamId,
    hash: world.random.id('', 12),
    state,
  };
}

/** Title, submit and close of a modal. */
function titlesOf(view: Fields): readonly string[] {
  return [view.title, view.submit, view.close].map((each) =>
    String((each as Fields | undefined)?.text ?? ''),
  );
}

function filesInfo(world: World, args: Args): Fields {
  const file = world.state.files.get(args.need('file'));
  if (file === undefined) throw new ApiError('file_not_found');
  return { file: fileJson(world, file), comments: [], response_metadata: { next_cursor: '' } };
}

function uploadUrl(world: World, args: Args): Fields {
  const id = world.random.id('F');
  const name = args.need('filename');
  const announced = Number(args.need('length'));
  if (!(announced > 0)) throw new ApiError('invalid_arguments');
  const mimetype = name.endsWith('.json') ? 'application/json' : 'text/plain';
  const user = world.identity.botUserId;
  world.state.files.set(id, { id, name, mimetype, content: Buffer.alloc(0), user, announced });
  return { upload_url: `${world.origin()}/upload/${id}`, file_id: id };
}

/** Shows uploaded files in a room, as one message with the comment. Done again, it shows them again. */
function completeUpload(world: World, args: Args): Fields {
  const given = (args.json('files', 'invalid_arguments') as readonly { id: string; title?: string }[]) ?? [];
  const files = given.map(({ id, title }) => {
    const file = world.state.files.get(id);
    if (file === undefined || file.content.length === 0) throw new ApiError('file_not_found');
    if (title !== undefined) file.title = title;
    return file;
  });
  const room = writableRoom(world, args.need('channel_id'));
  const threadTs = args.text('thread_ts');
  post(world, {
    channel: room.id,
    text: args.text('initial_comment') ?? '',
    user: world.identity.botUserId,
    botId: world.identity.botId,
    subtype: 'file_share',
    ...(threadTs === undefined ? {} : { threadTs }),
    files,
  });
  return { files: files.map((file) => fileJson(world, file)) };
}
