// Time and task in one text: what is taken for the time, and what is left to do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveWhen, splitWhen } from '../../src/schedule/parse/index.ts';

const options = { now: new Date('2026-11-20T16:00:00+01:00'), zone: 'Europe/Berlin', locale: 'en-GB' };

/** text, the words for the time, the task */
const texts: readonly (readonly [string, string, string])[] = [
  ['tomorrow 9 stretch', 'tomorrow 9', 'stretch'],
  ['stretch tomorrow at 9', 'tomorrow at 9', 'stretch'],
  ['in 5 seconds to stretch', 'in 5 seconds', 'stretch'],
  ['every weekday 8:30 standup', 'every weekday 8:30', 'standup'],
  ['to call Ann at 3pm on friday', 'at 3pm on friday', 'call Ann'],
  ['remind me in 2 hours to check the oven', 'in 2 hours', 'check the oven'],
  [
    'please remind me every other tuesday at 7:15 that the bins go out',
    'every other tuesday at 7:15',
    'the bins go out',
  ],
  ['remind me tomorrow to water the plants at 9', 'tomorrow at 9', 'water the plants'],
  ['set a reminder for tomorrow noon: lunch with Sue', 'for tomorrow noon', 'lunch with Sue'],
  ['every morning at 8 remind me to take my pills', 'every morning at 8', 'take my pills'],
  ['remind us on monday at 10 about the standup', 'on monday at 10', 'the standup'],
  ['read chapter 3 tomorrow', 'tomorrow', 'read chapter 3'],
  ['pick up 2 kids at 3pm', 'at 3pm', 'pick up 2 kids'],
  ['meeting with May on friday at 10', 'on friday at 10', 'meeting with May'],
  ['0 9 * * 1-5 standup', '0 9 * * 1-5', 'standup'],
  ['2026-12-01T09:00 dentist', '2026-12-01T09:00', 'dentist'],
  ['20m laundry', '20m', 'laundry'],
  ['in 20 minutes', 'in 20 minutes', ''],
  ['erinnere mich morgen um 9 daran, die Miete zu überweisen', 'morgen um 9', 'die Miete zu überweisen'],
  ["rappelle-moi d'appeler Paul demain à 9h", 'demain à 9h', 'appeler Paul'],
  ['recuérdame mañana a las 9 llamar a Juan', 'mañana a las 9', 'llamar a Juan'],
  ['me lembre amanhã às 9 de ligar para o João', 'amanhã às 9', 'ligar para o João'],
  ['herinner me morgen om 9 uur aan de vergadering', 'morgen om 9 uur', 'vergadering'],
  ['ricordami domani alle 9 di chiamare Luca', 'domani alle 9', 'chiamare Luca'],
  ['напомни мне завтра в 9 позвонить маме', 'завтра в 9', 'позвонить маме'],
  ['提醒我明天早上9点开会', '明天早上9点', '开会'],
  ['明日の9時に会議をリマインドして', '明日の9時に', '会議'],
  ['मुझे कल सुबह 9 बजे मीटिंग की याद दिलाना', 'कल सुबह 9 बजे', 'मीटिंग'],
];

for (const [text, when, what] of texts) {
  test(`"${text}"`, () => {
    const split = splitWhen(text, options);
    assert.ok(split);
    assert.deepEqual({ when: split.when, what: split.what }, { when, what });
    assert.equal(split.result.ok, true);
  });
}

test('a time that is refused is given with its refusal, not cut down until it fits', () => {
  const either = splitWhen('remind me to call mom at 3pm or 4pm tomorrow', options);
  assert.equal(either?.when, 'at 3pm or 4pm tomorrow');
  assert.ok(either && !either.result.ok);
  assert.equal(either.result.why, 'ambiguous');
  assert.equal(either.result.readings?.length, 2);
  const past = splitWhen('yesterday at 5 call mom', options);
  assert.ok(past && !past.result.ok && past.result.why === 'past');
});

test('a text without a time gives null', () => {
  for (const text of [
    'call bob',
    'buy 2 apples',
    'remind me to call mom',
    'remind me when I get home to call mom',
    'remind me in 5',
    '',
  ]) {
    assert.equal(splitWhen(text, options), null, text);
  }
});

test('a short form of a weekday that is a word of the sentence is no time', () => {
  for (const [text, when, locale] of [
    ['tu peux me rappeler dans 2 heures de sortir le pain', 'dans 2 heures', 'fr-FR'],
    ['tu peux me rappeler dans 2 heures de sortir le pain', 'dans 2 heures', 'en'],
    ['tu me rappelles de sortir le pain ?', null, 'fr-FR'],
    ['mi puoi ricordare tra 2 ore di togliere il pane', 'tra 2 ore', 'it-IT'],
    ['gym sat', 'sat', 'en-GB'],
    ['tu 9 gym', 'tu 9', 'en-GB'],
    ['every tu gym', 'every tu', 'en-GB'],
  ] as const)
    assert.equal(splitWhen(text, { ...options, locale })?.when ?? null, when, text);
});

test('as a whole phrase it is a time only for those whose language has it', () => {
  const isTime = (words: string, locale: string) => resolveWhen(words, { ...options, locale }).ok;
  for (const locale of ['en-GB', 'fr-FR', 'de-DE']) assert.equal(isTime('tu', locale), false, locale);
  for (const words of ['sat', 'sun', 'wed']) {
    assert.ok(isTime(words, 'en-GB'), words);
    assert.equal(isTime(words, 'fr-FR'), false, words);
  }
  for (const words of ['tu 9', 'on sat', 'sat 10:00', 'mo-fr 9']) assert.ok(isTime(words, 'fr-FR'), words);
});
