// The task list on Slack, through the real client: one message with a plan block, edited in place; a list in words where
// Slack refuses the block.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { type Scene, startScene } from './slack-scene.ts';
import { workingThrough } from './task-list.ts';

const scenes: Scene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

async function stage(): Promise<Scene> {
  const scene = await startScene();
  scenes.push(scene);
  workingThrough(scene.bot);
  return scene;
}

/** Ann asks in a thread, and the list in it then reads so. */
async function begin() {
  const scene = await stage();
  const { slack } = scene;
  const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'plan the minutes' });
  const lists = () =>
    slack.messages('C1TEAM', { thread_ts: root }).filter(({ shown }) => shown.includes('Tasks:'));
  const reads = async (text: string | null, shown: string) => {
    if (text !== null) slack.say({ user: 'U1ANN', channel: 'C1TEAM', text, thread_ts: root });
    await slack.waitFor(() => lists()[0]?.shown === shown, shown);
  };
  return { ...scene, root, lists, reads };
}

const plan = (title: string, ...states: readonly string[]) =>
  [title, ...['1 collect', '2 write', '3 send'].map((text, at) => `[${states[at]}] ${text}`)].join('\n');

describe('the task list on Slack', () => {
  test('appears once in the thread and is edited in place, over a restart and a lost answer; nobody is pinged', async () => {
    const { slack, bot, lists, reads, answer, root } = await begin();
    await reads(null, plan('Tasks: 0 of 3 done', 'pending', 'pending', 'pending'));
    await answer('C1TEAM', root, 2);
    slack.fail('chat.update', { kind: 'lost-answer' });
    await reads('begin', plan('Tasks: 0 of 3 done, now: collect', 'in_progress', 'pending', 'pending'));
    await bot.restart();
    await reads('go on', plan('Tasks: 1 of 3 done, now: write', 'complete', 'in_progress', 'pending'));
    slack.fail('chat.update', { kind: 'http-500' });
    await reads('finish', plan('Tasks: all 3 done', 'complete', 'complete', 'complete'));
    await answer('C1TEAM', root, 5);
    assert.equal(lists().length, 1);
    const [list] = lists();
    assert.equal(list?.text, '**Tasks: all 3 done**\n- ☑ 1 collect\n- ☑ 2 write\n- ☑ 3 send');
    const posted = slack
      .calls('chat.postMessage')
      .filter(({ args }) => String(args.blocks).includes('"plan"'));
    assert.equal(posted.length, 1);
    assert.deepEqual([posted[0]?.args.unfurl_links, posted[0]?.args.unfurl_media], ['false', 'false']);
    assert.doesNotMatch(JSON.stringify(list?.blocks), /U1ANN/);
  });

  test('where Slack refuses the block the list is words, from then on', async () => {
    const { slack } = await stage();
    const times = Number.POSITIVE_INFINITY;
    const hasPlan = (args: Readonly<Record<string, unknown>>) => String(args.blocks).includes('"plan"');
    for (const method of ['chat.postMessage', 'chat.update'])
      slack.fail(method, { kind: 'error', error: 'invalid_blocks', times, match: hasPlan });
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'plan it' });
    const list = () => slack.messages(dm).find(({ shown }) => shown.includes('Tasks:'));
    await slack.waitFor(
      () => list()?.shown === '**Tasks: 0 of 3 done**\n- ☐ 1 collect\n- ☐ 2 write\n- ☐ 3 send',
      'words',
    );
    slack.say({ user: 'U1ANN', channel: dm, text: 'begin' });
    await slack.waitFor(() => list()?.shown.includes('- ▶ 1 collect'), 'words in place');
    const tried = [...slack.calls('chat.postMessage'), ...slack.calls('chat.update')].filter(({ args }) =>
      hasPlan(args),
    );
    assert.equal(tried.length, 1);
  });
});
