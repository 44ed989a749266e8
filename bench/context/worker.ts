// Runs scripts in a thread of its own, one after the other, as they are handed in.
import { parentPort } from 'node:worker_threads';
import { policies } from './policies.ts';
import { readScript } from './script.ts';
import { type Setting, simulate } from './simulate.ts';
import type { Result } from './table.ts';

export interface Job {
  readonly file: string;
  readonly policies: readonly string[];
  readonly setting: Setting;
}

parentPort?.on('message', ({ file, policies: names, setting }: Job) => {
  const script = readScript(file);
  const results = policies
    .filter(({ name }) => names.includes(name))
    .map(
      (policy): Result => ({
        script: script.name,
        policy: policy.name,
        baseline: policy.baseline !== undefined,
        figures: simulate(script, policy, setting),
      }),
    );
  parentPort?.postMessage(results);
});
