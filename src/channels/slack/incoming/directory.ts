// Who people are and what rooms are called, from Slack's directory, remembered for a while.

import type { WebClient } from '@slack/web-api';
import type { Speaker } from '../../../delivery/channel.ts';
import { Bounded } from '../../../process/lru.ts';
import { shownName } from '../../markdown/masked-links.ts';
import { failureOf } from '../errors.ts';
import { isDirect, personOf } from '../keys.ts';

export interface Profile {
  readonly speaker: Speaker;
  readonly isBot: boolean;
}

export interface RoomFacts {
  readonly name?: string;
  readonly topic?: string;
}

const people = { entries: 500, ageMs: 10 * 60_000 };
const rooms = { entries: 200, ageMs: 10 * 60_000 };
const directs = { entries: 500, ageMs: 24 * 3_600_000 };
/** How many names are looked up for one message; more than so many are left as ids. */
const namesAtMost = 8;

type User = NonNullable<Awaited<ReturnType<WebClient['users']['info']>>['user']>;

export class Directory {
  readonly #client: WebClient;
  readonly #team: string;
  readonly #people: Bounded<Profile>;
  readonly #rooms: Bounded<RoomFacts>;
  readonly #directs: Bounded<string>;

  /** @param client one with a short timeout @param now milliseconds since 1970 */
  constructor(client: WebClient, team: string, now: () => number) {
    this.#client = client;
    this.#team = team;
    this.#people = new Bounded(people.entries, people.ageMs, now);
    this.#rooms = new Bounded(rooms.entries, rooms.ageMs, now);
    this.#directs = new Bounded(directs.entries, directs.ageMs, now);
  }

  /** A person's profile. Whom Slack does not show us is no member. @throws if Slack cannot be asked */
  async person(user: string): Promise<Profile> {
    return this.#people.load(user, async () => {
      try {
        const { user: found } = await this.#client.users.info({ user, include_locale: true });
        return profileOf(this.#team, user, found ?? {});
      } catch (error) {
        if (failureOf(error).failure === 'gone') return profileOf(this.#team, user, { is_stranger: true });
        throw error;
      }
    });
  }

  /** Name and topic of a channel, as far as we may know them; never throws. */
  async room(channel: string): Promise<RoomFacts> {
    if (isDirect(channel)) return {};
    return this.#rooms
      .load(channel, async () => {
        const { channel: found } = await this.#client.conversations.info({ channel });
        return {
          ...(found?.name ? { name: found.name } : {}),
          ...(found?.topic?.value === undefined ? {} : { topic: found.topic.value }),
        };
      })
      .catch(() => ({}));
  }

  /** The id of our DM with a person, opened if need be. @throws what the Web API throws */
  async direct(user: string): Promise<string> {
    return this.#directs.load(user, async () => {
      const { channel } = await this.#client.conversations.open({ users: user });
      if (!channel?.id) throw new Error('conversations.open answered without a channel');
      return channel.id;
    });
  }

  /** Names of people and channels by id; what cannot be found is left out. Never throws. */
  async names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(
      ids.slice(0, namesAtMost).map(async (id): Promise<readonly [string, string | undefined]> => {
        if (/^[CG]/.test(id)) return [id, (await this.room(id)).name];
        return [
          id,
          await this.person(id).then(
            (profile) => profile.speaker.name,
            () => undefined,
          ),
        ];
      }),
    );
    return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
  }
}

/** A profile as we use it. Members are people of this workspace: no strangers of shared channels, none deactivated. Pure. */
export function profileOf(team: string, id: string, user: User): Profile {
  const home = user.team_id ?? user.profile?.team;
  const isOurs =
    home === undefined || home === team || (user.enterprise_user?.teams?.includes(team) ?? false);
  const name = user.profile?.display_name || user.profile?.real_name || user.real_name || user.name || id;
  return {
    speaker: {
      id: personOf(team, id),
      name: shownName(name),
      member: isOurs && !user.deleted && !user.is_bot && !user.is_stranger,
      ...(user.tz ? { zone: user.tz } : {}),
      ...(user.locale ? { locale: user.locale } : {}),
    },
    isBot: user.is_bot === true,
  };
}
