// What is done about each kind of event that needs no model. One table; adding a kind is one line here, one in
// delivery/payload.ts and one in delivery/event.ts.
import type { NewEntry } from '../../context/entry.ts';
import type { Row } from '../../database/tables.ts';
import type { EventKind, InboxEvent } from '../../delivery/event.ts';
import type { MessagePayload } from '../../delivery/payload.ts';
import { PeacrabError } from '../../errors.ts';
import type { Say } from '../../language/say.ts';
import type { Answer, CommandContext, CommandReply } from '../commands/command.ts';
import { commandIn } from '../commands/in-message.ts';
import { findCommand, type TypedCommand } from '../commands/index.ts';
import { stoppedReply } from '../commands/stop.ts';
import { click } from '../controls/clicks.ts';
import { profileZone } from '../controls/zone-moves.ts';
import { editEntries } from '../history/edits.ts';
import { eraseIn } from '../privacy/erasure/conversation.ts';

/** @param held the conversation's row, under the lease */
type Handler<K extends EventKind> = (
  context: CommandContext,
  event: InboxEvent<K>,
  held: Row<'conversation'>,
) => Promise<Answer> | Answer;

type Handlers = { readonly [K in EventKind]: Handler<K> };

/** Nothing is said. @param entries what the history holds of it */
const silent = (...entries: readonly NewEntry[]): CommandReply => ({ text: '', entries });

const handlers: Handlers = {
  message(context, event) {
    if (event.payload.stopped) return stoppedReply(event, context.say) ?? silent();
    const typed = commandIn(event, context.personas);
    return typed ? run(context, typed) : { text: wordless(event.payload, context.say) };
  },
  command(context, event) {
    const { name, args, reactedTo, stopped } = event.payload;
    // By a reaction: the turn that it has ended tells so, and where none ran nothing need be said.
    if (reactedTo !== undefined && name === 'stop') return silent();
    return stopped ? (stoppedReply(event, context.say) ?? silent()) : run(context, { name, args });
  },
  click(context, event) {
    const { action, stopped } = event.payload;
    return stopped ? (stoppedReply(event, context.say) ?? silent()) : click(context, action);
  },
  async edit({ tx }, event, held) {
    return silent(...(await editEntries(tx, held, event)));
  },
  async erase({ tx, conversation }, event) {
    await eraseIn(tx, conversation, event);
    return silent();
  },
  async zone(context) {
    return (await profileZone(context)) ?? silent();
  },
  fired: (_, { payload: { handle, text, due, to, tainted }, person_id: person }) =>
    silent({ type: 'fired', payload: { handle, text, due, to }, tainted, person }),
  notice: (_, { payload: { notice: text, tainted = false }, person_id: person }) =>
    silent({ type: 'notice', payload: { text }, tainted, person }),
  // Its turn is over, or never began: there is nothing to end.
  delete: () => silent(),
  // Those for which a turn is started; here only what no longer counts.
  task: () => silent(),
  decision: () => silent(),
  blanked: () => silent(),
  unreadable(_, { stored }) {
    throw new PeacrabError('UNREADABLE', `This ${stored} holds nothing that can be read.`);
  },
};

/** What is to be said or done about an event. Changes only what no gate decides on; the rest comes back as a deed. */
export function answerTo<K extends EventKind>(
  context: CommandContext,
  event: InboxEvent<K>,
  held: Row<'conversation'>,
): Promise<Answer> | Answer {
  const handler: Handler<K> = handlers[event.kind];
  return handler(context, event, held);
}

/** The answer to a message without words. */
function wordless({ attachments, files = [] }: MessagePayload, say: Say): string {
  const names = [...files.map(({ name, kind }) => `${name} (${kind})`), ...attachments];
  if (names.length === 0) return say('command.wordless');
  return say('command.attachments', { names: names.join(', ') });
}

function run(context: CommandContext, { name, args }: TypedCommand): Promise<Answer> | Answer {
  const command = findCommand(name);
  return command ? command.run(context, args) : { text: context.say('command.unknown', { name }) };
}
