// Asking a person about a call: the row first, and the question in the same transaction, so that nothing is shown that is
// not stored. The same call asked again while its question is open is that question.
import type { Database, Queries, Tx } from '../../database/database.ts';
import type { ApprovalId, ConversationKey, RoomId, TurnId } from '../../database/ids.ts';
import { type Lease, underLease } from '../../delivery/lease.ts';
import { enqueue } from '../../delivery/outbox.ts';
import { type Say, sayFor } from '../../language/say.ts';
import type { Person } from '../../people/person.ts';
import type { ToolResult } from '../tool.ts';
import type { Note } from './noted.ts';
import { type Approval, insertCall, openQuestion, storedCall } from './store.ts';
import { askedText, type Question, questionButtons, questionText, untilText } from './words.ts';

/** Whose calls are asked about, and where the questions appear. */
export interface Desk {
  readonly database: Database;
  readonly lease: Lease;
  readonly turn: TurnId;
  readonly conversation: ConversationKey;
  readonly person: Pick<Person, 'id' | 'name' | 'zone' | 'language'> & { readonly locale?: string };
  readonly room: { readonly id: RoomId; readonly kind: 'dm' | 'channel'; readonly platform: string };
  /** Minutes a question stays open. */
  readonly minutes: number;
  /** Whether there are admins, who may say "always". */
  readonly hasAdmins: boolean;
  readonly now: () => Date;
  /** A question is in the outbox. */
  readonly asked: () => void;
  readonly noted: Note;
}

export type Asked = Pick<Question, 'tool' | 'args' | 'bound' | 'why' | 'because' | 'changes'> & {
  readonly key: string;
  readonly tainted: boolean;
};

/** Stores the call and asks. @returns what the model is told. @throws PeacrabError LEASE_LOST */
export async function askFor(desk: Desk, call: Asked): Promise<ToolResult> {
  const { result, id } = await desk.database.transaction(async (tx) => {
    await underLease(tx, desk.lease);
    const stands =
      (await storedCall(tx, desk.turn, call.key)) ??
      (await openQuestion(tx, { conversation: desk.conversation, person: desk.person.id }, call.key));
    return stands ? { result: resultOf(desk, stands), id: null } : put(tx, desk, call);
  });
  if (id !== null) desk.noted({ approval: id, tool: call.tool, state: 'asked', by: null });
  desk.asked();
  return result;
}

async function put(
  tx: Tx,
  desk: Desk,
  call: Asked,
): Promise<{ readonly result: ToolResult; readonly id: ApprovalId }> {
  const now = desk.now();
  const expires = new Date(now.getTime() + desk.minutes * 60_000);
  const id = await insertCall(tx, {
    conversation_id: desk.conversation,
    person_id: desk.person.id,
    turn_id: desk.turn,
    call_key: call.key,
    tool: call.tool,
    args: JSON.stringify(call.args),
    bound: JSON.stringify(call.bound),
    tainted: call.tainted,
    state: 'asking',
    expires_at: expires,
  });
  const say = sayFor(desk.person);
  const until = untilText(expires, now, desk.person.zone, say);
  const { name } = desk.person;
  const typed = desk.room.platform === 'terminal';
  const question = { ...call, id, name, until, offersAlways: desk.hasAdmins, typed };
  await show(tx, desk, question, say);
  return { result: asked(id, name, untilText(expires, now, desk.person.zone)), id };
}

async function show(queries: Queries, desk: Desk, question: Question, say: Say): Promise<void> {
  const inChannel = desk.room.kind === 'channel';
  await enqueue(queries, [
    {
      key: questionKey(question.id),
      platform: desk.room.platform,
      room: desk.room.id,
      conversation: desk.conversation,
      kind: 'notice',
      text: questionText(question, say),
      buttons: questionButtons(question, say),
      mention: inChannel ? desk.person.id : null,
      fallback: desk.person.id,
      turn: desk.turn,
    },
  ]);
}

/** The outbox key of a question: what is decided replaces its message. */
export const questionKey = (id: ApprovalId): string => `approval:${id}`;

/** What a call that was made before has come to. */
function resultOf(desk: Desk, row: Approval): ToolResult {
  if (row.state !== 'asking' || row.expires_at === null)
    return {
      ok: false,
      text: `This was asked before (#${row.id}): it is ${row.state}. Don't call it again.`,
    };
  return asked(row.id, desk.person.name, untilText(row.expires_at, desk.now(), desk.person.zone));
}

const asked = (id: ApprovalId, name: string, until: string): ToolResult => ({
  ok: false,
  asked: id,
  text: askedText(id, name, until),
});
