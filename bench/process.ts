// Starts the real program as a process of its own, and reads what the operating system says of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Running {
  readonly child: ChildProcess;
  /** Milliseconds from spawning to "Peacrab is on". */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts `src/main.ts` with these settings and waits until it says that it is on. */
export async function startMain(env: Readonly<Record<string, string>>): Promise<Running> {
  const began = performance.now();
  const main = join(import.meta.dirname, '../src/main.ts');
  const base = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=2', '--heap-growing-percent=50', '--no-regexp-tier-up', main],
    {
      env: { ...base, ...env },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (line.startsWith('Peacrab is on')) break;
  }
  child.stderr.resume();
  if (child.exitCode !== null || !said.at(-1)?.startsWith('Peacrab is on'))
    throw new Error(`it did not start: ${said.join('\n')}`);
  const readyMs = performance.now() - began;
  return {
    child,
    readyMs,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Resident memory of a process in MB, its peak included. */
export function residentMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kb = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN);
  return { now: kb('VmRSS') / 1024, peak: kb('VmHWM') / 1024 };
}
