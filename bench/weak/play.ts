// Plays scripted tasks on a stage, one after the other, and counts how they came out.
import type { Fault } from '../../test/fakes/weak-model/faults.ts';
import type { Task } from '../../test/fakes/weak-model/task.ts';
import { judge, type Verdict } from '../../test/fakes/weak-model/verdict.ts';
import { type Seat, type Stage, standing } from './stage.ts';

export interface Played {
  readonly task: Task;
  readonly number: number;
  readonly verdict: Verdict;
  readonly replies: readonly string[];
  /** Answers that were asked of the model for the task itself. */
  readonly requests: number;
}

export interface Tally {
  readonly tasks: number;
  readonly complete: number;
  readonly falseDone: number;
  readonly raw: number;
  readonly requests: number;
  readonly faults: ReadonlyMap<Fault, number>;
  readonly failed: readonly Played[];
}

/** @param rate the share of the model's answers that are faulty, from 0 to 1 */
export async function play(stage: Stage, tasks: readonly Task[], rate: number): Promise<Tally> {
  const played: Played[] = [];
  for (const [number, task] of tasks.entries()) played.push(await playOne(stage, task, number, rate));
  const count = (test: (one: Played) => boolean) => played.filter(test).length;
  return {
    tasks: played.length,
    complete: count(({ verdict }) => verdict.complete),
    falseDone: count(({ verdict }) => verdict.falseDone),
    raw: count(({ verdict }) => verdict.raw),
    requests: played.reduce((sum, one) => sum + one.requests, 0),
    faults: stage.model.faults,
    failed: played.filter(({ verdict }) => !verdict.complete),
  };
}

async function playOne(stage: Stage, task: Task, number: number, rate: number): Promise<Played> {
  const { model } = stage;
  const seat = (exchange: number): Seat => ({
    user: `P${number}`,
    thread: task.inThreads ? String(exchange) : null,
  });
  for (const [at, exchange] of task.before.entries()) {
    model.begin(exchange, 0, number);
    await stage.say(seat(at), exchange.says);
  }
  const last = seat(task.before.length);
  model.begin(task.asked, rate, number);
  const replies = await stage.say(last, task.asked.says);
  const verdict = judge(task, await standing(stage.database, last), replies);
  return { task, number, verdict, replies, requests: model.answers };
}
