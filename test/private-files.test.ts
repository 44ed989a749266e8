// What is stored is for the user that runs Peacrab alone: nothing under DATA_DIR and MEMORY_DIR can be read by others, whatever
// the shell's umask, whichever command wrote it, and also where an earlier version left it open.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { exposedIn, isShared, tighten } from '../src/process/private-files.ts';
import { layTemplate } from './fakes/databases.ts';

const root = join(import.meta.dirname, '..');
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-private-'));
  folders.push(folder);
  // As open as a folder of an operator may be.
  chmodSync(folder, 0o755);
  return folder;
}

/** Runs one of our programs as a shell with the usual umask does. */
function run(folder: string, program: string, input = '', args: readonly string[] = []): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    MEMORY_DIR: join(folder, 'memory'),
    LOG_LEVEL: 'silent',
    MODEL: 'demo',
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const command = 'umask 022; exec "$0" "$@"';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = execFile(
    '/bin/sh',
    ['-c', command, process.execPath, join(root, program), ...args],
    { env, cwd: root },
    (error, out, err) => (error ? reject(new Error(`${program}: ${out}${err}`)) : resolve(out)),
  );
  child.stdin?.end(input);
  return promise;
}

/** "644 data/x" of each file or folder below that others have rights to. */
const open = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const { mode } = lstatSync(join(folder, name));
    return (mode & 0o077) === 0 ? [] : [`${(mode & 0o777).toString(8)} ${name}`];
  });

test('after talking, an export, a backup and a restore nothing is open to others', async () => {
  const folder = folderOf();
  const said = 'remember that I like quokka tea\nremind me tomorrow at 9 to stretch\n/export\n';
  await run(folder, 'src/main.ts', said);
  await run(folder, 'src/cli/backup.ts');
  const [backup = ''] = readdirSync(join(folder, 'data', 'backups'));
  assert.equal(readdirSync(join(folder, 'data', 'exports')).length, 1);
  const other = folderOf();
  await layTemplate(join(other, 'data'));
  await run(other, 'src/cli/restore.ts', '', [join(folder, 'data', 'backups', backup)]);
  await run(other, 'src/cli/memory-sync.ts');
  for (const each of [folder, other]) {
    const names = readdirSync(each, { recursive: true, encoding: 'utf8' });
    assert.ok(
      names.some((name) => /memory\/.*\.md$/.test(name)),
      'a memory file is there',
    );
    assert.ok(names.length > 900, 'and a database');
    assert.deepEqual(open(each), []);
  }
  await closesWhatIsOpen(other);
});

/** What an earlier version left open is closed at the next start; links and the owner's own rights are left alone. */
async function closesWhatIsOpen(folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666);
  }
  mkdirSync(join(folder, 'data', 'mcp', 'board'), { recursive: true });
  writeFileSync(join(folder, 'data', 'mcp', 'board', 'run.sh'), '', { mode: 0o755 });
  writeFileSync(join(folder, 'outside.txt'), '', { mode: 0o644 });
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'memory', 'link.txt'));
  await run(folder, 'src/main.ts', 'hello\n');
  assert.deepEqual(
    open(folder).filter((line) => !/ (?:outside|memory\/link)\.txt$/.test(line)),
    [],
  );
  assert.equal(lstatSync(join(folder, 'outside.txt')).mode & 0o777, 0o644);
  assert.equal(lstatSync(join(folder, 'data', 'mcp', 'board', 'run.sh')).mode & 0o777, 0o700);
}

test('a folder that holds more than ours is left alone, and said to be open', () => {
  const folder = folderOf();
  writeFileSync(join(folder, 'theirs'), '', { mode: 0o644 });
  assert.equal(isShared(folder, [join(folder, 'home')]), true);
  assert.equal(isShared(folder, [join(`${folder}-more`)]), false);
  assert.equal(isShared('/', ['/root']), true);
  assert.deepEqual(tighten('/'), []);
  const { loose, foreign } = exposedIn(folder);
  assert.deepEqual(loose, [folder, join(folder, 'theirs')]);
  assert.deepEqual(foreign, []);
  assert.equal(exposedIn(folder, (process.getuid?.() ?? 0) + 1).foreign.length, 2);
  assert.deepEqual(tighten(folder), []);
  assert.deepEqual(exposedIn(folder).loose, []);
  assert.deepEqual(exposedIn(join(folder, 'missing')), { loose: [], foreign: [] });
});
