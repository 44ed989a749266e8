// What is the assistant's own voice in a reply, and what is somebody else's words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClaims } from '../../src/claims/index.ts';
import { ownVoice } from '../../src/claims/voice.ts';

const texts = (reply: string) =>
  ownVoice(reply)
    .sentences.filter((s) => s.role !== 'quote' && s.role !== 'said')
    .map((s) => s.text);

test('code, struck-out text and quotations are not said', () => {
  const reply =
    '```\nI will remind you\n```\n~I\'ll ping you~ He wrote "I\'ll call you at 5" and «je te rappelle» `I will`.';
  assert.doesNotMatch(texts(reply).join(' '), /remind|ping|call|rappelle|i will/);
});

test('quotation marks of many languages', () => {
  for (const quoted of [
    '„ich melde mich“',
    '»ich melde mich«',
    '「お知らせします」',
    '“I will remind you”',
    "'I will remind you'",
  ]) {
    assert.deepEqual(texts(`${quoted}`).join('').replace('❝❞', ''), '');
    assert.equal(ownVoice(quoted).delimited, true);
  }
});

test('an apostrophe opens no quotation', () => {
  assert.deepEqual(texts("I'll ping you, don't worry, it's set."), ["i'll ping you, don't worry, it's set."]);
});

test('a letter from salutation to closing is a draft', () => {
  const reply =
    "Here you go:\n\nHi Lena,\n\nI'll get back to you on Friday.\n\nBest,\nTom\n\nShall I send it?";
  assert.deepEqual(texts(reply), ['here you go:', 'shall i send it?']);
});

test('lines that begin with a name are what others do; a card is none', () => {
  assert.deepEqual(texts("Mia: sends the deck\nJon: I'll remind Mia"), []);
  assert.equal(ownVoice("Okay, I'll remind you.\nWhen: 5 pm").sentences[0]?.role, 'prose');
});

test('sentences end at punctuation and emoji, not inside times, dates and abbreviations', () => {
  assert.deepEqual(texts('See you at 9 a.m. tomorrow 🎉 Reminder set.'), [
    'see you at 9 a.m. tomorrow',
    'reminder set.',
  ]);
  assert.equal(texts('Am 7. Mai um 9.30 Uhr erinnere ich dich.').length, 1);
  assert.deepEqual(texts('Te aviso a las 5. ¿Te parece?').length, 2);
  assert.deepEqual(texts('好的。明天九点提醒你！').length, 2);
});

test('a sentence without end is cut, at a blank if there is one, and nothing is lost', () => {
  const long = `${'well and then '.repeat(300)}I'll remind you tomorrow at 9:00.`;
  for (const reply of [long, '好'.repeat(2000), `- ${long}`, `| ${long} |`]) {
    const { sentences } = ownVoice(reply);
    assert.ok(sentences.every((s) => s.raw.length <= 600));
    const whole = sentences.map((s) => s.raw).join('');
    assert.equal(whole.replaceAll(' ', ''), reply.replaceAll(/^[-|]|[ |]/g, ''));
    assert.ok(sentences.every((s) => !/^(?:ell|hen|nd)/.test(s.text)));
  }
  const options = { user: 'remind me', now: new Date('2026-03-10T09:00:00Z'), zone: 'Europe/Berlin' };
  assert.equal(findClaims(long, options).length, 1);
});
