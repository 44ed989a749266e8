// How far a platform's messages have been seen: what was sent while we were down is looked up from there on.
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { readSetting } from '../../database/settings.ts';
import type { Platform } from '../../delivery/channel.ts';

const keyOf = (platform: Platform) => `seen:${platform}`;

/** @returns the id of the latest message that was seen; null if there is none */
export async function readWatermark(queries: Queries, platform: Platform): Promise<string | null> {
  const mark = (await readSetting(queries, keyOf(platform))) as { messageId: string } | undefined;
  return mark?.messageId ?? null;
}

/** Moves it on to this message; an earlier one moves nothing. */
export async function moveWatermark(queries: Queries, platform: Platform, messageId: string): Promise<void> {
  const value = JSON.stringify({ messageId });
  await queries
    .insertInto('setting')
    .values({ key: keyOf(platform), value })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value })
        // Ids are digits of equal meaning: the longer one, or the greater one of equal length, is the later one.
        .where(
          sql<boolean>`(length(setting.value->>'messageId'), setting.value->>'messageId') < (length(${messageId}), ${messageId})`,
        ),
    )
    .execute();
}
