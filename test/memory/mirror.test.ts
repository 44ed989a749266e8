import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { NoteId } from '../../src/database/ids.ts';
import { mirrorPending } from '../../src/memory/mirror.ts';
import { notesFor, retractNote, writeNote } from '../../src/memory/notes.ts';
import { type Scope, scopeOf } from '../../src/memory/scope.ts';
import { syncedLine, syncMemory } from '../../src/memory/sync.ts';
import { onEveryEngine, type TestDatabase } from '../fakes/databases.ts';
import { addPeople, ann, annsDm, bob, conversationIn, general } from './people.ts';

const clock = { now: () => new Date('2026-11-21T13:05:00Z') };
const dm = scopeOf(annsDm, ann);
const room = scopeOf(general, bob);
const annsFile = join('person-slack-T1-U1', '2026-11-21.md');
const roomsFile = join('room-slack-T1-C1', '2026-11-21.md');

onEveryEngine('memory files', (open) => {
  const folders: string[] = [];
  after(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });
  let opened: Promise<TestDatabase> | undefined;
  const make = async () => {
    opened ??= open();
    const { database } = await opened;
    await addPeople(database);
    const folder = await mkdtemp(join(tmpdir(), 'peacrab-memory-'));
    folders.push(folder);
    const write = async (text: string, scope: Scope = dm, author = ann): Promise<NoteId> => {
      const note = { scope, author, text, tainted: false, conversation: conversationIn(annsDm), turn: null };
      return (await database.transaction((tx) => writeNote(tx, note, clock.now()))).note.id;
    };
    return {
      database,
      folder,
      write,
      forget: (id: NoteId, scope: Scope = dm) => retractNote(database.db, scope, id, clock.now()),
      mirror: () => mirrorPending(database, folder, clock),
      sync: (admins: readonly string[] = []) => syncMemory(database, folder, clock, admins),
      read: (file = annsFile) => readFile(join(folder, file), 'utf8'),
    };
  };

  test('get the line of a note after its commit, and again nothing', async () => {
    const { database, write, mirror, read } = await make();
    const id = await write('likes tea');
    const roomsId = await write('ships on Friday', room, bob);
    assert.deepEqual(await mirror(), { lines: 2, files: 2, failed: [] });
    assert.equal(await read(), `# Ann, 2026-11-21\n\n- 14:05 Ann: likes tea <!-- n${id} -->\n`);
    assert.equal(
      await read(roomsFile),
      `# #C1, 2026-11-21\n\n- 08:05 Bob: ships on Friday <!-- n${roomsId} -->\n`,
    );
    const before = await read();
    assert.deepEqual(await mirror(), { lines: 0, files: 0, failed: [] });
    // As after a crash between the file and the mark.
    await database.db.updateTable('note').set({ mirrored_at: null }).execute();
    assert.deepEqual(await mirror(), { lines: 0, files: 0, failed: [] });
    assert.equal(await read(), before);
  });

  test('get a retraction at their end', async () => {
    const { write, forget, mirror, read } = await make();
    const id = await write('likes tea');
    await mirror();
    const before = await read();
    await forget(id);
    await mirror();
    assert.equal(await read(), `${before}- retracted n${id} (2026-11-21 14:05)\n`);
    await mirror();
    assert.equal(await read(), `${before}- retracted n${id} (2026-11-21 14:05)\n`);
  });

  test('written by several at once have each line once', async () => {
    const { write, mirror, read } = await make();
    const ids: NoteId[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(await write(text));
    await Promise.all([mirror(), mirror(), mirror()]);
    const lines = (await read()).split('\n').filter((line) => line.startsWith('-'));
    assert.deepEqual(
      lines.map((line) => Number(/n(\d+) -->/.exec(line)?.[1])),
      ids,
    );
  });

  test('that cannot be written are reported; the others are, and they are too once they can', async () => {
    const { folder, write, mirror, read } = await make();
    await writeFile(join(folder, 'room-slack-T1-C1'), 'a file where the folder should be');
    await write('likes tea');
    await write('ships on Friday', room, bob);
    const { lines, failed } = await mirror();
    assert.deepEqual([lines, failed.length], [1, 1]);
    assert.match(failed[0] ?? '', /room-slack-T1-C1.*could not be written/);
    assert.doesNotMatch(failed[0] ?? '', /Friday/);
    await rm(join(folder, 'room-slack-T1-C1'));
    assert.equal((await mirror()).lines, 1);
    assert.match(await read(roomsFile), /ships on Friday/);
  });

  test('are rebuilt from the rows, forgotten text left out', async () => {
    const { folder, write, forget, mirror, sync, read } = await make();
    const id = await write('likes tea');
    const secret = await write('the code is 1234');
    await mirror();
    await forget(secret);
    await mirror();
    await rm(join(folder, 'person-slack-T1-U1'), { recursive: true });
    const synced = await sync();
    assert.equal(synced.rebuilt, 3);
    const content = await read();
    assert.match(content, new RegExp(`likes tea <!-- n${id} -->`));
    assert.match(content, new RegExp(`\\(forgotten\\) <!-- n${secret} -->\n- retracted n${secret} `));
    assert.doesNotMatch(content, /1234/);
    assert.equal(syncedLine(await sync()), 'Files and notes agree; nothing was changed.');
    assert.equal(await read(), content);
  });

  test('give up what a person added: a note, with its id put on the line', async () => {
    const { database, folder, write, mirror, sync, read } = await make();
    await write('likes tea');
    await mirror();
    await appendFile(join(folder, annsFile), 'Just prose.\n- hates coffee\n* likes TEA\n');
    const synced = await sync();
    assert.deepEqual([synced.takenUp, synced.rebuilt, synced.problems], [2, 0, []]);
    const notes = await notesFor(database.db, dm);
    assert.deepEqual(
      notes.map(({ text, author, date }) => [text, author, date]),
      [
        ['hates coffee', ann.id, '2026-11-21'],
        ['likes tea', ann.id, '2026-11-21'],
      ],
    );
    const [coffee, tea] = notes;
    assert.match(
      await read(),
      new RegExp(
        `Just prose\\.\n- hates coffee <!-- ${coffee?.handle} -->\n\\* likes TEA <!-- ${tea?.handle} -->\n$`,
      ),
    );
    const before = await read();
    await sync();
    await mirror();
    assert.equal(await read(), before);
    assert.equal((await notesFor(database.db, dm)).length, 2);
    assert.deepEqual(await readdir(join(folder, 'person-slack-T1-U1')), ['2026-11-21.md']);
  });

  test('added by hand for a day or room without a file yet, are taken up too', async () => {
    const { database, folder, sync } = await make();
    await mkdir(join(folder, 'room-slack-T1-C1'));
    await writeFile(join(folder, 'room-slack-T1-C1', '2026-11-01.md'), '- the demo is on Monday');
    await sync(['slack:T1:nobody', bob.id]);
    const [note] = await notesFor(database.db, room);
    assert.deepEqual([note?.text, note?.author, note?.date], ['the demo is on Monday', bob.id, '2026-11-01']);
    await appendFile(join(folder, 'room-slack-T1-C1', '2026-11-01.md'), '\n- and the party on Tuesday');
    await sync();
    assert.equal((await notesFor(database.db, room))[0]?.authorName, 'operator');
  });

  test('with a retraction by hand retract, in their own scope only', async () => {
    const { database, folder, write, mirror, sync } = await make();
    const tea = await write('likes tea');
    const friday = await write('ships on Friday', room, bob);
    await mirror();
    await appendFile(join(folder, annsFile), `- retracted n${tea}\n- retracted n${friday}\n`);
    assert.equal((await sync()).retracted, 1);
    assert.deepEqual(await notesFor(database.db, dm), []);
    assert.equal((await notesFor(database.db, room)).length, 1);
    assert.equal((await sync()).retracted, 0);
  });

  test('of a crash are no person’s: a cut line is completed, not taken up', async () => {
    const { database, folder, write, mirror, sync, read } = await make();
    await write('likes tea');
    await mirror();
    const whole = await read();
    await writeFile(join(folder, annsFile), whole.slice(0, -12));
    await database.db.updateTable('note').set({ mirrored_at: null }).execute();
    assert.equal((await sync()).takenUp, 0);
    assert.equal(await read(), whole);
  });

  test('that belong to nobody known are named and left alone', async () => {
    const { folder, sync } = await make();
    await mkdir(join(folder, 'person-slack-T1-U9'));
    await writeFile(join(folder, 'person-slack-T1-U9', '2026-11-01.md'), '- who am I');
    await mkdir(join(folder, 'person-slack-T1-U1'));
    await writeFile(join(folder, 'person-slack-T1-U1', '2026-02-30.md'), '- no such day');
    const line = syncedLine(await sync());
    assert.match(line, /person-slack-T1-U9 belongs to nobody known/);
    assert.match(line, /2026-02-30\.md is not named/);
    assert.doesNotMatch(line, /\n/);
  });
});
