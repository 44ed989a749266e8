// "rewind": goes back before the last turn, or before several. What was set since stays, and is listed.
import type { Row } from '../../database/tables.ts';
import { branchOff, lastTurns } from '../branch-off.ts';
import { loadPath } from '../tree.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';

const turnsAtMost = 50;

export const rewindCommand: Command = {
  name: 'rewind',
  usage: 'rewind 2',
  help: 'go back before your last message, or before the last few; what was set since stays',
  run: rewind,
};

async function rewind(context: CommandContext, args: string): Promise<CommandReply> {
  const count = args.trim() === '' ? 1 : Number(args.trim());
  if (!Number.isInteger(count) || count < 1 || count > turnsAtMost)
    return { text: `Say how many messages to go back, from 1 to ${turnsAtMost}: "rewind 2".` };
  const { tx } = context;
  const conversation = await tx
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', context.conversation)
    .executeTakeFirstOrThrow();
  const path = await loadPath(tx, { ...conversation, first_kept_entry_id: null });
  const turns = lastTurns(path, count);
  const from = turns.at(-1);
  if (!from) return { text: 'There is nothing to go back to: this conversation has only begun.' };
  const leaf = await branchOff(tx, context.conversation, from, context.person.id);
  const stands = await standing(
    context,
    turns.flatMap(({ turn }) => turn ?? []),
  );
  const words = from.first.type === 'user' ? (from.first.payload.messages[0]?.text ?? '') : '';
  const said = words === '' ? '' : ` ("${[...words].slice(0, 60).join('')}")`;
  const many = turns.length === 1 ? 'your last message' : `the last ${turns.length} messages`;
  return {
    leaf,
    text: [
      `I have gone back before ${many}${said}. What was said since no longer counts here.`,
      ...(stands.length > 0 ? ['What was set since stays:', ...stands.map(lineOf)] : []),
    ].join('\n'),
  };
}

/** Changes of these turns that nobody has taken back. */
function standing(context: CommandContext, turns: readonly NonNullable<Row<'entry'>['turn_id']>[]) {
  if (turns.length === 0) return Promise.resolve([]);
  return context.tx
    .selectFrom('effect')
    .select(['receipt', 'name'])
    .where('turn_id', 'in', turns)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
}

const lineOf = ({ receipt, name }: Pick<Row<'effect'>, 'receipt' | 'name'>) => `- ${receipt ?? name}`;
