// Times in running text, in several languages: what counts as one, where it stands, and what it means at a moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTimes, meaningOfRef, refsOf } from '../../src/schedule/parse/index.ts';
import { lexiconOf } from '../../src/schedule/parse/languages.ts';
import { hitAt } from '../../src/schedule/parse/prose/hits.ts';
import { scanTokens } from '../../src/schedule/parse/scan.ts';
import { tokenise } from '../../src/schedule/parse/token.ts';

/** A Tuesday. */
const moment = { now: new Date('2026-03-10T09:00:00Z'), zone: 'Europe/Berlin' };

const said = (text: string, ...languages: string[]) =>
  findTimes(text, languages)
    .filter((mention) => mention.kind !== 'part')
    .map((mention) => `${mention.kind}: ${text.slice(mention.at, mention.end)}`);

const meant = (text: string, language: string) =>
  refsOf(findTimes(text, [language])).map((ref) => meaningOfRef(ref, moment)?.first.toISOString());

test('every mention is found where it stands', () => {
  const text = 'i will ping you on friday, and again at 9 next monday';
  assert.deepEqual(said(text, 'en'), ['day: on friday', 'clock: at 9', 'day: next monday']);
});

test('what only looks like a time is none', () => {
  for (const text of [
    'good morning, any time is fine',
    'in 2026 we had 30 minutes for 5 people',
    'the second option costs 9.50 €',
    'call tom, he may know',
    'it was 2 hours ago',
  ])
    assert.deepEqual(said(text, 'en'), [], text);
  assert.deepEqual(said('guten morgen, das dauert 30 minuten', 'de'), []);
  assert.deepEqual(said('è nelle tue note, per 3 persone', 'it'), []);
});

test('mentions that stand apart mean one time together', () => {
  assert.deepEqual(meant('tomorrow i will wake you up at 8:30', 'en'), ['2026-03-11T07:30:00.000Z']);
  assert.deepEqual(meant('morgen früh wecke ich dich um halb sieben', 'de'), ['2026-03-11T05:30:00.000Z']);
  assert.deepEqual(meant('下周三下午三点半提醒你看牙', 'zh'), ['2026-03-18T14:30:00.000Z']);
  assert.deepEqual(meant('कल सुबह साढ़े पाँच बजे जगा दूंगा', 'hi'), ['2026-03-11T04:30:00.000Z']);
});

test('a list of hours is several times, a repetition one', () => {
  assert.deepEqual(meant('tomorrow at 11:00 and 16:00', 'en'), [
    '2026-03-11T10:00:00.000Z',
    '2026-03-11T15:00:00.000Z',
  ]);
  assert.deepEqual(meant('toda sexta às 17h te aviso', 'pt'), ['2026-03-13T16:00:00.000Z']);
  assert.deepEqual(meant('毎晩21時にお知らせします', 'ja'), ['2026-03-10T20:00:00.000Z']);
});

test('the language that reads most of a text reads it', () => {
  assert.deepEqual(said('recordatorio para el viernes a las 10', 'en', 'es'), [
    'day: para el viernes',
    'clock: a las 10',
  ]);
});

test('a time behind thousands of small words is found, and numbers without end are read up to a limit', () => {
  const [found] = findTimes(`${'@a'.repeat(2000)} tomorrow at 9`, ['en', 'es', 'pt']);
  assert.equal(found?.kind, 'day');
  const scan = scanTokens(tokenise('@a1'.repeat(4000)), lexiconOf('de'), false, 1000);
  for (let at = 0; at < scan.tokens.length; at++) hitAt(scan, at);
  assert.ok(scan.work.steps < 1500, `${scan.work.steps} steps of 1000`);
});

test('texts that share an effort are read until it is used up', () => {
  const effort = { left: 100_000 };
  assert.equal(findTimes('tomorrow at 9', ['en'], 'en', effort).length, 2);
  const { left } = effort;
  assert.ok(left < 100_000);
  findTimes('monday 9:00 '.repeat(1000), ['en'], 'en', effort);
  assert.ok(effort.left < left - 30_000, `${left - effort.left} steps`);
  assert.deepEqual(findTimes('tomorrow at 9', ['en'], 'en', { left: 0 }), []);
});
