// Crash runs: the bot runs in a process of its own and is killed (SIGKILL) at a random moment between receiving ten
// messages and delivering the last reply, then started again. On both platforms' fakes and both engines, seeded. Each run prints
// how long after the bot was ready again the first waiting answer came, and the first reminder that was due. On Linux it tells
// the processor's time that the bot took until then, too: beside busy neighbours the rest is waiting for one of the cores.
// CRASH_RUNS is the number of runs of each set, SEED the first seed, CRASH_NODE more flags for the bot's Node (--cpu-prof).
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Database } from '../../src/database/database.ts';
import { openPglite } from '../../src/database/pglite.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { silentLog } from '../../src/log.ts';
import { createDatabase, dropDatabase, type Engine, engines, layTemplate } from '../fakes/databases.ts';
import { ScriptedModel, type SeenRequest } from '../fakes/model/scripted-model.ts';
import { mulberry } from '../fakes/mulberry.ts';
import { type PlatformName, type Stage, startStage } from './stage.ts';

const runsEach = Number(process.env.CRASH_RUNS ?? (process.env.LONG ? 50 : 3));
const firstSeed = Number(process.env.SEED ?? 1);
const messages = 10;

interface Scene {
  readonly stage: Stage;
  readonly model: ScriptedModel;
  readonly spawn: Spawn;
  readonly random: () => number;
  /** Reminders that the bot has set. */
  readonly set: Set<number>;
  readonly openDatabase: () => Promise<Database>;
}

for (const platform of ['slack', 'discord'] as const) {
  for (const engine of engines()) {
    describe(`killed at random (${platform}, ${engine})`, () => {
      const recoveries: Recovery[] = [];
      after(() => printWorst(`${platform}, ${engine}`, recoveries));
      for (let seed = firstSeed; seed < firstSeed + runsEach; seed++) {
        it(`seed ${seed}: every message in one committed turn, every reply and reminder once`, async () => {
          await inScene(platform, engine, seed, async (scene) => {
            scene.model.rules((request) => answer(request, scene.set));
            const recovered = await killedRun(scene);
            recoveries.push(...recovered);
            for (const each of recovered) print(`${platform}, ${engine}, seed ${seed}`, each);
            await checkRows(scene);
          });
        });
      }

      it('a tool that ends the process ends after three deaths with one sentence', async () => {
        await inScene(platform, engine, firstSeed, async ({ stage, model, spawn }) => {
          model.rules((request) =>
            request.messages.at(-1)?.role === 'tool'
              ? { calls: [{ name: 'deadly', args: {} }] }
              : { calls: [{ name: 'set_reminder', args: { text: 'stand up', when: 'in 5 hours' } }] },
          );
          let deaths = 0;
          let bot = await startBotProcess(spawn);
          stage.say(0, 'dm', 'do it');
          const answered = stage
            .until(() => stage.replies().some((text) => text.includes('failed three times')), 'the sentence')
            .then(() => 'answered' as const);
          while ((await Promise.race([once(bot, 'exit').then(() => 'dead' as const), answered])) === 'dead') {
            deaths += 1;
            bot = spawn();
          }
          await endBot(bot);
          assert.equal(deaths, 3);
          assert.match(
            stage.replies().join('\n'),
            /failed three times, so I leave it\. What was done before stands: ⏰ .*r1/,
          );
          assert.equal(stage.replies().length, 1);
        });
      });
    });
  }
}

/** How long after it was ready again, in milliseconds; null if nothing of that kind waited. */
interface Recovery {
  readonly answer: number | null;
  readonly reminder: number | null;
  /** Processor's time of the bot until the first answer; null where it cannot be told. */
  readonly cpu: number | null;
}

