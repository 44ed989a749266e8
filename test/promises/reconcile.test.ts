// Claims held against the rows: what backs a promise, what is left over, and which label a failing one gets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClaims, type Row, reconcile, type State } from '../../src/claims/index.ts';

const now = new Date('2026-03-10T09:00:00Z');
const zone = 'Europe/Berlin';
const once = (at: string, text: string, createdThisTurn = true): Row => ({
  schedule: { kind: 'once', at, zone },
  text,
  createdThisTurn,
});
const cron = (expression: string, text: string, createdThisTurn = true): Row => ({
  schedule: { kind: 'cron', expression, zone },
  text,
  createdThisTurn,
});

function verdict(user: string, reply: string, rows: readonly Row[] = [], more: Partial<State> = {}) {
  const state: State = { now, zone, rows, persona: 'default', memoryWritten: false, ...more };
  return reconcile(findClaims(reply, { user, now, zone }), state);
}

const asked = 'remind me tomorrow at 9 to feed the cat';
const said = "Done, tomorrow at 9:00 I'll remind you to feed the cat.";

test('a row at the time and about the matter backs a promise, within five minutes', () => {
  assert.equal(verdict(asked, said, [once('2026-03-11T08:00:00Z', 'feed the cat')]).expect, 'ok');
  assert.equal(verdict(asked, said, [once('2026-03-11T08:04:00Z', 'feed the cat')]).expect, 'ok');
  assert.equal(verdict(asked, said, [once('2026-03-11T08:06:00Z', 'feed the cat')]).expect, 'mismatch');
});

test('without any row it is unbacked; with only an unrelated one, a mismatch', () => {
  assert.equal(verdict(asked, said).expect, 'unbacked');
  assert.equal(verdict(asked, said, [once('2026-03-13T08:00:00Z', 'dentist', false)]).expect, 'mismatch');
  assert.equal(
    verdict(asked, said, [once('2026-03-11T08:00:00Z', 'renew railcard', false)]).expect,
    'mismatch',
  );
});

test('a row made in this very turn may say it in other words, or in another script', () => {
  assert.equal(verdict(asked, said, [once('2026-03-11T08:00:00Z', 'Futter für Minka')]).expect, 'ok');
  assert.equal(verdict(asked, said, [once('2026-03-11T08:00:00Z', '猫に餌', false)]).expect, 'ok');
  assert.equal(verdict(asked, said, [once('2026-03-11T08:00:00Z', 'Futter für Minka')]).unclear, true);
});

test('of two promises the one that fails decides, and the row of the other is set aside', () => {
  const both = "I'll remind you at 11:00 and 16:00 to take the pill.";
  const first = once('2026-03-10T10:00:00Z', 'pill');
  assert.equal(verdict('x', both, [first, once('2026-03-10T15:00:00Z', 'pill')]).expect, 'ok');
  const half = verdict('x', both, [first]);
  assert.equal(half.expect, 'unbacked');
  assert.deepEqual(half.due, { kind: 'instant', at: '2026-03-10T15:00:00.000Z' });
  assert.equal(verdict('x', both, [first, once('2026-03-10T22:00:00Z', 'pill')]).expect, 'mismatch');
});

test('a repetition needs a row that fires when it should and at no other time', () => {
  const reply = "Every weekday at 8:30 I'll ping you about standup.";
  assert.equal(verdict('x', reply, [cron('30 8 * * 1-5', 'standup')]).expect, 'ok');
  assert.equal(verdict('x', reply, [cron('30 8 * * *', 'standup')]).expect, 'mismatch');
  assert.equal(verdict('x', reply, [once('2026-03-11T07:30:00Z', 'standup')]).expect, 'mismatch');
  assert.equal(verdict('x', reply).expect, 'unbacked');
});

test('two rows may make up one repetition; one row may back a single firing of it', () => {
  const reply = "Every day at 8:00 and 20:00 I'll remind you of the drops.";
  assert.equal(verdict('x', reply, [cron('0 8 * * *', 'drops'), cron('0 20 * * *', 'drops')]).expect, 'ok');
  assert.equal(verdict('x', reply, [cron('0 8,20 * * *', 'drops')]).expect, 'ok');
  assert.equal(verdict('x', reply, [cron('0 8 * * *', 'drops')]).expect, 'mismatch');
  assert.equal(
    verdict('still on?', "Yes, tomorrow at 8:00 I'll ping you about the drops.", [
      cron('0 8 * * *', 'drops', false),
    ]).expect,
    'ok',
  );
});

