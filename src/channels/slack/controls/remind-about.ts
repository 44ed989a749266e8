// "Remind me about this" as a command's row: in the conversation of the message if we take part in it, else in the
// person's DM with us, which only they read.
import type { RemindAbout } from '../../../conversation/commands/reminders/remind-about.ts';
import type { IncomingCommand, Place } from '../../../delivery/channel.ts';
import { readable, unnamedIds } from '../incoming/incoming-text.ts';
import { type InwardParts, speakerOf, withRoom } from '../incoming/looked-up.ts';
import { channelOf, isDirect, placeAt, placeOf } from '../keys.ts';
import { type About, linkTo } from './remind-menu.ts';

export interface Asked {
  readonly team: string;
  readonly user: string;
  readonly about: About;
  /** Unique for each use of the menu. */
  readonly id: string;
  /** Null: the command offers times. */
  readonly when: string | null;
}

/** @throws if the database cannot be asked, or the person's DM is needed and cannot be opened */
export async function remindAboutOf(parts: InwardParts, asked: Asked): Promise<IncomingCommand> {
  const { directory, us, clock } = parts;
  const { about } = asked;
  const [place, speaker, names] = await Promise.all([
    placeFor(parts, asked),
    speakerOf(parts, asked),
    directory.names(unnamedIds(about.text, us.user)),
  ]);
  const args: RemindAbout = {
    text: readable(about.text, us.user, { of: (id) => names.get(id) }),
    own: about.own,
    ...(us.url === undefined ? {} : { permalink: linkTo(us.url, about) }),
    ...(asked.when === null ? {} : { when: asked.when }),
  };
  return {
    type: 'command',
    place: await withRoom(parts, place, channelOf(place.room)),
    speaker,
    messageId: `remind-${asked.id}`,
    sentAt: clock.now(),
    name: 'remind-about',
    args: JSON.stringify(args),
    // In the DM only they see it anyway, and a message that stays is better than one that goes with the next reload.
    private: place.kind === 'channel',
  };
}

async function placeFor({ intake, directory }: InwardParts, asked: Asked): Promise<Place> {
  const { channel, ts, thread } = asked.about;
  if (isDirect(channel)) {
    const direct = placeAt(asked.team, await directory.direct(asked.user), null);
    if (channelOf(direct.room) !== channel || thread === null) return direct;
    const ours = await intake.conversationOf(direct.room, thread);
    return ours ? placeOf(ours) : placeAt(asked.team, channel, thread);
  }
  const place = placeAt(asked.team, channel, thread ?? ts);
  const ours = await intake.conversationOf(place.room, thread ?? ts);
  if (ours) return placeOf(ours);
  if (await intake.takesPart(place.conversation)) return place;
  return placeAt(asked.team, await directory.direct(asked.user), null);
}
