// The server of the tests and benchmarks ends with the process that started it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { engines } from '../fakes/databases.ts';

const program = `
  import { startPostgres } from './scripts/postgres.ts';
  console.log((await startPostgres()).url);
  setInterval(() => undefined, 1000);
`;

if (engines().includes('postgres'))
  it('a PostgreSQL server that a process started is stopped when the process is told to end', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: join(import.meta.dirname, '..', '..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [told] = await once(child.stdout, 'data');
    const url = String(told).trim();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`);
    const data = rows[0]?.data ?? '';
    assert.ok(existsSync(data));
    await client.end();
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [null, 'SIGTERM']);
    assert.ok(!existsSync(data), data);
    await assert.rejects(new pg.Client({ connectionString: url }).connect());
  });
