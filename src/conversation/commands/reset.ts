// "reset": the conversation begins anew. What was said stays stored, and what was set stays set; the model no longer sees it.

import type { Entry } from '../../context/entry.ts';
import type { PersonId } from '../../database/ids.ts';
import { withdrawQuestions } from '../../tools/approvals/settle.ts';
import { branchOff, isTurnOf, lastTurns } from '../history/branch-off.ts';
import { loadPath } from '../history/tree.ts';
import type { Command } from './command.ts';
import { own } from './deed.ts';

export const resetCommand: Command = {
  name: 'reset',
  usage: 'reset',
  help: (say) => say('help.reset'),
  async run({ tx, room, person, conversation, admin, say }) {
    const row = await tx
      .selectFrom('conversation')
      .selectAll()
      .where('id', '=', conversation)
      .executeTakeFirstOrThrow();
    const path = await loadPath(tx, { ...row, first_kept_entry_id: null });
    const turns = lastTurns(path, Number.POSITIVE_INFINITY);
    const first = turns.at(-1);
    if (!first) return { text: say('reset.nothing') };
    const others =
      !turns.every((turn) => isTurnOf(turn, person.id)) ||
      path.some((entry) => holdsOthers(entry, person.id));
    if (room.kind === 'channel' && others && !admin) return { text: say('reset.others') };
    return own(async () => {
      await withdrawQuestions(
        tx,
        turns.flatMap(({ turn }) => turn ?? []),
      );
      const done = `${person.name} began this conversation anew`;
      const leaf = await branchOff(tx, conversation, first, person.id, done);
      return {
        leaf,
        text: say('reset.done'),
      };
    });
  },
};

/** Whether another person spoke in it. */
const holdsOthers = (entry: Entry, person: PersonId): boolean =>
  entry.type === 'user' && entry.payload.messages.some((message) => message.person !== person);
