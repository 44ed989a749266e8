// Stored calls and permissions as rows.
import type { Queries, Tx } from '../../database/database.ts';
import type { ApprovalId, ConversationKey, PersonId, TurnId } from '../../database/ids.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import { matches } from '../policy/glob.ts';
import { textOf } from '../policy/rules.ts';
import { sameArgs } from '../same-call.ts';

export type Approval = Row<'approval'>;
type Args = Readonly<Record<string, unknown>>;

/** A call's row in its turn. */
export async function storedCall(queries: Queries, turn: TurnId, key: string): Promise<Approval | undefined> {
  return queries
    .selectFrom('approval')
    .selectAll()
    .where('turn_id', '=', turn)
    .where('call_key', '=', key)
    .executeTakeFirst();
}

/** The same call of the same person that is being asked about in this conversation. */
export async function openQuestion(
  queries: Queries,
  of: { readonly conversation: ConversationKey; readonly person: PersonId },
  key: string,
): Promise<Approval | undefined> {
  return queries
    .selectFrom('approval')
    .selectAll()
    .where('conversation_id', '=', of.conversation)
    .where('person_id', '=', of.person)
    .where('call_key', '=', key)
    .where('state', '=', 'asking')
    .executeTakeFirst();
}

/** What waits for a yes in a conversation, the oldest first, with whose call it is. */
export async function openQuestions(
  queries: Queries,
  conversation: ConversationKey,
): Promise<(Pick<Approval, 'id' | 'tool'> & { readonly name: string })[]> {
  return queries
    .selectFrom('approval')
    .innerJoin('person', 'person.id', 'approval.person_id')
    .select(['approval.id', 'approval.tool', 'person.name'])
    .where('conversation_id', '=', conversation)
    .where('state', '=', 'asking')
    .orderBy('approval.id')
    .execute();
}

export async function loadApproval(queries: Queries, id: ApprovalId): Promise<Approval> {
  return queries.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Locked, for a decision. */
export async function lockApproval(tx: Tx, id: ApprovalId): Promise<Approval | undefined> {
  return tx.selectFrom('approval').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertCall(queries: Queries, row: NewRow<'approval'>): Promise<ApprovalId> {
  const { id } = await queries.insertInto('approval').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Whether this call was permitted beforehand.
 *
 * @param exactly with tainted text in the context: then only the very arguments that a person has seen are permitted
 */
export async function isPermitted(
  queries: Queries,
  of: { readonly conversation: ConversationKey; readonly person: PersonId },
  tool: string,
  args: Args,
  exactly: boolean,
): Promise<boolean> {
  const rows = await queries
    .selectFrom('permission')
    .select(['args', 'bound'])
    .where('tool', '=', tool)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('conversation_id', 'is', null), eb('conversation_id', '=', of.conversation)]))
    .where((eb) => eb.or([eb('person_id', 'is', null), eb('person_id', '=', of.person)]))
    .execute();
  return rows.some((row) => covers({ args: row.args as Args, bound: row.bound as Bound }, args, exactly));
}

/** Globs by parameter; without any, the arguments have to be the same. */
export type Bound = Readonly<Record<string, string>>;

/** Whether a permission covers a call with these arguments. Pure. */
export function covers(
  permission: { readonly args: Args; readonly bound: Bound },
  args: Args,
  exactly: boolean,
): boolean {
  const globs = Object.entries(permission.bound);
  if (exactly || globs.length === 0) return sameArgs(permission.args, args);
  return globs.every(([name, glob]) => matches(glob, textOf(args[name])));
}
