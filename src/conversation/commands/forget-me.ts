// "forget me": asks once, then erases what a person has said and what was made of it, in all conversations.
import { erasePerson } from '../privacy/erasure/person.ts';
import type { Command, CommandContext } from './command.ts';
import { type Answer, own } from './deed.ts';

const ask = 'forget-me';

export const forgetCommand: Command = {
  name: 'forget',
  usage: 'forget me',
  help: 'erase what I know of you: asks once',
  async run({ person }, args) {
    if (args.trim().toLowerCase() !== 'me')
      return { text: 'Say "forget me" to erase all of yours, or "memory forget n3" for one note.' };
    return {
      text: [
        `I would erase what you said to me in every conversation, ${person.name}, what I answered, your notes and their lines in the memory files, and cancel your reminders.`,
        'It cannot be taken back. What I cannot erase: the messages in the chat itself, what others wrote about you, what the model\'s server has kept, backups made before, and what a database server holds in its logs and free pages until it uses them again. "export" gives you a copy first.',
      ].join(' '),
      buttons: [
        { label: 'Forget me', action: `${ask}:${person.id}`.slice(0, 90), style: 'danger' },
        { label: 'Keep it', action: `${ask}:keep` },
      ],
    };
  },
};

/** Answers the click. Only the person who asked may. */
export function forgetMe(context: CommandContext, id: string): Answer {
  const { tx, person, now } = context;
  if (id === 'keep') return { text: 'Nothing was erased.' };
  if (id !== `${person.id}`.slice(0, 90 - ask.length - 1))
    return { text: 'Only the person who asked to be forgotten can say so.' };
  return own(async () => {
    const { notes, reminders } = await erasePerson(tx, person.id, now);
    const counted = [
      `${notes} note${notes === 1 ? '' : 's'}`,
      `${reminders} reminder${reminders === 1 ? '' : 's'}`,
    ];
    return {
      text: `Forgotten: ${counted.join(', ')}, and what we said. If you write to me again, we begin anew.`,
    };
  });
}