test('a day without an hour is matched by the local date', () => {
  const reply = "I'll remind you on Friday about the visa.";
  assert.equal(verdict('x', reply, [once('2026-03-13T16:00:00Z', 'visa')]).expect, 'ok');
  assert.equal(verdict('x', reply, [once('2026-03-13T23:30:00Z', 'visa')]).expect, 'mismatch');
});

test('cancelled: the state decides, unrelated rows are no error', () => {
  const row = once('2026-03-10T14:00:00Z', 'call the adjuster', false);
  assert.equal(
    verdict('cancel my 3pm reminder', 'Your 3 PM reminder is cancelled.', [row]).expect,
    'unbacked',
  );
  assert.equal(verdict('cancel my 3pm reminder', 'Your 3 PM reminder is cancelled.').expect, 'ok');
  assert.equal(verdict('cancel the gym reminder', 'The gym reminder is cancelled.', [row]).expect, 'ok');
  assert.equal(verdict('cancel everything', 'All reminders are cancelled.', [row]).expect, 'unbacked');
  const wrong = verdict('cancel my 3pm reminder', 'Your 3 PM reminder is cancelled.', [row], {
    cancelledThisTurn: [cron('0 9 * * 1', 'report', false)],
  });
  assert.equal(wrong.expect, 'mismatch');
});

test('memory: only what was written counts, reminders do not', () => {
  assert.equal(
    verdict('x', "I've saved that to your profile.", [once('2026-03-11T08:00:00Z', 'profile')]).expect,
    'unbacked',
  );
  assert.equal(verdict('x', "I've saved that to your profile.", [], { memoryWritten: true }).expect, 'ok');
});

test('persona: the slug decides, in whatever language it is claimed', () => {
  const reply = 'Ich bin jetzt im Anwalt-Modus.';
  assert.equal(verdict('sei mein anwalt', reply, [], { persona: 'lawyer' }).expect, 'ok');
  assert.equal(verdict('sei mein anwalt', reply).expect, 'unbacked');
  assert.equal(verdict('sei mein anwalt', reply, [], { persona: 'chef' }).expect, 'mismatch');
  assert.equal(
    verdict('back to normal', "I'm back to my normal self.", [], { persona: 'chef' }).expect,
    'unbacked',
  );
  assert.equal(verdict('back to normal', "I'm back to my normal self.").expect, 'ok');
});

test('nothing claimed is fine, whatever stands', () => {
  const result = verdict('hi', 'Hello there!', [once('2026-03-11T08:00:00Z', 'cat')]);
  assert.deepEqual([result.expect, result.claim, result.failing.length], ['ok', null, 0]);
});

test('an erased note, a change taken back: what the turn did decides; a deed, whether a tool could have done it', () => {
  for (const [user, reply, done] of [
    ['forget my old address', "I've forgotten your old address, the note is erased.", { forgotten: true }],
    ['undo that', "I've undone the change, your list is back as it was.", { undone: true }],
    ['email the landlord', "I've sent the email to your landlord.", { deedDone: true }],
  ] as const) {
    assert.equal(verdict(user, reply).expect, 'unbacked', reply);
    assert.equal(verdict(user, reply, [], done).expect, 'ok', reply);
  }
});

test('"Stored." tells of the one effect that the turn has had, whatever its words are used for elsewhere', () => {
  const cake = once('2026-03-14T10:00:00Z', 'pick up the cake');
  assert.equal(
    verdict('just the cake pls, saturday 11:00', 'Cake only: Saturday, 11:00. Stored.', [cake]).expect,
    'ok',
  );
  assert.equal(
    verdict('just the cake pls, saturday 11:00', 'Cake only: Saturday, 11:00. Stored.').expect,
    'unbacked',
  );
  const advice = 'The note with the old wifi password is deleted.';
  assert.equal(verdict('clear the note about the old wifi pw', advice, [], { forgotten: true }).expect, 'ok');
});

