// The program at a real terminal: a pty that util-linux's "script" makes, drawn by the emulator. Elsewhere than on Linux
// "script" takes other arguments.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { settingNames } from '../../src/config.ts';
import { keys, Screen } from '../fakes/terminal/screen.ts';
import { ownFolder } from './program.ts';

const root = join(import.meta.dirname, '../..');
const skip = process.platform !== 'linux' && 'needs "script" of util-linux';

describe('at a real terminal', { skip }, () => {
  it('a model that is away leaves the screen in one piece; the start screen names the file that says why', async () => {
    const folder = await ownFolder();
    // As at the first start.
    rmSync(join(folder.env.DATA_DIR ?? '', 'db'), { recursive: true });
    const none = Object.fromEntries(settingNames.map((name) => [name, '']));
    const env = { ...none, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', MODEL: 'away', ...folder.env };
    const { PATH = '', HOME = '' } = process.env;
    const command = `stty cols 80 rows 40; exec "${process.execPath}" src/main.ts`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: root,
      env: { PATH, HOME, TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    const screen = new Screen({ rows: 40 });
    child.stdout.pipe(screen.output);
    try {
      await screen.until(({ cursorLine }) => cursorLine === 'you> ▮');
      const log = join(folder.env.DATA_DIR ?? '', 'terminal.log');
      assert.match(screen.text, /Making the database, once/);
      assert.ok(screen.text.replace(/\n +/g, '').includes('terminal.log'), screen.text);
      child.stdin.write(`hello${keys.enter}`);
      await screen.until('/1] Retry');
      await screen.until(({ cursorLine }) => cursorLine === 'you> ▮');
      assert.doesNotMatch(screen.text, /"level"|"msg"/);
      assert.equal(screen.lines.filter((line) => line.startsWith('you>')).length, 2, screen.text);
      assert.match(readFileSync(log, 'utf8'), /MODEL_UNREACHABLE/);
      assert.equal(statSync(log).mode & 0o077, 0);
      child.stdin.write(keys.ctrlD);
      assert.deepEqual(await closed, [0, null]);
    } finally {
      if (child.exitCode === null) child.kill('SIGKILL');
      folder.remove();
    }
  });
});
