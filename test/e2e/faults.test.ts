// Fault runs: people talk to a bot while sockets go deaf, acknowledgements and answers are lost, calls are refused, and the
// platform is away. Each message is answered exactly once, in order in its conversation, and nothing is left behind. Timings
// are twenty times faster than life; what goes wrong and when is drawn by seed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../fakes/databases.ts';
import { ScriptedModel, type SeenRequest } from '../fakes/model/scripted-model.ts';
import { mulberry } from '../fakes/mulberry.ts';
import { patienceMs } from '../fakes/patience.ts';
import { type FaultStage, type Line, people, startFaultStage } from './fault-stage.ts';
import { type Bot, startBot } from './harness.ts';

const runsEach = Number(process.env.FAULT_RUNS ?? (process.env.LONG ? 6 : 1));
const firstSeed = Number(process.env.SEED ?? 1);
const messages = 90;
/** So many may be unanswered before the people wait. */
const openAtMost = 12;
/** A message waits for what was said before it as long as in life: a platform's "not so fast" cannot be shortened. */
const vitals = { beatMs: 250, quietMs: 1000, deafMs: 2500, retryMs: 50, markEveryMs: 50 };
const platforms = {
  slack: {
    ...vitals,
    lookAgainMs: 50,
    reconnectMs: 20,
    reconnectMaxMs: 200,
    steadyMs: 250,
    closeMs: 50,
    rationMs: 3000,
  },
  discord: {
    ...vitals,
    identifyEveryMs: 20,
    turnEveryMs: 50,
    reconnectMs: 20,
    reconnectMaxMs: 200,
    steadyMs: 250,
    // The faults begin more sessions in a minute than Discord grants in hours.
    identifyRefillMs: 0,
  },
};

/** The engines in turn, the other one on each platform. */
const all = engines();
const engineOf = (platform: 'slack' | 'discord', seed: number) =>
  all[(seed + (platform === 'slack' ? 0 : 1)) % all.length] ?? 'pglite';

for (const platform of ['slack', 'discord'] as const) {
  describe(`whatever goes wrong (${platform})`, () => {
    for (let seed = firstSeed; seed < firstSeed + runsEach; seed++) {
      it(`seed ${seed}, ${engineOf(platform, seed)}: ${messages} messages, each answered once and in order; no socket or timer is left`, async () => {
        const before = await resources();
        const stage = await startFaultStage(platform, seed);
        const log: string[] = [];
        try {
          const bot = await startBot({
            engine: engineOf(platform, seed),
            env: { ...stage.env, LIMIT_TURNS_PER_PERSON: '0' },
            platforms,
            strict: { instant: true },
            ...(process.env.SHOW_LOG ? { log: 'warn' as const } : {}),
          });
          try {
            bot.model.rules(answer);
            await talk(stage, bot, mulberry(seed), log);
          } finally {
            await bot.stop();
          }
          await stage.until(() => stage.sockets() === 0, 'the bot’s sockets to end', patienceMs);
        } catch (error) {
          console.error(`seed ${seed}\n${log.join('\n')}`);
          throw error;
        } finally {
          await stage.stop();
        }
        await settled(before);
      });
    }
  });
}

/** What was said where, and whether its order counts. */
interface Said {
  readonly n: number;
  readonly line: Line;
  readonly ordered: boolean;
}

