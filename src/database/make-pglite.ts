// Makes the embedded database in a process of its own. Making one takes some 500 MB, and what a process has once taken it keeps:
// so the bot that makes it idles like any other. It is made beside its place and moved there when it is whole, so that a
// start that was cut off leaves nothing that looks like a database.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { messageOf } from '../errors.ts';

/** What every PGlite of ours is opened with, the first time too. */
export const pgliteSettings = ['shared_buffers=8MB'];

/**
 * Makes the database `db` in a folder that this process has locked, if there is none.
 *
 * @throws Error with the child's words if it cannot be made, and whatever the file system says
 */
export async function makePglite(folder: string): Promise<void> {
  const place = join(folder, 'db');
  if (existsSync(join(place, 'PG_VERSION'))) return;
  for (const left of globSync('making-*', { cwd: folder })) rmSync(join(folder, left), { recursive: true });
  const making = mkdtempSync(join(folder, 'making-'));
  const child = fork(import.meta.filename, [join(making, 'db')], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(said.trim() || `the process that makes it ended with ${signal ?? code}`);
  renameSync(join(making, 'db'), place);
  rmSync(making, { recursive: true });
}

if (import.meta.main) {
  // The parent process decides when to stop: Ctrl-C in a terminal reaches this process as well.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
  process.once('disconnect', () => process.exit(1));
  try {
    const pglite = await PGlite.create({ dataDir: process.argv[2] ?? '', postgresqlconf: pgliteSettings });
    await pglite.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`, () => process.exit(1));
  }
}
