// Personas from files: the five we ship, how people name them, and what happens when somebody edits a file badly.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type HeadFacts, headBlock } from '../../src/context/head.ts';
import { loadPersonas } from '../../src/personas/load.ts';
import type { Personas } from '../../src/personas/personas.ts';

const shippedFolder = new URL('../../personas', import.meta.url).pathname;

describe('the personas we ship', () => {
  const personas = loadPersonas(shippedFolder);

  test('all five can be read and are listed by title', () => {
    assert.deepEqual(personas.faults(), []);
    const slugs = personas.list().map(({ slug }) => slug);
    assert.deepEqual(slugs, ['assistant', 'cfo', 'consultant', 'engineer', 'teaching-assistant']);
    assert.equal(readdirSync(shippedFolder).filter((name) => name.endsWith('.md')).length, 5);
  });

  test('each says focus, concerns and voice, and stands whole in the head block', () => {
    for (const persona of personas.list()) {
      assert.ok(persona.body.length <= 900, `${persona.slug}: ${persona.body.length} characters`);
      for (const part of ['Focus:', 'Concerns:', 'Voice:'])
        assert.ok(persona.body.includes(part), `${persona.slug}: ${part}`);
      const facts: HeadFacts = {
        now: new Date('2026-01-02T08:05:00Z'),
        zone: 'Europe/Berlin',
        lastAt: null,
        speaker: 'Ann',
        room: { kind: 'channel', platform: 'Slack', name: '#finance' },
        persona,
        topic: 'Budget for the second quarter',
        brief: null,
        agenda: null,
        tasks: [],
        upcoming: ['Sat 3 Jan, 09:00: call Dr. Patel (r3)', 'Mon 5 Jan, 08:30: stand-up, every weekday (r4)'],
        notes: ['Ann prefers trains to planes (n12)'],
        notices: [],
      };
      const block = headBlock(facts);
      for (const line of persona.body.split('\n'))
        assert.ok(block.includes(line), `${persona.slug} is cut at: ${line}`);
      assert.ok(block.includes('n12'), `${persona.slug} leaves room for the rest:\n${block}`);
    }
  });

  const named: readonly (readonly [string, string | null])[] = [
    ['cfo', 'cfo'],
    ['the CFO', 'cfo'],
    ['CFO please', 'cfo'],
    ['switch to the CFO, please!', 'cfo'],
    ['chief financial officer', 'cfo'],
    ['teaching assistant', 'teaching-assistant'],
    ['the Teaching-Assistant persona', 'teaching-assistant'],
    ['my TA', 'teaching-assistant'],
    ['assistant', 'assistant'],
    ['back to the assistant', 'assistant'],
    ['an engineer', 'engineer'],
    ['talk like a consultant', 'consultant'],
    ['pirate', null],
    ['', null],
    ['please', null],
    ['the CFO or the engineer', null],
    ['the assistant and the teaching assistant and the consultant', null],
    ['cfos', null],
  ];
  for (const [words, slug] of named) {
    test(`"${words}" means ${slug ?? 'nobody'}`, () =>
      assert.equal(personas.find(words)?.slug ?? null, slug));
  }
});