async function talk(stage: FaultStage, bot: Bot, random: () => number, log: string[]): Promise<void> {
  const said: Said[] = [];
  const lines: Line[] = Array.from({ length: people }, (_, who) => stage.dm(who));
  const dice = (sides: number) => Math.floor(random() * sides);
  const open = () => said.filter(({ n, line }) => times(line, n) === 0);
  let [disorder, away, down] = [0, 0, false];
  // No platform lists the DMs of a bot: one is known when something was said in it.
  for (const [n, line] of lines.entries()) {
    line.say(`message #${n}.`);
    said.push({ n, line, ordered: true });
  }
  await until(stage, () => open().length === 0, 'the first answers');
  const moving = setInterval(() => stage.reconnect(), 1000);
  try {
    for (let n = people; n < messages; n++) {
      if (!down && random() < 0.3) {
        const strike = stage.strikes[dice(stage.strikes.length)];
        strike?.strike();
        if (strike?.disorders) disorder = 4;
        log.push(`${n}: ${strike?.name}`);
      }
      if (n === Math.floor(messages / 2) || (!down && random() < 0.03)) {
        stage.down();
        [down, away] = [true, 6];
        log.push(`${n}: down`);
      }
      const talking = lines.filter((line) => line.stands());
      const text = `message #${n}.`;
      const line = random() < 0.15 ? stage.open(dice(people), text) : talking[dice(talking.length)];
      assert.ok(line);
      if (lines.includes(line)) line.say(text);
      else lines.push(line);
      said.push({ n, line, ordered: disorder-- <= 0 });
      log.push(`${n}: said in ${lines.indexOf(line)}`);
      if (down && --away <= 0) {
        stage.calm();
        down = false;
        log.push(`${n}: up`);
      }
      if (!down && open().length > openAtMost) {
        stage.calm();
        await until(stage, () => open().length < openAtMost / 2, `answers to some of ${numbers(open())}`);
      }
    }
    stage.calm();
    await until(
      stage,
      () => open().length === 0,
      () => `answers to ${numbers(open())}`,
    );
  } finally {
    clearInterval(moving);
    stage.calm();
  }
  await atRest(bot);
  check(stage, said);
}

function check(stage: FaultStage, said: readonly Said[]): void {
  for (const { n, line } of said)
    assert.equal(times(line, n), 1, `message ${n} is answered once\n${stage.dump()}`);
  for (const line of new Set(said.map((each) => each.line))) {
    const ordered = said.filter((each) => each.line === line && each.ordered).map(({ n }) => n);
    const answered = line
      .answers()
      .flatMap(answeredIn)
      .filter((n) => ordered.includes(n));
    assert.deepEqual(answered, ordered, `in order\n${stage.dump()}`);
  }
}

/** Nothing is on its way any more: what was in doubt has been looked for. */
async function atRest(bot: Bot): Promise<void> {
  const deadline = AbortSignal.timeout(patienceMs);
  for (;;) {
    const { db } = bot.database;
    const rows = await db
      .selectFrom('outbox')
      .select('id')
      .where('state', 'not in', ['sent', 'failed'])
      .execute();
    const turns = await db.selectFrom('inbox').select('id').where('state', '<>', 'done').execute();
    if (rows.length + turns.length === 0) return;
    assert.ok(!deadline.aborted, `${rows.length} rows to be sent, ${turns.length} to be dealt with`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const until = (stage: FaultStage, test: () => boolean, what: string | (() => string)) =>
  stage.until(test, typeof what === 'string' ? what : what(), patienceMs);

const numbers = (said: readonly Said[]) => said.map(({ n }) => n).join(', ');
const answeredIn = (text: string) => [...text.matchAll(/re-(\d+)\./g)].map((match) => Number(match[1]));
const times = (line: Line, n: number) =>
  line
    .answers()
    .flatMap(answeredIn)
    .filter((each) => each === n).length;

/** Says which messages it answers. */
function answer(request: SeenRequest): string {
  const words = request.lastUser.replace(/<now>[\s\S]*<\/now>|<said[\s\S]*?<\/said>/g, '');
  return [...words.matchAll(/#(\d+)\./g)].map((match) => `re-${match[1]}.`).join(' ') || 'Nothing was asked.';
}

/** What keeps this process alive, by kind. The first time something is loaded it may stay: hence a model of no use. */
async function resources(): Promise<ReadonlyMap<string, number>> {
  await (await ScriptedModel.start({ instant: true })).stop();
  return counted();
}

const counted = () =>
  new Map(
    Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind)).map(([kind, all]) => [
      kind,
      all?.length ?? 0,
    ]),
  );

/** Resolves when no more sockets and timers are there than before. */
async function settled(before: ReadonlyMap<string, number>): Promise<void> {
  const left = () =>
    [...counted()].filter(
      ([kind, count]) => /TCP|Timeout|Server/.test(kind) && count > (before.get(kind) ?? 0),
    );
  const deadline = AbortSignal.timeout(patienceMs);
  while (left().length > 0) {
    assert.ok(!deadline.aborted, `left behind: ${JSON.stringify(left())}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
