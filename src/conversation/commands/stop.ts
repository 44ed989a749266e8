// "stop": ends what I am doing here. The holder of a running turn sees it in the inbox and ends the turn; folded in, it only
// answers.

import { askedHow, type InboxEvent } from '../../delivery/event.ts';
import type { Say } from '../../language/say.ts';
import type { Command, CommandReply } from './command.ts';

export const stopCommand: Command = {
  name: 'stop',
  usage: 'stop',
  help: (say) => say('help.stop'),
  async run({ say }) {
    return { text: say('command.nothing-runs') };
  },
};

/** The answer to a stop that has ended a turn: its turn has told all; who sees answers alone is told so too. */
export function stoppedReply(event: InboxEvent, say: Say): CommandReply | null {
  const { private: isPrivate, replyToken } = askedHow(event);
  return isPrivate || replyToken !== null ? { text: say('command.stopped') } : null;
}
