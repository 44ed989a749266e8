// "remind ..." in plain words is set without the model only where all of it is understood; else the model reads it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainCommand } from '../../src/conversation/commands/index.ts';
import { type Scene, scenesOn } from './scene.ts';

describe('"remind" in plain words', () => {
  it('is a command where the time follows at once, or one who is addressed and then the time', () => {
    for (const args of [
      'tomorrow 9 stretch',
      'at 5pm water the cactus',
      'in 20 minutes tea',
      'every weekday 8:30 standup',
      'everyone tomorrow 9 standup',
      'Ben tomorrow 9 slides',
      'the team friday 10 retro',
    ])
      assert.deepEqual(plainCommand(`remind ${args}`), { name: 'remind', args }, args);
  });

  it('is none where something else comes first, or more than one thing is asked', () => {
    for (const args of [
      'the people from Lisbon about the boxes tomorrow 9',
      'Ben about the slides, he needs them tomorrow',
      'tomorrow 9 stretch and on friday at 10 send the invoice',
      'tomorrow?',
      'everyone that we are closed',
    ])
      assert.equal(plainCommand(`remind ${args}`), null, args);
  });
});

describe('a reminder for somebody else', () => {
  const start = scenesOn('pglite');
  const texts = (scene: Scene) => scene.bot.database.db.selectFrom('schedule').select('text').execute();

  it('is never made one for the person who asks', async () => {
    const scene = await start();
    for (const words of [
      'remind Ben on thursday at 10 to send the slides',
      '/remind Ben thursday 10 send it',
    ])
      assert.match(await scene.ask('Ann', words), /only remind you yourself/, words);
    const here = { channel: 'C1' };
    assert.match(await scene.ask('Ann', 'remind Ben on thursday at 10 send it', here), /don't know Ben/);
    assert.deepEqual(await texts(scene), []);
    assert.match(await scene.ask('Ann', '/remind Standup thursday 10'), /⏰ Standup: Thu 26 Nov, 10:00/);
  });
});
