// Whose notes a conversation reads and writes: a DM its person's, a channel the room's and no private ones, not
// even the speaker's, because everyone there reads the reply. Every query of this folder names one scope.
import { createHash } from 'node:crypto';
import type { PersonId, RoomId } from '../database/ids.ts';

/** `person:<person id>` or `room:<room id>`: as the note rows hold it. */
export type Scope = `person:${string}` | `room:${string}`;

/** The one scope of a conversation in `room` whose turn is for `person`. */
export function scopeOf(
  room: { readonly id: RoomId; readonly kind: 'dm' | 'channel' },
  person: { readonly id: PersonId },
): Scope {
  return room.kind === 'dm' ? `person:${person.id}` : `room:${room.id}`;
}

const LONGEST_FOLDER = 120;

/**
 * The scope as one safe folder name: `person-slack-T1-U1`. Letters and digits of ASCII stay, `:` becomes `-`, all else
 * `~` and hex, so that two scopes never share a folder and no name can step out of it.
 */
export function folderOf(scope: Scope): string {
  const name = scope
    .replace(/[^A-Za-z0-9:]/gu, (sign) => `~${Buffer.from(sign).toString('hex')}~`)
    .replaceAll(':', '-');
  if (name.length <= LONGEST_FOLDER) return name;
  return `${name.slice(0, LONGEST_FOLDER)}~${createHash('sha256').update(scope).digest('hex').slice(0, 16)}`;
}
