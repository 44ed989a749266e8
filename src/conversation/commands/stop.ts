// "stop": ends what I am doing here. The holder of a running turn sees it in the inbox and ends the turn; folded in, it only
// answers.
import type { InboxPayload } from '../../delivery/payload.ts';
import type { Command, CommandReply } from './command.ts';

export const NOTHING_RUNS = 'Nothing of yours is running here.';

export const stopCommand: Command = {
  name: 'stop',
  usage: 'stop',
  help: 'stop what I am doing here',
  async run() {
    return { text: NOTHING_RUNS };
  },
};

/** The answer to a stop that has ended a turn: its turn has told everybody; who sees answers alone is told so too. */
export function stoppedReply(payload: InboxPayload): CommandReply | null {
  const isPrivate = 'private' in payload && payload.private;
  const hasToken = 'replyToken' in payload && payload.replyToken !== null;
  return isPrivate || hasToken ? { text: 'Stopped.' } : null;
}
