// `update_tasks`: the model's hand on the conversation's short task list, which is there for people to see.
import { z } from 'zod';
import { sayFor } from '../../language/say.ts';
import { defineTool, type ToolResult } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';
import { changeTasks } from './change.ts';

/** Text that names tasks; a list of texts is taken too, because models send one. */
const naming = (description: string) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value.map(String).join('\n') : value),
      z.string().optional(),
    )
    .meta({ type: 'string', description });

export const updateTasks = defineTool({
  name: 'update_tasks',
  description:
    'Keep the short task list of this conversation, for work of several steps. Name a task by its number or its words; ' +
    'several with ";". At most one is in progress. Without anything it shows the list. ' +
    'Not for reminders (set_reminder). Example: {"done":"1","doing":"2"}',
  parameters: z.object({
    add: naming('new tasks'),
    doing: naming('the one you begin now'),
    done: naming('what is finished'),
    drop: naming('what is no longer wanted'),
  }),
  safe: false,
  doing: (say) => say('doing.update-tasks'),
  ages: 'drop',
  timeoutMs: 10_000,
  async run(wish, use: ToolContext): Promise<ToolResult> {
    const { queries, conversation, principal, turn, tainted, clock } = use;
    const asking = {
      queries,
      conversation,
      person: principal.id,
      turn,
      tainted,
      owner: null,
      now: clock.now(),
      say: sayFor(principal),
    };
    return (await changeTasks(asking, wish)).result;
  },
});
