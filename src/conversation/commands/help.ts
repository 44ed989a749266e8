// "help": the commands in groups, a line each; "help reminders": all forms of one. Pure.
import type { Say } from '../../language/say.ts';
import { type Abilities, abilityLines } from '../../tools/abilities.ts';
import type { Command } from './command.ts';

type HelpTitle =
  | 'help.reminders-and-work'
  | 'help.this-conversation'
  | 'help.you'
  | 'help.behind-it'
  | 'help.others';

/** The order of the commands; what is not named here comes last. */
const groups: readonly (readonly [title: HelpTitle, names: readonly string[]])[] = [
  ['help.reminders-and-work', ['remind', 'reminders', 'agenda', 'task', 'tasks']],
  ['help.this-conversation', ['persona', 'stop', 'undo', 'rewind', 'reset', 'room', 'now', 'skills']],
  ['help.you', ['home', 'memory', 'timezone', 'usage', 'export', 'forget']],
  ['help.behind-it', ['why', 'context']],
];

/** All commands that are for typing. @param slack whether they are written as `/peacrab name` */
export function helpText(
  commands: readonly Command[],
  slack: boolean,
  abilities: Abilities,
  say: Say,
): string {
  const shown = commands.filter(({ hidden }) => !hidden);
  const placed = groups.flatMap(([, names]) => names);
  const others = shown.map(({ name }) => name).filter((name) => !placed.includes(name));
  const sections = [...groups, ['help.others', others] as const].flatMap(([title, names]) => {
    const lines = names.flatMap((name) => {
      const command = shown.find((each) => each.name === name);
      return command ? [`- ${prefix(slack)}${command.usage} - ${helpIn(command, say)}`] : [];
    });
    return lines.length === 0 ? [] : [`**${say(title)}**`, ...lines];
  });
  const threads = slack ? [say('help.threads')] : [];
  const how = [say('help.one', { prefix: prefix(slack) }), ...threads];
  return [say('help.intro'), ...sections, ...how, ...abilityLines(abilities, say)].join('\n');
}

/** All forms of one command. */
export function helpOf(command: Command, slack: boolean, say: Say): string {
  const { usage, forms } = command;
  const lines = (forms ?? [usage]).map((form) => `- ${prefix(slack)}${form}`);
  return [`**${usage.split(' ')[0]}**: ${helpIn(command, say)}`, ...lines].join('\n');
}

/** What a command is for, in one line. */
export const helpIn = ({ help }: Pick<Command, 'help'>, say: Say): string =>
  typeof help === 'string' ? help : help(say);

const prefix = (slack: boolean) => (slack ? '/peacrab ' : '/');
