// Edits on Slack, through the real client: the last message is answered anew and what it had set goes; everything else that
// comes as a change does nothing.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { allStored, settingBy, standing } from './edits.ts';
import { type Scene, startScene } from './slack-scene.ts';

const scenes: Scene[] = [];
const minute = 60_000;

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

async function begin(): Promise<Scene> {
  const scene = await startScene();
  scenes.push(scene);
  settingBy(scene.bot.model);
  return scene;
}

describe('edits on Slack', () => {
  test('within ten minutes: answered anew in the thread, readable words, the reminder taken back', async () => {
    const { slack, bot, answer, says, later } = await begin();
    const text = 'remind me tomorrow at 9 to swim';
    const ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text });
    await answer('C1TEAM', ts, 1);
    assert.deepEqual(await standing(bot), ['swim']);
    later(5 * minute);
    slack.edit({
      channel: 'C1TEAM',
      ts,
      text: `<@${slack.botUserId}> remind me tomorrow at 9 to run &amp; call <@U2BOB>`,
    });
    const again = await says('C1TEAM', ts, 'run is set');
    assert.match(again.shown, /Since you edited your message:\n- Taken back: .*\(r1\)/);
    assert.deepEqual(await standing(bot), ['run']);
    assert.match(
      bot.model.requests.at(-1)?.lastUser ?? '',
      /^\[.*\]\n<from name="Ann">remind me tomorrow at 9 to run & call @Bob<\/from>\n/,
    );
  });

  test('after ten minutes, or of an older message: a line in the history', async () => {
    const { slack, bot, answer, later } = await begin();
    const dm = slack.dm('U1ANN');
    const ts = slack.say({ user: 'U1ANN', channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, null, 1);
    later(11 * minute);
    slack.edit({ channel: dm, ts, text: 'remind me tomorrow at 9 to run' });
    slack.say({ user: 'U1ANN', channel: dm, text: 'thanks' });
    await answer(dm, null, 2);
    assert.deepEqual(await standing(bot), ['swim']);
    assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /^\[Ann edited an earlier message; it now reads/);
  });

  test('link previews, reactions, deletions and our own changes do nothing', async () => {
    const { slack, bot, answer } = await begin();
    const dm = slack.dm('U1ANN');
    const ts = slack.say({ user: 'U1ANN', channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, null, 1);
    slack.unfurl({ channel: dm, ts, url: 'https://example.com' });
    slack.react({ user: 'U1ANN', channel: dm, ts, name: 'eyes' });
    slack.delete({ channel: dm, ts });
    slack.say({ user: 'U1ANN', channel: dm, text: 'thanks' });
    await answer(dm, null, 2);
    assert.deepEqual(await standing(bot), ['swim']);
    const kinds = await bot.database.db.selectFrom('inbox').select('kind').execute();
    assert.deepEqual(kinds, [{ kind: 'message' }, { kind: 'message' }]);
  });

  test('a preview that comes after an edit does not answer again', async () => {
    const { slack, bot, answer, says } = await begin();
    const dm = slack.dm('U1ANN');
    const ts = slack.say({ user: 'U1ANN', channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, null, 1);
    slack.edit({ channel: dm, ts, text: 'remind me tomorrow at 9 to run' });
    slack.unfurl({ channel: dm, ts, url: 'https://example.com' });
    await says(dm, null, 'run is set');
    slack.say({ user: 'U1ANN', channel: dm, text: 'thanks' });
    await says(dm, null, 'All right');
    assert.equal(slack.ours().length, 2);
    assert.deepEqual(await standing(bot), ['run']);
  });

  test('an edit of what was not for us leaves no trace, and nobody is looked up for it', async () => {
    const { slack, bot, answer } = await begin();
    const ts = slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'chatter' });
    slack.edit({ channel: 'C1TEAM', ts, text: 'canary chatter' });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
    await answer(slack.dm('U1ANN'), null, 1);
    assert.doesNotMatch(await allStored(bot), /canary|U2BOB/);
    assert.ok(!slack.calls().some(({ method, args }) => method === 'users.info' && args.user === 'U2BOB'));
  });

  test('an edit that brings the mention is a first message', async () => {
    const { slack, bot, answer } = await begin();
    const ts = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'remind me tomorrow at 9 to swim' });
    slack.edit({
      channel: 'C1TEAM',
      ts,
      text: `<@${slack.botUserId}> remind me tomorrow at 9 to run`,
    });
    await answer('C1TEAM', ts, 1);
    assert.deepEqual(await standing(bot), ['run']);
  });

  test('told twice it acts once; two edits told in the wrong order leave the newer', async () => {
    const { slack, bot, answer, says, later } = await begin();
    const dm = slack.dm('U1ANN');
    const ts = slack.say({ user: 'U1ANN', channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, null, 1);
    slack.faults.duplicateEvents(1);
    slack.edit({ channel: dm, ts, text: 'remind me tomorrow at 9 to run' });
    await says(dm, null, 'run is set');
    await slack.settled();
    slack.faults.reorder(2);
    slack.edit({ channel: dm, ts, text: 'remind me tomorrow at 9 to walk' });
    later(1000);
    slack.edit({ channel: dm, ts, text: 'remind me tomorrow at 9 to rest' });
    await slack.waitFor(
      () => slack.ours().some(({ shown }) => shown.includes('rest is set')),
      'the last form',
    );
    await slack.settled();
    slack.say({ user: 'U1ANN', channel: dm, text: 'thanks' });
    await slack.waitFor(() => slack.ours().at(-1)?.shown.includes('All right'), 'the end');
    assert.deepEqual(await standing(bot), ['rest']);
    assert.equal(slack.ours().length, 2, 'the answer, thrice in one place, and the last');
  });

  test('an edit made while no socket was open acts when Slack tells it again', async () => {
    const { slack, bot, answer } = await begin();
    const dm = slack.dm('U1ANN');
    const ts = slack.say({ user: 'U1ANN', channel: dm, text: 'remind me tomorrow at 9 to swim' });
    await answer(dm, null, 1);
    await bot.halt();
    slack.edit({ channel: dm, ts, text: 'remind me tomorrow at 9 to run' });
    await bot.resume();
    slack.say({ user: 'U1ANN', channel: dm, text: 'thanks' });
    await slack.waitFor(() => slack.ours().at(-1)?.shown.includes('run is set'), 'the new answer');
    assert.deepEqual(await standing(bot), ['run']);
  });
});