describe('a folder of personas that people edit', () => {
  let folder = '';
  let personas: Personas;
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const good = '---\ntitle: Pirate\ndescription: Says arr.\naliases: [captain]\n---\nFocus: treasure.\n';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'personas-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    for (const name of readdirSync(folder)) unlinkSync(join(folder, name));
    personas = loadPersonas(folder);
  });

  test('a new, changed or removed file counts from the next call on', () => {
    assert.deepEqual(personas.list(), []);
    write('pirate.md', good);
    assert.deepEqual(personas.list(), [
      { slug: 'pirate', title: 'Pirate', description: 'Says arr.', body: 'Focus: treasure.' },
    ]);
    write('pirate.md', good.replace('treasure', 'rum'));
    assert.equal(personas.find('the captain')?.body, 'Focus: rum.');
    unlinkSync(join(folder, 'pirate.md'));
    assert.equal(personas.find('pirate'), null);
    assert.deepEqual(personas.faults(), []);
  });

  test('a file that breaks is named with its line, and its last good version stays', () => {
    write('pirate.md', good);
    assert.equal(personas.list().length, 1);
    write('pirate.md', '---\ntitle: Pirate\ndescription: "Says arr.\n---\nFocus: rum.\n');
    assert.equal(personas.find('pirate')?.body, 'Focus: treasure.');
    assert.equal(personas.faults().length, 1);
    assert.match(
      personas.faults()[0] ?? '',
      /^pirate\.md line [34]: its YAML is broken: .* last good version stays in use\.$/s,
    );
    write('pirate.md', good.replace('treasure', 'gold'));
    assert.equal(personas.find('pirate')?.body, 'Focus: gold.');
    assert.deepEqual(personas.faults(), []);
  });

  const faulty: readonly (readonly [what: string, text: string, fault: RegExp])[] = [
    ['nothing in it', '', /line 1: it must begin with front matter/],
    ['no front matter', 'Focus: x', /line 1: it must begin with front matter/],
    ['open front matter', '---\ntitle: A\ndescription: b\n', /line 4: its front matter is not closed/],
    ['broken YAML', '---\ntitle: A\ndescription: [b\n---\nBody', /line [34]: its YAML is broken/],
    ['a list for front matter', '---\n- a\n---\nBody', /line 2: its front matter must have lines/],
    ['no title', '---\ndescription: b\n---\nBody', /line 2: "title" is missing/],
    ['no description', '---\ntitle: A\n---\nBody', /line 2: "description" is missing/],
    ['a number for a title', '---\ndescription: b\ntitle: 7\n---\nBody', /line 3: "title" must be text/],
    [
      'an empty description',
      '---\ntitle: A\n\ndescription:\n---\nBody',
      /line 4: "description" must be text/,
    ],
    [
      'a long description',
      `---\ntitle: A\ndescription: ${'b'.repeat(201)}\n---\nBody`,
      /line 3: "description" must be one line of 200/,
    ],
    [
      'aliases that are no names',
      '---\ntitle: A\ndescription: b\naliases: [1]\n---\nBody',
      /line 4: "aliases" must be a list/,
    ],
    [
      'a word for an icon',
      '---\ntitle: A\ndescription: b\nicon: chart\n---\nBody',
      /line 4: "icon" must be one emoji/,
    ],
    [
      'an icon name with colons',
      '---\ntitle: A\ndescription: b\nicon_name: ":x:"\n---\nBody',
      /line 4: "icon_name" must be Slack's name/,
    ],
    ['no body', '---\ntitle: A\ndescription: b\n---\n\n', /line 4: its body is empty/],
    [
      'long front matter',
      `---\ntitle: A\n${'# x\n'.repeat(1000)}description: b\n---\nBody`,
      /line 2: its front matter has 4023 characters, 4000 at most/,
    ],
    [
      'a long body',
      `---\ntitle: A\ndescription: b\n---\n${'x'.repeat(1201)}`,
      /line 5: its body has 1201 characters, 1200 at most/,
    ],
  ];
  for (const [what, text, fault] of faulty) {
    test(`${what}: it is not offered, and the fault says where`, () => {
      write('odd.md', text);
      write('pirate.md', good);
      assert.deepEqual(
        personas.list().map(({ slug }) => slug),
        ['pirate'],
        'the others are still there',
      );
      assert.match(personas.faults().join(), fault);
    });
  }

  test('Windows line ends, a byte order mark and `name` for `title` are fine; other files are left alone', () => {
    write('pirate.md', `\uFEFF${good.replace('title', 'name').replaceAll('\n', '\r\n')}`);
    write('README.md', 'About personas.');
    write('notes.txt', 'Not one.');
    assert.equal(personas.list()[0]?.title, 'Pirate');
    assert.deepEqual(personas.faults(), []);
  });

  test('a file name that cannot be a slug, and a folder that is not there, are said', () => {
    write('My Pirate.md', good);
    assert.match(personas.faults().join(), /^My Pirate\.md line 1: the file name/);
    assert.match(loadPersonas(join(folder, 'none')).faults().join(), /cannot be read.*PERSONAS_DIR/s);
  });

  test('an alias that two personas share names neither', () => {
    write('pirate.md', good);
    write('skipper.md', good.replace('Pirate', 'Skipper'));
    assert.equal(personas.find('captain'), null);
    assert.equal(personas.find('skipper')?.slug, 'skipper');
  });
});

test('what we ship reads well: no tabs, no line without an end', () => {
  for (const name of readdirSync(shippedFolder)) {
    const text = readFileSync(join(shippedFolder, name), 'utf8');
    assert.ok(!text.includes('\t') && text.endsWith('\n'), name);
  }
});
