// "forget me": asks once, then erases what a person has said and what was made of it, in all conversations.
import { erasePerson } from '../privacy/erasure/person.ts';
import type { Answer, Command, CommandContext } from './command.ts';
import { own } from './deed.ts';

const ask = 'forget-me';

export const forgetCommand: Command = {
  name: 'forget',
  usage: 'forget me',
  help: (say) => say('help.forget'),
  async run({ person, say }, args) {
    if (args.trim().toLowerCase() !== 'me') return { text: say('forget.usage') };
    return {
      text: say('forget.ask', { name: person.name }),
      buttons: [
        { label: say('button.forget-me'), action: `${ask}:${person.id}`.slice(0, 90), style: 'danger' },
        { label: say('button.keep'), action: `${ask}:keep` },
      ],
    };
  },
};

/** Answers the click. Only the person who asked may. */
export function forgetMe(context: CommandContext, id: string): Answer {
  const { tx, person, now, say } = context;
  if (id === 'keep') return { text: say('forget.kept') };
  if (id !== `${person.id}`.slice(0, 90 - ask.length - 1)) return { text: say('forget.not-yours') };
  return own(async () => {
    const { notes, reminders } = await erasePerson(tx, person.id, now);
    return { text: say('forget.done', { notes, reminders }) };
  });
}
