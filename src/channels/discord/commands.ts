// Our application commands as Discord takes them, and back: a filled-in command as the one line of arguments that the core
// takes, what is being typed in one, and whether what Discord has is what we would register. Pure.
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandInteractionDataOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js';
import { menuName } from './about-form.ts';

<<<<<<< HEAD

interface Option {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  /** Goes before the value in the line of arguments: "forget" n3. */
  readonly before?: string;
}

interface Command {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
}

const commands: readonly Command[] = [
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
    options: [
      {
        name: 'action',
        description: 'What to do',
        choices: ['list', 'cancel', 'move', 'snooze', 'pause', 'resume'],
      },
      { name: 'reminder', description: 'Which one, as in the list: r3' },
      { name: 'when', description: 'The new time, for move and snooze: friday 10:00' },
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
    options: [
      { name: 'action', description: 'What to do', choices: ['add', 'doing', 'done', 'drop', 'clear'] },
      { name: 'task', description: 'The new task with add, else its number: 2' },
    ],
  },
  {
    name: 'persona',
    description: 'Show the personas, or switch to one',
    options: [{ name: 'name', description: 'The persona: cfo, engineer, ...' }],
  },
  {
    name: 'memory',
    description: 'Show what I remember here, or forget a note',
    options: [{ name: 'forget', description: 'The note to forget, as in the list: n3', before: 'forget' }],
  },
  {
    name: 'timezone',
    description: 'Show or set your time zone',
    options: [{ name: 'zone', description: 'Europe/Berlin, America/New_York, ...' }],
  },
  {
    name: 'approvals',
    description: 'Show what waits for a yes here and what was permitted, or answer a question',
    options: [
      { name: 'action', description: 'What to do', choices: ['approve', 'deny', 'revoke'] },
      { name: 'number', description: 'The question, 7; with revoke the permission, p3' },
      { name: 'extent', description: 'With approve, unless it is once', choices: ['conversation', 'always'] },
    ],
  },
  { name: 'stop', description: 'Stop what I am doing here', options: [] },
  { name: 'undo', description: 'Take back your last change here', options: [] },
  {
    name: 'rewind',
    description: 'Go back before your last message, or before the last few',
    options: [{ name: 'messages', description: 'How many of your messages: 2' }],
  },
  {
    name: 'room',
    description: 'Show or say what this room is for, and what may be done in it',
    options: [
      { name: 'action', description: 'What to do', choices: ['brief', 'clear', 'mode'] },
      {
        name: 'text',
        description: 'With brief what this room is for; with mode look-only, normal or trusted',
      },
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
    options: [],
  },
  {
    name: 'why',
    description: 'Show why I answered, stayed silent or called that',
    options: [{ name: 'about', description: "silent, a handle such as r3, or a message's id" }],
  },
  { name: 'reset', description: 'Begin this conversation anew; reminders and notes stay', options: [] },
  { name: 'skills', description: 'Show what I know how to do, step by step', options: [] },
  { name: 'export', description: 'Get all that I have of you, as a file', options: [] },
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
    options: [
      { name: 'action', description: 'What to do', choices: ['allow', 'remove'] },
      { name: 'who', description: 'The name or id, as in the list' },
    ],
  },
  { name: 'help', description: 'Show what I can do', options: [] },
];
=======

import { type Command, commands, type Option, type SubCommand } from './command-table.ts';

>>>>>>> fabb058 (Make real sub-commands on Discord, and suggest values while people type, from their own rows)

/** What is registered with Discord. */
export const registration: readonly RESTPostAPIApplicationCommandsJSONBody[] = [
  ...commands.map((command) => ({
    type: ApplicationCommandType.ChatInput as const,
    name: command.name,
    description: command.description,
    options: optionsOf(command),
  })),
  { type: ApplicationCommandType.Message, name: menuName },
];

function optionsOf({ subs, options = [] }: Command) {
  if (!subs) return options.map(optionOf);
  return subs.map(({ name, description, options: own }) => ({
    type: ApplicationCommandOptionType.Subcommand as const,
    name,
    description,
    options: own.map(optionOf),
  }));
}

function optionOf({
  name,
  description,
  required,
  choices,
  completed,
}: Option): APIApplicationCommandBasicOption {
  const base = {
    type: ApplicationCommandOptionType.String as const,
    name,
    description,
    required: required ?? false,
  };
  if (choices) return { ...base, choices: choices.map((choice) => ({ name: choice, value: choice })) };
  return completed ? { ...base, autocomplete: true } : base;
}

type Given = readonly APIApplicationCommandInteractionDataOption[];

/** The filled-in options in one line, in the order in which the command has them, the sub-command's word before them. */
export function argumentsOf(name: string, given: Given): string {
  const { sub, options, values } = chosen(name, given);
  const words = options.map((option) => textIn(values, option.name)?.trim() ?? '');
  return [sub ? (sub.word ?? sub.name) : '', ...words].filter((word) => word !== '').join(' ');
}

/** What a person types in an option that is to be completed. */
export interface Typing {
  /** With its sub-command: "reminders cancel". */
  readonly command: string;
  readonly option: string;
  readonly typed: string;
}

/** Null if no option of ours has the focus. */
export function typingIn(name: string, given: Given): Typing | null {
  const { sub, values } = chosen(name, given);
  const focused = values.find((each) => 'focused' in each && each.focused === true);
  if (!focused || !('value' in focused)) return null;
  const command = sub ? `${name} ${sub.name}` : name;
  return { command, option: focused.name, typed: String(focused.value).trim() };
}

function chosen(
  name: string,
  given: Given,
): { readonly sub: SubCommand | null; readonly options: readonly Option[]; readonly values: Given } {
  const command = commands.find((each) => each.name === name);
  const first = given[0];
  if (first?.type !== ApplicationCommandOptionType.Subcommand)
    return { sub: null, options: command?.options ?? [], values: given };
  const sub = command?.subs?.find((each) => each.name === first.name) ?? null;
  return { sub, options: sub?.options ?? [], values: first.options ?? [] };
}

function textIn(values: Given, name: string): string | undefined {
  const found = values.find((each) => each.name === name);
  return found && 'value' in found ? String(found.value) : undefined;
}

/** Whether what Discord has is what we would register. Fields that Discord adds by itself do not count. */
export function isRegistered(present: readonly unknown[]): boolean {
  return shapeOf(present) === shapeOf(registration);
}

function shapeOf(list: readonly unknown[]): string {
  const shapes = list.map((command) => ({
    type: field(command, 'type') ?? ApplicationCommandType.ChatInput,
    name: field(command, 'name'),
    description: field(command, 'description') ?? '',
    options: listOf(field(command, 'options')).map(shapeOfOption),
  }));
  return JSON.stringify(shapes.sort((a, b) => String(a.name).localeCompare(String(b.name))));
}

const shapeOfOption = (option: unknown): object => ({
  type: field(option, 'type'),
  name: field(option, 'name'),
  description: field(option, 'description'),
  required: field(option, 'required') ?? false,
  completed: field(option, 'autocomplete') ?? false,
  choices: listOf(field(option, 'choices')).map((choice) => field(choice, 'value')),
  options: listOf(field(option, 'options')).map(shapeOfOption),
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
