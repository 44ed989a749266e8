// From an envelope's facts to a row: where it belongs, who said it, in readable words. What is not for us is not stored,
// and its author is not looked up.
import { sleep } from '../../../clock.ts';
import { HOME_TAB } from '../../../conversation/commands/home.ts';
import type { Incoming, Overheard, Place } from '../../../delivery/channel.ts';
import { readInTime } from '../../discussion.ts';
import type { Opened, PressedAtHome } from '../controls/home.ts';
import type { Clicked, Commanded } from '../controls/pressed.ts';
import { remindAboutOf } from '../controls/remind-about.ts';
import { channelOf, instantOf, isDirect, placeAt, placeOf, roomOf } from '../keys.ts';
import { saidBefore } from './discussion.ts';
import type { Edited, Facts, Reacted, Said } from './envelope.ts';
import { readable, unnamedIds } from './incoming-text.ts';
import { type InwardParts, speakerOf, withRoom } from './looked-up.ts';
import { reasonOf, routeOf, settle } from './routing.ts';

/** How long to wait before asking again whether a message of ours has been recorded as sent. */
const recordMs = 150;
/** What is heard after a gap, or at Slack's second or third try, may be this old and still count as in time. */
const lateAfterMs = 60_000;

/** The row to store, or null if it is not for us or a message's withdrawal. @throws if the database or Slack cannot be asked: then it is not acknowledged */
export async function incomingOf(parts: InwardParts, facts: Facts): Promise<Incoming | null> {
  switch (facts.type) {
    case 'said':
      return messageOf(parts, facts);
    case 'edited':
      return editOf(parts, facts);
    case 'reacted':
      return reactionOf(parts, facts);
    case 'deleted':
      await parts.intake.withdrawn(roomOf(facts.team, facts.channel), facts.ts);
      return null;
    case 'commanded':
      return commandOf(parts, facts);
    case 'clicked':
      return clickOf(parts, facts);
    case 'submitted':
      return facts.when === null ? null : remindAboutOf(parts, { ...facts, id: facts.view });
    case 'opened':
      return openedOf(parts, facts);
    case 'pressed':
      return pressedOf(parts, facts);
    case 'nothing':
      return null;
  }
}

async function messageOf(parts: InwardParts, said: Said): Promise<Incoming | null> {
  const route = routeOf(said);
  const called = route && (await settle(route, parts.intake, () => sleep(recordMs)));
  const place = called ?? (await attended(parts, said));
  if (!place) return null;
  const profile = await parts.directory.person(said.user);
  if (profile.isBot) return null;
  const mayTalk = await parts.intake.mayTalk(profile.speaker);
  const [named, text, discussion] = await Promise.all([
    withRoom(parts, place, said.channel),
    mayTalk ? readableOf(parts, said.text) : '',
    mayTalk ? discussionOf(parts, said, place) : [],
  ]);
  return {
    type: 'message',
    place: named,
    speaker: profile.speaker,
    messageId: said.ts,
    sentAt: instantOf(said.ts),
    text,
    attachments: said.attachments,
    ...(said.files.length > 0 ? { files: said.files } : {}),
    late: parts.clock.now().getTime() - instantOf(said.ts).getTime() > lateAfterMs,
    reason: reasonOf(said, place),
    ...(discussion.length > 0 ? { discussion } : {}),
    ...(called ? {} : { unaddressed: true }),
  };
}

/** What was said before, if a mention calls us where we did not take part. */
async function discussionOf(
  parts: InwardParts,
  said: Said,
  { kind, conversation, room }: Place,
): Promise<readonly Overheard[]> {
  if (!said.mentioned || kind === 'dm' || (await parts.intake.takesPart(conversation))) return [];
  // The same words come as a message and as a mention, and again when history is read.
  if (await parts.intake.knows(room, said.ts)) return [];
  return readInTime(() => saidBefore(parts, said), parts.log);
}

/** In a room that wants all heard a message begins a thread as a mention does, or is part of the one it is in. */
async function attended({ intake }: InwardParts, said: Said): Promise<Place | null> {
  const place = placeAt(said.team, said.channel, said.thread ?? said.ts);
  return (await intake.attendsAll(place.room)) ? place : null;
}

