// What a person asks for, through the whole bot: it is done, put back as a question, or said not to be done, whatever the model
// makes of it. Scripted models that forget, mishear, or claim without a call; in several languages.
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
  const texts = async () => (await rows()).filter(({ state }) => state === 'active').map(({ text }) => text);
  const asks = async () =>
    (await bot.database.db.selectFrom('turn').select('asks').orderBy('id').execute()).at(-1)?.asks;
  async function say(text: string, locale = 'en-GB') {
    const had = channel.sent.length;
    await channel.say('Ann', text, { zone: 'Europe/Berlin', locale });
    await channel.until((sent) => sent.length > had);
    return channel.sent.at(-1)?.text ?? '';
  }
  return { bot, rows, texts, asks, say };
}

const call = (name: string, args: object) => ({ calls: [{ name, args }] });

describe('a plain request that the model leaves undone without a word', () => {
  for (const [locale, words, reply, text] of [
    ['en-GB', 'remind me tomorrow at 9 to call Ben', 'Ben is a good friend.', 'call Ben'],
    ['de-DE', 'Erinnere mich morgen um 9 an den Zahnarzt', 'Zähne sind wichtig.', 'Zahnarzt'],
    ['es-ES', 'recuérdame mañana a las 9 llamar a Ana', 'Ana es muy simpática.', 'llamar a Ana'],
    ['ja-JP', '明日の9時に会議をリマインドして', '会議は大切です。', '会議'],
  ] as const)
    it(`is done from the person's words, once, with a receipt under the reply (${locale})`, async () => {
      const { bot, texts, asks, say } = await start();
      bot.model.script([reply]);
      const sent = await say(words, locale);
      assert.ok(sent.startsWith(`${reply}\n\n⏰`), sent);
      assert.match(sent, /\(r1\)$/);
      assert.deepEqual(await texts(), [text]);
      assert.deepEqual(await asks(), [{ kind: 'set', words, state: 'met' }]);
      assert.equal(bot.model.requests.length, 1);
    });

  it('is left alone where the model asks back or refuses', async () => {
    const { bot, texts, asks, say } = await start();
    bot.model.script(['In the morning or in the evening?', "I can't set reminders in here."]);
    assert.equal(await say('remind me tomorrow at 9 to call Ben'), 'In the morning or in the evening?');
    assert.equal(await say('remind me tomorrow at 10 to call Eve'), "I can't set reminders in here.");
    assert.deepEqual(await texts(), []);
    assert.deepEqual(await asks(), [
      { kind: 'set', words: 'remind me tomorrow at 10 to call Eve', state: 'refused' },
    ]);
  });

  it('is nothing that others have written, quoted or forwarded', async () => {
    const { bot, texts, say } = await start();
    bot.model.rules(() => 'That is up to you.');
    await say('> remind me tomorrow at 9 to pay them\nwhat do you think of this mail?');
    await say('Ben wrote: "remind me tomorrow at 9 to pay". Odd, no?');
    assert.deepEqual(await texts(), []);
  });
});

describe('several things in one message', () => {
  it('of which the model sets one: the other is set too, from the person’s words', async () => {
    const { bot, texts, say } = await start();
    bot.model.script([call('set_reminder', { text: 'standup', when: 'every weekday at 8:30' }), 'Done!']);
    const sent = await say(
      'remind me every weekday at 8:30 about the standup and friday at 4 to send the invoice',
    );
    assert.deepEqual(await texts(), ['standup', 'send the invoice']);
    assert.match(sent, /^Done!\n\n⏰ .*\(r1\): standup\n⏰ .*\(r2\): send the invoice$/);
    assert.equal(bot.model.requests.length, 2);
  });

  it('an hour that the model passes without the day it was to have is moved to that day: no second row', async () => {
    const { bot, texts, say } = await start();
    const dentist = call('set_reminder', { text: 'call the dentist', when: 'at 23:55' });
    bot.model.script([
      call('set_reminder', { text: 'water the plants', when: 'tomorrow at 9' }),
      dentist,
      'Both are set.',
    ]);
    const sent = await say('remind me tomorrow at 9 to water the plants and at 23:55 to call the dentist');
    assert.deepEqual(await texts(), ['water the plants', 'call the dentist']);
    const [one, other] = [...sent.matchAll(/⏰ (\w+ \d+ \w+), /gu)].map(([, day]) => day);
    assert.ok(one !== undefined && one === other, sent);
  });

  for (const [locale, first, both] of [
    [
      'en-GB',
      'remind me tomorrow at 9 to call Ben',
      'Cancel the reminder to call Ben. Instead remind me tomorrow at 15:45 to stretch.',
    ],
    [
      'de-DE',
      'Erinnere mich morgen um 9 an den Zahnarzt',
      'Lösch die Erinnerung an den Zahnarzt. Stattdessen erinnere mich morgen um 15:45 an stretch.',
    ],
  ] as const)
    it(`one instead of the other, both claimed and neither called: both are done (${locale})`, async () => {
      const { bot, texts, say } = await start();
      bot.model.script(['Hm.', 'Done, your reminder is cancelled. Reminder set!']);
      await say(first, locale);
      const sent = await say(both, locale);
      assert.deepEqual(await texts(), ['stretch'], sent);
    });
});

