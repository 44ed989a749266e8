// The judge of conversations: what it calls right, and every kind of miss, each beside a turn that has it not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, type Outcome } from '../../../bench/model/judge/judge.ts';
import { wrongLanguage } from '../../../bench/model/judge/language.ts';
import { readOwnLines } from '../../../bench/model/own-lines.ts';
import { type Expect, noExpectation } from '../../../bench/model/script.ts';
import type { Standing, StandingReminder } from '../../../bench/model/standing.ts';

const lines = readOwnLines();
const nothing: Standing = {
  reminders: [],
  ringing: [],
  notes: [],
  persona: 'assistant',
  tasks: { open: [], done: [] },
};
const dentist: StandingReminder = {
  text: 'call the dentist',
  at: '2026-11-19T09:00',
  repeats: false,
  state: 'active',
  to: 'Ann',
  work: false,
};
const asked: Partial<Expect> = { reminders: [{ about: 'dentist', at: '2026-11-19T09:00' }], claim: 'remind' };

function judged(expect: Partial<Expect>, shown: string | null, more: Partial<Outcome> = {}) {
  const outcome: Outcome = {
    expect: { ...noExpectation, ...expect },
    language: 'en',
    before: nothing,
    after: nothing,
    shown: shown === null ? [] : [shown],
    choices: false,
    fired: [],
    earlier: [],
    ...more,
  };
  return judge(outcome, lines);
}

const set = { after: { ...nothing, reminders: [dentist] } };

describe('the judge of conversations', () => {
  it('calls a turn right whose row stands and whose words tell it', () => {
    const { right, why } = judged(asked, "I'll remind you tomorrow at 9.\n\n⏰ Thu 19 Nov, 09:00 (r1)", set);
    assert.ok(right, why.join());
  });

  it('finds a claim without its row, but not where the reply denies it', () => {
    assert.deepEqual(judged(asked, "I'll remind you tomorrow at 9.").misses, ['false']);
    assert.deepEqual(judged(asked, 'Done!').misses, ['false']);
    const denied = judged(asked, 'I could not set the reminder: nothing was stored.');
    assert.deepEqual([denied.misses, denied.right], [[], false]);
  });

  it('finds a row at another time, one too many, and one that should have stayed', () => {
    const late = { ...dentist, at: '2026-11-19T10:00' };
    assert.equal(judged(asked, 'At 10.', { after: { ...nothing, reminders: [late] } }).right, false);
    assert.equal(judged(asked, 'At 9.', { after: { ...nothing, reminders: [dentist, late] } }).right, false);
    assert.equal(judged({}, 'Bye!', { before: { ...nothing, reminders: [dentist] } }).right, false);
    assert.equal(judged({}, 'Bye!', { ...set, before: set.after }).right, true);
  });

  it('takes a taking back of what was done for false', () => {
    const shown = 'Correction: no reminder is set for this.\n\n⏰ Thu 19 Nov, 09:00 (r1)';
    assert.deepEqual(judged(asked, shown, set).misses, ['false']);
  });

  it('finds leaks: call text, tags, thinking, head lines, notices', () => {
    for (const leak of [
      '<think>Hm.</think> Hello there.',
      '{"name": "recall", "arguments": {"query": "tea"}}',
      'Hello\n<now>\nWednesday\n</now>',
      '[Task r15 of Ann is due: a summary]\nHello',
      'You speak as: CFO.\nHello',
      'set_reminder(text="x")',
    ])
      assert.deepEqual(judged({}, leak).misses, ['leak'], leak);
    assert.deepEqual(judged({}, 'I recall that you like tea. [1] is the source.').misses, []);
  });

  it('finds a turn that got no further: no reply, the same words three times, a line that gives up', () => {
    assert.deepEqual(judged({}, null).misses, ['stuck']);
    const words = 'The report lists three depots and their losses.';
    assert.deepEqual(judged({}, words, { earlier: [words, words] }).misses, ['stuck']);
    assert.deepEqual(judged({}, words, { earlier: ['Hello.', words] }).misses, []);
    assert.deepEqual(judged({}, 'I could not put an answer into words.').misses, ['stuck']);
  });

  it('finds a needless question, a missing one, and words where there should be none', () => {
    assert.deepEqual(judged({ asks: false }, 'Sure. Anything else?').misses, ['needless']);
    assert.equal(judged({ asks: true }, 'Set for 9.').right, false);
    assert.equal(judged({ asks: true }, 'At what time?').right, true);
    assert.equal(judged({ asks: true }, 'One of these:', { choices: true }).right, true);
    assert.equal(judged({ silent: true }, 'Hello!').right, false);
    assert.equal(judged({ silent: true }, null).right, true);
  });

  it('finds what was to be shown, what was not, and what had to come by itself', () => {
    assert.equal(judged({ shown: ['9[:.]30'] }, 'At 09:30.').right, true);
    assert.equal(judged({ shown: ['9[:.]30'] }, 'At nine.').right, false);
    assert.equal(judged({ never: ['booked'] }, 'I have booked it.').right, false);
    assert.equal(
      judged({ fired: ['dentist'] }, 'Good.', { fired: ['⏰ call the dentist (r1)'] }).right,
      true,
    );
    assert.equal(judged({ fired: ['dentist'] }, 'Good.').right, false);
  });
});

describe('the language of a reply', () => {
  it('is told by its script or its frequent words', () => {
    const english = 'Sure, I have looked at this and there is nothing that you need to do for it.';
    assert.equal(wrongLanguage(english, 'de'), 'en');
    assert.equal(wrongLanguage(english, 'ja'), 'another script');
    assert.equal(wrongLanguage('明日の九時に歯医者のことをお知らせします。', 'en'), 'another script');
    assert.equal(wrongLanguage('Ich erinnere dich morgen um neun Uhr an den Zahnarzt.', 'de'), null);
  });

  it('is not wrong where it is not clear: a name, a quotation, a code', () => {
    assert.equal(wrongLanguage('OK, 09:30!', 'de'), null);
    assert.equal(wrongLanguage('Notiert: "the code of the locker is what you have in your bag"', 'de'), null);
    assert.equal(wrongLanguage('好的，会议室 B2 Rotterdam depot。', 'zh'), null);
  });
});
