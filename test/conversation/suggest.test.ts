// Suggestions: by what is typed, from rows of whoever types and of the room they type in, never of anybody else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matching } from '../../src/conversation/intake/suggest.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import { calls, scenesOn } from '../schedule/scene.ts';

describe('what fits what is typed', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'].map((zone) => ({
    label: zone,
    value: zone,
  }));
  const found = (typed: string) => matching(zones, typed).map(({ value }) => value);

  it('is found by its beginning, by a word in it, or anywhere, in this order', () => {
    assert.deepEqual(found('a'), ['America/New_York', 'Asia/Tokyo']);
    assert.deepEqual(found('new y'), ['America/New_York']);
    assert.deepEqual(found('ber'), ['Europe/Berlin']);
    assert.deepEqual(found('ky'), ['Asia/Tokyo']);
    assert.deepEqual(found('mars'), []);
    assert.equal(found('').length, 3);
  });

  it('is at most 25, each within a hundred characters', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      label: `${index} ${'x'.repeat(200)}`,
      value: `${index}`,
    }));
    const some = matching(many, '');
    assert.equal(some.length, 25);
    assert.ok(some.every(({ label }) => label.length === 100));
  });
});

for (const engine of scenarioEngines())
  describe(`suggestions (${engine})`, () => {
    const start = scenesOn(engine);

    it('are the person’s own, here; strangers get none, and people only admins', async () => {
      const scene = await start({ ALLOW: 'slack:Ann,slack:Ben,slack:Boss', ADMINS: 'slack:Boss' });
      const team = { channel: 'C1' };
      await scene.ask('Ann', '/remind tomorrow 9 tea');
      await scene.ask('Ann', '/remind tomorrow 10 cake', team);
      await scene.ask('Ben', '/remind tomorrow 11 secret of Ben', team);
      await scene.ask('Ann', '/tasks add call the bank', team);
      scene.bot.model.script([calls('remember', { text: 'Ann likes green tea.' }), 'Noted.']);
      await scene.ask('Ann', 'remember that I like green tea');
      const suggest = (who: string, command: string, option: string, where: object = {}, typed = '') =>
        scene.channel
          .suggest(who, { command, option, typed }, where)
          .then((all) => all.map(({ label, value }) => `${value} ${label}`));
      const cancel = ['reminders cancel', 'reminder'] as const;
      assert.deepEqual(await suggest('Ann', ...cancel), ['r1 r1: tea', 'r2 r2: cake']);
      assert.deepEqual(await suggest('Ann', ...cancel, team), ['r2 r2: cake']);
      assert.deepEqual(await suggest('Ann', ...cancel, {}, 'ca'), ['r2 r2: cake']);
      assert.deepEqual(await suggest('Ann', 'reminders resume', 'reminder'), []);
      assert.deepEqual(await suggest('Ben', ...cancel), ['r3 r3: secret of Ben']);
      assert.deepEqual(await suggest('Ann', 'memory forget', 'note'), ['n1 n1: Ann likes green tea.']);
      assert.deepEqual(
        await suggest('Ann', 'memory forget', 'note', team),
        [],
        'none of one’s own in a channel',
      );
      assert.deepEqual(await suggest('Ben', 'memory forget', 'note'), []);
      assert.deepEqual(await suggest('Ben', 'tasks done', 'task', team), ['1 1: call the bank']);
      assert.match((await suggest('Ann', 'persona', 'name', {}, 'cf'))[0] ?? '', /^cfo CFO: /);
      assert.equal((await suggest('Ann', 'timezone', 'zone', {}, 'berl'))[0], 'Europe/Berlin Europe/Berlin');
      assert.deepEqual(await suggest('Eve', ...cancel), []);
      assert.deepEqual(await suggest('Eve', 'persona', 'name'), []);
      await scene.ask('Boss', '/people allow U77EVE');
      assert.deepEqual(await suggest('Ann', 'people remove', 'who'), []);
      assert.match((await suggest('Boss', 'people remove', 'who'))[0] ?? '', /^slack:U77EVE .*admitted/);
      const stored = await scene.bot.database.db.selectFrom('person').select('name').execute();
      assert.doesNotMatch(JSON.stringify(stored), /Eve/);
    });
  });
