// The doctor on settings, machine, files and database: each fault is named, with what to do.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { examine, ok } from '../../src/cli/doctor/finding.ts';
import { migrate } from '../../src/database/migrate.ts';
import { lockFolder, openPglite } from '../../src/database/pglite.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { silentLog } from '../../src/log.ts';
import { keepFilesPrivate } from '../../src/process/private-files.ts';
import { createDatabase, dropDatabase, engines, layTemplate } from '../fakes/databases.ts';
import { FakeDiscord } from '../fakes/discord/index.ts';
import { Patient, registerCommands } from './patient.ts';

// As its command does.
keepFilesPrivate();

const patients: Patient[] = [];
after(() => {
  for (const patient of patients) patient.remove();
});

function patient(env: Readonly<Record<string, string>> = {}): Patient {
  const made = new Patient(env);
  patients.push(made);
  return made;
}

describe('the doctor on settings', () => {
  it('a first start in the terminal is well, and nothing is made', async () => {
    const fresh = patient();
    assert.deepEqual((await fresh.looked()).wrong, []);
    assert.deepEqual(readdirSync(fresh.folder), ['policy.yaml']);
  });

  it('a misspelt setting in .env, with its neighbour', async () => {
    const misspelt = patient();
    misspelt.write('.env', 'CONTEXT_WINDOWS=8000\n');
    const report = await misspelt.looked();
    report.onlyWrong(
      'Settings/settings fault',
      /^CONTEXT_WINDOWS is not a setting \(did you mean CONTEXT_WINDOW\?\)/,
      /\.env/,
    );
  });

  it('several faults at once: each is named, and the rest is still checked', async () => {
    const report = await patient().looked(
      {
        DEFAULT_TIMEZONE: 'Berlin',
        CONTEXT_WINDOW: 'many',
        DATABASE_URL: 'mysql://x',
        SKILLS_DIR: '/nowhere',
      },
      { nodeVersion: '24.1.0' },
    );
    assert.deepEqual(report.wrong, [
      'Settings/settings fault',
      'Settings/settings fault',
      'Settings/settings fault',
      'Settings/settings fault',
      'Machine/Node fault',
      'Database/not checked warning',
    ]);
    assert.match(report.text, /^5 faults, 1 warning, \d+ in order\. Mend what is marked ✗/m);
  });

  it('a platform without a model', async () => {
    const discord = await FakeDiscord.start();
    await registerCommands(discord);
    const report = await patient().looked({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      DEFAULT_TIMEZONE: 'UTC',
    });
    await discord.stop();
    assert.deepEqual(report.wrong, ['Settings/settings fault', 'Model/not checked warning']);
    assert.match(report.text, /No model is set/);
    assert.equal(report.says('Discord', 'servers').length, 1);
  });

  it('an answer that would take the window, a limit below one turn, a family that does not exist', async () => {
    const sizes = await patient().looked({ MAX_OUTPUT_TOKENS: '20000' });
    sizes.onlyWrong('Settings/sizes fault', /takes more than half/, /Set MAX_OUTPUT_TOKENS to 1024/);
    const limits = await patient().looked({ LIMIT_TOKENS_PER_DAY: '5000' });
    limits.onlyWrong('Settings/limits warning', /less than one full context/, /Raise it/);
    const family = await patient().looked({
      MODEL: 'x',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      MODEL_PROFILE: 'gemini',
    });
    assert.deepEqual(family.wrong, ['Settings/model profile fault', 'Model/server fault']);
  });

  it('entries of ALLOW and ADMINS that name nobody, or somebody of a platform that is off', async () => {
    const malformed = await patient().looked({ ADMINS: '@ann' });
    malformed.onlyWrong('Settings/who may talk fault', /names nobody: @ann\./, /slack:U0123456/);
    const off = await patient().looked({ ADMINS: 'slack:U0ANN' });
    off.onlyWrong('Settings/who may talk warning', /a platform that is off: slack:U0ANN/, /Take them out/);
  });
});

