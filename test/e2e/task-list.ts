// What the scenarios of the task list share on both platforms: a model that works through three steps, one a message.
import { calls } from '../schedule/scene.ts';
import { newestWords } from './edits.ts';
import type { Bot } from './harness.ts';

/** "plan" makes the list, "begin" begins, "go on" takes the next, "finish" ends it. */
export function workingThrough(bot: Bot): void {
  bot.model.rules((request) => {
    if (request.messages.at(-1)?.role === 'tool') return 'Done so far.';
    const words = newestWords(request);
    if (words.includes('plan')) return calls('update_tasks', { add: 'collect; write; send' });
    if (words.includes('begin')) return calls('update_tasks', { doing: '1' });
    if (words.includes('go on')) return calls('update_tasks', { done: '1', doing: '2' });
    if (words.includes('finish')) return calls('update_tasks', { done: '2; 3' });
    return 'Nothing to do.';
  });
}
