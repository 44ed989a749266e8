// What people do with the app's controls: buttons and menus, slash commands, shortcuts, modals, the App Home.
// Each builds the payload as Slack writes it and queues it on a socket.
import { postEphemeral } from './actions.ts';
import { elementsOf } from './limits.ts';
import { compact, messageJson } from './payloads.ts';
import { answerCommand } from './response-urls.ts';
import type { Fields, Room, StoredMessage } from './types.ts';
import type { ResponseUrl, World } from './world.ts';

const RESPONSE_URL_USES = 5;

export interface Click {
  readonly user: string;
  readonly channel: string;
  readonly messageTs: string;
  readonly actionId: string;
  /** Chooses between buttons of one action id; for a menu, the option's value. */
  readonly value?: string | undefined;
}

/**
 * A click on a control of a message or of one's own ephemeral message.
 *
 * @throws when no such control is there to be clicked
 */
export function clickMessage(world: World, room: Room, click: Click): void {
  const message = world.state.find(room.id, click.messageTs);
  const whispered = world.state.ephemerals.find(
    (e) => e.ts === click.messageTs && e.user === click.user && !e.removed,
  );
  const target = message !== undefined && !message.deleted ? message : whispered;
  if (target === undefined) throw new Error(`Nothing to click: no message ${click.messageTs} in ${room.id}.`);
  const action = actionOf(world, target.blocks ?? [], click.actionId, click.value);
  const threadTs = target.threadTs;
  world.sockets.sendOnce(
    'interactive',
    compact({
      ...common(world, click.user),
      type: 'block_actions',
      container: compact({
        type: 'message',
        message_ts: target.ts,
        channel_id: room.id,
        thread_ts: threadTs,
        is_ephemeral: target === whispered,
      }),
      channel: { id: room.id, name: room.name },
      message: target === message ? messageJson(world, message as StoredMessage) : undefined,
      state: { values: {} },
      response_url: responseUrl(world, {
        user: click.user,
        channel: room.id,
        threadTs,
        messageTs: target.ts,
      }),
      actions: [action],
    }),
    nothing,
  );
}

/** A click on a control of the person's App Home, as last published. */
export function clickHome(world: World, user: string, actionId: string, value: string | undefined): void {
  const view = world.state.homes.get(user);
  if (view === undefined) throw new Error(`Nothing to click: no App Home was published for ${user}.`);
  const blocks = (view.blocks as Fields[] | undefined) ?? [];
  world.sockets.sendOnce(
    'interactive',
    {
      ...common(world, user),
      type: 'block_actions',
      container: { type: 'view', view_id: view.id },
      view,
      actions: [actionOf(world, blocks, actionId, value)],
    },
    nothing,
  );
}

/** Sends a slash command; its ack may carry the answer, and without an ack the person reads of a timeout. */
export function slashCommand(world: World, room: Room, user: string, command: string, text: string): void {
  const person = common(world, user);
  const url: Omit<ResponseUrl, 'usesLeft'> = {
    user,
    channel: room.id,
    threadTs: undefined,
    messageTs: undefined,
  };
  world.sockets.sendOnce(
    'slash_commands',
    {
      token: person.token,
      team_id: world.identity.teamId,
      team_domain: world.identity.teamDomain,
      channel_id: room.id,
      channel_name: room.kind === 'im' ? 'directmessage' : room.name,
      user_id: user,
      user_name: person.user.username,
      command,
      text,
      api_app_id: world.identity.appId,
      is_enterprise_install: 'false',
      response_url: responseUrl(world, url),
      trigger_id: person.trigger_id,
    },
    {
      acknowledged: (payload) => answerCommand(world, room, user, payload),
      failed: () => {
        const words = `${command} failed with the error "operation_timeout"`;
        postEphemeral(world, { user, channel: room.id, threadTs: undefined, text: words, blocks: undefined });
      },
    },
  );
}

