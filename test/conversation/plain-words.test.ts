// "Stop", "undo that" and "forget that" are understood without a model, in every language; what only begins so is not.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { plainCommand } from '../../src/conversation/commands/index.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';

const bots: Bot[] = [];
after(async () => {
  for (const bot of bots) await bot.stop();
});

async function start() {
  const channel = new FakeChannel();
  const bot = await startBot({ channels: [channel] });
  bots.push(bot);
  async function say(text: string, locale = 'en-GB') {
    const had = channel.sent.length;
    await channel.say('Ann', text, { zone: 'Europe/Berlin', locale });
    await channel.until((sent) => sent.length > had);
    return channel.sent.at(-1)?.text ?? '';
  }
  const notes = async () =>
    (await bot.database.db.selectFrom('note').select(['text', 'retracted_at']).execute())
      .filter(({ retracted_at }) => retracted_at === null)
      .map(({ text }) => text);
  return { bot, say, notes };
}

const note = (text: string) => ({ calls: [{ name: 'remember', args: { text } }] });

describe('plain words', () => {
  for (const [name, messages] of [
    [
      'stop',
      [
        'stop',
        'Stop it!',
        'stop please',
        'hör auf, mal bitte',
        'Bitte stopp',
        'Arrête !',
        'detente',
        '停',
        'やめてください',
        'стоп',
      ],
    ],
    [
      'undo',
      [
        'undo that',
        'Mach das rückgängig!',
        'annule ça stp',
        'deshazlo',
        '元に戻して',
        '撤销',
        'верни как было',
      ],
    ],
    ['memory', ['forget that', 'Vergiss das bitte', 'olvida eso', 'забудь это', '忘掉这个吧']],
  ] as const)
    for (const message of messages)
      it(`${message} is ${name}`, () => assert.equal(plainCommand(message)?.name, name));

  for (const message of [
    'stop by the bakery',
    'undo the knot first, then pull',
    'forget that I said Tuesday, it is Wednesday',
    'forget it',
    'vergiss das nicht',
    'para mañana',
    '停车费多少',
  ])
    it(`${message} is for the model`, () => assert.equal(plainCommand(message), null));

  it('forget that takes back what was noted last, and what was set since stays', async () => {
    const { bot, say, notes } = await start();
    bot.model.script([
      note('Ann likes green tea.'),
      'Noted.',
      note('Ann is allergic to nuts.'),
      'Noted.',
      { calls: [{ name: 'set_reminder', args: { text: 'stretch', when: 'tomorrow at 9' } }] },
      'Set.',
    ]);
    await say('remember: I like green tea');
    await say('remember: I am allergic to nuts');
    await say('remind me tomorrow at 9 to stretch');
    const asked = bot.model.requests.length;
    assert.match(await say('vergiss das', 'de-DE'), /nuts/);
    assert.deepEqual(await notes(), ['Ann likes green tea.']);
    const [row] = await bot.database.db.selectFrom('schedule').select('state').execute();
    assert.equal(row?.state, 'active');
    await say('undo that');
    const [gone] = await bot.database.db.selectFrom('schedule').select('state').execute();
    assert.equal(gone?.state, 'cancelled');
    assert.equal(bot.model.requests.length, asked);
  });

  it('forget that, where nothing was noted, says so', async () => {
    const { bot, say } = await start();
    const said = await say('forget that');
    assert.match(said, /nothing/i);
    assert.equal(bot.model.requests.length, 0);
  });
});
