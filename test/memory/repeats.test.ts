// Facts that the background pass finds and a note says already.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { saidAlready } from '../../src/memory/repeats.ts';

const notes = [
  'I like green tea btw',
  'The deadline of the Kestrel project is Friday.',
  'Ann wants the office moved in spring.',
  'Ann darf keine Nüsse essen.',
  '私は緑茶が好きです。',
].map((text) => ({ text }));

describe('a fact says again what a note says', () => {
  for (const [fact, note] of [
    ['Ann prefers green tea.', 0],
    ['Ann loves green teas.', 0],
    ['Ann likes green tea.', 0],
    ['The Kestrel project deadline is Friday.', 1],
    ['Ann wants to move the office in spring.', 2],
    ['Ann wants the office moved in spring', 2],
    ['Ann isst keine Nüsse.', null],
    ['Ann likes black tea.', null],
    ['Ann does not like green tea.', null],
    ['The deadline of the Kestrel project is Monday.', null],
    ['The deadline of the Kestrel project is 5 May.', null],
    ['Ann drinks green tea in the morning.', null],
    ['緑茶が好き', 4],
  ] as const)
    it(`"${fact}": ${note === null ? 'no' : `"${notes[note]?.text}"`}`, () => {
      assert.equal(saidAlready(fact, notes, 'Ann'), note === null ? undefined : notes[note]);
    });
});