/** A global shortcut, or with a message a message shortcut. */
export function runShortcut(world: World, user: string, callbackId: string, on?: StoredMessage): void {
  const base = { ...common(world, user), callback_id: callbackId, action_ts: world.state.nextTs() };
  if (on === undefined) {
    world.sockets.sendOnce('interactive', { ...base, type: 'shortcut' }, nothing);
    return;
  }
  const room = world.state.rooms.get(on.channel);
  world.sockets.sendOnce(
    'interactive',
    {
      ...base,
      type: 'message_action',
      message_ts: on.ts,
      channel: { id: on.channel, name: room?.name ?? '' },
      message: messageJson(world, on),
      response_url: responseUrl(world, {
        user,
        channel: on.channel,
        threadTs: on.threadTs,
        messageTs: on.ts,
      }),
    },
    nothing,
  );
}

/** Submits an open modal with the values of its inputs (`state.values` as Slack nests them). */
export function submitView(world: World, viewId: string, values: Fields): void {
  const open = world.state.views.get(viewId);
  if (open === undefined) throw new Error(`No open modal ${viewId} in the fake Slack.`);
  world.sockets.sendOnce(
    'interactive',
    {
      ...common(world, open.user),
      type: 'view_submission',
      view: { ...open.view, state: { values } },
      response_urls: [],
    },
    { acknowledged: (answer) => closeView(world, viewId, answer), failed: () => undefined },
  );
}

/** An answer with errors leaves the modal open and shows them under its inputs; anything else closes it. */
function closeView(world: World, viewId: string, answer: Fields): void {
  const open = world.state.views.get(viewId);
  if (open === undefined) return;
  if (answer.response_action === 'errors')
    world.state.views.set(viewId, { ...open, errors: (answer.errors as Fields | undefined) ?? {} });
  else world.state.views.delete(viewId);
}

const nothing = { acknowledged: () => undefined, failed: () => undefined };

function common(world: World, user: string) {
  const person = world.state.people.get(user);
  if (person === undefined)
    throw new Error(`No such person in the fake Slack: ${user}. Make them with person().`);
  const { teamId, teamDomain, appId } = world.identity;
  const trigger = `${world.random.id('', 12)}.${world.random.id('', 10)}.${world.random.uuid()}`;
  world.triggers.set(trigger, user);
  const username = person.name.toLowerCase().replaceAll(' ', '.');
  return {
    user: { id: user, username, name: username, team_id: person.teamId },
    api_app_id: appId,
    token: 'legacy-verification-token',
    trigger_id: trigger,
    team: { id: teamId, domain: teamDomain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

function actionOf(
  world: World,
  blocks: readonly Fields[],
  actionId: string,
  value: string | undefined,
): Fields {
  const elements = elementsOf(blocks).filter((e) => e.action_id === actionId);
  const element = elements.find(
    (e) => value === undefined || e.value === value || optionOf(e, value) !== undefined,
  );
  if (element === undefined) {
    const there = elementsOf(blocks)
      .map((e) => `${String(e.action_id)}=${String(e.value)}`)
      .join(', ');
    throw new Error(
      `Nothing to click: no control ${actionId}${value === undefined ? '' : ` with ${value}`}. There is: ${there || 'none'}.`,
    );
  }
  const { options: _options, placeholder: _placeholder, confirm: _confirm, ...rest } = element;
  const selected = value === undefined ? undefined : optionOf(element, value);
  return compact({ ...rest, selected_option: selected, action_ts: world.state.nextTs() });
}

function optionOf(element: Fields, value: string): Fields | undefined {
  const options = Array.isArray(element.options) ? (element.options as Fields[]) : [];
  return options.find((option) => option.value === value);
}

function responseUrl(world: World, what: Omit<ResponseUrl, 'usesLeft'>): string {
  const id = world.random.uuid();
  world.responseUrls.set(id, { ...what, usesLeft: RESPONSE_URL_USES });
  return `${world.origin()}/response/${id}`;
}
