// Requests put politely, in several languages: done from the person's own words where the model only claims them, and from
// the model's call where it names its arguments in its own way.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
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
  const rows = () => bot.database.db.selectFrom('schedule').selectAll().orderBy('id').execute();
  async function say(text: string, locale: string | null = 'en-GB') {
    const had = channel.sent.length;
    await channel.say('Ann', text, { zone: 'Europe/Berlin', ...(locale ? { locale } : {}) });
    await channel.until((sent) => sent.length > had);
    return channel.sent.at(-1)?.text ?? '';
  }
  return { bot, rows, say };
}

const call = (name: string, args: object) => ({ calls: [{ name, args }] });

const BREAD = 'tu peux me rappeler dans 2 heures de sortir le pain du congélateur';

describe('arguments under other names', () => {
  it('are taken for the ones that are missing', async () => {
    const { bot, rows, say } = await start();
    bot.model.script([
      call('set_reminder', { message: 'sortir le pain du congélateur', time: 'dans 2 heures' }),
      "C'est noté.",
    ]);
    await say(BREAD, 'fr-FR');
    const [row, ...more] = await rows();
    assert.deepEqual([row?.text, row?.words], ['sortir le pain du congélateur', 'dans 2 heures']);
    assert.equal(more.length, 0);
    assert.equal(bot.model.requests.length, 2, 'the call was right at once');
  });

  it('do not replace what is there', async () => {
    const { bot, rows, say } = await start();
    bot.model.script([
      call('set_reminder', { text: 'call Ben', title: 'Reminder', date: 'tomorrow', time: 'at 9' }),
      'Set.',
    ]);
    await say('remind me tomorrow at 9 to call Ben');
    assert.deepEqual(
      (await rows()).map(({ text, words }) => [text, words]),
      [['call Ben', 'tomorrow at 9']],
    );
  });
});

describe('a call without its time', () => {
  for (const [locale, words, when] of [
    ['fr-FR', BREAD, 'dans 2 heures'],
    [null, BREAD, 'dans 2 heures'],
    ['it-IT', 'mi puoi ricordare tra 2 ore di togliere il pane', 'tra 2 ore'],
  ] as const)
    it(`is told the time that the person's words hold: ${when} (${locale})`, async () => {
      const { bot, say } = await start();
      bot.model.script([call('set_reminder', { text: 'pain' }), 'Ok.', 'Ok.', 'Ok.']);
      await say(words, locale);
      const told = JSON.stringify(bot.model.requests[1]?.messages);
      assert.ok(told.includes(`person's words: \\"${when}\\".`), told.slice(-600));
    });
});

describe('a polite request that the model only claims to have done', () => {
  for (const [locale, words, claim, when] of [
    ['fr-FR', BREAD, "C'est noté, je te rappellerai dans 2 heures.", 'dans 2 heures'],
    [null, BREAD, "C'est noté, je te rappellerai dans 2 heures.", 'dans 2 heures'],
    [
      'fr-FR',
      'Vous pourriez me rappeler demain à 9h d’appeler Paul ?',
      "C'est noté, je vous rappellerai demain à 9h.",
      'demain à 9h',
    ],
    [
      'en-GB',
      'can you remind me in 2 hours to take the bread out',
      "Noted, I'll remind you in 2 hours.",
      'in 2 hours',
    ],
    [
      'de-DE',
      'Du könntest mich in 2 Stunden an das Brot erinnern',
      'Klar, ich erinnere dich in 2 Stunden.',
      'in 2 Stunden',
    ],
    [
      'es-ES',
      '¿me puedes recordar en 2 horas sacar el pan?',
      'Anotado, te lo recordaré en 2 horas.',
      'en 2 horas',
    ],
    [
      'pt-BR',
      'você pode me lembrar em 2 horas de tirar o pão',
      'Anotado, vou te lembrar em 2 horas.',
      'em 2 horas',
    ],
    ['it-IT', 'mi ricordi tra 2 ore di togliere il pane?', 'Fatto, ti ricorderò tra 2 ore.', 'tra 2 ore'],
    ['ru-RU', 'напомнишь мне через 2 часа достать хлеб?', 'Хорошо, напомню через 2 часа.', 'через 2 часа'],
    ['zh-CN', '你能两小时后提醒我拿面包吗', '好的，两小时后我会提醒你。', '两小时后'],
  ] as const)
    it(`is done (${locale}): ${words}`, async () => {
      const { bot, rows, say } = await start();
      bot.model.rules(() => claim);
      const sent = await say(words, locale);
      const stored = (await rows()).filter(({ state }) => state === 'active');
      assert.deepEqual(
        stored.map(({ words: said }) => said),
        [when],
        sent,
      );
      assert.match(sent, /⏰/u);
    });
});
