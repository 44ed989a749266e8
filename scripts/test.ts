// "npm test": checks format, lint, layers and types, starts a real PostgreSQL server, runs every test, stops it.
// "npm test -- FILE ..." runs only those files, without the checks. LONG=1 runs the long versions of the seeded runs, and
// every scenario on both engines. "npm run test:quick" runs what needs neither a server nor a whole bot: these files share
// one process, the others get one each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePostgresTemplate, pgliteTemplate } from '../test/fakes/template.ts';
import { importsOf } from './house/circles.ts';
import { readSources } from './house/sources.ts';
import { startPostgres, type TestServer } from './postgres.ts';

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const isQuick = words.includes('--quick');
const options = words.filter((word) => word.startsWith('--') && word !== '--quick');
const chosen = words.filter((word) => !word.startsWith('--'));

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

/** Where tests write: memory if there is plenty, since they make and drop hundreds of databases; all of it goes at the end. */
function makePlace(): string {
  const memory = '/dev/shm';
  const free = existsSync(memory) ? statfsSync(memory) : null;
  const isRoomy = free !== null && free.bavail * free.bsize > 6 * 1024 ** 3;
  const place = mkdtempSync(join(isRoomy ? memory : tmpdir(), 'peacrab-'));
  chmodSync(place, 0o755);
  process.once('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));
  return place;
}

const REPORTERS = ['spec', './scripts/slowest-files.ts'];
/** What Node has compiled is kept from process to process: half of a test file's time goes into its imports. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/** @param more flags and environment on top of the usual ones; `to`: the file that the report goes to */
function runTests(
  files: readonly string[],
  more: { readonly flags?: readonly string[]; readonly env?: NodeJS.ProcessEnv; readonly to?: string } = {},
): Promise<number> {
  const reporters = REPORTERS.flatMap((reporter) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${more.to ?? 'stdout'}`,
  ]);
  const flags = ['--test', '--test-timeout=600000', ...reporters, ...(more.flags ?? []), ...options];
  return run(process.execPath, [...flags, ...files], { ...process.env, ...compiled, ...more.env });
}

/** Tests that reach no database, no platform's fake, no other process and no bot by their imports: the pure ones. */
function quickFiles(): readonly string[] {
  const whole =
    /^src\/bot\/|^test\/(?:fakes\/(?:databases|template|discord|slack|mcp|terminal)|e2e|bench|readers)/;
  const sources = ['src', 'test', 'bench', 'scripts', 'demo'].flatMap((folder) => readSources(root, folder));
  const known = new Map(sources.map((source) => [source.path, source]));
  const isWhole = (path: string, seen: Set<string>): boolean => {
    const source = known.get(path);
    if (!source || seen.has(path)) return false;
    seen.add(path);
    if (whole.test(path) || (path.startsWith('test/') && source.text.includes('node:child_process')))
      return true;
    return importsOf(source, 'values').some((target) => isWhole(target, seen));
  };
  return [...known.keys()].filter((path) => path.endsWith('.test.ts') && !isWhole(path, new Set()));
}

const allFiles = () => globSync('test/**/*.test.ts', { cwd: root });

const isWhole = chosen.length === 0 && !isQuick;
const checked = isWhole ? await run(process.execPath, [join(root, 'scripts', 'check.ts')]) : 0;
if (checked !== 0) process.exit(checked);

process.env.TMPDIR = makePlace();
let server: TestServer | null = null;
if (!isQuick) {
  const template = pgliteTemplate();
  server = await startPostgres().catch((error: unknown) => {
    console.error(
      `\n*** No PostgreSQL server for the tests: ${error instanceof Error ? error.message : error} ***\n`,
    );
    if (process.env.CI) process.exit(1);
    return null;
  });
  await template;
}
const env = server
  ? { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: await makePostgresTemplate(server.url) }
  : {};
const pure = chosen.length > 0 ? [] : quickFiles();
const others = chosen.length > 0 ? chosen : isQuick ? [] : allFiles().filter((file) => !pure.includes(file));
const report = join(process.env.TMPDIR, 'pure-tests.txt');
const codes = await Promise.all([
  pure.length === 0
    ? 0
    : runTests(pure, { flags: ['--test-isolation=none'], to: isQuick ? 'stdout' : report }),
  others.length === 0 ? 0 : runTests(others, { flags: ['--test-concurrency=2'], env }),
]);
if (existsSync(report)) process.stdout.write(readFileSync(report));
await server?.stop();
process.exit(Math.max(...codes));
