// "help": the commands in groups, a line each; "help reminders": all forms of one. Pure.
import type { Command } from './command.ts';

/** Which command stands where; what is not named here comes last. */
const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Reminders and work', ['remind', 'reminders', 'agenda', 'task', 'tasks']],
  ['This conversation', ['persona', 'stop', 'undo', 'rewind', 'reset', 'room', 'now', 'skills']],
  ['You', ['home', 'memory', 'timezone', 'usage', 'export', 'forget']],
  ['Behind it', ['why', 'context']],
];

/** All commands that are for typing. @param slack whether they are written as `/peacrab name` */
export function helpText(commands: readonly Command[], slack: boolean): string {
  const shown = commands.filter(({ hidden }) => !hidden);
  const placed = groups.flatMap(([, names]) => names);
  const others = shown.map(({ name }) => name).filter((name) => !placed.includes(name));
  const sections = [...groups, ['More', others] as const].flatMap(([title, names]) => {
    const lines = names.flatMap((name) => {
      const command = shown.find((each) => each.name === name);
      return command ? [`- ${prefix(slack)}${command.usage} - ${command.help}`] : [];
    });
    return lines.length === 0 ? [] : [`**${title}**`, ...lines];
  });
  const threads = slack
    ? ['In threads, where slash commands do not work, write them with an exclamation mark: !reminders']
    : [];
  return [
    'Talk to me in plain words, or use:',
    ...sections,
    `"${prefix(slack)}help reminders" shows all forms of one.`,
    ...threads,
  ].join('\n');
}

/** All forms of one command. */
export function helpOf({ usage, help, forms }: Command, slack: boolean): string {
  const lines = (forms ?? [usage]).map((form) => `- ${prefix(slack)}${form}`);
  return [`**${usage.split(' ')[0]}**: ${help}`, ...lines].join('\n');
}

const prefix = (slack: boolean) => (slack ? '/peacrab ' : '/');
