// Application commands: checked as Discord checks them when the bot registers them, and filled in when a person uses
// one. A test that names a command or an option the bot never registered fails at once and says what there is.
import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';
import { invalidForm } from './errors.ts';
import { flag, type Json, number, objects, text } from './json.ts';
import type { World } from './world.ts';

export type OptionValues = Readonly<Record<string, string | number | boolean>>;

const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;
const SUB = ApplicationCommandOptionType.Subcommand;
const GROUP = ApplicationCommandOptionType.SubcommandGroup;

/** Of Discord's languages, those that ours may be in. */
const LOCALES = /^(?:de|es-ES|es-419|fr|hi|it|ja|nl|pt-BR|ru|zh-CN|zh-TW)$/;

function checkTranslated(item: Json, key: string, path: string, most: number): void {
  for (const [locale, words] of Object.entries(Object(item[key] ?? {}))) {
    if (!LOCALES.test(locale))
      throw invalidForm(`${path}${key}`, 'ENUM_TYPE_COERCE', `Value "${locale}" is not a locale.`);
    if (typeof words !== 'string' || words.length < 1 || words.length > most)
      throw invalidForm(
        `${path}${key}.${locale}`,
        'BASE_TYPE_BAD_LENGTH',
        `Must be between 1 and ${most} in length.`,
      );
  }
}

function checkNamed(item: Json, path: string, chatInput: boolean): void {
  const name = text(item, 'name') ?? '';
  const fine = chatInput
    ? NAME.test(name) && name === name.toLowerCase()
    : name.length >= 1 && name.length <= 32;
  if (!fine) throw invalidForm(`${path}name`, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  const description = text(item, 'description') ?? '';
  if (chatInput && (description.length < 1 || description.length > 100)) {
    throw invalidForm(`${path}description`, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  }
  checkTranslated(item, 'name_localizations', path, 32);
  checkTranslated(item, 'description_localizations', path, 100);
}

function checkOptions(options: readonly Json[], path: string): void {
  if (options.length > 25)
    throw invalidForm(`${path}options`, 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
  const kinds = new Set(options.map((option) => [SUB, GROUP].includes(number(option, 'type') ?? 0)));
  if (kinds.size > 1) {
    const message =
      'Sub-command and sub-command group option types are mutually exclusive to all other types';
    throw invalidForm(`${path}options`, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message);
  }
  let optional = false;
  for (const [index, option] of options.entries()) {
    const here = `${path}options.${index}.`;
    checkNamed(option, here, true);
    if (flag(option, 'required') && optional) {
      const message = 'Required options must be placed before non-required options';
      throw invalidForm(`${here}required`, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message);
    }
    optional ||= !flag(option, 'required');
    if ((objects(option, 'choices') ?? []).length > 25) {
      throw invalidForm(`${here}choices`, 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
    }
    checkOptions(objects(option, 'options') ?? [], here);
  }
}

/** Stores the whole list for `global` or one server, as PUT does; ids of commands whose name stays are kept. */
export function registerCommands(world: World, scope: string, list: readonly Json[]): Json[] {
  const before = world.commands.get(scope) ?? [];
  const stored = list.map((command, index) => {
    const type = number(command, 'type') ?? ApplicationCommandType.ChatInput;
    checkNamed(command, `${index}.`, type === ApplicationCommandType.ChatInput);
    checkOptions(objects(command, 'options') ?? [], `${index}.`);
    const same = before.find((old) => old.name === command.name && old.type === type);
    return {
      description: '',
      options: [],
      ...command,
      type,
      id: same === undefined ? world.newId() : same.id,
      application_id: world.applicationId,
      version: world.newId(),
      default_member_permissions: null,
      ...(scope === 'global' ? {} : { guild_id: scope }),
    };
  });
  world.commands.set(scope, stored);
  world.changed('commands', `${scope}: ${stored.map((command) => text(command, 'name')).join(', ')}`);
  return stored;
}

/** The registered command of that name and type; a server's own shadows the global one. */
export function findCommand(world: World, name: string, type: ApplicationCommandType): Json {
  const all = [...(world.commands.get(world.guildId) ?? []), ...(world.commands.get('global') ?? [])];
  const found = all.find((command) => command.name === name && command.type === type);
  if (found === undefined) {
    const known = all.map((command) => text(command, 'name')).join(', ');
    throw new Error(`The bot registered no command "${name}" of type ${type}; it has: ${known || 'none'}`);
  }
  return found;
}

function fits(type: number | undefined, value: string | number | boolean): boolean {
  if (type === ApplicationCommandOptionType.Boolean) return typeof value === 'boolean';
  if (type === ApplicationCommandOptionType.Number) return typeof value === 'number';
  if (type === ApplicationCommandOptionType.Integer) return Number.isInteger(value);
  return typeof value === 'string';
}

function fill(defined: readonly Json[], values: OptionValues, focused: string | undefined): Json[] {
  for (const name of Object.keys(values)) {
    if (!defined.some((option) => option.name === name))
      throw new Error(`The command has no option "${name}"`);
  }
  return defined.flatMap((option): Json[] => {
    const name = text(option, 'name') ?? '';
    const value = values[name];
    if (value === undefined) {
      if (flag(option, 'required') && focused === undefined) throw new Error(`Option "${name}" is required`);
      return [];
    }
    const type = number(option, 'type');
    const choices = objects(option, 'choices') ?? [];
    const chosen =
      choices.length === 0 || focused !== undefined || choices.some((choice) => choice.value === value);
    if (!fits(type, value) || !chosen) throw new Error(`Option "${name}" can't be ${JSON.stringify(value)}`);
    return [{ name, type, value, ...(name === focused ? { focused: true } : {}) }];
  });
}

function step(options: readonly Json[], name: string | undefined, type: number): Json | undefined {
  if (name === undefined) return undefined;
  const found = options.find((option) => option.name === name && option.type === type);
  if (found === undefined) throw new Error(`The command has no sub-command "${name}"`);
  return found;
}

/**
 * The `options` of an interaction, nested under group and sub-command as Discord sends them.
 * @param focused the option being typed, for autocompletion
 */
export function fillOptions(
  command: Json,
  path: { readonly group?: string | undefined; readonly subcommand?: string | undefined },
  values: OptionValues,
  focused?: string,
): Json[] {
  const top = objects(command, 'options') ?? [];
  const group = step(top, path.group, GROUP);
  const under = group === undefined ? top : (objects(group, 'options') ?? []);
  const sub = step(under, path.subcommand, SUB);
  if (sub === undefined && under.some((option) => option.type === SUB || option.type === GROUP)) {
    throw new Error(`Command "${text(command, 'name')}" needs one of its sub-commands`);
  }
  const leaf = fill(sub === undefined ? under : (objects(sub, 'options') ?? []), values, focused);
  const inner = sub === undefined ? leaf : [{ name: path.subcommand, type: SUB, options: leaf }];
  return group === undefined ? inner : [{ name: path.group, type: GROUP, options: inner }];
}
