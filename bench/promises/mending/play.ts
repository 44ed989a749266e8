// Plays the items of a file in one world, once with a model of each manner, and says of each what was wrong after it.
import type { SettledAsk } from '../../../src/claims/asks/ask.ts';
import type { Row } from '../../../src/claims/index.ts';
import type { Queries } from '../../../src/database/database.ts';
import type { Schedule } from '../../../src/schedule/schedule.ts';
import { type Item, parseItems } from '../item.ts';
import { callsOf, type Seat, seatOf, setUp, store, wordsOf } from './before.ts';
import { ItemModel, type Manner } from './model.ts';
import { type After, type Fault, faultsOf } from './verdict.ts';
import { openWorld } from './world.ts';

export interface Played {
  readonly item: Item;
  readonly manner: Manner;
  readonly faults: readonly Fault[];
  readonly sent: string;
  readonly asks: readonly SettledAsk[];
  /** The times that the model was asked a question of one word, and to mend its reply. */
  readonly questions: number;
  readonly repairs: number;
}

/** What no tool can bring about in a turn: its state cannot be played. */
export const isPlayable = ({ forgotten, undone, claim }: Item): boolean =>
  forgotten !== true && undone !== true && claim !== 'tasks';

/** The labelled items of these files. @param every only every so manieth */
export const itemsOf = (texts: readonly string[], every = 1): readonly Item[] =>
  texts
    .flatMap((text) => parseItems(text).map((item) => ({ ...item, claim: item.claim ?? 'none' })))
    .filter((item, at) => item.expect !== undefined && at % every === 0);

/** @param told hears of each as it is done */
export async function play(
  items: readonly Item[],
  manner: Manner,
  told: (played: Played) => void = () => undefined,
): Promise<readonly Played[]> {
  const [first] = items;
  if (!first) return [];
  const model = new ItemModel(first);
  const world = await openWorld(items, model);
  const inOrder = items.toSorted((a, b) => Date.parse(a.now) - Date.parse(b.now));
  const played: Played[] = [];
  try {
    for (const [number, item] of inOrder.entries()) {
      const seat = seatOf(`P${number}`);
      const { db } = world.database;
      world.at(new Date(item.now));
      await setUp(db, item, seat);
      model.begin(item, await callsOf(db, item, seat), manner, () => fill(db, item, seat));
      const sent = await world.turn(item, seat);
      const after = await afterOf(db, seat, sent);
      const one = { item, manner, faults: faultsOf(item, after), sent, asks: after.asks };
      played.push({ ...one, questions: model.questions, repairs: model.repairs });
      told(played.at(-1) as Played);
      await db
        .updateTable('schedule')
        .set({ state: 'cancelled' })
        .where('owner_id', '=', seat.person)
        .execute();
    }
  } finally {
    await world.stop();
  }
  return played;
}

/** Rows of the turn that no words of the tool can tell are written beside it. */
async function fill(db: Queries, item: Item, seat: Seat): Promise<void> {
  const untold = item.stored.filter((row) => row.created_this_turn && wordsOf(row, item.tz) === null);
  if (untold.length === 0) return;
  const turn = await db
    .selectFrom('turn')
    .select('id')
    .where('person_id', '=', seat.person)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  for (const row of untold) await store(db, item, seat, row, turn.id);
}

async function afterOf(db: Queries, { person, conversation }: Seat, sent: string): Promise<After> {
  const turn = await db
    .selectFrom('turn')
    .select(['id', 'asks'])
    .where('person_id', '=', person)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const rows = await db
    .selectFrom('schedule')
    .selectAll()
    .where('owner_id', '=', person)
    .where('state', 'in', ['active', 'asking'])
    .execute();
  const notes = await db
    .selectFrom('note')
    .select('id')
    .where('author_id', '=', person)
    .where('retracted_at', 'is', null)
    .execute();
  const { persona } = await db
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', conversation)
    .executeTakeFirstOrThrow();
  return {
    rows: rows.flatMap((row): Row[] =>
      row.spec
        ? [
            {
              schedule: row.spec as Schedule,
              text: row.text,
              createdThisTurn: row.turn_id === (turn?.id ?? null),
            },
          ]
        : [],
    ),
    persona,
    notes: notes.length,
    asks: (turn?.asks ?? []) as readonly SettledAsk[],
    sent,
  };
}
