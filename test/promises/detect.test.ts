// The rules of detection, one scenario each: when it is due, how many promises there are, what speaks against a claim.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Claim, findClaims } from '../../src/claims/index.ts';

const now = new Date('2026-03-10T09:00:00Z');
const find = (user: string, reply: string, zone = 'Europe/Berlin'): readonly Claim[] =>
  findClaims(reply, { user, now, zone });
const dues = (user: string, reply: string, zone?: string) =>
  find(user, reply, zone).map((claim) =>
    claim.due === null ? null : claim.due.kind === 'date' ? claim.due.date : claim.due.at.slice(0, 16),
  );

test('a time of the reply, of the card below it, of the sentence beside it, of the message', () => {
  assert.deepEqual(dues('remind me', "I'll remind you tomorrow at 9:00 AM."), ['2026-03-11T08:00']);
  assert.deepEqual(dues('x', "I've scheduled a reminder:\n\n> 📞 Call\n> 🗓️ Friday\n> 🕤 9:30 PM"), [
    '2026-03-13T20:30',
  ]);
  assert.deepEqual(dues('dans 10h tu me réveilles', 'Ça tombe à 20h30. Je te réveille à ce moment-là.'), [
    '2026-03-10T19:30',
  ]);
  assert.deepEqual(dues('remind me at 5pm about the parcel', 'Done!'), ['2026-03-10T16:00']);
});

test('each item of a list, a table or a conjunction is a promise of its own', () => {
  assert.deepEqual(dues('x', "I'll remind you today at 11:30 and 16:00."), [
    '2026-03-10T10:30',
    '2026-03-10T15:00',
  ]);
  const table =
    "I've created two reminders for tomorrow:\n\n| # | Time |\n|---|---|\n| 1 | 11:00 |\n| 2 | 16:00 |";
  assert.deepEqual(dues('x', table), ['2026-03-11T10:00', '2026-03-11T15:00']);
  assert.equal(find('x', 'You get a ping from me at 14:00, and Jess gets her reminder at 15:00.').length, 2);
});

test('what no reply has is not looked at: hundreds of promises, and their times', () => {
  const reply = Array.from(
    { length: 100 },
    (_, at) => `I'll remind you tomorrow at ${1 + (at % 12)}:${10 + (at % 50)}.`,
  );
  assert.equal(find('x', reply.slice(0, 20).join('\n')).length, 20);
  assert.equal(find('x', reply.join('\n')).length, 30);
});

test('a time that belongs to something else is not the due one', () => {
  assert.deepEqual(dues('x', "I'll ping you at 13:45 for your 14:00 call."), ['2026-03-10T12:45']);
  assert.deepEqual(dues('x', 'Your alarm is now set for 8:00 AM instead of 7:00.'), ['2026-03-11T07:00']);
  assert.deepEqual(dues('x', "I'll give you a heads-up 15 minutes before your 3 PM call."), [
    '2026-03-10T13:45',
  ]);
});

test('times with a zone of their own, platform tokens, elapsed time', () => {
  assert.deepEqual(dues('x', "I'll ping you tomorrow at 9 AM New York time."), ['2026-03-11T13:00']);
  assert.deepEqual(dues('x', "I'll shout <t:1780505400:R>."), ['2026-06-03T16:50']);
  assert.deepEqual(dues('x', 'In 20 Minuten melde ich mich.'), ['2026-03-10T09:20']);
});

test('a zone is found by its name with and without accents', () => {
  for (const reply of [
    "I'll ping you tomorrow at 9 AM São Paulo time.",
    "I'll ping you tomorrow at 9 AM Sao Paulo time.",
    'Ich erinnere dich morgen um 9 Uhr São Paulo Zeit.',
    'Te recuerdo mañana a las 9, hora de São Paulo.',
    'Vou te lembrar amanhã às 9h, horário de São Paulo.',
    'Vou te lembrar amanhã às 9h, horário de Brasília.',
    'Je te rappelle demain à 9 h, heure de São Paulo.',
  ])
    assert.deepEqual(dues('x', reply), ['2026-03-11T12:00'], reply);
  assert.deepEqual(dues('x', 'Ich erinnere dich morgen um 9 Uhr Zürcher Zeit.', 'Asia/Tokyo'), [
    '2026-03-11T08:00',
  ]);
});

