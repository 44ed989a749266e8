// "All tasks are done!", said while some are open: the model is asked once more, and what it then claims is replaced by
// what the rows say.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';

const bots: Bot[] = [];
afterEach(async () => {
  for (const bot of bots.splice(0)) await bot.stop();
});

const update = (args: object) => ({ calls: [{ name: 'update_tasks', args }] });

/** A conversation whose list has three tasks. */
async function withList() {
  const channel = new FakeChannel();
  const bot = await startBot({ channels: [channel] });
  bots.push(bot);
  bot.model.script([update({ add: 'collect; write; send' }), 'Here is the list.']);
  const say = async (text: string) => {
    const before = channel.sent.length;
    await channel.say('Ann', text, { locale: 'en-GB' });
    await channel.until((sent) => sent.length > before && !/^(?:\*\*)?Tasks: /.test(sent.at(-1)?.text ?? ''));
    return channel.sent.at(-1)?.text ?? '';
  };
  await say('plan the minutes');
  return { bot, say };
}

describe('the whole list said to be done', () => {
  it('with open tasks: the model is told which, and what it does then stands', async () => {
    const { bot, say } = await withList();
    bot.model.script([
      'All tasks are done!',
      update({ done: 'collect; write; send' }),
      'All tasks are done now.',
    ]);
    assert.match(await say('finish it'), /^All tasks are done now\./);
    const told = bot.model.requests.map(({ lastUser }) => lastUser).join('\n');
    assert.match(told, /these are open: 1 collect; 2 write; 3 send\. Call update_tasks/);
  });

  it('and a model that insists: its sentence gives way to what is open', async () => {
    const { bot, say } = await withList();
    bot.model.script(['I sat down. All tasks are done! Anything else?', 'Great, all tasks are done!']);
    assert.equal(await say('finish it'), 'Still open: 1 collect; 2 write; 3 send');
  });

  it('in German it is told in German', async () => {
    const { bot, say } = await withList();
    bot.model.script(['Alle Aufgaben sind erledigt.', 'Super, alle Aufgaben sind erledigt!']);
    assert.equal(
      await say('mach das fertig bitte, und zwar heute noch'),
      'Noch offen: 1 collect; 2 write; 3 send',
    );
  });

  it('is left alone where it is true, and where it is not claimed', async () => {
    const { bot, say } = await withList();
    bot.model.script([
      'Two are open still.',
      update({ drop: 'collect; write; send' }),
      'Everything is finished.',
    ]);
    assert.equal(await say('how far are you?'), 'Two are open still.');
    assert.match(await say('drop all of it'), /^Everything is finished\./);
    assert.equal(bot.model.requests.length, 5, 'nothing was asked again');
  });
});