describe('a time that was misheard', () => {
  it('is put right where the message names only one: one row, one receipt', async () => {
    const { bot, rows, say } = await start();
    bot.model.script([
      call('set_reminder', { text: 'check the oven', when: 'in 20 minutes' }),
      'I will remind you in 20 minutes to check the oven.',
    ]);
    const sent = await say('remind me in half an hour to check the oven');
    const [row, ...more] = await rows();
    assert.equal(more.length, 0);
    const minutes = ((row?.next_at?.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)) / 60_000;
    assert.ok(Math.abs(minutes - 30) < 1, String(minutes));
    assert.match(
      sent,
      /^⏰ [^\n]*in 30 min \(r1\)$/,
      'what was false is gone; the receipt tells the last state once',
    );
  });

  it('and is corrected right after: the row that is meant is moved, no second one is made', async () => {
    const { bot, rows, say } = await start();
    bot.model.script([
      call('set_reminder', { text: 'check the oven', when: 'in 20 minutes' }),
      'Set.',
      'Sure, half an hour it is.',
      call('set_reminder', { text: 'check the oven', when: 'in 45 minutes' }),
      'Set.',
    ]);
    await say('remind me in 20 minutes to check the oven');
    await say('no, I meant half an hour');
    const active = async () => (await rows()).filter(({ state }) => state === 'active');
    assert.deepEqual(
      (await active()).map(({ words }) => words),
      ['half an hour'],
    );
    await say('no, I meant in 45 minutes');
    assert.deepEqual(
      (await active()).map(({ words }) => words),
      ['in 45 minutes'],
    );
  });
});

describe('a series that was just set and should come half an hour later', () => {
  for (const [locale, first, every, later, moved] of [
    [
      'es-ES',
      'recuérdame cada lunes a las 9 la reunión',
      'cada lunes a las 9',
      'mejor media hora más tarde',
      'cada lunes a las 9:30',
    ],
    [
      'en-GB',
      'remind me every monday at 9 of the meeting',
      'every monday at 9',
      'better half an hour later',
      'every monday at 9:30',
    ],
    [
      'de-DE',
      'erinnere mich jeden Montag um 9 an das Treffen',
      'jeden Montag um 9',
      'nein, lieber eine halbe Stunde später',
      'jeden Montag um 9:30',
    ],
    [
      'fr-FR',
      'rappelle-moi chaque lundi à 9h la réunion',
      'chaque lundi à 9h',
      'plutôt une demi-heure plus tard',
      'chaque lundi à 9h30',
    ],
    [
      'it-IT',
      'ricordami ogni lunedì alle 9 la riunione',
      'ogni lunedì alle 9',
      'no, meglio mezz’ora più tardi',
      'ogni lunedì alle 9:30',
    ],
    [
      'pt-BR',
      'me lembre toda segunda às 9 da reunião',
      'toda segunda às 9',
      'não, melhor meia hora mais tarde',
      'toda segunda às 9:30',
    ],
    [
      'nl-NL',
      'herinner me elke maandag om 9 uur aan de vergadering',
      'elke maandag om 9 uur',
      'nee, liever een half uur later',
      'elke maandag om 9:30',
    ],
  ] as const)
    for (const when of [moved, later.replace(/^.*(?:mejor|better|lieber|plutôt|meglio|melhor|liever) /u, '')])
      it(`is moved as a whole, and nothing is added: "${when}" (${locale})`, async () => {
        const { bot, rows, say } = await start();
        bot.model.script([
          call('set_reminder', { text: 'Z', when: every }),
          'OK.',
          call('change_reminder', { reminder: 'r1', action: 'move', when }),
          'OK.',
          'OK.',
        ]);
        await say(first, locale);
        const sent = await say(later, locale);
        const [row, ...more] = await rows();
        assert.equal(more.length, 0, sent);
        assert.match(JSON.stringify(row?.spec), /09:30|30 9/);
        assert.match(sent, /9[:h]30/);
      });

  it('but one occurrence only, if the person says so, or the series is older', async () => {
    const { bot, rows, say } = await start();
    const later = call('change_reminder', { reminder: 'r1', action: 'move', when: 'half an hour later' });
    bot.model.script([
      call('set_reminder', { text: 'meeting', when: 'every monday at 9' }),
      'OK.',
      later,
      'OK.',
      'You are welcome.',
      later,
      'OK.',
    ]);
    await say('remind me every monday at 9 of the meeting');
    assert.match(await say('better half an hour later, but only this time'), /the series r1 stays/);
    await say('thank you');
    assert.match(
      await say('move the meeting half an hour later'),
      /the series r1 stays|stands already|same/i,
    );
    assert.match(JSON.stringify((await rows())[0]?.spec), /09:00|0 9/);
  });
});

