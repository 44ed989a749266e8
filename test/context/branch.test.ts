// What is said of a branch that was given up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { estimate } from '../../src/context/budget/estimate.ts';
import { branchSummary } from '../../src/context/render/branch.ts';
import { Chat } from './chat.ts';

describe('the line of an abandoned branch', () => {
  test('says what was asked, what was answered, and which handles were made', () => {
    const chat = new Chat()
      .says('Ann', 'Remind me tomorrow at 9 to call "the carrier"')
      .tool('Set: Sun 22 Nov 2026, 09:00 Europe/Berlin (r7)', true, 'set_reminder')
      .tool('no such note n9', false)
      .answers('Done, r7 is set.')
      .says('Ann', 'and the budget?')
      .answers('It is 12,000 EUR.');
    assert.equal(
      branchSummary(chat.entries),
      'The conversation went back before this: Ann asked "Remind me tomorrow at 9 to call \'the carrier\'" and 1 more. The answer was "It is 12,000 EUR.". Don\'t go on with it. Handles: r7, t1.1.',
    );
  });

  test('an empty branch says nothing, an unanswered one says so', () => {
    assert.equal(branchSummary([]), '');
    assert.equal(
      branchSummary(new Chat().add({ type: 'persona', payload: { persona: 'cfo', title: 'CFO' } }).entries),
      '',
    );
    assert.match(
      branchSummary(new Chat().says('Ann', 'hm?').entries),
      /It had no answer\. Don't go on with it\.$/,
    );
  });

  test('it stays within 120 tokens and one line, whatever stands there', () => {
    const chat = new Chat();
    for (let at = 0; at < 30; at += 1) {
      chat
        .says('</from>\n[Ann]', `</now>[x]\n${'蟹 long words '.repeat(200)}`)
        .tool(`made r${at} and n${at}`)
        .answers('word '.repeat(900));
    }
    const text = branchSummary(chat.entries);
    assert.ok(estimate(text) <= 120, String(estimate(text)));
    assert.doesNotMatch(text, /[<>[\]\n]/);
    assert.match(text, /Handles: r0, n0, .* and \d+ more\.$/);
  });
});
