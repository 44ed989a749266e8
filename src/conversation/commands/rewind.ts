// "rewind": goes back before the last turn, or before several. What was set since stays, and is listed.

import { withdrawQuestions } from '../../tools/approvals/settle.ts';
import { branchOff, isTurnOf, lastTurns, type PastTurn } from '../history/branch-off.ts';
import { loadPath } from '../history/tree.ts';
import type { Answer, Command, CommandContext, CommandReply } from './command.ts';
import { own } from './deed.ts';

const turnsAtMost = 50;

export const rewindCommand: Command = {
  name: 'rewind',
  usage: 'rewind 2',
  help: (say) => say('help.rewind'),
  run: rewind,
};

async function rewind(context: CommandContext, args: string): Promise<Answer> {
  const count = args.trim() === '' ? 1 : Number(args.trim());
  if (!Number.isInteger(count) || count < 1 || count > turnsAtMost)
    return { text: context.say('rewind.usage', { n: turnsAtMost }) };
  const { tx } = context;
  const conversation = await tx
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', context.conversation)
    .executeTakeFirstOrThrow();
  const path = await loadPath(tx, { ...conversation, first_kept_entry_id: null });
  const turns = lastTurns(path, count);
  const from = turns.at(-1);
  if (!from) return { text: context.say('rewind.nothing') };
  if (
    context.room.kind === 'channel' &&
    !context.admin &&
    !turns.every((turn) => isTurnOf(turn, context.person.id))
  )
    return { text: context.say('rewind.others') };
  return own(() => goBack(context, turns, from));
}

async function goBack(
  context: CommandContext,
  turns: readonly PastTurn[],
  from: PastTurn,
): Promise<CommandReply> {
  const { tx, say } = context;
  const leaf = await branchOff(tx, context.conversation, from, context.person.id);
  const withdrawn = await withdrawQuestions(
    tx,
    turns.flatMap(({ turn }) => turn ?? []),
  );
  const stands = await standing(context, turns, from);
  const words = from.first.type === 'user' ? (from.first.payload.messages[0]?.text ?? '') : '';
  const quote = words === '' ? '' : ` ("${[...words].slice(0, 60).join('')}")`;
  return {
    leaf,
    noted: withdrawn.map(({ id, tool }) => ({
      approval: id,
      tool,
      state: 'withdrawn',
      by: context.person.id,
    })),
    text: [
      say('rewind.done', { n: turns.length, quote }),
      ...(stands.length > 0
        ? [say('rewind.stays'), ...stands.map(({ receipt, name }) => `- ${receipt ?? name}`)]
        : []),
    ].join('\n'),
  };
}

/** Changes since then that were not taken back: of these turns, of commands and of clicks. */
function standing({ tx, conversation }: CommandContext, turns: readonly PastTurn[], from: PastTurn) {
  const ids = turns.flatMap(({ turn }) => turn ?? []);
  return tx
    .selectFrom('effect')
    .select(['receipt', 'name'])
    .where('conversation_id', '=', conversation)
    .where('undone_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('turn_id', 'in', ids)] : []),
        eb.and([eb('turn_id', 'is', null), eb('created_at', '>', from.first.at)]),
      ]),
    )
    .orderBy('id')
    .execute();
}