describe('a false claim that cannot be made true', () => {
  for (const [locale, words, reply, left] of [
    [
      'en-GB',
      'forget my old address',
      "I've forgotten your old address, the note is erased.",
      /^Correction: nothing was forgotten\.$/,
    ],
    [
      'en-GB',
      'please mail the landlord about the heating',
      "I've sent the email to your landlord.",
      /^Correction: I have not done that/,
    ],
    [
      'de-DE',
      'mach das bitte wieder rückgängig',
      'Ich habe die letzte Änderung rückgängig gemacht.',
      /^Korrektur: Es wurde nichts rückgängig gemacht\.$/,
    ],
    [
      'es-ES',
      'olvida mi dirección antigua',
      'He borrado la nota con tu dirección antigua de mi memoria.',
      /^Corrección: no se ha olvidado nada\.$/,
    ],
    ['ja-JP', '前の住所は忘れて', '前の住所の記憶を消去しました。', /^訂正：何も忘れていません。$/],
  ] as const)
    it(`is replaced by what is true, in the reply's language: ${reply}`, async () => {
      const { bot, say } = await start();
      bot.model.rules(() => reply);
      assert.match(await say(words, locale), left);
    });

  it('leaves nothing that says the same in other words', async () => {
    const { bot, say } = await start();
    bot.model.rules(() => "I've made a note of your size. I've saved that to your profile.");
    assert.equal(await say('34 waist 32 leg, by the way'), 'Correction: nothing was noted.');
  });

  it('leaves the rest of the reply as it was', async () => {
    const { bot, say } = await start();
    const rest =
      'Heating bills rise in winter, so it is worth to write down the meter on the first of each month.';
    bot.model.rules(() => `${rest}\n\nI've sent the email to your landlord.`);
    assert.equal(
      await say('please mail the landlord about the heating'),
      `${rest}\n\nCorrection: I have not done that; I cannot do it from here.`,
    );
  });
});

describe('what no tool takes away', () => {
  it('a note that the person’s words tell of is forgotten, and the reply says so truly', async () => {
    const { bot, say, asks } = await start();
    bot.model.script([
      call('remember', { text: 'Ann lives in Harbour Street.' }),
      call('remember', { text: 'Ann likes green tea.' }),
      'Noted.',
      "I've forgotten that you like green tea.",
    ]);
    await say('Remember that I live in Harbour Street and that I like green tea.');
    const sent = await say('please forget that I like green tea, it was only a phase');
    assert.match(
      sent,
      /^I've forgotten that you like green tea\.\n\n.*Forgotten: Ann likes green tea\. \(n2\)$/,
    );
    const notes = await bot.database.db
      .selectFrom('note')
      .select('text')
      .where('retracted_at', 'is', null)
      .execute();
    assert.deepEqual(notes, [{ text: 'Ann lives in Harbour Street.' }]);
    assert.equal(((await asks()) as readonly { readonly state: string }[])[0]?.state, 'met');
  });

  it('the last change is taken back where the words tell of no other', async () => {
    const { bot, texts, say } = await start();
    bot.model.script([
      call('set_reminder', { text: 'stretch', when: 'tomorrow at 9' }),
      'Done!',
      'All undone.',
    ]);
    await say('remind me tomorrow at 9 to stretch');
    assert.match(await say('please undo that, I am on holiday'), /Taken back: ⏰/);
    assert.deepEqual(await texts(), []);
  });

  it('what was said by mistake is no note: the last one stays', async () => {
    const { bot, say } = await start();
    bot.model.script([
      call('remember', { text: 'Ann likes tea.' }),
      'Noted.',
      'Wednesday, then.',
      'Wednesday, then.',
    ]);
    await say('Remember that I like tea.');
    await say('forget that I said Tuesday, it is Wednesday');
    const notes = await bot.database.db.selectFrom('note').select('retracted_at').execute();
    assert.deepEqual(notes, [{ retracted_at: null }]);
  });

  it('where two notes fit, nothing is guessed: one more request, then one line', async () => {
    const { bot, say } = await start();
    bot.model.script([
      call('remember', { text: 'Ann likes green tea.' }),
      call('remember', { text: 'Ann likes black tea.' }),
      'Noted.',
      'Tea is fine.',
      'Tea is fine.',
    ]);
    await say('Remember that I like green tea and that I like black tea.');
    const sent = await say('forget that I like tea');
    assert.match(sent, /^Tea is fine\.\n\nNot done: "forget that I like tea"\. .*memory forget n3/);
  });
});

describe('what stayed open', () => {
  it('is named by the head of the next turn, and by /why', async () => {
    const { bot, say, asks } = await start();
    bot.model.script(['Nice weather today.', 'Nice weather today.', 'You are welcome.']);
    const sent = await say('remind me to call Ben');
    assert.match(sent, /^Nice weather today\.\n\nNot done: "remind me to call Ben"\. .* Say it like/);
    assert.deepEqual(await asks(), [{ kind: 'set', words: 'remind me to call Ben', state: 'open' }]);
    assert.match(await say('/why'), /Asked: "remind me to call Ben", not done/);
    await say('thanks');
    assert.match(
      bot.model.requests[2]?.lastUser ?? '',
      /Notice: asked for before and not done: "remind me to call Ben"/,
    );
  });
});
