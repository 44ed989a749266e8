// Where a message belongs: which conversation, or none. DMs are ours; in channels we answer where we are mentioned, in
// the thread that begins there, and stay in it; a reply to a message of ours belongs to that message's conversation.
import type { Addressed, Intake, Place } from '../../../delivery/channel.ts';
import { isDirect, placeAt, placeOf } from '../keys.ts';
import type { Said } from './envelope.ts';

export interface Route {
  readonly place: Place;
  /** The root of the thread it was said in: if we wrote it, the message belongs to that conversation. */
  readonly root: string | null;
  /** Whether it is ours in any case, or only if we take part in the conversation or wrote the root. */
  readonly certain: boolean;
  /** Slack says that we wrote the root; our own rows may not say so yet. */
  readonly underOurs: boolean;
}

/** The decision as far as the message alone decides it. Null: left alone. Pure. */
export function routeOf(
  said: Pick<Said, 'team' | 'channel' | 'ts' | 'thread' | 'mentioned' | 'underOurs'>,
): Route | null {
  const { team, channel, ts, thread, mentioned, underOurs } = said;
  if (isDirect(channel))
    return { place: placeAt(team, channel, thread), root: thread, certain: true, underOurs };
  if (thread !== null)
    return { place: placeAt(team, channel, thread), root: thread, certain: mentioned, underOurs };
  return mentioned ? { place: placeAt(team, channel, ts), root: null, certain: true, underOurs } : null;
}

/** Why a message is for us, from what was said and where it was found to belong. Pure. */
export function reasonOf(
  {
    channel,
    mentioned,
    underOurs,
    thread,
    team,
  }: Pick<Said, 'channel' | 'mentioned' | 'underOurs' | 'thread' | 'team'>,
  place: Place,
): Addressed {
  if (isDirect(channel)) return 'dm';
  if (mentioned) return 'mention';
  return underOurs || placeAt(team, channel, thread).conversation !== place.conversation ? 'reply' : 'thread';
}

/** How often it is asked again whose message a root of ours was: until its row has the platform's id. */
const looks = 4;

/**
 * The rest of the decision, from what we have stored. Null: left alone, and not stored.
 *
 * @param pause waits a moment for a message of ours that was sent, but not yet recorded as sent
 */
export async function settle(
  route: Route,
  intake: Pick<Intake, 'conversationOf' | 'takesPart'>,
  pause: () => Promise<void>,
): Promise<Place | null> {
  const { place, root, certain, underOurs } = route;
  if (root === null) return place;
  const own = await intake.conversationOf(place.room, root);
  if (own) return placeOf(own);
  if (certain || (await intake.takesPart(place.conversation))) return place;
  if (!underOurs) return null;
  for (let look = 0; look < looks; look++) {
    await pause();
    const late = await intake.conversationOf(place.room, root);
    if (late) return placeOf(late);
  }
  return place;
}
