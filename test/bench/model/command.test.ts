// The command's own decisions: its options, what it forecasts, which twelve are quick, what it writes, the floor, and what
// of a request a part is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { rowOf, withRows } from '../../../bench/model/documents.ts';
import { clearsFloor } from '../../../bench/model/floor.ts';
import { forecast } from '../../../bench/model/forecast.ts';
import { readOptions } from '../../../bench/model/options.ts';
import { reportOf } from '../../../bench/model/paste.ts';
import { quickOnes } from '../../../bench/model/quick.ts';
import { readConversations } from '../../../bench/model/script.ts';
import { handleFor } from '../../../bench/model/sim/reading.ts';
import { tallyOf } from '../../../bench/model/tally.ts';
import { changeFor } from '../../../bench/model/without.ts';
import { FLOOR } from '../../../src/cli/doctor/floor.ts';
import type { ChatMessage } from '../../../src/context/message.ts';

const price = { input: 1, cached: 0.1, output: 2 };
const misses = { false: 0, language: 0, leak: 0, stuck: 0, needless: 0 };

describe('the command line of eval:model', () => {
  it('takes rates, parts and names, and says what is wrong with one', () => {
    const options = readOptions([
      '--rates',
      '0,30',
      '--without',
      'head,persona',
      '--only',
      'de-,fr-',
      '--plain',
    ]);
    assert.deepEqual(options.rates, [0, 0.3]);
    assert.deepEqual(options.variants, [{ without: 'head' }, { without: 'persona' }]);
    assert.deepEqual([options.only, options.plain], [['de-', 'fr-'], true]);
    assert.throws(() => readOptions(['--without', 'hope']), /there is no hope\. There are: elision/);
    assert.throws(() => readOptions(['--rates', 'many']), /--rates: many/);
  });
});

describe('before and after a run', () => {
  const all = readConversations(join(import.meta.dirname, '../../../bench/model/conversations'));

  it('forecasts turns, tokens and cost', () => {
    const one = forecast(all, 1, price);
    const twice = forecast(all, 2, price);
    assert.equal(twice.turns, 2 * one.turns);
    assert.ok(one.tokens > one.turns * 2000 && one.cost > 0);
  });

  it('takes twelve short conversations of many kinds and languages for a quick look', () => {
    const quick = quickOnes(all);
    assert.equal(quick.length, 12);
    assert.ok(new Set(quick.map(({ kind }) => kind)).size >= 10);
    assert.ok(new Set(quick.map(({ language }) => language)).size >= 4);
  });

  it('holds a score against the floor', () => {
    assert.equal(clearsFloor({ turns: 100, right: 92, misses }).clears, true);
    assert.equal(clearsFloor({ turns: 100, right: 70, misses }).clears, false);
    assert.equal(clearsFloor({ turns: 100, right: 92, misses: { ...misses, false: 5 } }).clears, false);
    assert.equal(clearsFloor({ turns: 0, right: 0, misses }).clears, false);
  });

  it('names the floor in docs/models.md as it is', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/models.md'), 'utf8').replace(
      /\s+/g,
      ' ',
    );
    const { right, false: wrong } = FLOOR;
    assert.ok(
      text.includes(
        `at least ${right * 100}% of the turns right with a false statement in at most ${wrong * 100}% of them`,
      ),
    );
  });

  it('appends its rows to the table of results and leaves the rest alone', () => {
    const tally = tallyOf([], price);
    const result = { model: 'm', server: 's', conversations: 3, tally };
    const row = rowOf(result, '2026-11-23', 'abc1234');
    const head = row.replace(/[^|]+/g, ' x ');
    assert.throws(() => withRows(head, [row]), /no table/);
    const table =
      '| date | model | server | commit | conversations | turns | right | false statements | wrong language | leaks | stuck | needless questions | tokens a turn | cached |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |';
    const text = `# Models\n\n${table}\n| old |\n\n## Sources\n`;
    assert.equal(withRows(text, [row]), `# Models\n\n${table}\n| old |\n${row}\n\n## Sources\n`);
  });
});

describe('what is left out of a request', () => {
  const user: ChatMessage = {
    role: 'user',
    content:
      '[Kept for you: r1 is set.]\n[Task r2 of Ann is due: sum it up]\nHello\n\n<now>\nWednesday\nYou speak as: CFO.\nFocus: cash.\nComing up: r1 tea, 09:00\n</now>',
  };
  const changed = (variant: Parameters<typeof changeFor>[0]) =>
    changeFor(variant)({ messages: [{ role: 'system', content: 'Rules' }, user], tools: [] }).messages[1]
      ?.content;

  it('is the head block, the persona in it, or the notices before the words', () => {
    assert.ok(!changed({ without: 'head' })?.includes('<now>'));
    const persona = changed({ without: 'persona' });
    assert.ok(!persona?.includes('CFO') && !persona?.includes('cash') && persona?.includes('Coming up: r1'));
    const notices = changed({ without: 'notices' });
    assert.ok(!notices?.includes('Kept for you') && notices?.includes('[Task r2'));
    assert.equal(changed(null), user.content);
  });
});

describe('what a simulated model reads', () => {
  it('finds the handle in the line that has the word, wherever it stands in it', () => {
    const seen =
      '- call the dentist: Thu, 09:00 (r7)\nComing up: r3 standup, every weekday; r9 tea, 10:00; 2 more';
    assert.equal(handleFor('dentist', seen), 'r7');
    assert.equal(handleFor('Tea', seen), 'r9');
    assert.equal(handleFor('standup', seen), 'r3');
    assert.equal(handleFor('bank', seen), null);
  });

  it('is pasted with its facts spread through it, always the same', () => {
    const report = reportOf(3000, ['The depot lost 312 boxes.', 'Lyon is fine.']);
    assert.ok(report.length >= 3000 && report.length < 3200);
    const at = report.indexOf('312 boxes');
    assert.ok(at > 800 && at < 1300, String(at));
    assert.equal(report, reportOf(3000, ['The depot lost 312 boxes.', 'Lyon is fine.']));
  });
});
