// Where a message belongs: which conversation, or none. DMs are ours; in channels we answer where we are mentioned, in
// the thread that begins there, and stay in it; a reply to a message of ours belongs to that message's conversation.
import type { Intake, Place } from '../../delivery/channel.ts';
import type { Said } from './envelope.ts';
import { isDirect, placeAt, placeOf } from './keys.ts';

export interface Route {
  readonly place: Place;
  /** The root of the thread it was said in: if we wrote it, the message belongs to that conversation. */
  readonly root: string | null;
  /** Whether it is ours in any case, or only if we take part in the conversation. */
  readonly certain: boolean;
}

/** The decision as far as the message alone decides it. Null: left alone. Pure. */
export function routeOf(said: Pick<Said, 'team' | 'channel' | 'ts' | 'thread' | 'mentioned'>): Route | null {
  const { team, channel, ts, thread, mentioned } = said;
  if (isDirect(channel)) return { place: placeAt(team, channel, thread), root: thread, certain: true };
  if (thread !== null) return { place: placeAt(team, channel, thread), root: thread, certain: mentioned };
  return mentioned ? { place: placeAt(team, channel, ts), root: null, certain: true } : null;
}

/** The rest of the decision, from what we have stored. Null: left alone, and not stored. */
export async function settle(
  route: Route,
  intake: Pick<Intake, 'conversationOf' | 'takesPart'>,
): Promise<Place | null> {
  const { place, root, certain } = route;
  const own = root === null ? null : await intake.conversationOf(place.room, root);
  if (own) return placeOf(own);
  return certain || (await intake.takesPart(place.conversation)) ? place : null;
}
