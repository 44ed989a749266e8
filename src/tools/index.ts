// All tools, in the order the model sees them: fixed, so that the prefix stays. Eight at most.
import { recall } from './recall.ts';
import { remember } from './remember.ts';
import { changeReminderTool, listRemindersTool, setReminderTool } from './reminders.ts';
import type { AnyTool } from './runner.ts';
import { switchPersonaTool } from './switch-persona.ts';
import { updateTasks } from './tasks/update-tasks.ts';
import { useSkill } from './use-skill.ts';

export const tools: readonly AnyTool[] = [
  setReminderTool,
  listRemindersTool,
  changeReminderTool,
  remember,
  recall,
  switchPersonaTool,
  useSkill,
  updateTasks,
] as readonly unknown[] as readonly AnyTool[];