test('a full date with its year before the hour is one time, in every language', () => {
  const tax: Row = { ...once('2027-02-28T09:00:00Z', 'Steuer'), asAsked: false };
  for (const [locale, reply] of [
    ['en', "I'll remind you about Steuer on Sunday, 28 February 2027, 10:00."],
    ['de', 'Ich stelle dir die Erinnerung an die Steuer: Sonntag, 28. Februar 2027, 10:00 Uhr.'],
    ['de', 'Erinnerung an die Steuer steht: Sonntag, 28. Februar 2027, 10:00 Uhr.'],
    ['es', 'Te recordaré Steuer el domingo, 28 de febrero de 2027, 10:00.'],
    ['fr', 'Je te rappellerai Steuer dimanche 28 février 2027, 10h00.'],
    ['fr', 'Je te rappellerai Steuer le dimanche 28 février 2027 à 10h00.'],
    ['it', 'Ti ricorderò Steuer domenica 28 febbraio 2027, alle 10:00.'],
    ['pt', 'Vou te lembrar Steuer no domingo, 28 de fevereiro de 2027, às 10h.'],
    ['nl', 'Ik herinner je aan Steuer op zondag 28 februari 2027, 10:00 uur.'],
    ['ru', 'Я напомню тебе про Steuer в воскресенье, 28 февраля 2027 г., в 10:00.'],
    ['ar', 'سأذكرك بـ Steuer يوم الأحد، 28 فبراير 2027، الساعة 10:00 صباحا.'],
    ['hi', 'मैं आपको रविवार, 28 फ़रवरी 2027, 10:00 बजे Steuer की याद दिलाऊँगा।'],
    ['ja', '2027年2月28日(日) 10:00にSteuerをリマインドします。'],
    ['zh', '我会在2027年2月28日，星期日，10:00提醒你Steuer。'],
  ] as const) {
    const claims = findClaims(reply, { user: null, now, zone, locale });
    const dues = claims.map(({ due }) => due?.kind === 'instant' && due.at);
    assert.deepEqual(dues, ['2027-02-28T09:00:00.000Z'], reply);
    assert.equal(verdict('x', reply, [tax]).expect, 'ok', reply);
  }
});

test('"I won\'t remind you of it any more" is said of a cancellation, in every language and whatever was asked', () => {
  for (const [locale, user, reply, text] of [
    ['en', 'the dentist is off', "Got it, I won't remind you about the dentist any more.", 'dentist'],
    ['de', 'Lösch r3', 'Alles klar, ich erinnere dich nicht mehr an den Zahnarzt.', 'Zahnarzt'],
    ['de', 'Streich den Zahnarzt', 'Alles klar, ich erinnere dich nicht mehr an den Zahnarzt.', 'Zahnarzt'],
    ['es', 'No me hace falta lo de la basura', 'Listo, ya no te recordaré lo de la basura.', 'la basura'],
    ['es', 'el dentista se canceló', 'Vale, no te recordaré más lo del dentista.', 'dentista'],
    ['fr', 'le dentiste est annulé', "D'accord, je ne te rappellerai plus le dentiste.", 'dentiste'],
    ['it', 'il dentista è annullato', 'Ok, non ti ricorderò più del dentista.', 'dentista'],
    ['pt', 'o dentista foi cancelado', 'Certo, não vou mais te lembrar do dentista.', 'dentista'],
    ['nl', 'de tandarts gaat niet door', 'Prima, ik herinner je niet meer aan de tandarts.', 'tandarts'],
    ['ru', 'стоматолог отменился', 'Хорошо, больше не напомню про стоматолога.', 'стоматолог'],
    ['ar', 'الغيت موعد طبيب الاسنان', 'حسنا، لن أذكرك بطبيب الأسنان بعد الآن.', 'طبيب الأسنان'],
    ['hi', 'डेंटिस्ट कैंसल हो गया', 'ठीक है, अब मैं आपको डेंटिस्ट की याद नहीं दिलाऊँगा।', 'डेंटिस्ट'],
    ['ja', '歯医者はなくなった', 'わかりました、歯医者のことはもうリマインドしません。', '歯医者'],
    ['zh', '牙医取消了', '好的，我不会再提醒你看牙医了。', '看牙医'],
  ] as const) {
    const claims = findClaims(reply, { user, now, zone, locale });
    assert.deepEqual(
      claims.map(({ kind }) => kind),
      ['cancelled'],
      reply,
    );
    const row = once('2026-03-11T08:00:00Z', text, false);
    const other = once('2026-03-12T08:00:00Z', 'IKEA', false);
    const state = { now, zone, persona: 'default', memoryWritten: false };
    const gone = { ...state, cancelledThisTurn: [row, once('2026-03-11T08:00:00Z', 'SAP', false)] };
    assert.equal(reconcile(claims, { ...gone, rows: [other] }).expect, 'ok', reply);
    assert.equal(reconcile(claims, { ...state, rows: [row, other] }).expect, 'unbacked', reply);
  }
});

