// Cutting texts into messages: the rules as examples, then the same rules held against random Markdown.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitMarkdown } from '../../src/channels/markdown/split.ts';
import { Seeded } from '../fakes/slack/seeded.ts';

const words = (count: number, word = 'lorem') => Array.from({ length: count }, () => word).join(' ');

describe('splitting', () => {
  test('leaves a text within the limit alone, whatever is in it', () => {
    for (const text of ['', ' ', 'hello', '\n\nx  \n', '```js\nnever closed']) {
      assert.deepEqual(splitMarkdown(text, 40), [text]);
    }
  });

  test('prefers a paragraph to a line, a line to a sentence, a sentence to a word', () => {
    const [a, b] = [words(6), words(5, 'ipsum')];
    assert.deepEqual(splitMarkdown(`${a}\n\n${b}`, 60), [a, b]);
    assert.deepEqual(splitMarkdown(`${a}\n${b}`, 60), [a, b]);
    assert.deepEqual(splitMarkdown(`${a}. ${b}`, 60), [`${a}.`, b]);
    assert.deepEqual(splitMarkdown(`${a} ${b}`, 60).join(' '), `${a} ${b}`);
    assert.deepEqual(splitMarkdown(`${a}\n${b}\n\n${a}`, 72), [`${a}\n${b}`, a]);
    assert.deepEqual(splitMarkdown(`${a}\n\n${b}\n${a}`, 68), [a, `${b}\n${a}`]);
  });

  test('does not make a short message for the sake of a better boundary', () => {
    const [first] = splitMarkdown(`Hi.\n\n${words(30)}`, 100);
    assert.ok((first ?? '').length > 50);
  });

  test('keeps a fence whole where it fits', () => {
    const code = '```js\nconst a = 1;\n\nconst b = 2;\n```';
    assert.deepEqual(splitMarkdown(`${words(4)}\n${code}\n${words(6)}`, 60), [words(4), code, words(6)]);
  });

  test('closes a fence that must be cut and opens it again with its language', () => {
    const lines = ['one();', '', '  two();', 'three();', 'four();', 'five();', 'six();'];
    const pieces = splitMarkdown(`\`\`\`js\n${lines.join('\n')}\n\`\`\``, 40);
    assert.deepEqual(pieces, [
      '```js\none();\n\n  two();\nthree();\n```',
      '```js\nfour();\nfive();\nsix();\n```',
    ]);
  });

  test('a fence in a list or a quote is reopened at its depth', () => {
    const code = Array.from({ length: 12 }, (_, i) => `  line${i}`).join('\n');
    const pieces = splitMarkdown(`- \`\`\`sh\n${code}\n  \`\`\``, 60);
    assert.match(pieces[1] ?? '', /^ {2}```sh\n {2}line/);
    assert.ok(pieces.every((piece) => piece.endsWith('\n  ```')));
  });

  test('cuts inside a word only when it is longer than a message, and never inside a character', () => {
    const pieces = splitMarkdown(`${'🦀'.repeat(30)} end`, 41);
    assert.equal(pieces.join(''), `${'🦀'.repeat(30)} end`);
    assert.ok(pieces.every((piece) => piece.isWellFormed()));
    assert.deepEqual(splitMarkdown(`short ${'x'.repeat(50)}`, 40), ['short', 'x'.repeat(40), 'x'.repeat(10)]);
  });

  test('does not cut a link, inline code or emphasis where it can cut beside it', () => {
    for (const span of [
      '[the long name](https://x.test/a b)',
      '`rm -rf a b c d e`',
      '**very bold words here**',
    ]) {
      const pieces = splitMarkdown(`${words(4)} ${span} ${words(4)}`, 44);
      assert.ok(
        pieces.some((piece) => piece.includes(span)),
        JSON.stringify(pieces),
      );
    }
  });

  test('a next message does not begin with what would become a list, a heading or a fence', () => {
    const text = `${words(5)} - ${words(3)} # ${words(6)} 1. ${words(9)}`;
    for (const limit of [40, 41, 42, 44, 46, 48]) {
      for (const piece of splitMarkdown(text, limit)) assert.doesNotMatch(piece, /^(- |# |1\. )/);
    }
  });

  test('refuses a limit that cannot hold a fence', () => {
    assert.throws(() => splitMarkdown('x'.repeat(100), 39), RangeError);
  });

  test('holds its rules on random Markdown', () => {
    const runs = process.env.LONG ? 20_000 : 1500;
    for (let seed = 1; seed <= runs; seed++) {
      const random = new Seeded(seed);
      const limit = 40 + Math.floor(random.next() ** 3 * 400);
      const text = randomMarkdown(random, limit);
      const pieces = splitMarkdown(text, limit);
      const where = `seed ${seed}, limit ${limit}: ${JSON.stringify(text)} became ${JSON.stringify(pieces)}`;
      for (const piece of pieces) {
        assert.ok(piece.length <= limit, `too long, ${where}`);
        assert.ok(piece.trim() !== '' || pieces.length === 1, `empty, ${where}`);
      }
      assert.deepEqual(joined(pieces), meaning(text), `not the same, ${where}`);
      if (pieces.length > 1) assertWholeWords(text, pieces, limit, where);
    }
  });
});

/** What a text says: stretches of prose and of code with their language, white space aside. */
function meaning(text: string): string[] {
  const said: string[] = [];
  let open: { marks: string; info: string } | null = null;
  const say = (kind: string, words: string) => {
    const bare = words.replace(/\s/g, '');
    if (bare === '') return;
    if (said.at(-1)?.startsWith(`${kind}|`)) said[said.length - 1] += bare;
    else said.push(`${kind}|${bare}`);
  };
  for (const line of text.split('\n')) {
    const match = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$/.exec(line);
    if (open && match && /^[\s>]*[`~]+\s*$/.test(line) && match[1]?.startsWith(open.marks)) open = null;
    else if (!open && match && !match[2]?.includes('`')) {
      open = { marks: match[1] ?? '', info: match[2] ?? '' };
      // A bullet before a fence is said once: where the fence begins.
      if (/^[\s>]*[-\d]/.test(line)) say('text', line.slice(0, line.search(/[`~]{3}/)));
    } else say(open ? `code ${open.info}` : 'text', line);
  }
  return said;
}

/** What the messages say together: a fence that goes on in the next one is one fence. */
function joined(pieces: readonly string[]): string[] {
  const all: string[] = [];
  for (const part of pieces.flatMap(meaning)) {
    const kind = part.slice(0, part.indexOf('|') + 1);
    if (all.at(-1)?.startsWith(kind)) all[all.length - 1] += part.slice(kind.length);
    else all.push(part);
  }
  return all;
}

/** Every word of the text stands whole in a message, unless it is too long for one. */
function assertWholeWords(text: string, pieces: readonly string[], limit: number, where: string): void {
  const kept = new Set(pieces.flatMap((piece) => piece.split(/\s+/)));
  for (const word of text.split(/\s+/)) {
    const isFence = /^[>]*(`{3,}|~{3,})/.test(word);
    if (!isFence && word.length <= limit / 2 - 2)
      assert.ok(kept.has(word), `${JSON.stringify(word)} was cut, ${where}`);
  }
}

function randomMarkdown(random: Seeded, limit: number): string {
  const blocks = Array.from({ length: 1 + Math.floor(random.next() * 8) }, () => randomBlock(random, limit));
  return blocks.join(random.next() < 0.7 ? '\n\n' : '\n');
}

function randomBlock(random: Seeded, limit: number): string {
  const size = 1 + Math.floor(random.next() * 12);
  const line = () =>
    Array.from({ length: 1 + Math.floor(random.next() * 14) }, () => randomWord(random, limit)).join(' ');
  const lines = () => Array.from({ length: size }, line);
  const kind = random.next();
  if (kind < 0.35) return line();
  if (kind < 0.5) return lines().join('\n');
  if (kind < 0.65)
    return lines()
      .map((each, i) => `${random.next() < 0.5 ? '-' : `${i + 1}.`} ${each}`)
      .join('\n');
  if (kind < 0.7)
    return lines()
      .map((each) => `> ${each}`)
      .join('\n');
  const marks = random.pick(['```', '```', '~~~', '````']) ?? '```';
  const info = random.pick(['', 'js', 'python', 'ts']) ?? '';
  const code = lines().flatMap((each) => (random.next() < 0.2 ? ['', `  ${each}`] : [each]));
  const [first, indent] = random.pick([
    ['', ''],
    ['', ''],
    ['- ', '  '],
    ['', '  '],
  ] as const) ?? ['', ''];
  return [
    `${first}${first ? '' : indent}${marks}${info}`,
    ...code.map((each) => indent + each),
    indent + marks,
  ].join('\n');
}

function randomWord(random: Seeded, limit: number): string {
  const kind = random.next();
  if (kind < 0.01) return 'y'.repeat(Math.floor(random.next() * limit * 2) + 1);
  if (kind < 0.03) return '👩🏽‍🚀🦀é'.repeat(1 + Math.floor(random.next() * 8));
  if (kind < 0.05) return '日本語の文章。'.repeat(1 + Math.floor(random.next() * 3));
  if (kind < 0.1)
    return random.pick(['**bold**', '`code`', '[a](https://x.test)', '#', '-', '1.', '...']) ?? '';
  return random.id('', 1 + Math.floor(random.next() * 9)).toLowerCase() + (random.next() < 0.1 ? '.' : '');
}
