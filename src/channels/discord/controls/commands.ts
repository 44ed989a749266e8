// Our application commands as Discord takes them, and back: a filled-in command as the one line of arguments that the core
// takes, what is being typed in one, and whether what Discord has is what we would register. Pure.
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandInteractionDataOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord.js';
import { lazy } from '../../../process/lazy.ts';
import { menuName } from './about-form.ts';
import { type Command, commands, type Described, type Option, type SubCommand } from './command-table.ts';
import { textOf, translationsOf } from './localized.ts';

/** What is registered with Discord. */
export const registration = lazy((): readonly RESTPostAPIApplicationCommandsJSONBody[] => [
  ...commands.map((command) => ({
    type: ApplicationCommandType.ChatInput as const,
    name: command.name,
    ...described(`help.${command.name}`),
    options: optionsOf(command),
  })),
  {
    type: ApplicationCommandType.Message,
    name: menuName,
    name_localizations: translationsOf('about.title'),
  },
]);

const described = (said: Described) =>
  typeof said === 'string'
    ? { description: textOf(said), description_localizations: translationsOf(said) }
    : { description: said.typed };

function optionsOf({ subs, options = [] }: Command) {
  if (!subs) return options.map(optionOf);
  return subs.map(({ name, description, options: own }) => ({
    type: ApplicationCommandOptionType.Subcommand as const,
    name,
    ...described(description),
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
    ...described(description),
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

/** Where Discord tells what it has, with the translations. */
export const registeredAt = (application: string) =>
  `${Routes.applicationCommands(application)}?with_localizations=true` as const;

/** Whether what Discord has is what we would register. Fields that Discord adds by itself do not count. */
export function isRegistered(present: readonly unknown[]): boolean {
  return present.length === registration().length && registrationFaults(present).length === 0;
}

/** How what Discord has differs, in words for an operator: "remind is missing", "dance is not ours", "why differs". */
export function registrationFaults(present: readonly unknown[]): readonly string[] {
  const [theirs, ours] = [shapesOf(present), shapesOf(registration())];
  const wrong = [...ours].flatMap(([name, shape]) => {
    const found = theirs.get(name);
    if (found === undefined) return [`${name} is missing`];
    return found === shape ? [] : [`${name} differs`];
  });
  const others = [...theirs.keys()].filter((name) => !ours.has(name));
  return [...wrong, ...others.map((name) => `${name} is not ours`)];
}

/** Each command's shape as a text, by its name. */
function shapesOf(list: readonly unknown[]): ReadonlyMap<string, string> {
  const shapes = list.map((command) => ({
    type: field(command, 'type') ?? ApplicationCommandType.ChatInput,
    name: field(command, 'name'),
    description: field(command, 'description') ?? '',
    translations: translationsIn(command),
    options: listOf(field(command, 'options')).map(shapeOfOption),
  }));
  return new Map(shapes.map((shape) => [String(shape.name), JSON.stringify(shape)]));
}

const shapeOfOption = (option: unknown): object => ({
  type: field(option, 'type'),
  name: field(option, 'name'),
  description: field(option, 'description'),
  translations: translationsIn(option),
  required: field(option, 'required') ?? false,
  completed: field(option, 'autocomplete') ?? false,
  choices: listOf(field(option, 'choices')).map((choice) => field(choice, 'value')),
  options: listOf(field(option, 'options')).map(shapeOfOption),
});

/** Discord tells them in an order of its own. */
const translationsIn = (item: unknown): object =>
  ['name_localizations', 'description_localizations'].map((key) =>
    Object.entries(Object(field(item, key) ?? {})).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
