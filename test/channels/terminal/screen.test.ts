// What a person sees and does at the terminal, on an emulated screen.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keys } from '../../fakes/terminal/screen.ts';
import { sceneOf } from './scene.ts';

describe('at the prompt', () => {
  test('the banner comes first, then the prompt; what was said meanwhile comes between them', async () => {
    const scene = await sceneOf({ open: false });
    await scene.say('⏰ stretch (r1)');
    assert.equal(scene.screen.output.raw, '');
    await scene.terminal.open('Peacrab is on.\n  Where   this terminal');
    await scene.screen.until('⏰ stretch');
    await scene.screen.until(({ cursorLine }) => cursorLine === 'you> ▮');
    assert.deepEqual(scene.screen.lines.slice(0, 2), ['Peacrab is on.', '  Where   this terminal']);
    assert.equal(scene.screen.lines.filter((line) => line.startsWith('you>')).length, 1);
    await scene.terminal.stop();
  });

  test('a reminder while one types is printed above; the line and the cursor are as they were', async () => {
    const { screen, say, terminal } = await sceneOf();
    screen.type(`half a lin${keys.left}${keys.left}`);
    await screen.until(({ cursorLine }) => cursorLine === 'you> half a l▮in');
    await say('⏰ stretch (r1)');
    await screen.until('⏰ stretch');
    await screen.until(({ cursorLine }) => cursorLine === 'you> half a l▮in');
    assert.deepEqual(screen.lines.slice(-3), ['⏰ stretch (r1)', '', 'you> half a lin']);
    screen.type('XY');
    await screen.until(({ cursorLine }) => cursorLine === 'you> half a lXY▮in');
    await terminal.stop();
  });

  test('the same while the typed line takes several rows, at the bottom of the screen', async () => {
    const { screen, say, terminal, heard, heardSo } = await sceneOf({ columns: 30, rows: 8 });
    const line = 'one two three four five six seven eight nine ten eleven twelve';
    screen.type(line);
    await screen.until('twelve');
    for (const text of ['first', 'second', 'third', 'fourth']) await say(text);
    await screen.until('fourth');
    await screen.until('twelve');
    assert.deepEqual(screen.lines.slice(-5), [
      'fourth',
      '',
      'you> one two three four five s',
      'ix seven eight nine ten eleven',
      ' twelve',
    ]);
    assert.equal(screen.all.filter((each) => each.startsWith('you>')).length, 1);
    screen.type(keys.enter);
    await heardSo(1);
    assert.deepEqual(heard, [`message ${line}`]);
    await terminal.stop();
  });

  test('after the window has changed its width, prompt and line are drawn once, and text is wrapped to it', async () => {
    const { screen, say, terminal } = await sceneOf();
    await say('What stands above stays as it is.');
    screen.type('a line that fits into eighty columns, and not into forty');
    await screen.until('forty');
    screen.resize(40, 24);
    await screen.until(/not\s+into\s+forty/);
    await say('Words are wrapped where they end, to the width that there is now.');
    await screen.until('Words are wrapped where they end, to the\nwidth that there is now.\n');
    screen.resize(80, 24);
    await screen.until('you> a line that fits into eighty columns, and not into forty');
    assert.match(screen.text, /What stands above stays as it is\./);
    await terminal.stop();
  });

  test('what was typed before comes back with the arrow, and is gone once one is forgotten', async () => {
    const { screen, say, terminal, heardSo } = await sceneOf({ history: ['remind me\nof both', 'hello'] });
    screen.type(keys.up);
    await screen.until('you> remind me↵of both');
    screen.type(keys.up);
    await screen.until('you> hello');
    screen.type(keys.ctrlC);
    const buttons = [
      { label: 'Forget me', action: 'forget-me:terminal:ann' },
      { label: 'Keep it', action: 'forget-me:keep' },
    ];
    await say('I would erase all.', { buttons });
    screen.type(`/1${keys.enter}`);
    await heardSo(1);
    screen.type(`${keys.up}x`);
    await screen.until(({ cursorLine }) => cursorLine === 'you> x▮');
    await terminal.stop();
  });

  test('a paste of several lines is one message', async () => {
    const { screen, terminal, heard, heardSo } = await sceneOf();
    const paste = keys.paste('first\tline\r\nsecond \u001b[31mline\nthird\n');
    for (const part of [`look: ${paste.slice(0, 3)}`, paste.slice(3, 20), paste.slice(20)]) screen.type(part);
    await screen.until('third');
    assert.deepEqual(heard, []);
    screen.type(keys.enter);
    await heardSo(1);
    assert.deepEqual(heard, ['message look: first\tline\nsecond line\nthird']);
    await terminal.stop();
  });
});

