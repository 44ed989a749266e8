// The task list's rules: what models and people write, and what becomes of the list. Pure.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english } from '../../src/language/say.ts';
import { changed, inFull, listText, openLines, type Task, type Wish } from '../../src/tools/tasks/list.ts';
import { updateTasks } from '../../src/tools/tasks/update-tasks.ts';
import { validateArguments } from '../../src/tools/validate.ts';

const list: readonly Task[] = [
  { number: 1, text: 'collect the points', state: 'done' },
  { number: 2, text: 'write the notes', state: 'doing' },
  { number: 3, text: 'send the notes round', state: 'open' },
  { number: 4, text: 'call Ann', state: 'dropped' },
];
const after = (wish: Wish, before: readonly Task[] = list) => {
  const made = changed(before, wish);
  return made.ok ? inFull(made.said) : made.line(english);
};

describe('a wish', () => {
  const rows: readonly (readonly [Wish, string | RegExp])[] = [
    [{ add: 'book a room' }, 'added: book a room (5)'],
    [
      { add: '- book a room\n2. order food;  eat ' },
      'added: book a room (5); added: order food (6); added: eat (7)',
    ],
    [{ add: 'Write the notes!' }, ''],
    [{ add: 'call Ann' }, 'added: call Ann (5)'],
    [{ add: 'x'.repeat(300) }, `added: ${'x'.repeat(119)}… (5)`],
    [{ done: '2', doing: '3' }, 'done: write the notes (2); in progress: send the notes round (3)'],
    [{ done: 'task 2' }, 'done: write the notes (2)'],
    [{ done: '#2, 3' }, 'done: write the notes (2); done: send the notes round (3)'],
    [{ done: '2 and 3' }, 'done: write the notes (2); done: send the notes round (3)'],
    [{ done: 'write notes; send the notes round' }, /^done: write the notes \(2\); done: send/],
    [{ done: '2. write the notes' }, 'done: write the notes (2)'],
    [{ doing: 'send' }, 'in progress: send the notes round (3)'],
    [{ done: 'all' }, 'done: write the notes (2); done: send the notes round (3)'],
    [{ done: '1' }, ''],
    [
      { done: 'notes' },
      /no task "notes" here, or more than one\. Open are: 2 write the notes \(in progress\); 3 send/,
    ],
    [{ done: '9' }, /no task "9" here/],
    [{ drop: '4' }, /no task "4" here/],
    [{ doing: '2, 3' }, /^Only one task can be in progress: name one\./],
    [{ add: 'eat', doing: 'eat' }, 'added: eat (5); in progress: eat (5)'],
    [{ add: 'eat', done: 'sleep' }, /no task "sleep"/],
    [{ done: '' }, ''],
    [{}, ''],
  ];
  for (const [wish, wanted] of rows)
    it(JSON.stringify(wish).slice(0, 80), () => {
      if (typeof wanted === 'string') assert.equal(after(wish), wanted);
      else assert.match(after(wish), wanted);
    });

  it('leaves at most one task in progress', () => {
    const made = changed(list, { doing: '3' });
    assert.ok(made.ok);
    assert.deepEqual(openLines(made.tasks), ['3 send the notes round (in progress)', '2 write the notes']);
  });

  it('keeps the list short', () => {
    const eleven = Array.from({ length: 11 }, (_, at) => `step ${at + 1}`).join(';');
    assert.match(after({ add: eleven }, []), /has 10 open tasks/);
  });

  it('begins another list when all of the last one has ended', () => {
    const over = list.map((task) => ({ ...task, state: 'done' as const }));
    assert.equal(after({ add: 'eat' }, over), 'added: eat (1)');
    assert.equal(after({ done: '2' }, over), '');
    assert.match(after({ doing: '2' }, over), /no task "2" here, or more than one\. No task is open\./);
  });
});

describe('the list', () => {
  it('is shown with what is done, without what was dropped', () => {
    assert.equal(
      listText(list),
      'Tasks:\n- 1 collect the points (done)\n- 2 write the notes (in progress)\n- 3 send the notes round',
    );
    assert.equal(listText([]), 'There are no tasks here.');
    assert.match(listText(list.slice(0, 1)), /\nAll of them are done\.$/);
  });
});

describe('update_tasks', () => {
  it('takes a list of texts and a number where models send them', () => {
    const args = (given: unknown) => validateArguments(updateTasks, given);
    assert.deepEqual(args({ add: ['a', 'b'], done: 1 }), { ok: true, args: { add: 'a\nb', done: '1' } });
    assert.deepEqual(args({}), { ok: true, args: {} });
    assert.equal(args({ add: { text: 'a' } }).ok, false);
  });
});
