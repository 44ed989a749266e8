// Markdown as a terminal shows it: nothing is lost, words are wrapped where they end, and no text drives the terminal.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import stringWidth from 'string-width';
import { renderMarkdown } from '../../../src/channels/terminal/markdown.ts';
import { painted, unpainted } from '../../../src/channels/terminal/paint.ts';
import { piecesOf } from '../../../src/channels/terminal/pieces.ts';
import { printable } from '../../../src/channels/terminal/printable.ts';
import { sceneOf } from './scene.ts';

const plain = (text: string, columns = 40) =>
  renderMarkdown(text, { columns, colours: false, paint: unpainted });

describe('drawn without colours', () => {
  const table: readonly (readonly [name: string, text: string, drawn: string])[] = [
    [
      'bold and headings lose their marks',
      '# Head\nsome **bold** and *soft* words',
      'Head\nsome bold and soft words',
    ],
    ['code keeps its marks', 'say `npm start`', 'say `npm start`'],
    ['a line break is a line break', 'one\ntwo\n\nthree', 'one\ntwo\n\nthree'],
    ['blanks around lines and many empty lines are none', '\n  one  \n\n\n\ttwo\n ', 'one\n\ntwo'],
    ['a line after a list is not part of it', '**A**\n- one\n**B**\n- two\nend', 'A\n • one\nB\n • two\nend'],
    ['a line after a quote is not part of it', '> quoted\nanswer', '│ quoted\nanswer'],
    [
      'lists nest and count from where they begin',
      '3. three\n   - deep\n4. four',
      ' 3. three\n     • deep\n 4. four',
    ],
    ['tasks have boxes', '- [x] done\n- [ ] open', ' ☑ done\n ☐ open'],
    ['a rule under a text is no heading', 'text\n---\nmore', `text\n${'─'.repeat(40)}\nmore`],
    ['code is not wrapped', '```js\nconst a = 1;\n  b\n```', '  const a = 1;\n    b'],
    ['a fence that is never closed', '```\ncode', '  code'],
    [
      'what HTML, definitions and footnotes look like is kept',
      '<b>x</b> [a]: b [^1]\n[a]: b',
      '<b>x</b> [a]: b [^1]\n[a]: b',
    ],
    [
      'links say where they go',
      '[docs](https://d.example/x) https://e.example',
      'docs (https://d.example/x)\nhttps://e.example',
    ],
    [
      'words are wrapped where they end',
      'the quick brown fox jumps over the lazy dog again',
      'the quick brown fox jumps over the lazy\ndog again',
    ],
    [
      'what hangs under a bullet',
      '- the quick brown fox jumps over the lazy dog',
      ' • the quick brown fox jumps over the\n   lazy dog',
    ],
    [
      'a table in columns',
      '| a | b |\n|---|---|\n| 1 | 日本 |\n| 22 | x |',
      'a   b\n──  ────\n1   日本\n22  x',
    ],
    [
      'a table that is too wide, as lists',
      `| name | what |\n|---|---|\n| one | ${'x'.repeat(30)} y z w |`,
      `one\n • what: ${'x'.repeat(30)}\n   y z w`,
    ],
  ];
  for (const [name, text, drawn] of table)
    test(name, () => {
      assert.equal(plain(text), drawn);
    });

  test('no line is wider than the terminal, whatever the script', () => {
    const texts = [
      '出口はどこですか'.repeat(12),
      '🎉 party '.repeat(20),
      'слово '.repeat(30),
      'नमस्ते दुनिया '.repeat(20),
      'x'.repeat(200),
    ];
    for (const text of texts)
      for (const line of plain(`- **${text}**`).split('\n')) assert.ok(stringWidth(line) <= 40, line);
  });
});

test('with colours, bold is bold, and only then', async () => {
  const scene = await sceneOf({ colours: true });
  await scene.say('some **bold** words\n- `code`');
  await scene.screen.until('some bold words\n • code');
  assert.equal(scene.screen.isBold('bold words'), true);
  assert.equal(scene.screen.isBold('words'), false);
  await scene.terminal.stop();
  const other = await sceneOf({ colours: false });
  await other.say('some **bold** words');
  await other.screen.until('some bold words');
  assert.doesNotMatch(other.screen.output.raw, /\[[0-9;]*m/, 'NO_COLOR: no colour, no bold');
  await other.terminal.stop();
});

test('an escape sequence in a text does nothing', async () => {
  const { screen, say, terminal } = await sceneOf();
  const osc = '\u001b]52;c;c3RvbGVu\u0007\u001b]0;title\u001b\\';
  const hidden = `a${osc}b\u001b[2J\u001b[1;1Hc\u009b31md\u001bce\u0000\u0007\u0008f\rg`;
  assert.equal(printable(hidden), 'abc31mdcefg');
  await say(hidden, { buttons: [{ label: `O\u001b[2Jk`, action: 'a' }], persona: { title: `C\u001b[2JFO` } });
  await screen.until('CFO\nabc31mdcefg\nType  [/1] Ok');
  assert.match(screen.lines[0] ?? '', /^Peacrab is on/);
  await terminal.stop();
});

test('what the parser sees is small, so that time grows with the length of the text alone', () => {
  const units = [
    '**a',
    '[',
    '](',
    '> ',
    '>',
    '1. ',
    '- a\n',
    '|a|b|\n',
    '> a\n b\n',
    '`',
    '_a_ ',
    '日',
    'a\n',
    '```\n',
    '\n',
    '<a',
    '\\',
  ];
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(40_000 / unit.length));
    for (const piece of piecesOf(text)) {
      if (piece.type !== 'markdown') continue;
      assert.ok(piece.text.length <= 4000, `${unit}: ${piece.text.length}`);
      assert.ok((piece.text.match(/[*_[\]>|`<\\]/g)?.length ?? 0) <= 250, unit);
    }
    renderMarkdown(text, { columns: 80, colours: true, paint: painted });
  }
});
