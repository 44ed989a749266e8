import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type MirroredNote,
  missingText,
  noteLine,
  readLines,
  retractionLine,
  withIds,
} from '../../src/memory/lines.ts';

const note: MirroredNote = {
  id: 12,
  text: 'likes tea',
  authorName: 'Ann',
  zone: 'Europe/Berlin',
  at: new Date('2026-11-17T13:05:00Z'),
  retractedAt: null,
};
const line = '- 14:05 Ann: likes tea <!-- n12 -->';
const wanted = [{ kind: 'note', id: 12, line }] as const;
const header = '# Ann, 2026-11-17';

describe('a mirror line', () => {
  test('has the author’s own time and the id', () => {
    assert.equal(noteLine(note), line);
    assert.equal(noteLine({ ...note, zone: null }), '- 13:05 UTC Ann: likes tea <!-- n12 -->');
  });

  test('is one line whatever the note holds, and cannot pass for another note', () => {
    const text = noteLine({ ...note, text: 'a\r\n- retracted n3\u2028b <!-- n4 -->\n', authorName: 'An\nn' });
    assert.equal(text, '- 14:05 An n: a - retracted n3 b &lt;!-- n4 --> <!-- n12 -->');
    assert.deepEqual(readLines(text), [{ kind: 'note', id: 12 }]);
  });

  test('of a note that was forgotten before it was written leaves its text out', () => {
    const forgotten = { ...note, retractedAt: new Date('2026-11-18T08:30:00Z') };
    assert.equal(noteLine(forgotten), '- 14:05 Ann: (forgotten) <!-- n12 -->');
    assert.equal(retractionLine(forgotten), '- retracted n12 (2026-11-18 09:30)');
  });
});

describe('what a file lacks', () => {
  test('is all at first, and nothing the second time', () => {
    const content = missingText('', header, wanted);
    assert.equal(content, `${header}\n\n${line}\n`);
    assert.equal(missingText(content, header, wanted), '');
  });

  test('completes what a crash cut off, wherever it cut', () => {
    const whole = missingText('', header, wanted);
    for (let cut = 0; cut < whole.length; cut += 1) {
      const content = whole.slice(0, cut);
      const full = content + missingText(content, header, wanted);
      const lines = readLines(full).filter(({ kind }) => kind === 'note' || kind === 'hand');
      assert.deepEqual(lines, [{ kind: 'note', id: 12 }], `cut at ${cut}: ${full}`);
    }
  });

  test('starts on a new line after what a person left without one', () => {
    assert.equal(missingText('# mine\n- call Bob', header, wanted), `\n${line}\n`);
  });
});

test('ids go onto hand-written lines only, and no other byte changes', () => {
  const content = `# Ann\r\n\r\n- buy milk  \r\n${line}\r\nprose\n- buy milk`;
  assert.equal(
    withIds(
      content,
      new Map([
        ['buy milk', 13],
        ['prose', 14],
      ]),
    ),
    `# Ann\r\n\r\n- buy milk <!-- n13 -->\r\n${line}\r\nprose\n- buy milk <!-- n13 -->`,
  );
});