test('repetitions become schedules', () => {
  const [claim] = find('x', "Every weekday at 8:30 I'll ask for your top three.");
  assert.equal(claim?.kind, 'recurring');
  assert.deepEqual(claim?.when?.repeats, {
    kind: 'calendar',
    every: 1,
    unit: 'week',
    weekdays: [1, 2, 3, 4, 5],
    anchor: '2026-03-11',
    times: ['08:30'],
    zone: 'Europe/Berlin',
  }); // prettier-ignore
});

test('an offer, a question, a refusal, a supposition promise nothing', () => {
  for (const reply of [
    "If you'd like, I'll remind you at 5.",
    "Tell me when you're done and I'll remind you at 5.",
    'Shall I remind you at 5?',
    "I can't remind you at 5.",
    'If I had a scheduler, I would remind you at 5.',
    "I'll remind you at 5. Scratch that, I have no scheduler here.",
  ]) {
    assert.deepEqual(find('hm', reply), [], reply);
  }
});

test('silence and events in the world are promises all the same', () => {
  for (const reply of [
    "If I don't hear from you by noon, I'll ping the author.",
    "Unless you tell me otherwise, I'll message the team at 4.",
    "I'll let you know as soon as CI is green.",
    "I can't ring your phone, but I'll remind you here at 5.",
  ]) {
    assert.equal(find('hm', reply).length, 1, reply);
  }
});

test('a fact with the words of a reminder is none, unless a time stands before it or one was asked for', () => {
  assert.equal(find('why?', "I'll remind you that the cap is 10 MB.").length, 0);
  assert.equal(find('why?', "Tomorrow at 9 I'll remind you that the cap is 10 MB.").length, 1);
  assert.equal(find('remind me at 9 about the cap', "I'll remind you that the cap is 10 MB.").length, 1);
});

test('what was asked for decides what "Done!" means', () => {
  assert.equal(find('remind me at 5', 'Done!')[0]?.kind, 'reminder');
  assert.equal(find('cancel the 5pm one', 'Done!')[0]?.kind, 'cancelled');
  assert.equal(find('remember that I am vegan', 'Saved!')[0]?.kind, 'memory');
  assert.deepEqual(find('what a day', 'Done and dusted!'), []);
  assert.deepEqual(find('I hate long answers', 'Noted!'), []);
});

test('nothing that was asked to be written is a promise', () => {
  assert.deepEqual(find('translate to english: te aviso mañana', "I'll let you know tomorrow."), []);
  assert.deepEqual(find('write a poem', "I'll wake you at dawn, said the wind."), []);
  assert.equal(
    find(
      'draft a mail to Bo and remind me at 5 to send it',
      "Hi Bo,\nI'll call you.\nBest,\nA\n\nI'll remind you at 5 to send it.",
    ).length,
    1,
  );
});

test('any text is survived', () => {
  for (const reply of [
    '',
    '"',
    '> ',
    '|||',
    '```',
    '👍',
    '\u0000',
    'a'.repeat(5000),
    '¿',
    '「',
    "I'll ".repeat(300),
  ]) {
    assert.ok(Array.isArray(find(reply, reply)));
  }
});

test('a deed is found whatever is said of its content behind it, and is a deed though a mail was asked for', () => {
  for (const [user, reply] of [
    ['schick meiner Mutter eine Mail', 'Ich habe deiner Mutter die Mail geschickt, dass du später kommst.'],
    ['email my mother that I will be late', "I've sent your mother the email that you will be late."],
    ['mándale un correo a mi madre', 'Le he enviado a tu madre el correo de que llegarás tarde.'],
    ['écris à ma mère', "J'ai envoyé le mail à ta mère pour dire que tu seras en retard."],
    ['scrivi a mia madre', 'Ho inviato la mail a tua madre, che arriverai tardi.'],
    ['mail mijn moeder', 'Ik heb je moeder de mail gestuurd dat je later komt.'],
    ['напиши маме', 'Я отправил твоей маме письмо, что ты опоздаешь.'],
    ['ارسل ايميل لامي', 'لقد أرسلت البريد إلى والدتك بأنك ستتأخر.'],
    ['मेरी माँ को ईमेल करो', 'मैंने आपकी माँ को ईमेल भेज दिया है कि आप देर से आएँगे।'],
  ] as const)
    assert.deepEqual(
      find(user, reply).map(({ kind }) => kind),
      ['deed'],
      reply,
    );
});

test('"I am now the consultant" is said of a persona, whatever was asked', () => {
  for (const user of ['Sei ab jetzt mein Consultant', 'Um 14 Uhr ist Termin. Consultant bitte'])
    assert.deepEqual(
      find(user, 'Ich bin jetzt der Consultant.').map(({ kind }) => kind),
      ['persona'],
      user,
    );
});
