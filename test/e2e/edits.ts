// What the scenarios of edits share on both platforms: a model that obeys the newest words, and what stands then.
import type { ScriptedModel, SeenRequest } from '../fakes/model/scripted-model.ts';
import type { Bot } from './harness.ts';

/** The newest words without bracketed lines and head block. */
export const newestWords = (request: SeenRequest): string =>
  (request.lastUser.split('\n\n<now>')[0] ?? '').replace(/^\[.*\]\n/gm, '');

/** Sets a reminder for what the newest words say behind "to". */
export function settingBy(model: ScriptedModel): void {
  model.rules((request) => {
    const words = newestWords(request);
    const text = / to (\w+)/.exec(words)?.[1];
    if (!text) return 'All right.';
    if (request.messages.at(-1)?.role === 'tool') return `The reminder: ${text} is set.`;
    return { calls: [{ name: 'set_reminder', args: { text, when: /tomorrow at \d+/.exec(words)?.[0] } }] };
  });
}

/** The texts of all reminders that are to come, or wait. */
export async function standing(bot: Bot): Promise<readonly string[]> {
  const rows = await bot.database.db
    .selectFrom('schedule')
    .select('text')
    .where('state', 'in', ['active', 'paused', 'asking'])
    .orderBy('id')
    .execute();
  return rows.map(({ text }) => text);
}

/** All that was stored of what people said, as JSON. */
export async function allStored(bot: Bot): Promise<string> {
  const tables = ['inbox', 'outbox', 'entry', 'person', 'room', 'setting'] as const;
  const rows = await Promise.all(
    tables.map((table) => bot.database.db.selectFrom(table).selectAll().execute()),
  );
  return JSON.stringify(rows);
}
