// A task list as Slack draws it, and what the fake holds a plan block to: what Slack's reference says of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, fallbackOf } from '../../../src/channels/slack/outgoing/message.ts';
import type { TaskBoard } from '../../../src/delivery/outgoing.ts';
import { boardOf, isWorthShowing } from '../../../src/tools/tasks/board.ts';
import type { Task, TaskState } from '../../../src/tools/tasks/list.ts';
import { checkBlocks } from '../../fakes/slack/limits.ts';

const items = [
  { number: 1, text: 'collect <!here>', state: 'done' },
  { number: 2, text: 'ask <@U1ANN>', state: 'doing' },
  { number: 4, text: 'send', state: 'open' },
] as const;
const message = (tasks: TaskBoard, text = '- words') => ({
  text,
  tasks,
  buttons: [],
  mention: null,
  times: [],
});

test('a list is one plan block with a card for each task; its title says what is on; no text pings', () => {
  const shown = message({ title: 'Tasks: 1 of 3 done', items });
  const blocks = blocksOf(shown);
  assert.equal(checkBlocks(blocks, 50), undefined);
  assert.deepEqual(blocks, [
    {
      type: 'plan',
      title: 'Tasks: 1 of 3 done, now: ask <\u200b@U1ANN>',
      tasks: [
        { type: 'task_card', task_id: '1', title: '1 collect <\u200b!here>', status: 'complete' },
        { type: 'task_card', task_id: '2', title: '2 ask <\u200b@U1ANN>', status: 'in_progress' },
        { type: 'task_card', task_id: '4', title: '4 send', status: 'pending' },
      ],
    },
  ]);
  assert.equal(fallbackOf(shown), '- words');
});

test('where plans are refused, and where none is left, it is words', () => {
  const words = [{ type: 'markdown', text: '- words' }];
  assert.deepEqual(blocksOf(message({ title: 'Tasks', items }), false), words);
  assert.deepEqual(blocksOf(message({ title: 'Tasks: none left', items: [] })), words);
});

for (const [wrong, change] of Object.entries({
  'no title': { title: '' },
  'tasks that are none': { tasks: 'eat' },
  'another block in it': { tasks: [{ type: 'markdown', text: 'eat' }] },
  'a status that is none': {
    tasks: [{ type: 'task_card', task_id: '1', title: 'eat', status: 'completed' }],
  },
  'no id': { tasks: [{ type: 'task_card', title: 'eat' }] },
  'an id twice': { tasks: [1, 2].map((n) => ({ type: 'task_card', task_id: '1', title: `eat ${n}` })) },
  'details that are a text': { tasks: [{ type: 'task_card', task_id: '1', title: 'eat', details: 'now' }] },
  'more than fifty': {
    tasks: Array.from({ length: 51 }, (_, n) => ({ type: 'task_card', task_id: `${n}`, title: 'eat' })),
  },
}))
  test(`the fake refuses a plan with ${wrong}`, () => {
    const plan = { type: 'plan', title: 'Tasks', tasks: [], ...change };
    assert.equal(checkBlocks([plan], 50)?.error, 'invalid_blocks');
  });

test('the fake refuses a task card beside a plan', () => {
  const card = { type: 'task_card', task_id: '1', title: 'eat' };
  assert.equal(checkBlocks([card], 50), undefined);
  assert.equal(checkBlocks([{ type: 'plan', title: 'Tasks' }, card], 50)?.error, 'invalid_blocks');
});

const task = (number: number, state: TaskState, text = `step ${number}`): Task => ({ number, text, state });

test('a list is worth a message with two tasks, or one that is begun, while one is open', () => {
  assert.equal(isWorthShowing([task(1, 'open')]), false);
  assert.equal(isWorthShowing([task(1, 'open'), task(2, 'dropped')]), false);
  assert.equal(isWorthShowing([task(1, 'doing')]), true);
  assert.equal(isWorthShowing([task(1, 'done'), task(2, 'open')]), true);
  assert.equal(isWorthShowing([task(1, 'done'), task(2, 'done')]), false);
});

test('however much was done, every open task stands, within one message', () => {
  const long = 'x'.repeat(120);
  const tasks = Array.from({ length: 40 }, (_, at) => task(at + 1, at < 30 ? 'done' : 'open', long));
  const { board, text } = boardOf(tasks);
  assert.ok(text.length < 1700, String(text.length));
  assert.equal(board.items.filter(({ state }) => state === 'open').length, 10);
  assert.match(text, /^\*\*Tasks: 30 of 40 done\*\*\n- ☑ … 29 more\n- ☑ 30 x/);
});
