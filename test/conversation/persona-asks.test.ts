// A switch of the persona that is asked for beside a question: it is done with its receipt, whether the model calls or not.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
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
  const persona = async () =>
    (await bot.database.db.selectFrom('conversation').select('persona').executeTakeFirst())?.persona ?? null;
  return { bot, say, persona };
}

for (const [locale, words, slug] of [
  ['en-GB', 'back to consultant pls. should we go up to 3.60?', 'consultant'],
  ['en-GB', 'be my CFO: how much is 12% of 1850 if we also pay the fee of two percent?', 'cfo'],
  ['en-GB', 'switch back to the cfo and tell me whether 3.60 is too much', 'cfo'],
  ['de-DE', 'wechsle bitte zum CFO, ist 3,60 zu viel?', 'cfo'],
  ['fr-FR', 'repasse en mode consultant et dis-moi si 3,60 est trop cher', 'consultant'],
  ['es-ES', 'vuelve a ser el CFO: ¿es mucho 3,60?', 'cfo'],
  ['it-IT', 'torna al CFO, 3,60 è troppo?', 'cfo'],
  ['pt-BR', 'volta para o CFO, 3,60 é muito?', 'cfo'],
  ['nl-NL', 'ga terug naar CFO, is 3,60 te veel?', 'cfo'],
] as const)
  it(`is done, and told: ${words}`, async () => {
    const { bot, say, persona } = await start();
    bot.model.rules(() => 'It is 3.60. What does it cost you?');
    const sent = await say(words, locale);
    assert.equal(await persona(), slug, sent);
    assert.match(sent, /🎭/u);
  });

it('is nothing where the words name no persona, or name it among others', async () => {
  const { bot, say, persona } = await start();
  bot.model.rules(() => 'Right.');
  for (const words of [
    'switch to decaf and tell me if it helps',
    'go back to what the engineer said',
    'switch to engineer jobs, is the pay good?',
    'be my guest',
  ])
    assert.doesNotMatch(await say(words), /🎭/u, words);
  assert.equal(await persona(), null);
});
