// What is wrong after an item was played. Judged by the item's label and by the rows: a false claim must be gone or true, a plain ask
// must have its row, a backed item no second one, and a harmless reply stays as the model wrote it.
import type { SettledAsk } from '../../../src/claims/asks/ask.ts';
import { findClaims, type Row, readAsks, reconcile } from '../../../src/claims/index.ts';
import { ownProse } from '../../../src/conversation/turn/facts/words-in-sight.ts';
import { nextN } from '../../../src/schedule/recurrence/next.ts';
import { type Item, userOf } from '../item.ts';
import { dueAgrees } from '../predict.ts';

/** What stands after the turn. */
export interface After {
  readonly rows: readonly Row[];
  readonly persona: string | null;
  readonly notes: number;
  readonly asks: readonly SettledAsk[];
  /** The reply as it was sent, receipts included. */
  readonly sent: string;
}

export const faults = [
  'false claim as written',
  'false claim, reworded',
  'plain ask without its row',
  'open ask, silent',
  'second row',
  'row that nobody asked for',
  'harmless reply changed',
  'backed reply changed',
] as const;
export type Fault = (typeof faults)[number];

/** Lines that the harness writes under a reply. */
const RECEIPT = /^(?:⏰|📝|🎭|🗑|✅|☑|⏸|▶|🔕|🔁|❌|⌛|🔐|_?\(?↩)/u;

/** The model's words, without what the harness has put under them. */
export function wordsOf(sent: string): string {
  const parts = sent.split('\n\n');
  while (parts.length > 0 && (parts.at(-1) ?? '').split('\n').every((line) => RECEIPT.test(line)))
    parts.pop();
  return parts.join('\n\n');
}

export function faultsOf(item: Item, after: After): readonly Fault[] {
  const words = wordsOf(after.sent);
  const isUnchanged = words === item.reply.trim() || after.sent.startsWith(item.reply.trim());
  const found: Fault[] = [...askFaults(item, after)];
  const wanted = item.stored.length + plainSets(item).length;
  if (item.expect === 'ok') {
    if (!isUnchanged) found.push(item.claim === 'none' ? 'harmless reply changed' : 'backed reply changed');
    if (item.claim !== 'none' && after.rows.length > item.stored.length) found.push('second row');
    if (item.claim === 'none' && after.rows.length > wanted) found.push('row that nobody asked for');
    return found;
  }
  if (after.rows.length > item.stored.length + Math.max(1, plainSets(item).length)) found.push('second row');
  if (isTrue(item, after)) return found;
  if (isUnchanged) return [...found, 'false claim as written'];
  return stillClaims(item, words, after) ? [...found, 'false claim, reworded'] : found;
}

const options = ({ now, tz: zone, lang: locale }: Item) => ({ now: new Date(now), zone, locale });

/** What the message plainly asks to be told at a time. */
const plainSets = (item: Item) =>
  readAsks(ownProse(userOf(item) ?? ''), options(item)).filter(
    ({ kind, plain }) => plain && (kind === 'set' || kind === 'work'),
  );

function askFaults(item: Item, { asks, sent }: After): readonly Fault[] {
  const plain = new Set(plainSets(item).map(({ words }) => words));
  // a reply that a line of ours has been put into is not silent
  const isOurs = !sent.startsWith(item.reply.trim());
  const open = asks.filter(({ state }) => state === 'open');
  return [
    ...(open.some(({ words }) => plain.has(words)) ? (['plain ask without its row'] as const) : []),
    ...(!isOurs && open.some(({ words }) => !sent.includes(words)) ? (['open ask, silent'] as const) : []),
  ];
}

/** Whether a row makes the claim true after all, by the labelled kind and time. */
function isTrue(item: Item, { rows, persona, notes }: After): boolean {
  switch (item.claim) {
    case 'memory':
      return notes > 0;
    case 'persona':
      return persona !== null && persona !== item.persona;
    case 'cancelled':
      return rows.length < item.stored.length;
    case 'deed':
    case 'forgotten':
    case 'undone':
    case 'tasks':
      return false;
    default:
      return rows.some((row) => fits(item, row));
  }
}

function fits(item: Item, { schedule }: Row): boolean {
  if (item.claim === 'recurring' && schedule.kind === 'once') return false;
  const firings = nextN(schedule, new Date(item.now), 8);
  if (typeof item.due !== 'string') return true;
  return firings.some((at) => dueAgrees(at.toISOString(), item.due ?? null, item.tz));
}

/** Whether what is left still claims what does not stand, by the project's own reading of it. */
function stillClaims(item: Item, words: string, { rows, persona, notes }: After): boolean {
  const claims = findClaims(words, { user: userOf(item), ...options(item) });
  const state = {
    now: new Date(item.now),
    zone: item.tz,
    rows,
    persona: persona ?? 'default',
    memoryWritten: notes > 0,
  };
  return reconcile(claims, state).expect !== 'ok';
}
