// The kinds of delegates as files: those we ship, what a faulty file is told, and which tools a kind gets.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { parseKind } from '../../src/tools/delegates/kind.ts';
import { delegateFrom } from '../../src/tools/delegates/load.ts';
import { tools } from '../../src/tools/index.ts';
import { toolSchema } from '../../src/tools/tool.ts';
import { outsideTools } from '../fakes/outside-tools.ts';

const shipped = new URL('../../delegates', import.meta.url).pathname;
const all = [...tools, ...outsideTools().tools];
const good = '---\nname: reader\ndescription: reads\ntools: [recall]\n---\nYou read.\n';

describe('the kinds we ship', () => {
  it('are three, of a size for a small model, and fit into one description', () => {
    const told: string[] = [];
    const [delegate] = delegateFrom(shipped, ['recall', 'delegate'], all, (sentence) => told.push(sentence));
    assert.ok(delegate);
    assert.deepEqual(told, [
      'checker.md: fetch_page cannot be used by it (no place, or delegate itself).',
      'comparer.md: fetch_page cannot be used by it (no place, or delegate itself).',
      'reader.md: fetch_page cannot be used by it (no place, or delegate itself).',
    ]);
    const schema = JSON.stringify(toolSchema(delegate));
    assert.ok(countTokens(schema) <= 350, `${countTokens(schema)} tokens`);
    assert.match(schema, /"enum":\["checker","comparer","reader"\]/);
    assert.equal(delegate.safe, true);
    for (const name of ['checker', 'comparer', 'reader']) {
      const read = parseKind(name, readFileSync(join(shipped, `${name}.md`), 'utf8'));
      assert.ok('value' in read, name);
      assert.ok(countTokens(read.value.body) <= 400, name);
    }
  });

  it('say nothing of a tool that has no place', () => {
    for (const name of ['checker', 'comparer', 'reader']) {
      const text = readFileSync(join(shipped, `${name}.md`), 'utf8');
      const named = [...text.matchAll(/`([a-z_]+)`/g)].map(([, tool]) => tool);
      assert.deepEqual(named, ['recall', 'fetch_page'], name);
      assert.match(text, /^- [^`]*`fetch_page`/m, name);
    }
  });
});

describe('a kind’s file', () => {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  /** @returns the tool made of these files, and the warnings */
  function load(files: Readonly<Record<string, string>>, places = ['recall', 'remember', 'delegate']) {
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-kinds-'));
    folders.push(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const told: string[] = [];
    return { made: delegateFrom(folder, places, all, (sentence) => told.push(sentence)), told };
  }

  for (const [what, text, wanted] of [
    ['no front matter', 'You read.', /^reader\.md line 1: it must begin with front matter/],
    ['another name', good.replace('name: reader', 'name: other'), /line 2: "name" must be that of its file/],
    ['no description', good.replace('description: reads\n', ''), /line 2: "description": /],
    ['two lines', good.replace('reads', '"a\\nb"'), /line 3: "description": must be one line/],
    ['a tool that is no list', good.replace('[recall]', 'recall'), /line 4: "tools": /],
    ['a small budget', good.replace('---\nYou', 'budget: 10\n---\nYou'), /line 5: "budget": /],
    [
      'a misspelt field',
      good.replace('---\nYou', 'round: 3\n---\nYou'),
      /line 5: "round": is no field of a delegate/,
    ],
    ['no prompt', good.replace('You read.\n', ''), /its body is empty/],
    ['a long prompt', `${good}${'word '.repeat(600)}`, /line 6: its body has \d+ characters, 2500 at most/],
  ] as const)
    it(`with ${what} is named with its line, and the others are offered`, () => {
      const { made, told } = load({
        'reader.md': text,
        'other.md': good.replace('name: reader', 'name: other'),
      });
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', wanted);
      assert.match(made[0]?.description ?? '', /Kinds: other \(reads\)\. /);
    });

  it('may not name delegate: it is left out; with a tool that changes something they run one by one', () => {
    const { made, told } = load({
      'README.md': 'about',
      'reader.md': good.replace('[recall]', '[recall, remember, delegate]'),
    });
    assert.deepEqual(told, ['reader.md: delegate cannot be used by it (no place, or delegate itself).']);
    assert.equal(made[0]?.safe, false);
  });

  it('the same files give the same bytes', () => {
    const files = { 'reader.md': good, 'other.md': good.replace('name: reader', 'name: other') };
    const [one, two] = [load(files).made[0], load(files).made[0]];
    assert.ok(one && two);
    assert.equal(JSON.stringify(toolSchema(one)), JSON.stringify(toolSchema(two)));
  });

  it('none, where delegate has a place, stops the start; where it has none, nothing is read', () => {
    assert.throws(() => load({}), {
      code: 'CONFIG',
      message: /DELEGATES_DIR \(.*\) has no kind that can be used/,
    });
    assert.throws(() => load({ 'reader.md': 'x' }), { code: 'CONFIG', message: /reader\.md line 1/ });
    assert.throws(() => delegateFrom('/nowhere/at/all', ['delegate'], all, () => undefined), {
      code: 'CONFIG',
      message: /cannot be read/,
    });
    assert.deepEqual(load({ 'reader.md': 'x' }, ['recall']), { made: [], told: [] });
  });
});
