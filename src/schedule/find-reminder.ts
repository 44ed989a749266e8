// Which reminder is meant: "r3", words of its text, or "that". Never guesses between two: then the candidates come back.
import type { Row } from '../database/tables.ts';
import type { ChangeAction } from './change.ts';
import type { Asking, Refusal } from './reminders.ts';
import { findInRoom, findSchedule, handleOf, lastFired, listSchedules, parseHandle } from './store.ts';

type Meant = { readonly row: Row<'schedule'> } | Refusal;

const pointing =
  /^(?:it|that|this|the last one|last|the last|that one|this one|the reminder|that reminder|this reminder|)$/;
/** Words that say nothing of which one. */
const empty = new Set([
  'the',
  'a',
  'an',
  'my',
  'our',
  'one',
  'reminder',
  'about',
  'to',
  'for',
  'that',
  'with',
]);

export async function findMeant(asking: Asking, which: string, action: ChangeAction): Promise<Meant> {
  const handle = parseHandle(which);
  if (handle !== null) return byHandle(asking, handle);
  const wanted = which
    .trim()
    .toLowerCase()
    .replace(/[.!?"“”]/g, '')
    .trim();
  const rows = await listSchedules(asking.queries, asking.scope);
  if (pointing.test(wanted)) {
    const last = await lastSpokenOf(asking, rows, action);
    if (last) return { row: last };
    if (rows.length === 1 && rows[0]) return { row: rows[0] };
    return candidates(rows);
  }
  const matching = rows.filter((row) => isAbout(row.text, wanted));
  if (matching.length === 1 && matching[0]) return { row: matching[0] };
  return candidates(matching.length > 0 ? matching : rows);
}

async function byHandle(asking: Asking, id: Row<'schedule'>['id']): Promise<Meant> {
  const row =
    (await findSchedule(asking.queries, asking.scope, id)) ??
    (asking.admin ? await findInRoom(asking.queries, asking.scope.room, id) : undefined);
  if (row && (asking.shown?.(id) ?? true)) return { row };
  const rows = await listSchedules(asking.queries, asking.scope);
  const { line, ...named } = candidates(rows);
  const why = row ? 'refused.not-spoken-of' : 'refused.not-there';
  return { ...named, line: (say) => `${say(why, { handle: handleOf(id) })} ${line(say)}` };
}

/** What was last spoken of here: for "snooze" and "done" what fired, else also what was set after that. */
async function lastSpokenOf(
  asking: Asking,
  rows: readonly Row<'schedule'>[],
  action: ChangeAction,
): Promise<Row<'schedule'> | undefined> {
  const fired = await lastFired(asking.queries, asking.scope, asking.conversation);
  const set = rows
    .filter((row) => row.conversation_id === asking.conversation && row.owner_id === asking.scope.person)
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id)[0];
  if (!fired || !set) return fired ?? set;
  if (action === 'snooze' || action === 'done') return fired;
  return set.created_at > fired.due_at ? set : fired;
}

/** The text holds all words that say something, or the words hold the text. Pure. */
function isAbout(text: string, wanted: string): boolean {
  const subject = text.toLowerCase();
  if (subject.includes(wanted) || wanted.includes(subject)) return true;
  const words = wanted.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !empty.has(word));
  return words.length > 0 && words.every((word) => subject.includes(word));
}

function candidates(rows: readonly Row<'schedule'>[]): Refusal {
  const shown = rows.slice(0, 5);
  if (shown.length === 0) return { line: (say) => say('refused.none') };
  const named = shown.map((row) => `${handleOf(row.id)} ${row.text}`).join('; ');
  return {
    line: (say) => say('refused.which', { candidates: named }),
    handles: shown.map((row) => handleOf(row.id)),
  };
}