/** Kills once or twice, then waits until everything has been said. */
async function killedRun({ stage, spawn, random, set }: Scene): Promise<readonly Recovery[]> {
  const recovering: Promise<Recovery>[] = [];
  let life = { killedAt: Number.POSITIVE_INFINITY };
  let bot = await startBotProcess(spawn);
  for (let n = 0; n < messages; n++) {
    const reminder = n % 3 === 0 ? ` remind item-${n}.` : '';
    stage.say(Math.floor(random() * 3), random() < 0.5 ? 'dm' : 'channel', `message #${n}.${reminder}`);
  }
  const kills = random() < 0.3 ? 2 : 1;
  for (let kill = 0; kill < kills; kill++) {
    const until = stage.progress() + Math.floor(random() * 40);
    await Promise.race([
      stage.until(() => stage.progress() >= until || isComplete(stage), 'some progress'),
      once(bot, 'exit'),
    ]);
    const exited = once(bot, 'exit');
    bot.kill('SIGKILL');
    life.killedAt = performance.now();
    await exited;
    const before = stage.replies();
    const waiting = numbers.filter((n) => answered(before, n) === 0);
    const due = [...set].filter((n) => fired(before, n) === 0);
    const cpu = { ready: null as number | null, answer: null as number | null };
    const first = (some: readonly number[], test: typeof answered, what: string) =>
      some.length === 0
        ? null
        : stage
            .until(() => some.some((n) => test(stage.replies(), n) > 0), what)
            .then(() => performance.now());
    const answer = first(waiting, answered, 'a waiting answer')?.then((at) => {
      cpu.answer = cpuMs(bot);
      return at;
    });
    const came = [answer ?? null, first(due, fired, 'a due reminder')] as const;
    bot = await startBotProcess(spawn);
    const ready = performance.now();
    cpu.ready = cpuMs(bot);
    const current = { killedAt: Number.POSITIVE_INFINITY };
    life = current;
    // What came only after the next kill tells nothing about this start.
    const since = (at: number | null) =>
      at === null || at > current.killedAt ? null : Math.max(0, Math.round(at - ready));
    recovering.push(
      Promise.all(came).then(([answer, reminder]) => ({
        answer: since(answer),
        reminder: since(reminder),
        cpu: since(answer) && cpu.answer && cpu.ready ? Math.max(0, cpu.answer - cpu.ready) : null,
      })),
    );
  }
  await stage.until(() => isComplete(stage), 'every message answered and every reminder fired');
  // What is in doubt is still to be looked for: that, too, must double nothing.
  const settled = once(bot, 'message');
  bot.send('settle');
  await settled;
  await endBot(bot);
  return Promise.all(recovering);
}

const print = (what: string, { answer, reminder, cpu }: Recovery) =>
  console.error(
    `${what}: after ready, the first waiting answer ${inMs(answer)} (${inMs(cpu)} of the processor), the first due reminder ${inMs(reminder)}`,
  );

/** The processor's time that a process took so far, in milliseconds; null if it is gone or the system does not tell. */
function cpuMs({ pid }: ChildProcess): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) * 10;
  } catch {
    return null;
  }
}

const inMs = (ms: number | null) => (ms === null ? '-' : `${ms} ms`);

function printWorst(what: string, recoveries: readonly Recovery[]): void {
  for (const kind of ['answer', 'reminder', 'cpu'] as const) {
    const all = recoveries.flatMap((each) => each[kind] ?? []).toSorted((a, b) => a - b);
    const median = all[Math.floor((all.length - 1) / 2)] ?? null;
    console.error(
      `${what}: ${kind} of ${all.length}: median ${inMs(median)}, worst ${inMs(all.at(-1) ?? null)}`,
    );
  }
}

/** A model that says which messages it answers, and sets a reminder for each that asks for one. */
function answer(request: SeenRequest, set: Set<number>) {
  // What others said before is no request; the bracketed lines are ours.
  const words = request.lastUser.replace(/<now>[\s\S]*<\/now>|<said[\s\S]*?<\/said>|^\[.*\]$/gm, '');
  const items = [...words.matchAll(/remind item-(\d+)/g)].map((match) => match[1]);
  const results = request.messages
    .slice(request.messages.findLastIndex((message) => message.role === 'user'))
    .filter((message) => message.role === 'tool').length;
  if (results < items.length)
    return {
      calls: items.map((item) => ({
        name: 'set_reminder',
        args: { text: `item-${item}`, when: 'in 1 second' },
      })),
    };
  for (const item of items) set.add(Number(item));
  return `answers ${[...words.matchAll(/#(\d+)/g)].map((match) => `<${match[1]}>`).join(' ')}`;
}