describe('while the model works', () => {
  test('a line above the prompt says what is done and for how long, and is gone with the answer', async () => {
    const { screen, say, working, pass, terminal } = await sceneOf();
    screen.type(`hello${keys.enter}`);
    await working('thinking');
    pass(3200);
    await screen.until(/\S thinking … 3 s {2}\(Ctrl-C stops\)\nyou>$/);
    await working('looking at your reminders');
    screen.type('next');
    pass(62_000);
    await screen.until(/looking at your reminders … 1 min 5 s.*\nyou> next$/);
    await say('Hello!');
    await screen.until(/Hello!\n\n\S looking at your reminders.*\nyou> next$/);
    await working(null);
    await screen.until(/Hello!\n\nyou> next$/);
    assert.doesNotMatch(screen.all.join('\n'), /thinking|looking/);
    await terminal.stop();
  });

  test('a line that is entered meanwhile stays on the screen without it', async () => {
    const { screen, working, heard, heardSo, terminal } = await sceneOf();
    await working('thinking');
    screen.type(`and another${keys.enter}`);
    await heardSo(1);
    await screen.until(/you> and another\n\S thinking … 0 s.*\nyou>$/);
    assert.deepEqual(heard, ['message and another']);
    assert.equal(screen.all.filter((line) => line.includes('thinking')).length, 1);
    await terminal.stop();
  });
});

describe('its own words', () => {
  test('are in the language of the locale, then in the one in which the person was answered last', async () => {
    const { screen, say, working, terminal, ended } = await sceneOf({ parts: { locale: 'de-AT' } });
    await screen.until(/Tasten {2}Tab ergänzt .*\n\ndu>$/s);
    await say('Gemacht.', { buttons: [{ label: 'Rückgängig', action: 'undo:1' }] });
    await screen.until('Tippe  [/1] Rückgängig\n\ndu>');
    await say('Hecho.', { language: 'es', buttons: [{ label: 'Deshacer', action: 'undo:2' }] });
    await working('pensando');
    await screen.until(
      /Hecho\.\nEscribe {2}\[\/1\] Deshacer\n\n\S pensando … 0 s {2}\(Ctrl-C detiene\)\ntú>$/,
    );
    screen.type(keys.ctrlC);
    await screen.until('Me detengo. Ctrl-C otra vez sale.');
    screen.type(keys.ctrlC);
    await ended;
    await screen.until('Hasta luego.');
    await terminal.stop();
  });
});

describe('leaving', () => {
  test('Ctrl-C clears a typed line, then stops the turn, and quits when pressed again', async () => {
    const { screen, working, heard, heardSo, ended, terminal } = await sceneOf();
    await working('thinking');
    screen.type('half');
    await screen.until('half');
    screen.type(keys.ctrlC);
    await screen.until(({ cursorLine }) => cursorLine === 'you> ▮');
    assert.deepEqual(heard, []);
    screen.type(keys.ctrlC);
    await heardSo(1);
    assert.deepEqual(heard, ['command stop']);
    await screen.until('Stopping. Ctrl-C again quits.');
    screen.type(keys.ctrlC);
    assert.equal(await ended, 'left');
    await screen.until('Bye.');
    assert.doesNotMatch(screen.text, /you>|thinking/);
    await terminal.stop();
  });

  test('Ctrl-C with nothing to stop says how to quit, and forgets that it did when another key comes', async () => {
    const { screen, ended, terminal } = await sceneOf();
    screen.type(keys.ctrlC);
    await screen.until('Ctrl-C again quits, and so does Ctrl-D.');
    screen.type(`x${keys.ctrlC}`);
    await screen.until(({ cursorLine }) => cursorLine === 'you> ▮');
    screen.type(keys.ctrlC);
    await screen.until(({ all }) => all.filter((line) => line.startsWith('Ctrl-C again quits')).length === 2);
    screen.type(keys.ctrlC);
    assert.equal(await ended, 'left');
    await terminal.stop();
  });

  test('Ctrl-D quits; what is still said comes without a prompt, and pastes are no longer marked', async () => {
    const { screen, say, ended, terminal } = await sceneOf();
    screen.type(keys.ctrlD);
    assert.equal(await ended, 'left');
    await say('The answer that was on its way.');
    await screen.until('on its way');
    assert.doesNotMatch(screen.text, /you>/);
    assert.ok(
      screen.output.raw.lastIndexOf('\u001b[?2004l') > screen.output.raw.lastIndexOf('\u001b[?2004h'),
    );
    await terminal.stop();
  });
});
