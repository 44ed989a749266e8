// The names of people, roles and channels that a message mentions.
import { type HeardMessage, nameOf } from './envelope.ts';
import type { HearingParts } from './hearing-parts.ts';

/** Who is mentioned in a message, by the names that people see. */
export function namesFor(
  parts: Pick<HearingParts, 'directory' | 'self'>,
  message: Pick<HeardMessage, 'mentions'>,
  guild: string | null,
) {
  // The gateway puts the mentioned person's member beside the user.
  const users = new Map(message.mentions.map((user) => [user.id, user.member?.nick || nameOf(user)]));
  return {
    self: parts.self,
    user: (id: string) => users.get(id) ?? null,
    role: (id: string) => (guild === null ? null : parts.directory.roleName(guild, id)),
    channel: (id: string) => parts.directory.knownChannel(id)?.name ?? null,
  };
}