const numbers = Array.from({ length: messages }, (_, n) => n);
const times = (texts: readonly string[], wanted: RegExp) => texts.filter((text) => wanted.test(text)).length;
const answered = (texts: readonly string[], n: number) =>
  times(texts, new RegExp(`answers .*<${n}>|answers .*&lt;${n}&gt;`));
const fired = (texts: readonly string[], n: number) =>
  times(texts, new RegExp(`⏰ item-${n}\\b(?! *:).*\\(r\\d+\\)\\s*(\\[|$)`, 'm'));

function isComplete(stage: Stage): boolean {
  const texts = stage.replies();
  return numbers.every((n) => answered(texts, n) > 0 && (n % 3 !== 0 || fired(texts, n) > 0));
}

async function checkRows({ stage, openDatabase }: Scene): Promise<void> {
  const texts = stage.replies();
  for (const n of numbers) {
    assert.equal(answered(texts, n), 1, `message ${n} is answered once\n${stage.dump()}`);
    if (n % 3 === 0) assert.equal(fired(texts, n), 1, `reminder ${n} is delivered once\n${stage.dump()}`);
  }
  const database = await openDatabase();
  try {
    const inbox = await database.db
      .selectFrom('inbox')
      .leftJoin('turn', 'turn.id', 'inbox.turn_id')
      .select(['inbox.id', 'inbox.state', 'turn.state as turn'])
      .where('inbox.kind', '=', 'message')
      .execute();
    assert.equal(inbox.length, messages);
    for (const row of inbox) assert.deepEqual([row.state, row.turn], ['done', 'committed']);
    const open = await database.db
      .selectFrom('outbox')
      .select(['id', 'state'])
      .where('state', '<>', 'sent')
      .execute();
    assert.deepEqual(open, []);
    const occurrences = await database.db.selectFrom('occurrence').select('state').execute();
    assert.equal(occurrences.length, numbers.filter((n) => n % 3 === 0).length);
    for (const { state } of occurrences) assert.ok(state === 'delivered' || state === 'late', state);
  } finally {
    await database.close();
  }
}

async function inScene(
  platform: PlatformName,
  engine: Engine,
  seed: number,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-crash-'));
  const url = engine === 'postgres' ? await createDatabase() : null;
  if (!url) await layTemplate(join(folder, 'data'));
  const stage = await startStage(platform, seed);
  const model = await ScriptedModel.start();
  const env = {
    ...stage.env,
    OPENAI_BASE_URL: model.url,
    MODEL: 'scripted',
    DATA_DIR: join(folder, 'data'),
    MEMORY_DIR: join(folder, 'memory'),
    LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const running = new Set<ChildProcess>();
  const spawn = () => spawnBot(env, running);
  const openDatabase = () => (url ? openPostgres(url, silentLog) : openPglite(join(folder, 'data')));
  try {
    await play({ stage, model, spawn, random: mulberry(seed), set: new Set(), openDatabase });
  } finally {
    for (const bot of running) bot.kill('SIGKILL');
    await Promise.all([stage.stop(), model.stop()]);
    if (url) await dropDatabase(url);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As "npm start" runs it: Node's flags, and what Node has compiled kept from start to start. */
const flags = [
  '--max-semi-space-size=2',
  '--heap-growing-percent=50',
  '--no-regexp-tier-up',
  ...(process.env.CRASH_NODE?.split(' ') ?? []),
];
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

/** The bots of one scene, which ends its own only: a scene that took too long ends while the next one is on. */
type Spawn = () => ChildProcess;

function spawnBot(env: Readonly<Record<string, string>>, running: Set<ChildProcess>): ChildProcess {
  const bot = fork(join(import.meta.dirname, 'bot.ts'), {
    env: { PATH: process.env.PATH, ...compiled, ...env },
    execArgv: flags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(bot);
  bot.once('exit', () => running.delete(bot));
  return bot;
}

async function startBotProcess(spawn: Spawn): Promise<ChildProcess> {
  const bot = spawn();
  const exited = once(bot, 'exit').then(([code, signal]) => {
    throw new Error(`the bot did not start: ${signal ?? `exit ${code}`}`);
  });
  await Promise.race([once(bot, 'message'), exited]);
  exited.catch(() => undefined);
  return bot;
}

async function endBot(bot: ChildProcess): Promise<void> {
  const exited = once(bot, 'exit');
  bot.kill('SIGTERM');
  await exited;
}
