// Markdown of the kind that models write: the short ones are a file of their own, to be read; the long ones are made here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Sample {
  readonly name: string;
  readonly text: string;
}

/** Each begins with a line "%% name". */
function written(): readonly Sample[] {
  const file = readFileSync(join(import.meta.dirname, 'samples.txt'), 'utf8');
  return file
    .split(/^%% /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { name: part.slice(0, end), text: part.slice(end + 1).replace(/\n$/, '') };
    });
}

const times = (count: number, make: (index: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between);

const cells = (count: number, make: (index: number) => string): string => `| ${times(count, make, ' | ')} |`;

const made: readonly Sample[] = [
  { name: 'lines that end as on Windows', text: '# One\r\n\r\n- a\r\n- b\r\n\r\n```\r\ncode\r\n```' },
  {
    name: 'ten thousand characters of prose',
    text: times(90, (i) => `Paragraph ${i}. ${'Some more words, and then some. '.repeat(3)}`, '\n\n'),
  },
  { name: 'a list of three thousand lines', text: times(3000, (i) => `${'  '.repeat(i % 3)}- item ${i}`) },
  { name: 'a line without spaces', text: times(2000, (i) => `word${i}`, '-') },
  { name: 'Chinese without spaces', text: '价格是一百元，'.repeat(900) },
  { name: 'characters of several units', text: '👩‍👩‍👧‍👦🇩🇪é'.repeat(500) },
  {
    name: 'a dump of JSON in a fence',
    text: `\`\`\`json\n${JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`key${i}`, { value: i, text: 'a "quoted" <word>' }])), null, 2)}\n\`\`\``,
  },
  {
    name: 'a dump of JSON in one line',
    text: JSON.stringify(Array.from({ length: 600 }, (_, i) => ({ id: i, tags: ['__x__', '||'] }))),
  },
  {
    name: 'a fence of a thousand lines, never closed',
    text: `Look:\n~~~python\n${times(1000, (i) => `print(${i})  # || __x__`)}`,
  },
  {
    name: 'a fence in a list, too long for a message',
    text: `1. Run:\n   \`\`\`sh\n${times(200, (i) => `   echo "line ${i}"`)}\n   \`\`\`\n2. Done`,
  },
  {
    name: 'a fence of four around many of three',
    text: `\`\`\`\`md\n${times(100, (i) => `\`\`\`js\nrun(${i});\n\`\`\``)}\n\`\`\`\``,
  },
  {
    name: 'a table of thirty columns',
    text: [
      cells(30, (i) => `Column ${i}`),
      cells(30, () => '---'),
      ...[1, 2, 3].map((row) => cells(30, (i) => `${row}.${i}`)),
    ].join('\n'),
  },
  {
    name: 'a table of three hundred rows',
    text: [
      '| Day | Guests | Note |',
      '|---|---|---|',
      times(300, (i) => `| ${i} | ${i * 3} | ${i % 7 ? '' : 'closed'} |`),
    ].join('\n'),
  },
  {
    name: 'a quote of two hundred lines',
    text: times(200, (i) => `> ${'> '.repeat(i % 4)}line ${i} of what was said`),
  },
  {
    name: 'bold items, five hundred',
    text: times(500, (i) => `${i + 1}. **Item ${i}:** [link](https://example.test/${i}) and \`code ${i}\``),
  },
  {
    name: 'mentions, a thousand',
    text: times(
      1000,
      (i) => ['@here', '<!channel>', '<@U0AAA111>', '@everyone', '<@&2222>'][i % 5] ?? '',
      ' ',
    ),
  },
  { name: 'backticks, unbalanced', text: times(800, (i) => `${'`'.repeat((i % 5) + 1)} tick ${i}`, ' ') },
  { name: 'bars and blanks, a lot', text: times(400, () => '|| ____ ** ||', ' ') },
  { name: 'angle brackets, a lot', text: '<div class="a">&nbsp;</div>\n'.repeat(600) },
];

export const samples: readonly Sample[] = [...written(), ...made];
