// The whole bot with the simulated weak model, a short form of npm run bench:weak: most tasks are completed although many
// answers are faulty, none ends in a false "done", and nobody sees raw call text. SEED and RATE choose another run.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ourStage } from '../../bench/weak/ours.ts';
import { plainStage } from '../../bench/weak/plain.ts';
import { type Played, play } from '../../bench/weak/play.ts';
import { scriptedTasks } from '../fakes/weak-model/tasks.ts';
import { WeakModel } from '../fakes/weak-model/weak-model.ts';

const SEED = Number(process.env.SEED ?? 7);
const RATE = Number(process.env.RATE ?? 0.3);
const TASKS = process.env.LONG === undefined ? 60 : 300;

const told = (failed: readonly Played[]) =>
  failed
    .map(
      ({ number, task, verdict, replies }) =>
        `${number} ${task.kind}: ${verdict.why} ${JSON.stringify(replies)}`,
    )
    .join('\n');

describe('a weak model', () => {
  it('has three hundred tasks of every kind', () => {
    const tasks = scriptedTasks();
    assert.equal(tasks.length, 300);
    assert.equal(new Set(tasks.slice(0, 60).map(({ kind }) => kind)).size, 11);
  });

  it('without faults completes every task, with two or three requests each', async () => {
    const stage = await ourStage(new WeakModel(SEED));
    const { complete, requests, failed } = await play(stage, scriptedTasks().slice(0, 30), 0);
    await stage.stop();
    assert.equal(complete, 30, told(failed));
    assert.ok(requests <= 90);
  });

  it(`completes nine of ten tasks with ${RATE * 100}% faulty answers, and never claims what does not stand (seed ${SEED})`, async () => {
    const stage = await ourStage(new WeakModel(SEED));
    const { complete, falseDone, raw, faults, failed } = await play(
      stage,
      scriptedTasks().slice(0, TASKS),
      RATE,
    );
    await stage.stop();
    const drawn = [...faults.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(drawn > TASKS / 3, `only ${drawn} faults were drawn`);
    assert.equal(falseDone, 0, told(failed));
    assert.equal(raw, 0, told(failed));
    assert.ok(complete >= 0.9 * TASKS, `${complete} of ${TASKS}\n${told(failed)}`);
  });

  it('is too much for a plain loop: what the tasks ask is not had for nothing', async () => {
    const stage = await plainStage(new WeakModel(SEED));
    const { complete } = await play(stage, scriptedTasks().slice(0, TASKS), RATE);
    await stage.stop();
    assert.ok(complete < 0.8 * TASKS, `${complete} of ${TASKS}`);
  });
});
