// "approvals": what waits for a yes in this conversation, and what was permitted for more than one call, with the exact
// pattern. "approvals 7" shows all of one question, "approve 7" and "deny 7" answer it where buttons cannot be pressed,
// "approvals revoke p3" takes a permission back.
import type { ApprovalId, PermissionId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import type { Say } from '../../language/say.ts';
import { everyArgument } from '../../tools/approvals/shown.ts';
import { type Bound, openQuestions } from '../../tools/approvals/store.ts';
import { type Decision, patternText } from '../../tools/approvals/words.ts';
import { decideOn, questionHere } from '../controls/decide-approval.ts';
import type { Answer, Command, CommandContext, CommandReply } from './command.ts';
import { own } from './deed.ts';

export const approvalsCommand: Command = {
  name: 'approvals',
  usage: 'approvals [7]',
  help: (say) => say('help.approvals'),
  forms: [
    'approvals',
    'approvals 7',
    'approvals approve 7 [conversation|always]',
    'approvals deny 7',
    'approvals revoke p3',
  ],
  async run(context, args) {
    const [verb, rest = ''] = args.trim().split(/\s+([\s\S]*)/);
    if (verb === 'approve' || verb === 'deny') return answer(context, verb, rest);
    const revoked = /^\s*revoke\s+p?(\d{1,15})\s*$/i.exec(args)?.[1];
    if (revoked) return revoke(context, Number(revoked) as PermissionId);
    const one = /^\s*#?(\d{1,15})\s*$/.exec(args)?.[1];
    if (one) return showOne(context, Number(one) as ApprovalId);
    if (args.trim() !== '') return { text: context.say('approvals.usage') };
    return list(context);
  },
};

export const approveCommand: Command = {
  name: 'approve',
  usage: 'approve NUMBER [conversation | always]',
  help: 'say yes to a question',
  hidden: true,
  run: (context, args) => answer(context, 'approve', args),
};

export const denyCommand: Command = {
  name: 'deny',
  usage: 'deny NUMBER',
  help: 'say no to a question',
  hidden: true,
  run: (context, args) => answer(context, 'deny', args),
};

/** "7", "7 always", "#7 for this conversation" */
async function answer(context: CommandContext, verb: 'approve' | 'deny', args: string): Promise<Answer> {
  const [, number, extent = ''] = /^\s*#?(\d{1,15})(?:\s+([a-z ]+?))?\s*$/i.exec(args) ?? [];
  const decision = verb === 'deny' ? extent === '' && ('deny' as const) : extentIn(extent.toLowerCase());
  if (!number || !decision) return { text: context.say('approvals.usage-approve') };
  return decideOn(context, Number(number) as ApprovalId, decision);
}

function extentIn(words: string): Decision | null {
  if (words === '' || words === 'once') return 'once';
  if (words === 'always') return 'always';
  return /^(?:for )?(?:this )?conversation$/.test(words) ? 'conversation' : null;
}

async function list(context: CommandContext): Promise<CommandReply> {
  const { say } = context;
  const open = await openQuestions(context.tx, context.conversation);
  const permissions = await standing(context);
  const [first] = open;
  const lines = [
    ...open.map(({ id, tool, name }) => say('approvals.open', { id, tool, name })),
    ...(first ? [say('approvals.how', { id: first.id })] : []),
    ...permissions.map((row) =>
      say(row.conversation_id ? 'approvals.here' : 'approvals.everywhere', {
        id: row.id,
        pattern: patternOf(row, say),
      }),
    ),
    ...(permissions.length > 0 ? [say('approvals.how-revoke')] : []),
  ];
  if (lines.length === 0) return { text: say('approvals.none') };
  return { text: lines.join('\n') };
}

const patternOf = ({ tool, args, bound }: Row<'permission'>, say: Say): string =>
  patternText({ tool, args: args as Readonly<Record<string, unknown>>, bound: bound as Bound }, say);

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

async function showOne(context: CommandContext, id: ApprovalId): Promise<CommandReply> {
  const row = await questionHere(context, id);
  if (!row) return { text: context.say('approvals.not-there', { id }) };
  const shown = everyArgument(row.args as Readonly<Record<string, unknown>>);
  return { text: `#${id}, ${row.tool}: ${row.state}\n\`\`\`\n${shown}\n\`\`\`` };
}

async function revoke(context: CommandContext, id: PermissionId): Promise<Answer> {
  const { tx, person, admin, now, say } = context;
  const row = (await standing(context)).find((each) => each.id === id);
  if (!row) return { text: say('approvals.no-permission', { id }) };
  if (!admin && row.person_id !== person.id) return { text: say('approvals.not-yours') };
  return own(async () => {
    await tx.updateTable('permission').set({ revoked_at: now }).where('id', '=', id).execute();
    return { text: say('approvals.revoked', { id, pattern: patternOf(row, say) }) };
  });
}
