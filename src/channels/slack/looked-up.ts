// What a row needs beside the payload: who the person is, what the room is called.
import type { Clock } from '../../clock.ts';
import type { Intake, Place, Speaker } from '../../delivery/channel.ts';
import type { Directory, Profile } from './directory.ts';
import type { Us } from './envelope.ts';
import { personOf } from './keys.ts';

export interface InwardParts {
  readonly intake: Intake;
  readonly directory: Directory;
  readonly us: Us;
  readonly clock: Clock;
}

/** Commands and clicks do not come again: if Slack cannot be asked for the profile, what the payload says must do. */
export async function speakerOf(
  parts: InwardParts,
  by: { readonly team: string; readonly user: string; readonly userName: string },
): Promise<Speaker> {
  const known: Profile | null = await parts.directory.person(by.user).catch(() => null);
  return known?.speaker ?? { id: personOf(by.team, by.user), name: by.userName || by.user, member: true };
}

export async function withRoom(parts: InwardParts, place: Place, channel: string): Promise<Place> {
  return { ...place, ...(await parts.directory.room(channel)) };
}
