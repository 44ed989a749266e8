// What a look at the clock means for one schedule, without clock or database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { next } from '../../src/schedule/recurrence/next.ts';
import type { Schedule } from '../../src/schedule/schedule.ts';
import { defaultCatchUp, planDue } from '../../src/schedule/sweep/due.ts';
import { lateLabel, skippedText } from '../../src/schedule/sweep/label.ts';

const at = (iso: string) => new Date(`2026-${iso}Z`);
const zone = 'Europe/Berlin';
const once: Schedule = { kind: 'once', at: at('11-21T08:00:00').toISOString(), zone };
const daily: Schedule = {
  kind: 'calendar',
  every: 1,
  unit: 'day',
  anchor: '2026-01-01',
  times: ['09:00'],
  zone,
};
const tenMinutes: Schedule = {
  kind: 'interval',
  everySeconds: 600,
  anchor: at('11-01T00:00:00').toISOString(),
  zone,
};
const quarters: Schedule = { kind: 'cron', expression: '*/15 * * * *', zone };

describe('what is due', () => {
  it('in time: it is delivered, and the next one follows', () => {
    const plan = planDue(daily, at('11-21T08:00:00'), at('11-21T08:00:01'), null);
    assert.deepEqual(plan, {
      deliver: [at('11-21T08:00:00')],
      ended: null,
      next: at('11-22T08:00:00'),
    });
  });

  it('once: delivered however late, and then it has ended', () => {
    assert.deepEqual(planDue(once, at('11-21T08:00:00'), at('12-24T08:00:00'), null), {
      deliver: [at('11-21T08:00:00')],
      ended: null,
      next: null,
    });
  });

  it('daily: the latest is delivered, the others are one run of missed ones', () => {
    const plan = planDue(daily, at('11-18T08:00:00'), at('11-21T10:00:00'), null);
    assert.deepEqual(plan.deliver, [at('11-21T08:00:00')]);
    assert.deepEqual(plan.ended, {
      state: 'missed',
      from: at('11-18T08:00:00'),
      until: at('11-20T08:00:00'),
      times: 3,
    });
  });

  it('oftener than each hour: skipped to the next, unless the latest is fresh', () => {
    for (const schedule of [tenMinutes, quarters])
      assert.equal(defaultCatchUp(schedule, at('11-21T08:00:00')), 'skip');
    const stale = planDue(tenMinutes, at('11-21T08:00:00'), at('11-21T10:08:00'), null);
    assert.deepEqual([stale.deliver, stale.ended?.times, stale.next], [[], 13, at('11-21T10:10:00')]);
    const fresh = planDue(tenMinutes, at('11-21T08:00:00'), at('11-21T10:03:00'), null);
    assert.deepEqual([fresh.deliver, fresh.ended?.times], [[at('11-21T10:00:00')], 12]);
    assert.deepEqual(fresh.ended?.until, at('11-21T09:50:00'));
  });

  it('"each": every one up to ten, the earlier ones missed', () => {
    const plan = planDue(quarters, at('11-21T08:00:00'), at('11-21T11:00:00'), 'each');
    assert.equal(plan.deliver.length, 10);
    assert.deepEqual(plan.deliver.at(-1), at('11-21T11:00:00'));
    assert.deepEqual([plan.ended?.times, plan.ended?.until], [3, at('11-21T08:30:00')]);
  });

  it('every instant has exactly one end, whatever the policy and the pause', () => {
    for (const schedule of [once, daily, tenMinutes, quarters])
      for (const policy of ['each', 'latest', 'skip', null] as const)
        for (const hours of [0, 0.05, 1, 7, 24, 100, 400]) {
          const first = next(schedule, at('11-21T07:59:59')) ?? at('11-21T08:00:00');
          const now = new Date(first.getTime() + hours * 3_600_000);
          const all = [first];
          for (let step = next(schedule, first); step && step <= now; step = next(schedule, step))
            all.push(step);
          const seen: Date[] = [];
          for (let from: Date | null = first; from && from <= now; ) {
            const plan = planDue(schedule, from, now, policy);
            const run = all.filter(
              (instant) => plan.ended && instant >= plan.ended.from && instant <= plan.ended.until,
            );
            assert.equal(run.length, plan.ended?.times ?? 0, `${schedule.kind} ${policy} ${hours} h`);
            seen.push(...run, ...plan.deliver);
            from = plan.next;
          }
          assert.deepEqual(seen, all, `${schedule.kind} ${policy} ${hours} h`);
        }
  });
});

describe('how lateness reads', () => {
  it('only what is late says so, in the schedule’s zone', () => {
    assert.equal(lateLabel(zone, at('11-21T08:00:00'), at('11-21T08:00:59'), ''), '');
    assert.equal(lateLabel(zone, at('11-21T08:00:00'), at('11-21T10:40:00'), ''), ' (due 09:00, sent 11:40)');
    assert.equal(
      lateLabel(zone, at('11-20T08:00:00'), at('11-21T10:40:00'), '3 earlier ones missed'),
      ' (due 20 Nov 09:00, sent 21 Nov 11:40; 3 earlier ones missed)',
    );
  });

  it('a skipped run is told with its span and what comes next', () => {
    const run = {
      state: 'skipped',
      from: at('11-21T08:00:00'),
      until: at('11-21T10:00:00'),
      times: 13,
    } as const;
    assert.equal(
      skippedText('drink', 'r3', zone, run, at('11-21T10:10:00')),
      '⏭ drink (r3): I was away, so I skipped 13 from 21 Nov 09:00 to 21 Nov 11:00. The next is at 21 Nov 11:10.',
    );
  });
});
