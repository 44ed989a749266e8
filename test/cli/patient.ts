// What the doctor's tests share: one look over settings that are well, but for what a test changes, and its findings.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Routes } from 'discord.js';
import { DiscordRest } from '../../src/channels/discord/connection/rest.ts';
import { registration } from '../../src/channels/discord/controls/commands.ts';
import { examineAll, type Surroundings } from '../../src/cli/doctor/examination.ts';
import { hasFault, printed, type Room } from '../../src/cli/doctor/print.ts';
import { systemClock } from '../../src/clock.ts';
import type { FakeDiscord } from '../fakes/discord/index.ts';

const root = join(import.meta.dirname, '../..');
const gigabyte = 1024 ** 3;

/** Has the commands of a bot registered, as a first start does. */
export async function registerCommands(
  fake: FakeDiscord,
  commands: readonly object[] = registration(),
): Promise<void> {
  const rest = new DiscordRest({ token: fake.token, apiUrl: fake.apiUrl, timeoutMs: 20_000 });
  await rest.put(Routes.applicationCommands(fake.applicationId), commands);
  rest.close();
}

export class Patient {
  readonly folder = mkdtempSync(join(tmpdir(), 'peacrab-doctor-'));
  readonly #env: Readonly<Record<string, string>>;

  /** @param env settings on top of folders of its own */
  constructor(env: Readonly<Record<string, string>> = {}) {
    this.#env = env;
  }

  /** The path of a file or folder of its own. */
  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  /** Writes a file of its own, with the folders above it. */
  write(name: string, text: string): string {
    mkdirSync(join(this.path(name), '..'), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** Looks it over. */
  async looked(
    env: Readonly<Record<string, string>> = {},
    around: Partial<Surroundings> = {},
  ): Promise<Report> {
    // It is named, so it has to be there.
    if (!existsSync(this.path('policy.yaml'))) this.write('policy.yaml', '');
    const settings = {
      DATA_DIR: this.path('data'),
      MEMORY_DIR: this.path('memory'),
      PERSONAS_DIR: join(root, 'personas'),
      SKILLS_DIR: join(root, 'skills'),
      POLICY_FILE: this.path('policy.yaml'),
      ...this.#env,
      ...env,
    };
    const rooms = await examineAll({
      env: settings,
      envFile: this.path('.env'),
      clock: systemClock,
      nodeVersion: '26.0.0',
      freeBytes: async () => 50 * gigabyte,
      limitMs: 20_000,
      modelLimitMs: 60_000,
      ...around,
    });
    return new Report(rooms, printed(rooms, settings));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Report {
  readonly rooms: readonly Room[];
  readonly text: string;

  constructor(rooms: readonly Room[], text: string) {
    this.rooms = rooms;
    this.text = text;
  }

  /** The findings that are not well, as "Room/check outcome". */
  get wrong(): readonly string[] {
    return this.#all().flatMap(([room, { check, outcome }]) =>
      outcome === 'ok' ? [] : [`${room}/${check} ${outcome}`],
    );
  }

  /** Nothing but this is wrong; it is named, with its mend. */
  onlyWrong(expected: string, says: RegExp, mend: RegExp): void {
    assert.deepEqual(this.wrong, [expected], this.text);
    const [, finding] = this.#all().find(([, { outcome }]) => outcome !== 'ok') ?? [];
    assert.ok(finding && finding.outcome !== 'ok');
    assert.match(finding.says, says);
    assert.match(finding.mend, mend);
    assert.equal(hasFault(this.rooms), finding.outcome === 'fault');
    assert.ok(
      this.text.includes(`${finding.check}: ${finding.says}`) && this.text.includes(`→ ${finding.mend}`),
    );
  }

  /** The report without a finding that a test is not about, such as "Model/model warning". */
  without(aside: string): Report {
    const rooms = this.rooms.map(({ name, findings }) => ({
      name,
      findings: findings.filter(({ check, outcome }) => `${name}/${check} ${outcome}` !== aside),
    }));
    return new Report(rooms, this.text);
  }

  /** What a check that is well says. */
  says(room: string, check: string): readonly string[] {
    return this.#all().flatMap(([name, found]) =>
      name === room && found.check === check ? [found.says] : [],
    );
  }

  #all() {
    return this.rooms.flatMap(({ name, findings }) => findings.map((finding) => [name, finding] as const));
  }
}
