// Whatever is written, reading it takes time in proportion: every reader of the table is fed texts of one sign or phrase,
// once and four times as long, and may not take more than about four times as long. LONG=1 takes all shapes, to 100,000
// characters; else the shorter ones, and for each reader its own triggers.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  endsWithin,
  readingLimits,
  within,
  withoutEnd,
  withoutWideGaps,
} from '../../src/text/reading-limits.ts';
import { cases, more, type ReaderCase } from './cases.ts';
import { growthOf } from './measure.ts';
import { BETWEEN, SHAPES, shapesOf } from './shapes.ts';
import { uncapped } from './uncapped.ts';

const isLong = process.env.LONG !== undefined;
const LENGTH = isLong ? 25_000 : 2_500;
/** Of a doubling: linear is 2, quadratic 4. */
const MOST = 3.2;

/** What has made readers slow before. */
const TELLING = new Set(
  (
    'blanks,newlines,digits,alarm clocks,Chinese,numbers in a row,list,backticks,opening brackets,double quotes,open links,' +
    'rows,fences,distinct words,a, blanks, b,a, tabs, b,a, exclamations, b'
  ).split(/,(?! )/),
);
const common = [...SHAPES, ...BETWEEN].filter(({ name }) => isLong || TELLING.has(name));

function isAboutLinear(name: string, reader: ReaderCase): void {
  const own = shapesOf(reader.triggers ?? []).filter((_, at) => isLong || at % 9 < 3);
  for (const shape of [...common, ...own]) {
    let grown = growthOf(reader, shape, LENGTH);
    // What is slow by chance is not slow again and again.
    for (let again = 0; again < 3 && (grown.perDoubling ?? 0) > MOST; again++)
      grown = growthOf(reader, shape, LENGTH);
    assert.ok(
      (grown.perDoubling ?? 0) <= MOST,
      `${name}, ${shape.name}: ${grown.ms.toFixed(0)} ms at ${4 * LENGTH}, ${grown.perDoubling?.toFixed(1)} times for each doubling`,
    );
  }
}

describe('readers', () => {
  for (const [name, reader] of [...Object.entries(cases), ...Object.entries(more)])
    it(`${name}: time grows with the text`, () => isAboutLinear(name, reader));

  it('each has its row, and each row with a cap is cut by it', () => {
    assert.deepEqual(Object.keys(cases).sort(), Object.keys({ ...readingLimits, ...uncapped }).sort());
    const root = join(import.meta.dirname, '../../src');
    const source = globSync('**/*.ts', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    for (const name of Object.keys(readingLimits))
      assert.match(source, new RegExp(`(?:within|endsWithin|exceeds)\\('${name}',`), name);
  });

  it('cut between characters', () => {
    assert.equal(within('handle', `${'a'.repeat(39)}😀`), 'a'.repeat(39));
    assert.equal(within('handle', 'short'), 'short');
    assert.ok(endsWithin('request', '😀'.repeat(5000)).isWellFormed());
    assert.ok(endsWithin('request', `a${'😀'.repeat(5000)}`).isWellFormed());
  });

  it('shorten gaps that nobody lays out, and keep lines apart', () => {
    assert.equal(withoutWideGaps('a  b\n\n\nc'), 'a  b\n\n\nc');
    assert.equal(withoutWideGaps(`a${' '.repeat(5000)}b`), `a${' '.repeat(100)}b`);
    assert.match(withoutWideGaps(`a${' '.repeat(5000)}\n- b`), /^a {100}\n- b$/);
    assert.equal(withoutEnd('a -- ', /[ -]/), 'a');
  });
});
