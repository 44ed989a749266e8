// Our application commands as data: what Discord shows and asks for. A command has options, or sub-commands that have them;
// every option is text. What is completed while one types, the core suggests.

export interface Option {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  /** The core suggests values while it is typed. */
  readonly completed?: boolean;
}

export interface SubCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
  /** What it is in the line of arguments, if not its name. */
  readonly word?: string;
}

export interface Command {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly Option[];
  readonly subs?: readonly SubCommand[];
}

const reminder: Option = {
  name: 'reminder',
  description: 'Which one, as in the list: r3',
  required: true,
  completed: true,
};
const newTime = (description: string): Option => ({ name: 'when', description, required: true });
const task: Option = { name: 'task', description: 'Its number: 2', required: true, completed: true };
const who: Option = {
  name: 'who',
  description: 'The name or id, as in the list',
  required: true,
  completed: true,
};
const plain = (name: string, description: string, word?: string): SubCommand => ({
  name,
  description,
  options: [],
  ...(word === undefined ? {} : { word }),
});
const sub = (name: string, description: string, ...options: readonly Option[]): SubCommand => ({
  name,
  description,
  options,
});

export const commands: readonly Command[] = [
  {
    name: 'remind',
    description: 'Set a reminder',
    options: [
      { name: 'when', description: 'tomorrow 9 · in 20 minutes · every weekday 8:30', required: true },
      { name: 'text', description: 'What to remind you of', required: true },
    ],
  },
  {
    name: 'reminders',
    description: 'List your reminders, or change one',
    subs: [
      plain('list', 'Show what is set'),
      sub('history', 'See how they ended', { ...reminder, required: false }),
      sub('cancel', 'Cancel one', reminder),
      sub('move', 'Give one a new time', reminder, newTime('The new time: friday 10:00')),
      sub('snooze', 'Put one off', reminder, newTime('For how long or until when: in 1 hour')),
      sub('pause', 'Pause one', reminder),
      sub('resume', 'Resume a paused one', reminder),
      sub('done', 'Tick one off', reminder),
      sub('late', 'Say what becomes of one that falls due while I am away', reminder, {
        name: 'policy',
        description: 'Deliver each, only the latest, or none',
        required: true,
        choices: ['each', 'latest', 'skip'],
      }),
    ],
  },
  {
    name: 'agenda',
    description: 'Show what is ahead today, or have it shown each morning',
    options: [{ name: 'time', description: '8:00 · weekdays 8:00 · off' }],
  },
  {
    name: 'task',
    description: 'Have me do some work at a time, and post it here',
    options: [
      { name: 'when', description: 'every monday 8:00 · tomorrow 9', required: true },
      { name: 'work', description: 'summarise what we decided last week', required: true },
    ],
  },
  {
    name: 'tasks',
    description: 'Show the short task list of this conversation, or change it',
    subs: [
      plain('show', 'Show the list', ''),
      sub('add', 'Add a task', { name: 'text', description: 'What is to be done', required: true }),
      sub('doing', 'Say which one is in progress', task),
      sub('done', 'Tick one off', task),
      sub('drop', 'Take one off the list', task),
      plain('clear', 'Drop all that are open'),
    ],
  },
  {
    name: 'persona',
    description: 'Show the personas, or switch to one',
    options: [{ name: 'name', description: 'The persona: cfo, engineer, ...', completed: true }],
  },
  { name: 'home', description: 'Your reminders, notes and usage in one place' },
  {
    name: 'memory',
    description: 'Show what I remember here, or forget a note',
    subs: [
      plain('show', 'Show the notes', ''),
      sub('forget', 'Forget one', {
        name: 'note',
        description: 'Which one, as in the list: n3',
        required: true,
        completed: true,
      }),
    ],
  },
  {
    name: 'timezone',
    description: 'Show or set your time zone',
    options: [{ name: 'zone', description: 'Europe/Berlin, America/New_York, ...', completed: true }],
  },
  {
    name: 'approvals',
    description: 'Show what waits for a yes here, and what was permitted',
    subs: [
      plain('list', 'Show what waits, and what was permitted', ''),
      {
        ...sub('show', 'Show all of one question', {
          name: 'question',
          description: 'Its number: 7',
          required: true,
          completed: true,
        }),
        word: '',
      },
      sub(
        'approve',
        'Say yes to a question',
        { name: 'question', description: 'Its number: 7', required: true, completed: true },
        { name: 'extent', description: 'Unless it is once', choices: ['conversation', 'always'] },
      ),
      sub('deny', 'Say no to a question', {
        name: 'question',
        description: 'Its number: 7',
        required: true,
        completed: true,
      }),
      sub('revoke', 'Take a permission back', {
        name: 'permission',
        description: 'Which one, as in the list: p3',
        required: true,
        completed: true,
      }),
    ],
  },
  { name: 'stop', description: 'Stop what I am doing here' },
  { name: 'undo', description: 'Take back your last change here' },
  {
    name: 'rewind',
    description: 'Go back before your last message, or before the last few',
    options: [{ name: 'messages', description: 'How many of your messages: 2' }],
  },
  {
    name: 'room',
    description: 'Show or say what this room is for, and what may be done in it',
    subs: [
      plain('show', 'Show it', ''),
      sub('brief', 'Say what this room is for', {
        name: 'text',
        description: 'In a sentence',
        required: true,
      }),
      plain('clear', 'Take that away'),
      sub('mode', 'Say what may be done here', {
        name: 'mode',
        description: 'How far I may go here',
        required: true,
        choices: ['look-only', 'normal', 'trusted'],
      }),
      sub('attend', 'Say what I hear here', {
        name: 'what',
        description: 'All messages, or those that mention me',
        required: true,
        choices: ['mentions', 'all'],
      }),
      sub('react', 'Say whether I put ✅ on what is done', {
        name: 'whether',
        description: 'on or off',
        required: true,
        choices: ['on', 'off'],
      }),
    ],
  },
  {
    name: 'now',
    description: 'Show or say what is on now: an exercise, an agenda',
    options: [{ name: 'text', description: 'What is on now; done ends it' }],
  },
  {
    name: 'context',
    description: 'Show what the model saw last here: sizes, what was left out, cost',
  },
  {
    name: 'why',
    description: 'Show why I answered, stayed silent or called that',
    options: [{ name: 'about', description: "silent, a handle such as r3, or a message's id" }],
  },
  { name: 'reset', description: 'Begin this conversation anew; reminders and notes stay' },
  { name: 'skills', description: 'Show what I know how to do, step by step' },
  { name: 'export', description: 'Get all that I have of you, as a file' },
  {
    name: 'forget',
    description: 'Erase what I know of you: asks once',
    options: [{ name: 'whom', description: 'me', required: true, choices: ['me'] }],
  },
  {
    name: 'usage',
    description: 'Show your turns, tokens and cost, and the limits',
    options: [{ name: 'of', description: 'For admins: the whole bot', choices: ['all'] }],
  },
  {
    name: 'people',
    description: 'For admins: whom you have let in beside those on my list',
    subs: [
      plain('list', 'Show them', ''),
      sub('allow', 'Let somebody in', who),
      sub('remove', 'Let somebody in no longer', who),
    ],
  },
  {
    name: 'help',
    description: 'Show what I can do',
    options: [{ name: 'command', description: 'All forms of one command', completed: true }],
  },
];
