import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { loadConfig, settingNames } from '../src/config.ts';

const none = '/nowhere/.env';

describe('settings', () => {
  it('.env.example names every setting, and nothing else', () => {
    const names = Object.keys(parseEnv(readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')));
    assert.deepEqual(names.toSorted(), [...settingNames].sort());
  });

  it('nothing set: the terminal with the demo model on PGlite', () => {
    const config = loadConfig({}, none);
    assert.equal(config.terminal, true);
    assert.deepEqual(config.model, { kind: 'demo' });
    assert.equal(config.databaseUrl, null);
    assert.equal(config.window, 24_000);
  });

  it('a platform without a model is refused, with what to do', () => {
    assert.throws(() => loadConfig({ DISCORD_TOKEN: 'x' }, none), { code: 'CONFIG', message: /MODEL=demo/ });
  });

  it('one Slack token without the other is refused', () => {
    assert.throws(() => loadConfig({ SLACK_BOT_TOKEN: 'xoxb-1', MODEL: 'demo' }, none), {
      code: 'CONFIG',
      message: /SLACK_APP_TOKEN/,
    });
  });

  for (const [name, value, wanted] of [
    ['DEFAULT_TIMEZONE', 'Berlin/Europe', /DEFAULT_TIMEZONE is not an IANA time zone/],
    ['CONTEXT_WINDOW', 'many', /CONTEXT_WINDOW/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL/],
    ['SLACK_BOT_TOKEN', 'xapp-1', /SLACK_BOT_TOKEN must start with xoxb-/],
  ] as const) {
    it(`${name}=${value} is refused by name`, () => {
      assert.throws(() => loadConfig({ [name]: value }, none), { code: 'CONFIG', message: wanted });
    });
  }

  it('a misspelt variable is named with its nearest neighbour', () => {
    assert.throws(() => loadConfig({ DISCORD_TOKN: 'x' }, none), {
      message: /DISCORD_TOKN is not a setting \(did you mean DISCORD_TOKEN\?\)/,
    });
  });

  for (const name of ['POLICY_FILE', 'DELEGATES_DIR', 'PERSONAS_DIR', 'SKILLS_DIR'])
    it(`${name} that is named must be there: what it holds would be silently absent`, () => {
      assert.throws(() => loadConfig({ [name]: '/nowhere/at-all' }, none), {
        code: 'CONFIG',
        message: new RegExp(
          `${name} names a (file|folder) that is not there: make it, .* or leave the setting empty`,
        ),
      });
      assert.doesNotThrow(() => loadConfig({ [name]: import.meta.dirname }, none));
    });

  it('what the settings name by default is mounted into the container; a file that is missing is not made a folder', () => {
    const { policyFile, delegatesDir, personasDir, skillsDir } = loadConfig({}, none);
    const compose = parse(readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8')) as {
      services: { peacrab: { volumes: readonly unknown[] } };
    };
    const mounted = (path: string): unknown =>
      compose.services.peacrab.volumes.find((volume) => JSON.stringify(volume).includes(`"${path}`));
    for (const path of [delegatesDir, personasDir, skillsDir])
      assert.equal(mounted(path), `${path}:${path.replace('.', '/app')}:ro`);
    for (const path of [policyFile, './mcp.json'])
      assert.deepEqual(mounted(path), {
        type: 'bind',
        source: path,
        target: path.replace('.', '/app'),
        read_only: true,
        bind: { create_host_path: false },
      });
  });

  it('an MCP file that is named must be there; a name for it to take may stand in .env, a misspelt one not', () => {
    assert.throws(() => loadConfig({ MCP_FILE: '/nowhere/mcp.json' }, none), {
      code: 'CONFIG',
      message: /MCP_FILE names a file that is not there/,
    });
    const here = import.meta.filename;
    assert.equal(loadConfig({ MCP_FILE: here }, none).mcpFile, here);
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-env-'));
    const file = join(folder, '.env');
    writeFileSync(file, 'MCP_GITHUB_TOKEN=x\n');
    assert.equal(loadConfig({}, file).terminal, true);
    writeFileSync(file, 'MCP_FIEL=x\n');
    assert.throws(() => loadConfig({}, file), {
      message: /MCP_FIEL is not a setting \(did you mean MCP_FILE\?\)/,
    });
    rmSync(folder, { recursive: true });
  });

  it('an unknown name in the .env file is refused, an unrelated variable of the machine is not', () => {
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-env-'));
    writeFileSync(join(folder, '.env'), 'FAVOURITE_COLOUR=green\n');
    assert.throws(() => loadConfig({}, join(folder, '.env')), {
      message: /FAVOURITE_COLOUR is not a setting/,
    });
    rmSync(folder, { recursive: true });
    assert.equal(loadConfig({ FAVOURITE_COLOUR: 'green', SLACK_WEBHOOK: 'x' }, none).terminal, true);
  });
});
