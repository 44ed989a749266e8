import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endOf, limitSentence } from '../../src/conversation/dispatch/limit-messages.ts';
import { type Allowance, dayOf, tokensReached, turnsReached } from '../../src/people/limits.ts';

const now = new Date('2026-11-21T11:00:00Z');
const allowance: Allowance = { turnsPerHour: 60, tokensPerDay: 1000, zone: 'Europe/Berlin' };
const none = { ...allowance, turnsPerHour: 0, tokensPerDay: 0 };

describe('limits', () => {
  for (const [name, of, oldest, until] of [
    ['fewer turns than the limit', allowance, null, null],
    ['the limit, the oldest 10 minutes ago', allowance, '2026-11-21T10:50:00Z', '2026-11-21T11:50:00.000Z'],
    ['the limit, the oldest an hour ago', allowance, '2026-11-21T10:00:00Z', null],
    ['no limit', none, '2026-11-21T10:50:00Z', null],
  ] as const)
    it(`turns: ${name}: ${until ?? 'may'}`, () =>
      assert.equal(turnsReached(of, oldest && new Date(oldest), now)?.until.toISOString() ?? null, until));

  for (const [name, of, used, until] of [
    ['one below', allowance, 999, null],
    ['all used: until midnight in the zone', allowance, 1000, '2026-11-21T23:00:00.000Z'],
    ['no limit', none, 1e9, null],
  ] as const)
    it(`tokens: ${name}`, () =>
      assert.equal(tokensReached(of, used, now)?.until.toISOString() ?? null, until));

  it('a day on which the clock changes has its own length', () => {
    const { start, end } = dayOf(new Date('2026-10-25T12:00:00Z'), 'Europe/Berlin');
    assert.equal(end.getTime() - start.getTime(), 25 * 3_600_000);
  });

  it('the sentence has the time in the person’s zone, up to the whole minute; without a zone how long it is', () => {
    const reached = { by: 'turns', most: 60, until: new Date('2026-11-21T11:11:30Z') } as const;
    assert.equal(
      limitSentence(reached, 'Europe/Berlin', now),
      'Sorry, you have had your 60 turns of an hour, so I did not answer this and only note what you write here until Sat 21 Nov, 12:12 Europe/Berlin (in 12 min); reminders and commands work all the same.',
    );
    assert.equal(endOf(reached, null, now), 'for the next 12 min');
  });
});
