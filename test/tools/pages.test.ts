import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textLimits } from '../../src/context/budget/budget.ts';
import { offload } from '../../src/context/elide/offload.ts';
import { pageOf, pagesOf } from '../../src/tools/pages.ts';

test('pages put together are the text, and each fits', () => {
  const texts = [
    '',
    'short',
    'word '.repeat(5000),
    'line of some words\n'.repeat(900),
    '😀'.repeat(4001),
    `a${'😀'.repeat(4001)}`,
  ];
  for (const text of texts) {
    const pages = pagesOf(text, 100);
    assert.equal(pages.join(''), text);
    for (const page of pages) {
      assert.ok(page.length <= 100);
      assert.ok(page.isWellFormed());
    }
  }
});

test('in any script a page stays whole as the result of a call in a window of 8,000', () => {
  const { result } = textLimits({ window: 8000, maxOutput: 1000 });
  for (const text of [
    'word '.repeat(5000),
    '日本の部屋は広いです。'.repeat(900),
    '🦀👨‍👩‍👧'.repeat(900),
    'aF3/x9+Z'.repeat(900),
  ]) {
    assert.equal(pagesOf(text, 3000, 700).join(''), text);
    for (let page = 1; page <= 3; page += 1) {
      const born = offload(
        pageOf('m1700000000.000100', 'message of Ann', text, page, result).text,
        't1.1',
        result,
      );
      assert.equal(born.full, undefined);
    }
  }
});

test('each page says which it is and how to get the next; a page too many says how many there are', () => {
  const text = 'word '.repeat(1500);
  assert.match(
    pageOf('t12.3', 'result of x', text, 1).text,
    /^t12\.3, result of x, part 1 of 3:\n.*\n\[more: recall "t12\.3:2"\]$/s,
  );
  assert.match(pageOf('t12.3', 'result of x', text, 3).text, /\[this was the last part of t12\.3\]$/);
  assert.equal(pageOf('t12.3', 'result of x', 'short', 1).text, 't12.3, result of x:\nshort');
  assert.deepEqual(pageOf('t12.3', 'x', text, 4), {
    ok: false,
    text: 't12.3 has 3 part(s): ask for t12.3:1 to t12.3:3.',
  });
  assert.match(
    pageOf('e57', 'x', text, 0).text,
    /^e57, x, part 3 of 3:\n.*\n\[this was the last part of e57; before it: recall "e57:2"\]$/s,
  );
});
