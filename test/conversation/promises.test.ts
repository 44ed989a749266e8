// Promises end to end: a reply that claims what does not stand is made true from the person's own words, repaired by one
// more model turn, or taken back; a backed one is left alone and yields no second row.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { agrees } from '../../src/conversation/turn/claims/from-words.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import type { Step } from '../fakes/model/scripted-model.ts';

const bots: Bot[] = [];
after(async () => {
  for (const bot of bots) await bot.stop();
});

async function start() {
  const channel = new FakeChannel();
  const bot = await startBot({ channels: [channel] });
  bots.push(bot);
  const rows = () => bot.database.db.selectFrom('schedule').selectAll().orderBy('id').execute();
  return { bot, channel, rows };
}

const berlin = { zone: 'Europe/Berlin', locale: 'en-GB' };
const setTea = { calls: [{ name: 'set_reminder', args: { text: 'drink tea', when: 'tomorrow at 9' } }] };

describe('a promise without its row', () => {
  it('is created from the person’s own words, with a receipt, and the model hears of it', async () => {
    const { bot, channel, rows } = await start();
    bot.model.script(["Sure, I'll remind you tomorrow at 9 to call Ann.", 'You are welcome.']);
    await channel.say('Ben', 'remind me tomorrow at 9 to call Ann', berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(
      channel.sent[0]?.text ?? '',
      /I'll remind you tomorrow at 9[\s\S]*⏰ .*09:00 Europe\/Berlin.*\(r1\)/,
    );
    assert.deepEqual(
      (await rows()).map((row) => [row.text, row.state]),
      [['call Ann', 'active']],
    );
    assert.equal(bot.model.requests.length, 1, 'no further model call');
    await channel.say('Ben', 'thanks', berlin);
    await channel.until((sent) => sent.length === 2);
    assert.match(
      bot.model.requests[1]?.lastUser ?? '',
      /^\[Kept for you: r1 call Ann, .* 09:00 Europe\/Berlin is set\. That is done: don't do it again\.\]\n/,
    );
  });

  it('for somebody else is set for them, on their clock; of whom it is not plain, the model is asked', async () => {
    const { bot, channel, rows } = await start();
    // At noon it is the same day for both.
    const noon = { ...berlin, sentAt: new Date('2040-01-16T12:00:00Z') };
    const here = { ...noon, channel: 'C1' };
    await channel.say('Ben', '/help', { ...here, zone: 'America/New_York' });
    await channel.until((sent) => sent.length === 1);
    const said = 'I will remind Ben tomorrow at 9 to send the slides.';
    bot.model.script([said]);
    await channel.say('Ann', 'please remind Ben tomorrow at 9 to send the slides', here);
    await channel.until((sent) => sent.length === 2);
    assert.match(
      channel.sent[1]?.text ?? '',
      /^I will remind Ben[^\n]*\n\n⏰ for Ben: .*09:00 America\/New_York.*\(r1\), Ben's time zone$/,
    );
    assert.deepEqual(
      (await rows()).map((row) => [row.text, row.addressee_id]),
      [['send the slides', 'slack:T1:Ben']],
    );
    for (const [whom, where] of [
      ['Bob', here],
      ['Ben', noon],
      ['me and Ben', here],
    ] as const) {
      const words = `please remind ${whom} tomorrow at 9 to read the minutes`;
      const [had, asked] = [channel.sent.length, bot.model.requests.length];
      const promised = `I will remind ${whom.replace('me', 'you')} tomorrow at 9 to read the minutes.`;
      bot.model.script([promised, 'I cannot do that.']);
      await channel.say('Ann', words, where);
      await channel.until((sent) => sent.length > had);
      assert.equal(channel.sent.at(-1)?.text, 'I cannot do that.', words);
      assert.equal(bot.model.requests.length, asked + 2, words);
    }
    assert.equal((await rows()).length, 1);
    bot.model.script(["I'll remind you tomorrow at 9 that Ben needs tea."]);
    await channel.say('Ann', 'remind me tomorrow at 9 that Ben needs tea', here);
    await channel.until((sent) => /\(r2\)$/.test(sent.at(-1)?.text ?? ''));
    bot.model.script(["I'll remind you all tomorrow at 9 to vote."]);
    await channel.say('Ann', 'could you remind us tomorrow at 9 to vote?', here);
    await channel.until((sent) => /\(r3\), your time zone$/.test(sent.at(-1)?.text ?? ''));
    assert.deepEqual(
      (await rows()).slice(1).map((row) => [row.text, row.addressee_id]),
      [
        ['Ben needs tea', 'slack:T1:Ann'],
        ['vote', null],
      ],
    );
  });

  it('that nobody asked for is put to the model once, which calls the tool', async () => {
    const { bot, channel, rows } = await start();
    bot.model.script([
      "I'll remind you tomorrow at 9 about the tea.",
      setTea,
      "I'll remind you tomorrow at 9 about the tea.",
    ]);
    await channel.say('Ben', 'I keep forgetting my tea', berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(
      bot.model.requests[1]?.lastUser ?? '',
      /Your reply says: "I'll remind you tomorrow at 9 about the tea\."/,
    );
    assert.match(channel.sent[0]?.text ?? '', /\(r1\)$/);
    assert.equal((await rows()).length, 1);
    assert.ok(bot.model.requests.every((request) => request.refused === undefined));
  });

  it('that stays without one is taken back in the language of the reply', async () => {
    for (const [locale, words, reply, correction] of [
      [
        'en-GB',
        'I keep forgetting my tea',
        "I'll remind you tomorrow at 9 about the tea.",
        /Correction: no reminder is set for this\.$/,
      ],
      [
        'de-DE',
        'ich vergesse immer meinen Tee',
        'Ich erinnere dich morgen um 9 Uhr an den Tee.',
        /Korrektur: Dafür ist keine Erinnerung gestellt\.$/,
      ],
    ] as const) {
      const { bot, channel, rows } = await start();
      bot.model.rules(() => reply);
      await channel.say('Ben', words, { zone: 'Europe/Berlin', locale });
      await channel.until((sent) => sent.length === 1);
      assert.match(channel.sent[0]?.text ?? '', correction);
      assert.equal(bot.model.requests.length, 2, 'one repair turn, not more');
      assert.deepEqual(await rows(), []);
    }
  });

  it('a saved note that was not saved is repaired or taken back', async () => {
    const { bot, channel } = await start();
    bot.model.rules(() => "I've saved that to memory.");
    await channel.say('Ben', 'I am allergic to nuts', berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(channel.sent[0]?.text ?? '', /Correction: nothing was noted\.$/);
  });
});

describe('where our rules are unsure whether it is a promise', () => {
  const unsure = '11:45, got it. Pinging you then.';
  const asksAboutClaim = (request: { readonly lastUser: string }) =>
    /claim that it will remind/.test(request.lastUser);

  it('the model is asked one structured question: on "no" the reply stands as it is', async () => {
    const { bot, channel } = await start();
    bot.model.rules((request) => (asksAboutClaim(request) ? '<think>Yes?</think>No.' : unsure));
    await channel.say('Ben', "tell me when it's 11:45", berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(
      channel.sent[0]?.text ?? '',
      /^11:45, got it\. Pinging you then\.\n\n⏰ .*11:45/,
      'what was asked is done',
    );
    assert.equal(bot.model.requests.length, 2);
    assert.equal(bot.model.requests[1]?.tools.length, 0);
    const stored = bot.database.db.selectFrom('request').selectAll().where('purpose', '=', 'claim');
    const [claim, ...more] = await stored.execute();
    assert.deepEqual([claim?.turn_id, claim?.input_tokens], [1, bot.model.requests[1]?.promptTokens]);
    assert.ok((claim?.estimated_tokens ?? 0) > 0);
    assert.deepEqual(more, []);
  });

  it('on "yes" it is mended like any other', async () => {
    const { bot, channel } = await start();
    bot.model.rules((request) => (asksAboutClaim(request) ? 'yes' : unsure));
    await channel.say('Ben', "tell me when it's 11:45", berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(channel.sent[0]?.text ?? '', /Correction: no reminder is set|⏰ .*11:45/);
  });
});

describe('a promise with its row', () => {
  it('is left alone: one row, one request more than the call needs, no correction', async () => {
    const { bot, channel, rows } = await start();
    bot.model.script([setTea, "I'll remind you tomorrow at 9 to drink tea."]);
    await channel.say('Ben', 'remind me tomorrow at 9 to drink tea', berlin);
    await channel.until((sent) => sent.length === 1);
    assert.equal((await rows()).length, 1);
    assert.equal(bot.model.requests.length, 2);
    assert.doesNotMatch(channel.sent[0]?.text ?? '', /Correction/);
  });

  it('a true one is not corrected, however many other reminders fall due before it', async () => {
    const { bot, channel, rows } = await start();
    await channel.say('Ben', '/remind tomorrow 8:00 thing', berlin);
    await channel.until((sent) => sent.length === 1);
    const [row] = await rows();
    const { id: _, ...rest } = row ?? assert.fail();
    const many = Array.from({ length: 60 }, (__, n) => ({
      ...rest,
      spec: JSON.stringify(rest.spec),
      text: `thing ${n}`,
    }));
    await bot.database.db.insertInto('schedule').values(many).execute();
    const said = "I'll remind you in 30 days to drink tea.";
    bot.model.script([
      { calls: [{ name: 'set_reminder', args: { text: 'drink tea', when: 'in 30 days' } }] },
      said,
      { calls: [{ name: 'list_reminders', args: {} }] },
      'Many.',
    ]);
    await channel.say('Ben', 'in 30 days remind me to drink tea please', berlin);
    await channel.until((sent) => sent.length === 2);
    assert.ok(channel.sent[1]?.text.startsWith(`${said}\n\n⏰`), `${channel.sent[1]?.text}`);
    assert.equal(bot.model.requests.length, 2);
    await channel.say('Ben', 'which reminders do I have?', berlin);
    await channel.until((sent) => sent.length === 3);
    assert.match(bot.model.requests[3]?.messages.at(-1)?.content ?? '', /\n\.\.\. and 12 more$/);
    await channel.say('Ben', '/reminders', berlin);
    await channel.until((sent) => sent.length > 3);
    await channel.until((sent) => /\n\.\.\. and 12 more$/.test(sent.at(-1)?.text ?? ''));
  });

  it('an unrelated reminder in the room does not silence the check', async () => {
    const { bot, channel, rows } = await start();
    await channel.say('Ben', '/remind friday 18:00 water the plants', berlin);
    await channel.until((sent) => sent.length === 1);
    bot.model.script(["Sure, I'll remind you tomorrow at 9 to call Ann."]);
    await channel.say('Ben', 'remind me tomorrow at 9 to call Ann', berlin);
    await channel.until((sent) => sent.length === 2);
    assert.deepEqual(
      (await rows()).map((row) => row.text),
      ['water the plants', 'call Ann'],
    );
  });
});

describe('the person’s words and the reply', () => {
  const first = new Date('2026-05-08T07:00:00Z');
  for (const [name, due, wanted] of [
    ['no time in the reply', null, true],
    ['the same instant', { kind: 'instant', at: '2026-05-08T07:04:00Z' }, true],
    ['another hour', { kind: 'instant', at: '2026-05-08T08:00:00Z' }, false],
    ['the same day', { kind: 'date', date: '2026-05-08' }, true],
    ['another day', { kind: 'date', date: '2026-05-09' }, false],
  ] as const) {
    it(`${name}: ${wanted ? 'agree' : 'do not agree'}`, () =>
      assert.equal(agrees({ due }, first, 'Europe/Berlin'), wanted));
  }
});

describe('a claim that stands is left alone', () => {
  const call = (name: string, args: unknown) => ({ calls: [{ name, args }] });

  it('also where two reminders are told in one reply and only one of them with its time', async () => {
    const { bot, channel, rows } = await start();
    bot.model.script([
      call('set_reminder', { text: 'water the plants', when: 'tomorrow at 9' }),
      call('set_reminder', { text: 'call the dentist', when: 'on Friday at 17:15' }),
      "I'll remind you tomorrow at 9 to water the plants. Your reminder to call the dentist is set.",
    ]);
    const words = 'Remind me tomorrow at 9 to water the plants, and on Friday at 17:15 to call the dentist.';
    await channel.say('Ann', words, berlin);
    await channel.until((sent) => sent.length === 1);
    assert.doesNotMatch(channel.sent[0]?.text ?? '', /Correction/);
    assert.deepEqual(
      (await rows()).map((row) => row.text),
      ['water the plants', 'call the dentist'],
    );
    assert.equal(bot.model.requests.length, 3);
  });

  it('a reminder beside a fact to keep that names another time', async () => {
    const { bot, channel } = await start();
    bot.model.script([
      call('set_reminder', { text: 'pay the rent', when: 'in 20 minutes' }),
      call('remember', { text: 'Deployments happen on Tuesdays.' }),
      "Reminder set! Noted, I'll remember that.",
    ]);
    const words = 'Remind me in 20 minutes to pay the rent. And remember: Deployments happen on Tuesdays.';
    await channel.say('Ann', words, berlin);
    await channel.until((sent) => sent.length === 1);
    assert.doesNotMatch(channel.sent[0]?.text ?? '', /Correction/);
  });

  it('a reminder that was paused, and one that is not needed "any more" while others stand', async () => {
    const { bot, channel, rows } = await start();
    bot.model.script([
      call('set_reminder', { text: 'feed the cat', when: 'every monday at 10:00' }),
      'Set.',
      call('set_reminder', { text: 'order paper', when: 'tomorrow at 9' }),
      'Set.',
      call('change_reminder', { reminder: 'r1', action: 'pause' }),
      "I've paused the reminder to feed the cat.",
      call('change_reminder', { reminder: 'r2', action: 'cancel' }),
      "I've cancelled the reminder to order paper.",
    ]);
    for (const [at, words] of [
      'Remind me every monday at 10:00 to feed the cat.',
      'Remind me tomorrow at 9 to order paper.',
      'Pause the reminder to feed the cat for now.',
      "I don't need the reminder to order paper any more, drop it.",
    ].entries()) {
      await channel.say('Ann', words, berlin);
      await channel.until((sent) => sent.length === at + 1);
    }
    assert.doesNotMatch(channel.sent.map(({ text }) => text).join('\n'), /Correction/);
    assert.deepEqual(
      (await rows()).map((row) => row.state),
      ['paused', 'cancelled'],
    );
  });
});

describe('a claim of what was asked in passing', () => {
  it('"Done!" to two requests is held against both, and what is missing is done from the person’s words', async () => {
    const { bot, channel, rows } = await start();
    const set = { text: 'submit the report', when: 'in 20 minutes' };
    bot.model.script([{ calls: [{ name: 'set_reminder', args: set }] }, 'Done!']);
    const words = 'Remind me in 20 minutes to submit the report. And remember: Ben is allergic to nuts.';
    await channel.say('Ann', words, berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(channel.sent[0]?.text ?? '', /^Done!\n\n⏰ .*\(r1\)\n📝 noted: Ben is allergic to nuts/);
    assert.equal((await rows()).length, 1);
    assert.equal(bot.model.requests.length, 2);
  });

  it('what was announced again and again is done from the person’s words', async () => {
    const { bot, channel, rows } = await start();
    bot.model.rules(() => "I'll set that reminder now.");
    await channel.say('Ann', 'Remind me tomorrow at 9 to water the plants.', berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(channel.sent[0]?.text ?? '', /^I'll set that reminder now\.\n\n⏰/);
    assert.deepEqual(
      (await rows()).map((row) => row.text),
      ['water the plants'],
    );
    bot.model.rules(() => 'Let me change that for you.');
    await channel.say('Ann', 'Cancel the reminder to water the plants.', berlin);
    await channel.until((sent) => sent.length === 2);
    assert.match(channel.sent[1]?.text ?? '', /⏰ cancelled r1: water the plants$/);
    assert.deepEqual(
      (await rows()).map((row) => row.state),
      ['cancelled'],
    );
  });

  it('a persona that was not switched to, and "Done, anything else?"', async () => {
    const { bot, channel, rows } = await start();
    bot.model.script(['Now speaking as the CFO.', 'I could not switch.', 'All set!', 'It failed.']);
    await channel.say('Ann', 'Can I talk to the CFO, please?', berlin);
    await channel.until((sent) => sent.length === 1);
    assert.match(channel.sent[0]?.text ?? '', /^I could not switch/);
    await channel.say('Ann', 'Can I talk to the engineer, please?', berlin);
    await channel.until((sent) => sent.length === 2);
    assert.match(channel.sent[1]?.text ?? '', /^It failed/);
    bot.model.script(['Done, anything else?']);
    await channel.say('Ann', 'Ping me tomorrow at 9: pay the rent.', berlin);
    await channel.until((sent) => sent.length === 3);
    assert.deepEqual(
      (await rows()).map((row) => row.text),
      ['pay the rent'],
    );
  });
});

describe('a sentence that only tells how things stand', () => {
  it('is left alone where it is true, and a correction never says that nothing is set where something is', async () => {
    const { bot, channel } = await start();
    // On a slow machine a line comes before a reply that it takes longer.
    const replies = () => channel.sent.filter(({ text }) => !text.startsWith('⏳'));
    const say = async (words: string, ...steps: Step[]) => {
      const had = replies().length;
      bot.model.script(steps);
      await channel.say('Ben', words, berlin);
      await channel.until(() => replies().length > had);
      return replies().at(-1)?.text ?? '';
    };
    await say('remind me tomorrow at 9 to drink tea', setTea, 'Done.');
    const rent = { text: 'pay the rent', when: 'every friday at 10' };
    await say(
      'remind me every friday at 10 to pay the rent',
      { calls: [{ name: 'set_reminder', args: rent }] },
      'Done.',
    );
    const none = 'There is no reminder for the gutters, so nothing had to be cancelled.';
    assert.equal(await say('cancel the gutters thing', none), none);
    const list = { calls: [{ name: 'list_reminders', args: {} }] };
    assert.equal(
      await say('what reminders do I have?', list, 'You have 2 reminders set.'),
      'You have 2 reminders set.',
    );
    const wrong = 'You have 7 reminders set.';
    assert.equal(
      await say('what reminders do I have?', list, wrong, wrong),
      'Correction: that is not how your reminders are set.',
    );
    const quoting = '毎週水曜日の20時に「ゴミ出し」とリマインドします。';
    await say('ゴミ出しをよく忘れるんだ', quoting, 'そうですか。');
    assert.ok(bot.model.requests.at(-1)?.lastUser.includes(`"${quoting}"`), 'the sentence as it was');
  });
});
