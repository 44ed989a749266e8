// Managing schedules on both engines: lists and histories, who may change what, zones, others and the room, the agenda.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../fakes/databases.ts';
import { calls, type Scene, scenesOn } from './scene.ts';

const NewYork = 'America/New_York';

for (const engine of engines())
  describe(`managing schedules (${engine})`, () => {
    const start = scenesOn(engine);
    const schedules = (scene: Scene) =>
      scene.bot.database.db.selectFrom('schedule').selectAll().orderBy('id').execute();

    it('a zone of their own moves what is set for their clock, and says so; elapsed time stays', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow 9 call');
      await scene.ask('Ann', '/remind every weekday 8:30 standup');
      await scene.ask('Ann', '/remind in 3 hours tea');
      await scene.ask('Ann', '/remind tomorrow 9 in the channel', { channel: 'C1' });
      const answer = await scene.ask('Ann', '/timezone America/New_York');
      assert.match(answer, /moved with it: call: Sun 22 Nov, 09:00 America\/New_York, in 27 h \(r1\)/);
      assert.match(answer, /standup: every weekday at 08:30 America\/New_York/);
      assert.doesNotMatch(answer, /tea|in the channel/);
      const told = await scene.until(/in the channel: Sun 22 Nov, 09:00 America/);
      assert.match(told, /^Ann's time zone is America\/New_York now/);
      assert.equal(scene.channel.sent.find(({ text }) => text === told)?.place.room, 'slack:T1:C1');
      assert.doesNotMatch(told, /call|standup/);
      assert.equal((await schedules(scene))[2]?.next_at?.toISOString(), '2026-11-21T14:00:00.000Z');
    });

    it('a zone that the platform’s profile changes, and changes back, moves it too; before the message that brought it', async () => {
      const scene = await start();
      scene.bot.model.rules(() => 'ok');
      await scene.ask('Ann', '/remind tomorrow 9 call');
      await scene.channel.say('Ann', 'hi from afar', { zone: NewYork, sentAt: scene.now });
      await scene.until(/^Ann's time zone is America\/New_York now.*\n.*call: Sun 22 Nov, 09:00 America/);
      await scene.until(/^ok$/);
      assert.match(scene.bot.model.requests[0]?.lastUser ?? '', /\[Ann's time zone is America\/New_York now/);
      await scene.channel.say('Ann', 'home again', { zone: 'Europe/Berlin', sentAt: scene.now });
      await scene.until(/09:00 Europe\/Berlin, in 21 h \(r1\)$/);
      await scene.channel.until((sent) => sent.filter(({ text }) => text === 'ok').length === 2);
      const [row] = await schedules(scene);
      assert.deepEqual(
        [row?.zone, row?.next_at?.toISOString()],
        ['Europe/Berlin', '2026-11-22T08:00:00.000Z'],
      );
    });

    it('buttons survive a restart, and only addressee, asker or an admin may press them', async () => {
      const scene = await start({ ADMINS: 'slack:Zoe' });
      const here = { channel: 'C1' };
      await scene.ask('Ben', '/help', { ...here, zone: NewYork });
      await scene.ask('Ann', '/remind Ben in 1 hour slides', here);
      scene.passes(1.01);
      await scene.until(/^⏰ slides \(from Ann\) \(r1\)$/);
      assert.equal(scene.channel.sent.at(-1)?.mention, 'slack:T1:Ben');
      await scene.bot.restart();
      const snooze = scene.button('Tomorrow 9:00');
      assert.match(await scene.press('Eve', snooze, here), /^Only the person this reminder is for/);
      assert.match(await scene.press('Ann', snooze, here), /Sun 22 Nov, 09:00 America\/New_York/);
      assert.match(await scene.press('Zoe', scene.button('Snooze 10 min'), here), /slides: Sat 21 Nov/);
      assert.match(await scene.press('Ben', scene.button('Done'), here), /^✅ Done: slides/);
      assert.match(await scene.press('Ben', scene.button('Done'), here), /nothing that waits to be done/);
      assert.equal((await schedules(scene))[0]?.state, 'ended');
    });

    it('putting off one of a series, twice, makes one extra, and Undo of it leaves the series', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind every day 13:00 walk');
      scene.passes(1.01);
      await scene.until(/^⏰ walk \(r1\)$/);
      await scene.press('Ann', scene.button('1 h'));
      scene.passes(0.1);
      assert.match(await scene.press('Ann', scene.button('1 h')), /\(r2\); the series r1 stays$/);
      assert.deepEqual(
        (await schedules(scene)).map(({ state, parent_id }) => [state, parent_id]),
        [
          ['active', null],
          ['active', 1],
        ],
      );
      const put = (await schedules(scene))[1]?.next_at;
      assert.match(await scene.ask('Ann', '/reminders snooze r1 in 2 hours'), /r2/);
      assert.notDeepEqual((await schedules(scene))[1]?.next_at, put);
      await scene.ask('Ann', '/undo');
      const [series, extra] = await schedules(scene);
      assert.equal(series?.next_at?.toISOString(), '2026-11-22T12:00:00.000Z');
      assert.deepEqual([extra?.state, extra?.next_at], ['active', put]);
      assert.match(await scene.press('Ann', `done:1`), /Done: walk/);
      assert.deepEqual(
        (await schedules(scene)).map(({ state }) => state),
        ['active', 'ended'],
      );
      assert.match(await scene.press('Ann', scene.button('Undo')), /^Taken back: ⏰ done r1: walk/);
      const again = (await schedules(scene))[1];
      assert.deepEqual([again?.state, again?.next_at], ['active', put]);
    });

    it('Undo of a snooze button takes the snooze back, whichever of two it was', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind every day 13:00 walk');
      scene.passes(1.01);
      await scene.until(/^⏰ walk \(r1\)$/);
      await scene.press('Ann', scene.button('1 h'));
      const first = (await schedules(scene))[1]?.next_at;
      await scene.press('Ann', scene.button('Tomorrow 9:00'));
      await scene.press('Ann', scene.button('Undo'));
      assert.deepEqual((await schedules(scene))[1]?.next_at, first);
      assert.match(await scene.ask('Ann', '/undo'), /^Taken back: .*\(r2\); the series r1 stays$/);
      assert.deepEqual(
        (await schedules(scene)).map(({ state }) => state),
        ['active', 'cancelled'],
      );
    });

    it('the model changes only what it was shown here or what matches once; else the candidates come back', async () => {
      const scene = await start();
      for (const what of ['dentist appointment', 'tax papers', 'tax office'])
        await scene.ask('Ann', `/remind tomorrow 9 ${what}`, { channel: 'C1' });
      scene.bot.model.rules((request) => `told: ${request.messages.at(-1)?.content}`);
      const change = (reminder: string) => calls('change_reminder', { reminder, action: 'cancel' });
      const ask = async (reminder: string) => {
        scene.bot.model.script([change(reminder)]);
        return scene.ask('Ann', 'cancel it', { channel: 'C1', thread: '2' });
      };
      await scene.bot.database.db.updateTable('turn').set({ head: null }).execute();
      assert.match(await ask('r77'), /no reminder r77 for you here\. Which one: r1 dentist.*; r2 tax/);
      assert.match(await ask('the tax reminder'), /Which one: r2 tax papers; r3 tax office\?/);
      assert.match(await ask('the dentist one'), /cancelled r1: dentist/);
      const elsewhere = await scene.ask('Ben', '/remind tomorrow 9 secret', { channel: 'C1' });
      assert.match(elsewhere, /r4/);
      assert.match(await ask('r4'), /no reminder r4 for you here/);
    });

    it('"done" and "snooze it till four" in plain words go by the history', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind in 1 hour call mum');
      scene.passes(1.01);
      await scene.until(/^⏰ call mum \(r1\)$/);
      scene.bot.model.script([
        calls('change_reminder', { reminder: 'it', action: 'snooze', when: 'at 16:00' }),
        'Later.',
      ]);
      assert.match(await scene.ask('Ann', 'snooze it till four'), /⏰ Sat 21 Nov, 16:00 Europe\/Berlin/);
      assert.match(
        scene.bot.model.requests[0]?.lastUser ?? '',
        /\[Reminder r1 for Ann was delivered, due Sat 21 Nov, 13:00/,
      );
      scene.bot.model.script([calls('change_reminder', { reminder: 'that', action: 'done' }), 'Well done.']);
      assert.match(await scene.ask('Ann', 'done'), /⏰ done r1: call mum/);
      assert.equal((await schedules(scene))[0]?.state, 'ended');
    });

    it('for someone else or for the room it says whose zone it uses; a DM is never written to on another’s wish', async () => {
      const scene = await start();
      const here = { channel: 'C1' };
      await scene.ask('Ben', '/help', { ...here, zone: NewYork });
      assert.match(
        await scene.ask('Ann', 'remind Ben tomorrow 9 slides', here),
        /for Ben: Sun 22 Nov, 09:00 America\/New_York, in 27 h \(r1\), Ben's time zone$/,
      );
      assert.match(
        await scene.ask('Ann', '/remind everyone tomorrow 9 retro', here),
        /for everyone here: Sun 22 Nov, 09:00 Europe\/Berlin, in 21 h \(r2\), your time zone$/,
      );
      scene.bot.model.script([calls('set_reminder', { text: 'x', when: 'tomorrow at 9', for: 'Ben' })]);
      scene.bot.model.rules((request) => `told: ${request.messages.at(-1)?.content}`);
      assert.match(
        await scene.ask('Ann', 'please remind Ben of x tomorrow at 9'),
        /only remind you yourself/,
      );
      assert.match(
        await scene.ask('Ann', '/reminders', here),
        /retro \(for everyone here\).*\n- slides \(for Ben\)/s,
      );
      scene.passes(21.01);
      await scene.until(/^⏰ retro \(from Ann\) \(r2\)$/);
      assert.equal(scene.channel.sent.at(-1)?.mention, null);
    });

    it('leading words are for the room only where they address it: "team meeting" is what it is about', async () => {
      const scene = await start();
      const here = { channel: 'C1' };
      for (const [words, text, isForRoom] of [
        ['team meeting tomorrow 9', 'team meeting', false],
        ['the team meeting tomorrow 9', 'the team meeting', false],
        ['all hands tomorrow 9', 'all hands', false],
        ['US visa tomorrow 9', 'US visa', false],
        ['self care tomorrow 9', 'self care', false],
        ['team tomorrow 9 retro', 'retro', true],
        ['the team tomorrow 9 lunch', 'lunch', true],
        ['this channel to vote tomorrow 9', 'vote', true],
        ['everyone standup tomorrow 9', 'standup', true],
        ['@channel standup tomorrow 10', 'standup', true],
        ['us tomorrow 9 tea', 'tea', true],
      ] as const) {
        const had = (await schedules(scene)).length;
        await scene.ask('Ann', `/remind ${words}`, here);
        const row = (await schedules(scene))[had];
        assert.deepEqual([row?.text, row?.addressee_id === null], [text, isForRoom], words);
      }
    });

    it('a time that is chosen after it has passed falls due at once, and says that it is late', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow at 9 or 10 tea');
      const [nine] =
        scene.channel.sent.at(-1)?.buttons.filter(({ action }) => /^reading:/.test(action)) ?? [];
      scene.passes(24);
      await scene.press('Ann', nine?.action ?? '');
      await scene.until(/^⏰ tea \(due 09:00, sent 12:00\) \(r1\)$/);
    });

    it('the list and the history tell how they ended; a policy of its own decides what is caught up', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind every 10 minutes drink');
      await scene.ask('Ann', '/remind every day 13:00 walk');
      await scene.ask('Ann', '/remind in 2 hours bread');
      assert.match(await scene.ask('Ann', '/reminders late r2 skip'), /skipped with a note/);
      scene.passes(50.13);
      await scene.until(/^⏭ drink \(r1\): I was away, so I skipped 300 from 21 Nov 12:10 to 23 Nov 14:00\./);
      await scene.until(/^⏭ walk \(r2\): I was away, so I skipped 3 from/);
      await scene.until(/^⏰ bread \(due 21 Nov 14:00, sent 23 Nov 14:07\) \(r3\)$/);
      const history = await scene.ask('Ann', '/reminders history');
      assert.match(history, /- Sat 21 Nov, 14:00 late by 2 days: bread \(r3\)/);
      assert.match(history, /- Sat 21 Nov, 13:00 to Mon 23 Nov, 13:00 skipped \(3 times\): walk \(r2\)/);
      assert.match(
        await scene.ask('Ann', '/reminders'),
        /walk: .*\(r2\); last: Sat 21 Nov, 13:00 to .* skipped/,
      );
    });

    it('what a platform takes late says so, though it was due in time for us', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind in 1 hour stretch');
      scene.channel.faults = Array.from({ length: 3 }, () => 'retry' as const);
      const failed = scene.channel.faults;
      scene.passes(1.001);
      while (failed.length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
      scene.passes(2);
      await scene.until(/^⏰ stretch \(due 13:00, sent 15:00\) \(r1\)$/);
      await scene.ended(1);
      assert.match(await scene.ask('Ann', '/reminders history'), /13:00 late by 2 h: stretch/);
    });

    it('oftener than every five minutes is refused, also as a change; and nobody fills the table', async () => {
      const scene = await start();
      assert.match(await scene.ask('Ann', '/remind every 2 minutes blink'), /five minutes/);
      await scene.ask('Ann', '/remind every day 13:00 walk');
      assert.match(await scene.ask('Ann', '/reminders move r1 every 2 minutes'), /five minutes/);
      const [row] = await schedules(scene);
      const { id: _, ...rest } = row ?? assert.fail();
      const spec = JSON.stringify(rest.spec);
      const more = Array.from({ length: 199 }, (__, n) => ({ ...rest, spec, text: `walk ${n}` }));
      await scene.bot.database.db.insertInto('schedule').values(more).execute();
      assert.match(await scene.ask('Ann', '/remind tomorrow 9 one more'), /There are 200 reminders already/);
    });

    it('a room and a DM that are gone show as failed', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind in 1 hour stretch');
      scene.channel.gone.add('slack:T1:DAnn');
      scene.passes(1.01);
      await scene.ended(1);
      scene.channel.gone.clear();
      assert.match(await scene.ask('Ann', '/reminders history'), /13:00 failed: stretch \(r1\)/);
    });

    it('the agenda lists what is ahead, now and each morning, from rows; off switches it off', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind today 18:00 gym');
      await scene.ask('Ann', '/remind tomorrow 10:00 brunch');
      assert.match(await scene.ask('Ann', '/agenda'), /^📅 Sat 21 Nov, 1 ahead today:\n- 18:00 gym \(r1\)$/);
      assert.match(
        await scene.ask('Ann', '/agenda 8:00'),
        /the day ahead: every day at 08:00 Europe\/Berlin/,
      );
      assert.match(await scene.ask('Ann', '/agenda 8:30'), /08:30 Europe\/Berlin.*\(r3\)/);
      scene.passes(20.51);
      assert.match(
        await scene.until(/^📅 Sun 22 Nov/),
        /^📅 Sun 22 Nov, 1 ahead today:\n- 10:00 brunch \(r2\) \(r3\)$/,
      );
      await scene.until(/^⏰ gym \(due/);
      assert.match(await scene.ask('Ann', '/agenda off'), /cancelled r3/);
      assert.equal(scene.bot.model.requests.length, 0);
    });

    it('"Remind me about this" offers presets, or takes a time, without the model', async () => {
      const scene = await start();
      const about = (args: unknown, id: string) =>
        scene.channel.receive({
          ...scene.channel.base('Ann', { zone: 'Europe/Berlin', sentAt: scene.now, id }),
          type: 'command',
          name: 'remind-about',
          args: JSON.stringify(args),
          private: true,
        });
      await about({ text: 'the offer of ACME', permalink: 'https://x.example/1' }, 'a1');
      await scene.until(/^When should I remind you about "the offer of ACME"\?/);
      assert.match(
        await scene.press('Ann', scene.button('Next Monday 9:00')),
        /ACME https:\/\/x\.example\/1: Mon 23 Nov, 09:00/,
      );
      await about({ text: 'lunch', when: 'in 2 hours', own: true }, 'a2');
      await scene.until(/^⏰ lunch: Sat 21 Nov, 14:00/);
      assert.deepEqual(
        (await schedules(scene)).map(({ tainted }) => tainted),
        [true, false],
      );
      assert.equal(scene.bot.model.requests.length, 0);
    });
  });
