// The one line about what was asked for and not done, and how to say it so that it can be done. Pure.
import type { Ask } from '../../../claims/asks/ask.ts';
import type { Say } from '../../../language/say.ts';

/** "Not done: ... Say it like ..." */
export const openLine = (open: readonly Ask[], say: Say): string => {
  const words = open.map((ask) => ask.words).join('; ');
  const hints = [...new Set(open.flatMap((ask) => hintOf(ask, say) ?? []))];
  return [say('asks.open', { words }), ...hints.slice(0, 1)].join(' ');
};

function hintOf({ kind, time, what }: Ask, say: Say): string | null {
  switch (kind) {
    case 'set':
    case 'work':
      if (time?.schedule == null) return say('when.vague');
      return what === '' ? say('remind.what', { when: time.words }) : say('when.unclear');
    case 'change':
    case 'meant':
    case 'cancel':
      return say('reminders.usage');
    case 'forget':
      return say('forget.usage');
    case 'persona':
      return say('persona.usage');
    case 'task':
      return say('tasks.usage');
    default:
      return null;
  }
}
