// A whole bot in which items are played one after the other, in the order of their times: each in a DM of its own person, with a
// clock that stands at the item's moment.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/database/database.ts';
import { createSchedule } from '../../../src/schedule/store.ts';
import { type Bot, startBot } from '../../../test/e2e/harness.ts';
import { FakeChannel } from '../../../test/fakes/channel.ts';
import type { Item } from '../item.ts';
import { userOf } from '../item.ts';
import type { Seat } from './before.ts';
import type { ItemModel } from './model.ts';

export interface World {
  readonly database: Database;
  /** The item's moment; nothing goes back in time. */
  at(now: Date): void;
  /** The person's words, or the scheduler's; resolves with the reply as it was sent. */
  turn(item: Item, seat: Seat): Promise<string>;
  stop(): Promise<void>;
}

/** @param items what will be played: their personas are made */
export async function openWorld(items: readonly Item[], model: ItemModel): Promise<World> {
  const folder = personasFor(items);
  const channel = new FakeChannel();
  let now = new Date(0);
  const bot = await startBot({
    channels: [channel],
    strict: { instant: true },
    env: { PERSONAS_DIR: folder },
    overrides: { clock: { now: () => now } },
  });
  bot.model.rules((request) => model.answer(request.messages));
  return {
    get database() {
      return bot.database;
    },
    at(moment) {
      now = moment;
    },
    async turn(item, seat) {
      const had = channel.sent.length;
      const own = () => channel.sent.slice(had).filter(({ place }) => place.room === seat.room);
      const said = userOf(item);
      if (said === null) await schedulerAsks(bot, item, seat);
      else await channel.say(seat.user, said, { zone: item.tz, locale: item.lang, sentAt: now });
      await channel.until(() => own().length > 0);
      await ended(bot, seat);
      return own()
        .map(({ text }) => text)
        .join('');
    },
    async stop() {
      await bot.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A due task begins the turn. */
async function schedulerAsks(
  { database }: Bot,
  item: Item,
  { person, room, conversation }: Seat,
): Promise<void> {
  const now = new Date(item.now);
  await createSchedule(database.db, {
    scope: { person, room, roomKind: 'dm' },
    conversation,
    text: 'see what is on',
    words: '',
    resolved: {
      schedule: { kind: 'once', at: now.toISOString(), zone: item.tz },
      first: now,
      wallTime: true,
    },
    turn: null,
    tainted: false,
    askedAt: new Date(now.getTime() - 3_600_000),
    task: true,
  });
}

/** All of a reply's messages have left. */
async function ended({ database: { db } }: Bot, { room }: Seat): Promise<void> {
  for (;;) {
    const waiting = await db
      .selectFrom('outbox')
      .select('id')
      .where('room_id', '=', room)
      .where('state', '=', 'waiting')
      .limit(1)
      .executeTakeFirst();
    if (!waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The project's personas, and one for each name that an item has. */
function personasFor(items: readonly Item[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-mending-'));
  const slugs = new Set(items.map(({ persona }) => persona).filter((slug) => slug !== 'default'));
  for (const slug of slugs) {
    const title = slug.replace(/-/gu, ' ');
    writeFileSync(
      join(folder, `${slug}.md`),
      `---\ntitle: ${title}\ndescription: Speaks as ${title}.\n---\nVoice: as ${title}.\n`,
    );
  }
  cpSync(join(import.meta.dirname, '../../../personas'), folder, { recursive: true });
  return folder;
}
