// What Tab completes, what Ctrl-C does, and what a typed line is: decided without a screen.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { complete } from '../../../src/channels/terminal/completer.ts';
import { interrupted } from '../../../src/channels/terminal/interrupt.ts';
import { commands } from '../../../src/conversation/commands/index.ts';
import type { Suggestion, Typed } from '../../../src/delivery/channel.ts';
import { keys } from '../../fakes/terminal/screen.ts';
import { sceneOf } from './scene.ts';

const rows: Readonly<Record<string, readonly Suggestion[]>> = {
  'reminders reminder': [
    { value: 'r1', label: 'r1: stretch' },
    { value: 'r12', label: 'r12: call Ann' },
  ],
  'memory note': [{ value: 'n3', label: 'n3: likes tea' }],
  'persona name': [
    { value: 'cfo', label: 'CFO: watches the money' },
    { value: 'consultant', label: 'Consultant: asks what for' },
  ],
  'tasks task': [{ value: '2', label: '2: book a room' }],
};

const suggest = ({ command, option, typed }: Typed): readonly Suggestion[] =>
  (rows[`${command.split(' ')[0]} ${option}`] ?? []).filter(
    ({ value, label }) => value.startsWith(typed) || label.includes(typed),
  );

const choices = async (line: string) =>
  (await complete(line, commands, async (typed) => suggest(typed))).choices.map(({ value }) => value);

describe('what Tab offers', () => {
  const table: readonly (readonly [line: string, offered: readonly string[]])[] = [
    ['/reminde', ['/reminders']],
    ['/rem', ['/remind', '/reminders']],
    ['/reminders ', ['history', 'cancel', 'pause', 'resume', 'done', 'move', 'snooze', 'late']],
    ['/reminders ca', ['cancel']],
    ['/reminders cancel ', ['r1', 'r12']],
    ['/reminders cancel stre', ['r1']],
    ['/reminders late r1 ', ['each', 'latest', 'skip']],
    ['/reminders move r1 ', []],
    ['/memory ', ['forget']],
    ['/memory forget ', ['n3']],
    ['/persona c', ['cfo', 'consultant']],
    ['/tasks done ', ['2']],
    ['/room mode ', ['look-only', 'normal', 'trusted']],
    ['/forget ', ['me']],
    ['/why si', ['silent']],
    ['snooze r', ['r1', 'r12']],
    ['please forget n', ['n3']],
    ['switch to the con', ['consultant']],
    ['/remind tomorrow 9 ', []],
    ['hello there', []],
    ['/etc/hosts', []],
    ['', []],
  ];
  for (const [line, offered] of table)
    test(`"${line}": ${offered.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await choices(line), offered);
    });

  test('nothing that is typed costs more than its length', async () => {
    for (const unit of ['/', '/a ', 'r', 'r1 ', 'switch to the ', ' ', '[', '|'])
      assert.ok(Array.isArray(await choices(unit.repeat(20_000))));
  });
});

describe('Tab on the screen', () => {
  test('one way to go on is inserted; several are listed above the prompt, with what they mean', async () => {
    const { screen, terminal, heard, heardSo } = await sceneOf({ suggest });
    screen.type(`/reminders ca${keys.tab}`);
    await screen.until(({ cursorLine }) => cursorLine === 'you> /reminders cancel ▮');
    screen.type(keys.tab);
    await screen.until(({ cursorLine }) => cursorLine === 'you> /reminders cancel r1▮');
    screen.type(keys.tab);
    await screen.until('  r1   r1: stretch\n  r12  r12: call Ann\n\nyou> /reminders cancel r1');
    screen.type(`2${keys.enter}`);
    await heardSo(1);
    assert.deepEqual(heard, ['command reminders cancel r12']);
    await terminal.stop();
  });
});

test('a number with a slash presses the button that bears it', async () => {
  const { screen, say, terminal, heard, heardSo } = await sceneOf();
  await say('Set.', {
    buttons: [
      { label: 'Undo', action: 'undo:1' },
      { label: 'Change', action: 'change:1' },
    ],
  });
  await screen.until('Set.\nType  [/1] Undo   [/2] Change\n\nyou>');
  screen.type(`/2${keys.enter}/help${keys.enter}plain words${keys.enter}`);
  await heardSo(3);
  assert.deepEqual(heard, ['click change:1', 'command help', 'message plain words']);
  await terminal.stop();
});

test('Ctrl-C clears, stops, warns or quits', () => {
  const now = { typed: '', working: false, isWarned: false };
  assert.equal(interrupted({ ...now, typed: 'x', working: true, isWarned: true }), 'clear');
  assert.equal(interrupted({ ...now, working: true }), 'stop');
  assert.equal(interrupted(now), 'hint');
  assert.equal(interrupted({ ...now, working: true, isWarned: true }), 'quit');
});
