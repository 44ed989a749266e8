// Several promises, or several cancellations, in one reply: what each is about is told from its own words first, so that one
// row does not stand for two matters, and a reminder that was to be kept is not taken for one said to be gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClaims, type Row, reconcile } from '../../src/claims/index.ts';

const now = new Date('2026-03-10T09:00:00Z');
const zone = 'Europe/Berlin';
const row = (text: string, at = '2026-03-10T16:00:00Z', createdThisTurn = true): Row => ({
  schedule: { kind: 'once', at, zone },
  text,
  createdThisTurn,
});
const standing = (text: string, at?: string) => row(text, at, false);
const find = (user: string, reply: string) => findClaims(reply, { user, now, zone });
const verdict = (user: string, reply: string, rows: readonly Row[], cancelledThisTurn: readonly Row[] = []) =>
  reconcile(find(user, reply), {
    now,
    zone,
    rows,
    cancelledThisTurn,
    persona: 'default',
    memoryWritten: false,
  });

const asked = 'remind me at 5pm to call Ann and at 5pm to feed the cat';
const pairs: readonly string[] = [
  "I'll remind you at 5 PM to call Ann, and I'll ping you at 5 PM to feed the cat.",
  'Your reminder to call Ann is set for 5 PM. Your reminder to feed the cat is set for 5 PM.',
  "I've set two reminders:\n- 17:00 call Ann\n- 17:00 feed the cat",
];

for (const reply of pairs) {
  test(`two promises at one time are two: ${reply}`, () => {
    assert.equal(find(asked, reply).length, 2);
    assert.equal(verdict(asked, reply, [row('call Ann'), row('feed the cat')]).expect, 'ok');
    assert.equal(verdict(asked, reply, [row('Ann anrufen'), row('Katze')]).expect, 'ok');
    assert.equal(verdict(asked, reply, [row('call Ann')]).expect, 'unbacked');
    assert.equal(verdict(asked, reply, [row('feed the cat')]).expect, 'unbacked');
    assert.equal(verdict(asked, reply, [row('call Ann, feed the cat')]).expect, 'ok');
  });
}

test('one promise said twice is one, and one row is enough for it', () => {
  for (const [user, reply] of [
    [
      'remind me at 5pm to feed the cat',
      "Done, I'll remind you at 5 PM to feed the cat. I'll ping you at 5 PM sharp.",
    ],
    [
      'wake me up at 5pm for yoga please, I always oversleep',
      "I'll wake you up at 5 PM for yoga. You won't oversleep: I'll ping you at 5 PM!",
    ],
    ['poke me at 5pm about the cat', "At 5 PM I'll nudge you about the cat. I'll poke you today at 17:00!"],
    [
      'remind me at 5pm to feed the cat',
      'Your reminder is set for today, 17:00. You will get a ping at 5 PM to feed the cat.',
    ],
  ] as const)
    assert.equal(
      verdict(user, reply, [row(user.includes('yoga') ? 'yoga' : 'feed the cat')]).expect,
      'ok',
      reply,
    );
});

test('two cancellations are two', () => {
  const user = 'cancel the gym one and the dentist one';
  const reply = "I've cancelled the gym reminder. I've cancelled the dentist reminder.";
  assert.equal(find(user, reply).length, 2);
  assert.equal(verdict(user, reply, []).expect, 'ok');
  assert.equal(verdict(user, reply, [standing('dentist')], [standing('gym')]).expect, 'unbacked');
  assert.equal(verdict(user, reply, [standing('gym')], [standing('dentist')]).expect, 'unbacked');
});

test('a truthful cancellation is left alone though the message, or the sentence, names a reminder that stays', () => {
  const gym = standing('gym at the club');
  const dentist = standing('dentist', '2026-03-12T16:00:00Z');
  for (const [user, reply] of [
    ['cancel the gym one but keep the dentist', 'The gym reminder is cancelled.'],
    ['cancel the gym one but keep the dentist', 'The gym reminder: cancelled.'],
    ['cancel the gym one', "I've cancelled the gym reminder, your dentist one stays."],
    ['cancel the gym one', "I've cancelled the gym reminder but the dentist one is still on."],
    ['cancel the gym one', "I've cancelled the gym reminder and left the dentist one as it is."],
    ['is the dentist still on for thursday 5pm? and drop the gym', 'The gym reminder is cancelled.'],
    [
      'lösch die erinnerung ans gym, die an den dentist bleibt',
      'Erledigt, die Erinnerung ans Gym ist gelöscht.',
    ],
    ['quita lo del gym pero deja lo del dentist', 'He eliminado el recordatorio del gym.'],
  ] as const) {
    assert.ok(
      find(user, reply).some((claim) => claim.kind === 'cancelled'),
      reply,
    );
    assert.equal(verdict(user, reply, [dentist], [gym]).expect, 'ok', reply);
    assert.notEqual(verdict(user, reply, [dentist, gym]).expect, 'ok', reply);
  }
  assert.equal(verdict('cancel gym, keep dentist', 'Gym reminder cancelled.', [dentist]).expect, 'ok');
});

test('a cancellation that names nothing is about what the person named', () => {
  for (const reply of ['Cancelled!', 'Done!', "Done, it's gone."]) {
    assert.equal(verdict('cancel the gym reminder', reply, [standing('gym')]).expect, 'unbacked', reply);
    assert.equal(verdict('cancel the gym reminder', reply, [standing('dentist')]).expect, 'ok', reply);
  }
});
