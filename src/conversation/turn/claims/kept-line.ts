// What the model is told, at the next message, of what was done in its place: a reply promised it, or left it out, and it was
// done from the person's own words. By the rows, not by the model's sentence, which may have been wrong.
import { NOTICE } from '../../../context/notices.ts';
import { describeLasting } from '../../../schedule/describe.ts';
import type { Schedule } from '../../../schedule/schedule.ts';
import { handleOf } from '../../../schedule/store.ts';
import type { StandingEffect } from '../../../tools/effects.ts';
import type { RunningTurn } from '../state.ts';

/** "Kept for you: r13 会議, Tue 24 Nov 2026, 09:00 Asia/Tokyo is set." @param done what was done, in order */
export async function keptLine({ services }: RunningTurn, done: readonly StandingEffect[]): Promise<string> {
  const lines: string[] = [];
  for (const { effect } of done) {
    const { inverse } = effect;
    const row =
      inverse?.do === 'undo-schedule'
        ? await services.database.db
            .selectFrom('schedule')
            .select(['id', 'text', 'spec', 'state'])
            .where('id', '=', inverse.schedule)
            .executeTakeFirst()
        : undefined;
    const about = row && `${handleOf(row.id)} ${row.text}`;
    if (row?.state === 'active' && row.spec)
      lines.push(`${about}, ${describeLasting(row.spec as Schedule)} is set`);
    else if (row?.state === 'cancelled') lines.push(`${about} is cancelled`);
    else lines.push(withoutSymbol(effect.inEnglish ?? effect.receipt ?? ''));
  }
  const told = [...new Set(lines)].filter((line) => line !== '').join('; ');
  return `${NOTICE.kept} ${told}. That is done: don't do it again.`;
}

/** A receipt without the symbol in front, which a model would imitate. */
const withoutSymbol = (receipt: string): string =>
  receipt.replace(/^\p{Extended_Pictographic}\uFE0F?\s*/u, '');
