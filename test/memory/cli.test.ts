import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { writeNote } from '../../src/memory/notes.ts';
import { scopeOf } from '../../src/memory/scope.ts';
import { addPeople, ann, annsDm } from './people.ts';

const cli = join(import.meta.dirname, '../../src/cli/memory-sync.ts');
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peacrab-sync-'));
});
after(() => rm(folder, { recursive: true }));

function run(): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder, 'data'),
    MEMORY_DIR: join(folder, 'memory'),
    LOG_LEVEL: 'silent',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli], { env, cwd: folder }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('npm run memory:sync says in one line what it did, and is refused while the bot runs', async () => {
  const database = await openDatabase({ url: null, dataDir: join(folder, 'data') }, silentLog);
  await addPeople(database);
  const note = { scope: scopeOf(annsDm, ann), author: ann, text: 'likes tea', tainted: false };
  await database.transaction((tx) =>
    writeNote(tx, { ...note, conversation: null, turn: null }, new Date('2026-11-21T13:05:00Z')),
  );
  const refused = await run();
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.err, /^Another Peacrab is running on .*\n$/);
  await database.close();

  assert.deepEqual(await run(), { code: 0, out: '1 missing line was written.\n', err: '' });
  assert.match(
    await readFile(join(folder, 'memory', 'person-slack-T1-U1', '2026-11-21.md'), 'utf8'),
    /likes tea/,
  );
  assert.deepEqual(await run(), { code: 0, out: 'Files and notes agree; nothing was changed.\n', err: '' });
});
