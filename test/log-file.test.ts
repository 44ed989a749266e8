// The log of a conversation at a screen: a private file that stays small.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createLog } from '../src/log.ts';
import { logFile } from '../src/process/log-file.ts';

let folder = '';
const lost: string[] = [];
const otherwise = { write: (line: string) => void lost.push(line) };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peacrab-log-'));
  lost.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the log file', () => {
  it('has the lines of the log, and is for its user alone, in a folder that is made', () => {
    const path = join(folder, 'data', 'terminal.log');
    const log = createLog('warn', logFile(path, otherwise));
    log.info({}, 'not worth it');
    log.warn({ code: 'MODEL_UNREACHABLE' }, 'a model request failed');
    log.error({}, 'a turn got no answer');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      ['a model request failed', 'a turn got no answer'],
    );
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o077, 0);
    assert.deepEqual(lost, []);
  });

  it('is never much larger than its bound, however much is logged; the latest lines are there', () => {
    const path = join(folder, 'terminal.log');
    const file = logFile(path, otherwise, 1000);
    for (let line = 1; line <= 500; line++) file.write(`${'x'.repeat(50)} ${line}\n`);
    assert.deepEqual(readdirSync(folder).sort(), ['terminal.log', 'terminal.log.1']);
    for (const name of readdirSync(folder)) assert.ok(statSync(join(folder, name)).size < 1100, name);
    assert.match(readFileSync(path, 'utf8'), / 500\n$/);
  });

  it('where nothing can be written, the line goes elsewhere', () => {
    const path = join(folder, 'terminal.log');
    mkdirSync(path);
    logFile(path, otherwise).write('a line\n');
    assert.deepEqual(lost, ['a line\n']);
  });
});
