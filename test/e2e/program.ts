// The program as people start it: "npm start", or Node itself, in a process of its own with settings of a test's own.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingNames } from '../../src/config.ts';
import { layTemplate } from '../fakes/databases.ts';

const root = join(import.meta.dirname, '../..');

export interface Program {
  readonly pid: number;
  readonly child: ChildProcess;
  /** All that was written to standard output, and to standard error, so far. */
  out(): string;
  said(): string;
  /** Resolves as soon as standard error matches. @throws with all that was said if it ends before */
  until(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** This process and all below it. */
  family(): readonly number[];
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface Folder {
  readonly path: string;
  /** Settings for a bot that has this folder to itself. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** With the embedded database made, which takes its time. */
export async function ownFolder(): Promise<Folder> {
  const path = mkdtempSync(join(tmpdir(), 'peacrab-start-'));
  await layTemplate(join(path, 'data'));
  return {
    path,
    env: { DATA_DIR: join(path, 'data'), MEMORY_DIR: join(path, 'memory'), TMPDIR: path },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** @param input what is piped in, which ends there; null: standard input stays open */
export function startProgram(
  env: Readonly<Record<string, string>>,
  { by = 'node', input = null }: { readonly by?: 'npm' | 'node'; readonly input?: string | null } = {},
): Program {
  // Set, though empty, so that nobody's .env file has a say here.
  const none = Object.fromEntries(settingNames.map((name) => [name, '']));
  const { PATH = '', HOME = '' } = process.env;
  const [command, args] = by === 'npm' ? ['npm', ['start']] : [process.execPath, [join(root, 'src/main.ts')]];
  const child = spawn(command, args, { cwd: root, env: { ...none, PATH, HOME, ...env }, stdio: 'pipe' });
  let [out, said] = ['', ''];
  const waiting = new Set<() => void>();
  const heard = () => {
    for (const look of waiting) look();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    heard();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    heard();
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  if (input !== null) child.stdin.end(input);
  const pid = child.pid ?? 0;
  return {
    pid,
    child,
    out: () => out,
    said: () => said,
    kill: (signal) => void process.kill(pid, signal),
    family: () => familyOf(pid),
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(said)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended without ${pattern}; it said:\n${said}\n${out}`)));
      }),
  };
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function familyOf(pid: number): readonly number[] {
  const parents = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (each: number): readonly number[] => [
    each,
    ...parents.filter(([, parent]) => parent === each).flatMap(([child = 0]) => below(child)),
  ];
  return below(pid);
}
