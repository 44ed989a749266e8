// "All tasks are done", said of a list: found in twelve languages, and not in what only looks like it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimsTasksFinished } from '../../src/claims/tasks-finished.ts';

describe('a reply that says the whole list is done', () => {
  for (const reply of [
    'All tasks are done!',
    'Great news: all three tasks are completed. 🎉',
    "I've finished all the items on your list.",
    'Your list is complete.',
    'No open tasks left.',
    'Alle Aufgaben sind erledigt.',
    'Die Liste ist komplett abgearbeitet.',
    'Toutes les tâches sont terminées.',
    'Todas las tareas están hechas.',
    'Todas as tarefas estão concluídas.',
    'Tutte le attività sono completate.',
    'Alle taken zijn klaar.',
    'Все задачи выполнены.',
    'تمت جميع المهام.',
    'सभी काम पूरे हो गए।',
    'すべてのタスクが完了しました。',
    '所有任务都完成了。',
  ])
    it(reply, () => assert.equal(claimsTasksFinished(reply, false) !== null, true));

  for (const reply of [
    'All done!',
    'Everything is finished.',
    'Alles erledigt!',
    'Todo listo.',
    '全部完成了。',
  ])
    it(`${reply} (of the list alone)`, () => {
      assert.equal(claimsTasksFinished(reply, true) !== null, true);
      assert.equal(claimsTasksFinished(reply, false), null);
    });

  for (const reply of [
    'Not all tasks are done yet.',
    'Once all tasks are done, send it.',
    'Are all tasks done?',
    'One task is done, two are open.',
    '> All tasks are done.',
    'Write "all tasks are done" at the end.',
    'Noch sind nicht alle Aufgaben erledigt.',
    'Wenn alle Aufgaben erledigt sind, schicke ich es.',
    'No todas las tareas están hechas.',
    'まだすべてのタスクが完了していません。',
    'Task 1 is done; next is the invitation.',
  ])
    it(`not: ${reply}`, () => assert.equal(claimsTasksFinished(reply, true), null));
});
