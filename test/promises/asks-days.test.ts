// Several things asked for with one verb: a time without a day is on the day of the one before it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DateTime } from 'luxon';
import { readAsks } from '../../src/claims/asks/read-asks.ts';

const zone = 'Europe/Paris';
/** Monday. */
const now = new Date('2026-11-23T05:00:00Z');

function asked(message: string, locale: string): readonly string[] {
  return readAsks(message, { now, zone, locale }).map(({ time, plain }) => {
    const at = time?.schedule?.kind === 'once' ? DateTime.fromISO(time.schedule.at, { zone }) : null;
    return `${at?.toFormat('ccc HH:mm', { locale: 'en' }) ?? time?.schedule?.kind ?? '?'}${plain ? '' : ' unsure'}`;
  });
}

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['en', 'remind me tomorrow at 9 to buy stamps and at 14:00 to post the parcel', ['Tue 09:00', 'Tue 14:00']],
  [
    'en',
    'remind me tomorrow at 8 to take out the bins, at 12:30 to call the plumber and at 18:00 to fetch Lea',
    ['Tue 08:00', 'Tue 12:30', 'Tue 18:00'],
  ],
  [
    'en',
    'remind me tomorrow at 10 to order napkins, then at 15:00 to pay the baker',
    ['Tue 10:00', 'Tue 15:00'],
  ],
  ['en', 'remind me tomorrow at 9 and again at 14:00 to take the pill', ['Tue 09:00', 'Tue 14:00']],
  [
    'en',
    'remind me tomorrow at 9 to buy stamps and on friday at 10 to call Ben and at 11 to eat',
    ['Tue 09:00', 'Fri 10:00', 'Fri 11:00'],
  ],
  ['en', 'remind me in 20 minutes to stretch and in an hour to eat', ['Mon 06:20', 'Mon 07:00']],
  [
    'fr',
    "Rappelle-moi demain à 8h de sortir les poubelles, à 12h30 d'appeler le plombier et à 18h d'aller chercher Léa",
    ['Tue 08:00', 'Tue 12:30', 'Tue 18:00'],
  ],
  ['fr', 'peux-tu me rappeler vendredi à 10h le dentiste et à 15h la banque', ['Fri 10:00', 'Fri 15:00']],
  ['de', 'erinner mich morgen um 8 an den Müll und um 14 Uhr an die Post', ['Tue 08:00', 'Tue 14:00']],
  [
    'es',
    'recuérdame el viernes a las 10 llamar al banco y a las 15:00 pagar el alquiler',
    ['Fri 10:00', 'Fri 15:00'],
  ],
  [
    'ja',
    '木曜の朝8時に会議、9時に歯医者、10時に銀行ってリマインドして',
    ['Thu 08:00', 'Thu 09:00', 'Thu 10:00'],
  ],
];

describe('several times in one request', () => {
  for (const [locale, message, times] of CASES)
    it(`${locale}: ${message}`, () => {
      const found = asked(message, locale);
      assert.deepEqual(
        found.map((time) => time.replace(' unsure', '')),
        times,
      );
    });

  it('a bare hour behind a series is not sure', () => {
    assert.deepEqual(
      asked('remind me every weekday at 8 to stretch and at 18:00 to go home', 'en')
        .at(-1)
        ?.endsWith('unsure'),
      true,
    );
  });
});