/** Of a message that we took in; edits of others are nothing to us. */
async function editOf(parts: InwardParts, edited: Edited): Promise<Incoming | null> {
  const place = placeAt(edited.team, edited.channel, edited.thread);
  if (!(await parts.intake.knows(place.room, edited.ts))) return null;
  const speaker = await speakerOf(parts, edited);
  if (!(await parts.intake.mayTalk(speaker))) return null;
  const text = await readableOf(parts, edited.text);
  return {
    type: 'edit',
    place,
    speaker,
    messageId: `edit:${edited.ts}:${edited.key}`,
    sentAt: instantOf(edited.editedTs),
    edited: edited.ts,
    text,
  };
}

/** On a message of ours, or one that we took in; for others no one is looked up. */
async function reactionOf(parts: InwardParts, reacted: Reacted): Promise<Incoming | null> {
  const at = placeAt(reacted.team, reacted.channel, null);
  const own = await parts.intake.conversationOf(at.room, reacted.ts);
  if (!own && !(await parts.intake.knows(at.room, reacted.ts))) return null;
  return {
    type: 'reaction',
    place: await withRoom(parts, own ? placeOf(own) : at, reacted.channel),
    speaker: await speakerOf(parts, reacted),
    messageId: `reaction:${reacted.means}:${reacted.ts}:${reacted.user}`,
    sentAt: instantOf(reacted.eventTs),
    means: reacted.means,
    reactedTo: reacted.ts,
  };
}

async function readableOf(parts: InwardParts, text: string): Promise<string> {
  const names = await parts.directory.names(unnamedIds(text, parts.us.user));
  return readable(text, parts.us.user, { of: (id) => names.get(id) });
}

async function commandOf(parts: InwardParts, command: Commanded): Promise<Incoming> {
  const [name = '', ...rest] = command.text.split(/\s+/);
  const place = await commandPlace(parts, command, name.toLowerCase() === 'home');
  return {
    type: 'command',
    place: await withRoom(parts, place, command.channel),
    speaker: await speakerOf(parts, command),
    messageId: `command-${command.trigger}`,
    sentAt: parts.clock.now(),
    ...(command.responseUrl ? { replyToken: command.responseUrl } : {}),
    name: name.toLowerCase() || 'help',
    args: rest.length === 0 ? '' : command.text.slice(name.length).trim(),
    private: true,
  };
}

/**
 * In another person's DM our command works, but we do not: it counts for the person's DM with us. If that cannot be opened
 * the command is not taken, for nothing could ever be delivered to the other. A person's home is in their DM, too.
 */
async function commandPlace(
  parts: InwardParts,
  { team, channel, user }: Commanded,
  isHome: boolean,
): Promise<Place> {
  return placeAt(team, isHome || isDirect(channel) ? await parts.directory.direct(user) : channel, null);
}

async function clickOf(parts: InwardParts, click: Clicked): Promise<Incoming> {
  const at = placeAt(click.team, click.channel, null);
  const conversation = await parts.intake.conversationOf(at.room, click.messageTs);
  const place = conversation ? placeOf(conversation) : await clickPlace(parts, click);
  return {
    type: 'click',
    place: await withRoom(parts, place, channelOf(place.room)),
    speaker: await speakerOf(parts, click),
    messageId: `click-${click.actionTs}-${click.user}`,
    sentAt: instantOf(click.actionTs),
    ...(click.responseUrl ? { replyToken: click.responseUrl } : {}),
    action: click.action,
    clickedMessageId: click.messageTs,
  };
}

/** As for commands: in a DM between two other people a click counts for the clicker's own DM with us. */
async function clickPlace(parts: InwardParts, { team, channel, user, thread }: Clicked): Promise<Place> {
  if (!isDirect(channel)) return placeAt(team, channel, thread);
  const direct = await parts.directory.direct(user);
  return placeAt(team, direct, direct === channel ? thread : null);
}

/** The Home tab is the person's own, so what it shows is made in their DM. */
async function openedOf(parts: InwardParts, opened: Opened): Promise<Incoming> {
  return {
    type: 'command',
    place: placeAt(opened.team, opened.channel, null),
    speaker: await speakerOf(parts, opened),
    messageId: `home-${opened.at}-${opened.user}`,
    sentAt: instantOf(opened.at),
    name: 'home',
    args: HOME_TAB,
    private: false,
    quiet: true,
  };
}

async function pressedOf(parts: InwardParts, pressed: PressedAtHome): Promise<Incoming> {
  return {
    type: 'click',
    place: placeAt(pressed.team, await parts.directory.direct(pressed.user), null),
    speaker: await speakerOf(parts, pressed),
    messageId: `home-click-${pressed.at}-${pressed.user}`,
    sentAt: instantOf(pressed.at),
    action: pressed.action,
    clickedMessageId: 'home',
  };
}
