// "approvals": what waits for a yes in this conversation, and what was permitted for more than one call, with the exact
// pattern; "approvals 7" shows all of one question, "approvals revoke p3" takes a permission back.
import type { ApprovalId, PermissionId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { boundText } from '../../tools/approvals/words.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';

export const approvalsCommand: Command = {
  name: 'approvals',
  usage: 'approvals [NUMBER | revoke pNUMBER]',
  help: 'what waits for a yes here, and what was permitted',
  async run(context, args) {
    const revoked = /^\s*revoke\s+p?(\d+)\s*$/i.exec(args)?.[1];
    if (revoked) return revoke(context, Number(revoked) as PermissionId);
    const one = /^\s*#?(\d+)\s*$/.exec(args)?.[1];
    if (one) return showOne(context, Number(one) as ApprovalId);
    if (args.trim() !== '') return { text: 'Say "approvals", "approvals 7", or "approvals revoke p3".' };
    return list(context);
  },
};

async function list(context: CommandContext): Promise<CommandReply> {
  const { tx, conversation } = context;
  const open = await tx
    .selectFrom('approval')
    .innerJoin('person', 'person.id', 'approval.person_id')
    .select(['approval.id', 'approval.tool', 'person.name'])
    .where('conversation_id', '=', conversation)
    .where('state', '=', 'asking')
    .orderBy('approval.id')
    .execute();
  const permissions = await standing(context);
  const lines = [
    ...open.map(({ id, tool, name }) => `- #${id}: ${tool}, for ${name}, waits for a yes`),
    ...permissions.map(
      ({ id, tool, bound, conversation_id: here }) =>
        `- p${id}: ${boundText(tool, bound as Record<string, string>)}, ${here ? 'in this conversation' : 'always and everywhere'}`,
    ),
  ];
  if (lines.length === 0) return { text: 'Nothing waits for a yes here, and nothing was permitted.' };
  return { text: [...lines, '"approvals revoke p1" takes a permission back.'].join('\n') };
}

/** What holds in this conversation. */
function standing({ tx, conversation }: CommandContext): Promise<Row<'permission'>[]> {
  return tx
    .selectFrom('permission')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('conversation_id', 'is', null), eb('conversation_id', '=', conversation)]))
    .orderBy('id')
    .execute();
}

async function showOne({ tx, conversation }: CommandContext, id: ApprovalId): Promise<CommandReply> {
  const row = await tx
    .selectFrom('approval')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', conversation)
    .executeTakeFirst();
  if (!row) return { text: `There is no question #${id} here.` };
  const args = JSON.stringify(row.args, null, 1).replaceAll('`', 'ˋ');
  return { text: `#${id}, ${row.tool}: ${row.state}\n\`\`\`\n${args}\n\`\`\`` };
}

async function revoke(context: CommandContext, id: PermissionId): Promise<CommandReply> {
  const { tx, person, admin, now } = context;
  const row = (await standing(context)).find((each) => each.id === id);
  if (!row) return { text: `There is no permission p${id} here.` };
  if (!admin && row.person_id !== person.id)
    return { text: 'Only the person whose permission it is, or an admin, can take it back.' };
  await tx.updateTable('permission').set({ revoked_at: now }).where('id', '=', id).execute();
  return {
    text: `Taken back: p${id}, ${boundText(row.tool, row.bound as Record<string, string>)}. I ask again from now on.`,
  };
}
