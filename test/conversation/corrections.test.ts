// The correction of a false sentence fits what it claimed, and never contradicts a receipt that stands under the same reply.
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
  return { bot, channel };
}

const german = { zone: 'Europe/Berlin', locale: 'de-DE' };

describe('a reply that says something false', () => {
  it('of the time of what this turn has stored: the receipt tells the true one, and nothing says that there is none', async () => {
    const { bot, channel } = await start();
    const falsely = 'Deine Erinnerung an den Tee steht: übermorgen um 17 Uhr. Möchtest du grünen Tee?';
    bot.model.rules(({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? falsely
        : { calls: [{ name: 'set_reminder', args: { text: 'Tee', when: 'morgen um 9' } }] },
    );
    await channel.say('Ben', 'Der Tee müsste morgen um 9 noch mal her', german);
    await channel.until((sent) => sent.length === 1);
    const text = channel.sent[0]?.text ?? '';
    assert.match(text, /⏰ .*09:00/);
    assert.doesNotMatch(text, /Korrektur|17 Uhr/);
  });

  it('of a mail or of the persona is told so, the model too', async () => {
    for (const [words, reply, told, correction] of [
      [
        'Bitte schick meiner Mutter eine Mail.',
        'Ich habe deiner Mutter die Mail geschickt.',
        /But it has not been done, and you have no tool for it\. Answer again without that claim\.\]$/,
        /Korrektur: Das habe ich nicht getan/,
      ],
      [
        'Um 14 Uhr ist Termin. Consultant bitte',
        'Ich bin jetzt der Consultant.',
        /But the persona has not been switched\./,
        /Korrektur: Die Persona wurde nicht gewechselt\.$/,
      ],
    ] as const) {
      const { bot, channel } = await start();
      bot.model.rules(() => reply);
      await channel.say('Ben', words, german);
      await channel.until((sent) => sent.length === 1);
      assert.match(bot.model.requests.at(-1)?.lastUser ?? '', told);
      assert.match(channel.sent[0]?.text ?? '', correction);
    }
  });
});
