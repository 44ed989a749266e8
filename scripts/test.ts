// "npm test": checks format, lint and types, starts a real PostgreSQL server, runs every test on both engines, stops it.
// "npm test -- FILE ..." runs only those files, without the checks. LONG=1 runs the long versions of the seeded runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';

const root = join(import.meta.dirname, '..');
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));

async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  const end = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGINT', end).on('SIGTERM', end);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', end).off('SIGTERM', end);
  return typeof code === 'number' ? code : 1;
}

const checked = chosen.length > 0 ? 0 : await run(process.execPath, [join(root, 'scripts', 'check.ts')]);
if (checked !== 0) process.exit(checked);

const server = await startPostgres().catch((error: unknown) => {
  console.error(
    `\n*** No PostgreSQL server for the tests: ${error instanceof Error ? error.message : error} ***\n`,
  );
  if (process.env.CI) process.exit(1);
  return null;
});
const files = chosen.length > 0 ? chosen : globSync('test/**/*.test.ts', { cwd: root }).sort();
const flags = ['--test', '--test-concurrency=2', '--test-timeout=600000', '--test-reporter=spec'];
const code = await run(process.execPath, [...flags, ...options, ...files], {
  ...process.env,
  ...(server ? { TEST_DATABASE_URL: server.url } : {}),
});
await server?.stop();
process.exit(code);
