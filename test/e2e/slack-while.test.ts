// While a turn works, on Slack through the real client: its phrases as the thread's status, also around a list that is posted
// meanwhile; and where JOIN_RUNNING_TURN is set, what is said meanwhile joins it, and no 👀 is left behind.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { calls, type Scene, startScene } from './slack-scene.ts';

const scenes: Scene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

async function begin(env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const scene = await startScene(env);
  scenes.push(scene);
  return scene;
}

describe('while it works, on Slack', () => {
  test('the thread’s status says what each tool does, and still does under a list that was just posted', async () => {
    const { slack, bot, answer } = await begin();
    const [tasks, notes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bot.model.script([
      calls('update_tasks', { add: 'collect; write', doing: '1' }),
      { until: tasks.promise, step: calls('recall', { query: 'minutes' }) },
      { until: notes.promise, step: 'Nothing yet.' },
    ]);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'do the minutes' });
    const status = (words: string) =>
      slack.waitFor(
        () =>
          slack.statuses.some(
            ({ threadTs, current, status: is }) => current && threadTs === root && is === words,
          ),
        words,
      );
    await slack.waitFor(
      () =>
        slack
          .messages('C1TEAM', { thread_ts: root })
          .some(({ shown }) => shown.includes('[in_progress] 1 collect')),
      'the list',
    );
    await status('is updating the task list…');
    tasks.resolve();
    await slack.waitFor(
      () => slack.statuses.some(({ status: is }) => is.startsWith('is ') && !/thinking|task list/.test(is)),
      'the phrase of the other tool',
    );
    notes.resolve();
    await answer('C1TEAM', root, 2);
    await slack.waitFor(() => slack.statuses.every(({ current }) => !current), 'no status');
  });

  test('what is said meanwhile joins, is answered once, and the 👀 of both messages go', async () => {
    const { slack, bot, answer } = await begin({ JOIN_RUNNING_TURN: 'true' });
    const held = Promise.withResolvers<void>();
    bot.model.script([{ until: held.promise, step: calls('list_reminders', {}) }, 'Both, in short.']);
    const dm = slack.dm('U1ANN');
    const first = slack.say({ user: 'U1ANN', channel: dm, text: 'what is set?' });
    await bot.model.waitForRequest(1);
    const second = slack.say({ user: 'U1ANN', channel: dm, text: 'and in short' });
    await slack.waitFor(() => slack.reactions(dm, second).length > 0, 'eyes on the second');
    held.resolve();
    assert.equal((await answer(dm, null, 1)).shown, 'Both, in short.');
    const eyes = () => [first, second].flatMap((ts) => slack.reactions(dm, ts));
    await slack.waitFor(() => eyes().length === 0, 'no eyes');
    assert.equal(bot.model.requests.at(-1)?.messages.at(-1)?.content, 'and in short');
    assert.equal(slack.ours().length, 1);
  });
});
