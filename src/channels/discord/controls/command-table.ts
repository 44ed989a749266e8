// Our application commands as data: what Discord shows and asks for. A command has options, or sub-commands that have them;
// every option is text. What is completed while one types, the core suggests. Names are English; what a command is for is said
// as in the help, and all other descriptions by key too, or as they are typed where they only show what to type.
import type { PlainKey } from '../../../language/say.ts';

/** A message, or words that are the same in every language. */
export type Described = PlainKey | { readonly typed: string };

export interface Option {
  readonly name: string;
  readonly description: Described;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  /** The core suggests values while it is typed. */
  readonly completed?: boolean;
}

export interface SubCommand {
  readonly name: string;
  readonly description: Described;
  readonly options: readonly Option[];
  /** What it is in the line of arguments, if not its name. */
  readonly word?: string;
}

export interface Command {
  readonly name: Helped<PlainKey>;
  readonly options?: readonly Option[];
  readonly subs?: readonly SubCommand[];
}

/** What the help has a line for. */
type Helped<Key> = Key extends `help.${infer Name}` ? Name : never;

const which = (name: string): Option => ({
  name,
  description: 'slash.which',
  required: true,
  completed: true,
});
const reminder = which('reminder');
const task = which('task');
const question = which('question');
const who: Option = { ...which('who'), description: 'slash.who' };
const when: Option = { name: 'when', description: 'slash.when', required: true };
const newTime: Option = { ...when, description: 'slash.new-time' };
const plain = (name: string, description: PlainKey, word?: string): SubCommand => ({
  name,
  description,
  options: [],
  ...(word === undefined ? {} : { word }),
});
const sub = (name: string, description: PlainKey, ...options: readonly Option[]): SubCommand => ({
  name,
  description,
  options,
});

export const commands: readonly Command[] = [
  {
    name: 'remind',
    options: [when, { name: 'text', description: 'slash.remind-of', required: true }],
  },
  {
    name: 'reminders',
    subs: [
      plain('list', 'slash.show'),
      sub('history', 'slash.history', { ...reminder, required: false }),
      sub('cancel', 'slash.cancel', reminder),
      sub('move', 'slash.move', reminder, newTime),
      sub('snooze', 'slash.snooze', reminder, { ...when, description: 'slash.until' }),
      sub('pause', 'slash.pause', reminder),
      sub('resume', 'slash.resume', reminder),
      sub('done', 'slash.tick-off', reminder),
      sub('late', 'slash.late', reminder, {
        name: 'policy',
        description: 'slash.late-policy',
        required: true,
        choices: ['each', 'latest', 'skip'],
      }),
    ],
  },
  {
    name: 'agenda',
    options: [{ name: 'time', description: { typed: '8:00 · weekdays 8:00 · off' } }],
  },
  {
    name: 'task',
    options: [when, { name: 'work', description: 'slash.work', required: true }],
  },
  {
    name: 'tasks',
    subs: [
      plain('show', 'slash.show', ''),
      sub('add', 'slash.add', { name: 'text', description: 'slash.what', required: true }),
      sub('doing', 'slash.doing', task),
      sub('done', 'slash.tick-off', task),
      sub('drop', 'slash.drop', task),
      plain('clear', 'slash.clear'),
    ],
  },
  {
    name: 'persona',
    options: [{ name: 'name', description: { typed: 'cfo, engineer, ...' }, completed: true }],
  },
  { name: 'home' },
  {
    name: 'memory',
    subs: [plain('show', 'slash.show', ''), sub('forget', 'slash.forget', which('note'))],
  },
  {
    name: 'timezone',
    options: [
      { name: 'zone', description: { typed: 'Europe/Berlin, America/New_York, ...' }, completed: true },
    ],
  },
  {
    name: 'approvals',
    subs: [
      plain('list', 'slash.show', ''),
      {
        ...sub('show', 'slash.question', question),
        word: '',
      },
      sub('approve', 'slash.approve', question, {
        name: 'extent',
        description: 'slash.extent',
        choices: ['conversation', 'always'],
      }),
      sub('deny', 'slash.deny', question),
      sub('revoke', 'slash.revoke', which('permission')),
    ],
  },
  { name: 'stop' },
  { name: 'undo' },
  {
    name: 'rewind',
    options: [{ name: 'messages', description: 'slash.messages' }],
  },
  {
    name: 'room',
    subs: [
      plain('show', 'slash.show', ''),
      sub('brief', 'slash.brief', {
        name: 'text',
        description: 'slash.sentence',
        required: true,
      }),
      plain('clear', 'slash.take-away'),
      sub('mode', 'slash.mode', {
        name: 'mode',
        description: 'slash.how-far',
        required: true,
        choices: ['look-only', 'normal', 'trusted'],
      }),
      sub('attend', 'slash.attend', {
        name: 'what',
        description: 'slash.hears',
        required: true,
        choices: ['mentions', 'all'],
      }),
      sub('react', 'slash.react', {
        name: 'whether',
        description: { typed: 'on, off' },
        required: true,
        choices: ['on', 'off'],
      }),
    ],
  },
  {
    name: 'now',
    options: [{ name: 'text', description: 'slash.now' }],
  },
  {
    name: 'context',
  },
  {
    name: 'why',
    options: [{ name: 'about', description: 'slash.about' }],
  },
  { name: 'reset' },
  { name: 'skills' },
  { name: 'export' },
  {
    name: 'forget',
    options: [{ name: 'whom', description: { typed: 'me' }, required: true, choices: ['me'] }],
  },
  {
    name: 'usage',
    options: [{ name: 'of', description: 'slash.all', choices: ['all'] }],
  },
  {
    name: 'people',
    subs: [
      plain('list', 'slash.show', ''),
      sub('allow', 'slash.allow', who),
      sub('remove', 'slash.remove', who),
    ],
  },
  {
    name: 'help',
    options: [{ name: 'command', description: 'slash.forms', completed: true }],
  },
];
