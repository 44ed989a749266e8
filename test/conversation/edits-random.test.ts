// After any sequence of edits no two live schedules stem from one message, and none from words that a message no longer says.
// Random doings of several people at once against the whole bot; SEED=… runs one of them alone, LONG=1 more.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PersonId } from '../../src/database/ids.ts';
import { sweep } from '../../src/schedule/sweep/sweep.ts';
import { seedsOf } from '../context/seeds.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import { Doer, messagesOf, obeying } from './edits-random.ts';

const rounds = 20;
const minute = 60_000;
const seeds = seedsOf(10);

for (const engine of scenarioEngines()) {
  describe(`edits at random (${engine})`, () => {
    it(`seeds ${seeds[0]} to ${seeds.at(-1)}`, async () => {
      let now = new Date(Date.UTC(2040, 0, 16, 8, 0));
      const channel = new FakeChannel();
      const overrides = { clock: { now: () => now } };
      const env = { DEFAULT_TIMEZONE: 'Europe/Berlin', LIMIT_TURNS_PER_PERSON: '1000' };
      const bot = await startBot({ engine, channels: [channel], env, overrides });
      try {
        bot.model.rules(obeying());
        for (const some of groupsOf(
          seeds.map((seed) => new Doer(seed)),
          10,
        )) {
          for (let round = 1; round <= rounds; round++) {
            // Some rounds are close together, some let what was set fall due.
            now = new Date(now.getTime() + (round % 4 === 0 ? 5 : 1) * minute);
            await sweep(bot.database, now);
            await settled(bot);
            if (round % 6 === 0) await bot.restart();
            const before = await Promise.all(some.map((doer) => liveOf(bot, doer)));
            const taken = await Promise.all(some.map((doer) => doer.act(bot, channel, now)));
            await settled(bot);
            for (const [index, doer] of some.entries())
              await hold(bot, doer, taken[index] ?? null, before[index] ?? [], now);
          }
        }
      } finally {
        await bot.stop();
      }
    });
  });
}

function groupsOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Everything that was taken in is done. */
async function settled(bot: Bot): Promise<void> {
  for (let tries = 0; tries < 6000; tries++) {
    const open = await bot.database.db
      .selectFrom('inbox')
      .select('id')
      .where('state', '<>', 'done')
      .limit(1)
      .executeTakeFirst();
    if (!open) return;
    await setTimeout(5);
  }
  throw new Error('the inbox was never worked off');
}

async function liveOf(bot: Bot, doer: Doer) {
  return bot.database.db
    .selectFrom('schedule')
    .selectAll()
    .where('owner_id', '=', `slack:T1:${doer.name}` as PersonId)
    .where('state', 'in', ['active', 'paused', 'asking'])
    .orderBy('id')
    .execute();
}

type Live = Awaited<ReturnType<typeof liveOf>>;

async function hold(bot: Bot, doer: Doer, taken: string | null, before: Live, now: Date): Promise<void> {
  const live = await liveOf(bot, doer);
  const said = () =>
    `SEED=${doer.seed}\n${doer.log.join('\n')}\nbefore: ${before.map(({ id }) => `r${id}`)}; now: ${live.map(({ id, text, words }) => `r${id} ${words} ${text}`).join(', ')}`;
  const stems = new Map<string, number>();
  for (const row of live) {
    const messages = row.turn_id === null ? [] : await messagesOfTurn(bot, row.turn_id);
    for (const { messageId, text } of messages) {
      assert.equal(doer.taken(messageId), text, `r${row.id} lives on words that are gone. ${said()}`);
      const other = stems.get(messageId);
      assert.equal(other, undefined, `r${other} and r${row.id} stem from ${messageId}. ${said()}`);
      stems.set(messageId, row.id);
    }
    if (row.parent_id === null) continue;
    const parent = await bot.database.db
      .selectFrom('schedule')
      .select('turn_id')
      .where('id', '=', row.parent_id)
      .executeTakeFirstOrThrow();
    for (const { messageId, text } of parent.turn_id === null
      ? []
      : await messagesOfTurn(bot, parent.turn_id))
      assert.equal(doer.taken(messageId), text, `r${row.id} lives on words that are gone. ${said()}`);
  }
  holdBack(doer, live, before, said, now);
  const wanted = /^remind me .* to (\w+)(?!.*breaks)/.exec(taken ?? '')?.[1];
  if (wanted)
    assert.ok(
      live.some(({ text }) => text === wanted),
      `"${taken}" set nothing. ${said()}`,
    );
}

/** A message that asks for nothing any more has left everything as it found it: also what it had moved or cancelled. */
function holdBack(doer: Doer, live: Live, before: Live, said: () => string, now: Date): void {
  if (doer.said !== null && doer.found?.message !== doer.said)
    doer.found = { message: doer.said, live: before };
  if (doer.tookBack === null || !doer.found) return;
  const found = doer.found.live.filter((row) => row.next_at === null || row.next_at > now);
  for (const row of found) {
    const stands = live.find(({ id }) => id === row.id);
    assert.deepEqual(
      [stands?.state, stands?.spec_key],
      [row.state, row.spec_key],
      `r${row.id} was not put back. ${said()}`,
    );
  }
  for (const { id } of live)
    assert.ok(
      doer.found.live.some((row) => row.id === id),
      `r${id} was not taken back. ${said()}`,
    );
}

async function messagesOfTurn(
  bot: Bot,
  turn: NonNullable<Awaited<ReturnType<typeof liveOf>>[number]['turn_id']>,
) {
  const rows = await bot.database.db
    .selectFrom('entry')
    .select('payload')
    .where('turn_id', '=', turn)
    .where('type', '=', 'user')
    .limit(1)
    .execute();
  return rows.flatMap(({ payload }) => messagesOf(payload));
}