test('"all set" and a name: the named one is gone, not all', () => {
  const row = once('2026-03-11T08:00:00Z', 'IKEA', false);
  const gone = { cancelledThisTurn: [once('2026-03-11T08:00:00Z', 'dentist', false)] };
  const reply = 'All set, the dentist reminder is cancelled.';
  assert.equal(verdict('drop the dentist reminder', reply, [row], gone).expect, 'ok');
  assert.equal(verdict('drop all', 'All reminders are cancelled.', [row], gone).expect, 'unbacked');
});

const two = [once('2026-03-11T08:00:00Z', 'call Ann', false), cron('0 20 * * 3', 'pay the rent', false)];

test('that nothing of the kind is set is true while nothing of the kind is, whatever else stands', () => {
  for (const [user, reply] of [
    ['cancel the gutters thing', 'There is no reminder for the gutters, so nothing had to be cancelled.'],
    ['cancel the gutters thing', 'You have no gutters reminder, so there is nothing to cancel.'],
    [
      'storniere die Sache mit der Dachrinne',
      'Es gibt keine Erinnerung zur Dachrinne, also musste nichts gelöscht werden.',
    ],
    [
      'annule le truc des gouttières',
      "Il n'y a pas de rappel pour les gouttières, il n'y a donc rien à annuler.",
    ],
  ] as const)
    assert.equal(verdict(user, reply, two).expect, 'ok', reply);
  const denied = 'There is no reminder for the rent, so nothing had to be cancelled.';
  assert.equal(verdict('cancel the rent thing', denied, two).expect, 'unbacked');
  const done = 'No problem, I have cancelled the rent reminder.';
  assert.equal(verdict('cancel the rent thing', done, two).expect, 'unbacked');
});

test('how many reminders there are is held against how many stand', () => {
  for (const [user, reply] of [
    ['what reminders do I have?', 'You have 2 reminders set.'],
    ['quels rappels ai-je ?', 'Tu as 2 rappels enregistrés.'],
    ['wie viele Erinnerungen habe ich?', 'Du hast 2 Erinnerungen gesetzt.'],
    [
      'リマインド一覧を見せて',
      '登録されているリマインドは2件です。明日9時に「call Ann」、毎週水曜20時に「pay the rent」です。',
    ],
  ] as const) {
    assert.equal(verdict(user, reply, two).expect, 'ok', reply);
    const wrong = verdict(user, reply.replace('2', '7'), two);
    assert.deepEqual([wrong.expect, wrong.stands], ['mismatch', true], reply);
  }
  assert.equal(
    verdict(asked, 'You have 2 reminders set.', two).expect,
    'mismatch',
    'a wish is not met by it',
  );
});

test('a claim that a standing reminder could be meant by is told from one of another matter', () => {
  const rent = "I'll remind you on Friday at 9 about the rent.";
  assert.equal(verdict('x', rent, two).stands, true);
  assert.equal(verdict(asked, "I'll remind you on Friday at 7 to feed the cat.", two).stands, false);
});

test('a claim quotes its sentence as it was, and is about what it quotes', () => {
  const reply = '毎週水曜日の20時に「ゴミ出し」とリマインドします。';
  const options = { user: '毎週水曜の20時にゴミ出しをリマインドして', now, zone };
  assert.equal(findClaims(reply, options)[0]?.sentence, reply);
  assert.equal(
    verdict('list them', 'Every Wednesday at 20:00 I remind you to "pay the rent".', two).expect,
    'ok',
  );
});