describe('the doctor on the machine', () => {
  it('a Node that is too old', async () => {
    const report = await patient().looked({}, { nodeVersion: '22.18.0' });
    report.onlyWrong('Machine/Node fault', /22\.18\.0 is older than 26/, /install Node 26/);
  });

  it('a clock that is off from the platform’s', async () => {
    const discord = await FakeDiscord.start();
    await registerCommands(discord);
    const at = (offMs: number) =>
      patient({ MODEL: 'demo', DEFAULT_TIMEZONE: 'UTC' }).looked(
        { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
        { clock: { now: () => new Date(Date.now() + offMs) } },
      );
    const [behind, ahead, near] = [await at(-600_000), await at(600_000), await at(5000)];
    await discord.stop();
    behind
      .without('Model/model warning')
      .onlyWrong('Machine/clock fault', /s behind the servers'.*too late/, /timedatectl/);
    assert.match(ahead.text, /it is \d+ s ahead of the servers'/);
    assert.deepEqual(near.wrong, ['Model/model warning']);
  });

  it('a disk that is nearly full, and one that will be', async () => {
    const megabyte = 1024 ** 2;
    const full = await patient().looked({}, { freeBytes: async () => 90 * megabyte });
    full.onlyWrong('Machine/disk fault', /^90 MB are free/, /Make room, or move DATA_DIR/);
    const scarce = await patient().looked({}, { freeBytes: async () => 700 * megabyte });
    scarce.onlyWrong('Machine/disk warning', /^700 MB/, /Make room/);
  });

  it('a check that does not come to an end is given up', async () => {
    let aborted = false;
    const [finding] = await examine('endless', 1, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted = true;
      return ok('never told.');
    });
    assert.ok(aborted);
    assert.deepEqual([finding?.outcome, finding?.says], ['fault', 'there was no answer within 1 s.']);
  });
});

describe('the doctor on files', () => {
  it('folders that cannot be written', async () => {
    const blocked = patient();
    const file = blocked.write('in-the-way', '');
    const report = await blocked.looked({ MEMORY_DIR: join(file, 'memory') });
    report.onlyWrong('Files/MEMORY_DIR fault', /cannot be written/, /set MEMORY_DIR to another folder/);
  });

  it('folders and files that others may read: how many, one by name, and what closes them', async () => {
    const open = patient();
    mkdirSync(open.path('memory'));
    const note = open.write('memory/person-1/2026-11-22.md', '- likes tea');
    assert.deepEqual((await open.looked()).wrong, []);
    chmodSync(note, 0o644);
    (await open.looked()).onlyWrong(
      'Files/MEMORY_DIR warning',
      /^other users of this machine may read or change .*2026-11-22\.md\.$/,
      /^Start Peacrab, which closes them, or run: chmod -R go= .*memory$/,
    );
    chmodSync(open.path('memory'), 0o755);
    (await open.looked()).onlyWrong('Files/MEMORY_DIR warning', /memory and 1 more\.$/, /chmod/);
  });

  it('personas and skills: a missing folder, a file with a fault, a default that names none', async () => {
    const keeper = patient();
    const missing = await keeper.looked({ PERSONAS_DIR: keeper.path('nowhere') });
    missing.onlyWrong(
      'Settings/settings fault',
      /^PERSONAS_DIR names a folder that is not there: make it/,
      /\.env/,
    );
    const unknown = await keeper.looked({ DEFAULT_PERSONA: 'pirate' });
    unknown.onlyWrong('Files/personas fault', /names none of them: pirate/, /Set it to one of these: .*CFO/);
    keeper.write('skills/broken/SKILL.md', '# no front matter\n');
    const broken = await keeper.looked({ SKILLS_DIR: keeper.path('skills') });
    broken.onlyWrong(
      'Files/skills warning',
      /^broken\/SKILL\.md line 1: .* It is not offered\.$/,
      /Mend that line/,
    );
  });

  it('a policy with a fault, with a tool that does not exist, with a rule that concerns none', async () => {
    const keeper = patient();
    keeper.write('policy.yaml', 'rules:\n  - tool: remember\n    do: maybe\n');
    (await keeper.looked()).onlyWrong(
      'Files/tools fault',
      /policy\.yaml cannot be used: rules 1 do: /,
      /docs\/tools\.md/,
    );
    keeper.write('policy.yaml', 'places: [remember, frobnicate]\n');
    (await keeper.looked()).onlyWrong(
      'Files/tools fault',
      /there is no tool "frobnicate"/,
      /There are: set_reminder/,
    );
    keeper.write('policy.yaml', 'rules:\n  - tool: [remember, tracker_*]\n    do: ask\n');
    (await keeper.looked()).onlyWrong(
      'Files/tools warning',
      /without a place: tracker_\*/,
      /places: \[\.\.\.\]/,
    );
  });
});

describe('the doctor on PGlite', () => {
  it('a database that is well; one in use is left alone; one of a newer program is named', async () => {
    const keeper = patient();
    const folder = keeper.path('data');
    await layTemplate(folder);
    const report = await keeper.looked();
    assert.deepEqual(report.wrong, []);
    assert.deepEqual(report.says('Database', 'database')[1], 'the schema is up to date.');

    const lock = lockFolder(folder);
    (await keeper.looked()).onlyWrong(
      'Database/database warning',
      /a Peacrab is running on/,
      /If that is this bot, all is well/,
    );
    lock.release();

    const database = await openPglite(folder);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(database.db);
    await database.close();
    (await keeper.looked()).onlyWrong(
      'Database/database fault',
      /newer than this program \(9999-later\)/,
      /Run the Peacrab that made it/,
    );
  });

  it('a folder that is no database', async () => {
    const keeper = patient();
    mkdirSync(keeper.path('data'));
    keeper.write('data/db', 'not a folder');
    (await keeper.looked()).onlyWrong('Database/database fault', /could not be opened/, /^Restore a backup/);
  });
});

describe('the doctor on PostgreSQL', () => {
  it('a server that cannot be reached, without its password', async () => {
    const report = await patient().looked({ DATABASE_URL: 'postgres://crab:hush-hush@127.0.0.1:9/peacrab' });
    report.onlyWrong(
      'Database/database fault',
      /\(127\.0\.0\.1:9\/peacrab\) does not answer/,
      /Check that the server runs/,
    );
    assert.doesNotMatch(report.text, /hush/);
  });

  it('an empty database, one that is up to date, and one of a newer program', {
    skip: !engines().includes('postgres'),
  }, async () => {
    const url = await createDatabase('empty');
    const keeper = patient({ DATABASE_URL: url });
    const says = async () => (await keeper.looked()).says('Database', 'database')[1];
    assert.match((await says()) ?? '', /the next start brings the schema up to date/);
    const database = await openPostgres(url, silentLog);
    const stranger = `stranger_${new URL(url).pathname.slice(1)}`;
    await sql.raw(`create role ${stranger} login password 'p'`).execute(database.db);
    const theirs = Object.assign(new URL(url), { username: stranger, password: 'p' });
    (await keeper.looked({ DATABASE_URL: theirs.href })).onlyWrong(
      'Database/database fault',
      /may not make tables/,
      /grant create on schema public/,
    );
    await sql.raw(`drop role ${stranger}`).execute(database.db);
    await migrate(database);
    assert.equal(await says(), 'the schema is up to date.');
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(database.db);
    await database.close();
    (await keeper.looked()).onlyWrong(
      'Database/database fault',
      /newer than this program/,
      /Run the Peacrab that made it/,
    );
    await dropDatabase(url);
  });
});

describe('npm run doctor', () => {
  function doctor(folder: string, env: Readonly<Record<string, string>>) {
    const file = join(import.meta.dirname, '../../src/cli/doctor.ts');
    return new Promise<{ code: number; out: string }>((resolve) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
      execFile(process.execPath, [file], options, (error, out) =>
        resolve({ code: error ? Number(error.code) : 0, out }),
      );
    });
  }

  it('ends with 0 where all is well, with 1 where there is a fault', async () => {
    const keeper = patient();
    const root = join(import.meta.dirname, '../..');
    const env = { PERSONAS_DIR: join(root, 'personas'), SKILLS_DIR: join(root, 'skills') };
    const well = await doctor(keeper.folder, env);
    assert.equal(well.code, 0, well.out);
    assert.match(
      well.out,
      /✓ Node: [\s\S]*0 faults, 0 warnings, \d+ in order\. Start it with "npm start"\.\n$/,
    );
    const ill = await doctor(keeper.folder, { ...env, DEFAULT_TIMEZONE: 'Berlin' });
    assert.equal(ill.code, 1);
    assert.match(ill.out, /✗ settings: DEFAULT_TIMEZONE is not an IANA time zone .*\n {4}→ /);
  });
});
