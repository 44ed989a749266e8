// The steps that scripted tasks are made of, one function for each thing a person may want.
import { type Goal, literally, withoutStop } from './task.ts';

/** Stores a reminder. `when` in the person's words, `at` as local time in Berlin. */
export function set(text: string, when: string, at: string): Goal {
  return {
    tool: 'set_reminder',
    arguments: () => ({ text, when }),
    settled: new RegExp(`^(?:Stored|It stands already): "${literally(text)}"`, 'i'),
    announced: [
      `Let me set that up for you.`,
      `I'll set that reminder now.`,
      `Sure, let me add that to your reminders.`,
      `One moment, I'm setting that.`,
    ],
    words: () => [
      `I've set a reminder to ${text} ${when}.`,
      `Okay, I'll remind you ${when} to ${text}.`,
      `Your reminder to ${text} is set.`,
      'Reminder set!',
    ],
    claimed: /\breminder[^.!]*\b(?:is|has been) set\b|\bI've set\b|\breminder set\b|\bI'll remind you\b/i,
    stands: (state) => state.reminders.some((row) => row.text === text && row.at === at),
  };
}

/** Cancels, moves, snoozes or pauses the reminder with this text. `to` is what must be so afterwards. */
export function change(
  text: string,
  action: 'cancel' | 'move' | 'snooze' | 'pause',
  to: { readonly when?: string; readonly at?: string } = {},
): Goal {
  const said = { cancel: 'cancelled', move: 'moved', snooze: 'snoozed', pause: 'paused' }[action];
  return {
    tool: 'change_reminder',
    arguments(seen) {
      const handle = new RegExp(`${literally(text)}[^\\n]*?\\((r\\d+)\\)`).exec(seen)?.[1];
      if (handle === undefined) return null;
      return { reminder: handle, action, ...(to.when ? { when: to.when } : {}) };
    },
    settled: /^Done:/,
    announced: [
      `Let me change that for you.`,
      `I'll take care of that reminder now.`,
      `Let me look at your reminders first.`,
    ],
    words: () => [
      `I've ${said} the reminder to ${text}.`,
      `Done, your reminder to ${text} is ${said}.`,
      `The reminder has been ${said}.`,
    ],
    claimed: new RegExp(`\\b(?:I've|is|has been|was) ${said}\\b`, 'i'),
    stands(state) {
      const row = state.reminders.find((one) => one.text === text);
      if (action === 'cancel') return row === undefined;
      if (action === 'pause') return row?.state === 'paused';
      return row?.at === to.at;
    },
  };
}

/** Lists what is set. */
export function list(): Goal {
  return {
    tool: 'list_reminders',
    arguments: () => ({}),
    settled: /^(?:- |No reminders)/,
    announced: [
      'Let me check your reminders...',
      "I'll look that up for you.",
      'One moment, checking your list.',
    ],
    words: (result) => [`Here is what is set:\n${result}`, `You have:\n${result}`],
    claimed: null,
    stands: () => true,
  };
}

/** Keeps a fact. */
export function remember(fact: string): Goal {
  return {
    tool: 'remember',
    arguments: () => ({ text: fact }),
    settled: new RegExp(`^(?:Noted as|Already noted as)[\\s\\S]*${literally(fact.slice(0, 20))}`, 'i'),
    announced: ['Let me note that down.', "I'll make a note of that now.", 'Let me save that.'],
    words: () => [
      "Noted, I'll remember that.",
      "I've saved that.",
      "Got it, I've made a note of it.",
      `I've noted it: ${fact}`,
    ],
    claimed: /\bnoted\b|\bI'll remember that\b|\bI've (?:saved|noted|made a note)\b/i,
    stands: (state) => state.notes.map(withoutStop).includes(withoutStop(fact)),
  };
}

/** Finds a fact again. */
export function recall(query: string, fact: string): Goal {
  return {
    tool: 'recall',
    arguments: () => ({ query }),
    settled: new RegExp(literally(fact)),
    announced: ['Let me check my notes.', "I'll search for that.", 'Let me look that up...'],
    words: () => [`From my notes: ${fact}`, fact],
    claimed: null,
    stands: () => true,
  };
}

/** Speaks as somebody else from now on. */
export function switchTo(slug: string, title: string): Goal {
  return {
    tool: 'switch_persona',
    arguments: () => ({ persona: slug }),
    settled: new RegExp(`^You are now ${literally(title)}`, 'i'),
    announced: [`Let me switch to the ${title}.`, `Switching to the ${title} now.`],
    words: () => [
      `I'm the ${title} now. What is the question?`,
      `Now speaking as the ${title}.`,
      `I've switched to the ${title}.`,
    ],
    claimed: /\bI'm the [\w ]+ now\b|\bnow speaking as\b|\bI've switched\b/i,
    stands: (state) => state.persona === slug,
  };
}

/** Reads a skill and answers by it. `line` stands in it. */
export function use(skill: string, line: string): Goal {
  return {
    tool: 'use_skill',
    arguments: () => ({ name: skill }),
    settled: new RegExp(`^Skill ${literally(skill)}[\\s\\S]*${literally(line)}`),
    announced: [`Let me read the ${skill} skill.`, 'Let me look up how that is done.'],
    words: () => [line, `By the ${skill} skill: ${line}`],
    claimed: null,
    stands: () => true,
  };
}
