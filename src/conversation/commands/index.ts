// All commands, and how one is recognised in what people type.
import { exceeds } from '../../text/reading-limits.ts';

import { isStopWord } from '../dispatch/early-end.ts';
import { approvalsCommand, approveCommand, denyCommand } from './approvals.ts';
import type { Command } from './command.ts';
import { deleteReplyCommand } from './delete-reply.ts';
import { exportCommand } from './export.ts';
import { forgetCommand } from './forget-me.ts';
import { helpOf, helpText } from './help.ts';
import { homeCommand } from './home.ts';
import { memoryCommand } from './memory.ts';
import { personaCommand } from './persona.ts';
import { plainWord } from './plain-words.ts';
import { agendaCommand } from './reminders/agenda.ts';
import { plainRemind } from './reminders/plain-remind.ts';
import { remindCommand, taskCommand } from './reminders/remind.ts';
import { remindAboutCommand } from './reminders/remind-about.ts';
import { remindersCommand } from './reminders/reminders.ts';
import { timezoneCommand } from './reminders/timezone.ts';
import { resetCommand } from './reset.ts';
import { rewindCommand } from './rewind.ts';
import { peopleCommand } from './room/people.ts';
import { nowCommand, roomCommand } from './room/room.ts';
import { skillsCommand } from './skills.ts';
import { stopCommand } from './stop.ts';
import { tasksCommand } from './tasks.ts';
import { undoCommand } from './undo.ts';
import { contextCommand } from './why/context.ts';
import { usageCommand } from './why/usage.ts';
import { whyCommand } from './why/why.ts';

const helpCommand: Command = {
  name: 'help',
  usage: 'help [COMMAND]',
  help: (say) => say('help.help'),
  async run({ room, say, abilities }, args) {
    const slack = room.platform === 'slack';
    const asked = args.trim().replace(/^[/!]/u, '').toLowerCase();
    const one = asked === '' ? undefined : findCommand(asked);
    return { text: one && !one.hidden ? helpOf(one, slack, say) : helpText(commands, slack, abilities, say) };
  },
};

export const commands: readonly Command[] = [
  remindCommand,
  remindersCommand,
  agendaCommand,
  taskCommand,
  tasksCommand,
  personaCommand,
  homeCommand,
  memoryCommand,
  timezoneCommand,
  approvalsCommand,
  stopCommand,
  approveCommand,
  denyCommand,
  undoCommand,
  rewindCommand,
  resetCommand,
  roomCommand,
  nowCommand,
  contextCommand,
  whyCommand,
  skillsCommand,
  exportCommand,
  forgetCommand,
  usageCommand,
  peopleCommand,
  helpCommand,
  remindAboutCommand,
  deleteReplyCommand,
];

export interface TypedCommand {
  readonly name: string;
  readonly args: string;
}

/**
 * A command in a typed text: "/persona cfo" or "!persona cfo" (in threads, where slash commands do not work). Unknown
 * names are no commands, so that "/etc/hosts looks odd" stays a message. Pure.
 */
export function typedCommand(text: string): TypedCommand | null {
  const match = /^\s*[/!]([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text);
  const command = findCommand(match?.[1]?.toLowerCase() ?? '');
  return command ? { name: command.name, args: match?.[2]?.trim() ?? '' } : null;
}

/**
 * Plain words that need no model to be understood: a message that is nothing but "switch to the CFO", "undo that", "forget
 * that", or "remind tomorrow 9 stretch". Anything more goes to the model. Pure.
 */
export function plainCommand(text: string): TypedCommand | null {
  const persona = exceeds('plainCommand', text)
    ? null
    : /^\s*(?:please\s+)?(?:switch|change)\s+(?:(?:the|your)\s+persona\s+)?to\s+(?:the\s+)?([\p{L}][\p{L} -]{1,40}?)(?:\s+persona)?(?:,?\s+please)?\s*[.!]?\s*$/iu.exec(
        text,
      );
  if (persona?.[1]) return { name: 'persona', args: persona[1] };
  if (isStopWord(text)) return { name: 'stop', args: '' };
  const word = plainWord(text);
  if (word === 'undo') return { name: 'undo', args: '' };
  if (word === 'forget') return { name: 'memory', args: 'forget that' };
  const remind = plainRemind(text);
  return remind === null ? null : { name: 'remind', args: remind };
}

/** Other names that people try. */
const ALIASES: Readonly<Record<string, string>> = { notes: memoryCommand.name };

export const findCommand = (name: string): Command | undefined =>
  commands.find((command) => command.name === (ALIASES[name] ?? name));
