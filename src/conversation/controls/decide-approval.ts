// An answer to a question, clicked or typed: checked against its row and against who gives it, then written down. An
// approved call becomes an inbox row of its own in the conversation it was made in, and runs in the next turn there; a
// denied one ends here.
import type { ApprovalId, PermissionId } from '../../database/ids.ts';
import { sayFor } from '../../language/say.ts';
import { loadPerson } from '../../people/store.ts';
import { personaOf } from '../../personas/current.ts';
import { questionKey } from '../../tools/approvals/ask.ts';
import type { Noted } from '../../tools/approvals/noted.ts';
import {
  expire,
  recordDecision,
  replaceQuestion,
  tellConversation,
  withdrawQuestions,
} from '../../tools/approvals/settle.ts';
import { type Approval, type Bound, lockApproval } from '../../tools/approvals/store.ts';
import { DECISIONS, type Decision, decidedText, extentOf, mayDecide } from '../../tools/approvals/words.ts';
import { refusalLine, refusedNow } from '../../tools/authorize.ts';
import type { Setting } from '../../tools/policy/rules.ts';
import type { Answer, CommandContext, CommandReply } from '../commands/command.ts';
import { own } from '../commands/deed.ts';
import { isOnPath } from '../history/tree.ts';
import { wasAdmin } from '../turn/approved-call.ts';

/** Answers a question: the person who answers reads the reply, everyone what replaces the question. */
export async function decideOn(context: CommandContext, id: ApprovalId, word: string): Promise<Answer> {
  const { tx, person } = context;
  const decision = DECISIONS.find((each) => each === word);
  const approval = decision && (await questionHere(context, id));
  if (!decision || !approval) return { text: context.say('decide.no-question') };
  const { name } = await loadPerson(tx, approval.person_id);
  const refusal = mayDecide(
    { person: approval.person_id, name, bound: approval.bound as Bound },
    { person: person.id, isAdmin: context.admin },
    decision,
  );
  if (refusal) return { text: refusal(context.say) };
  if (approval.state !== 'asking') return { text: await overText(context, approval) };
  const forbidden = decision === 'deny' ? null : await forbiddenNow(context, approval);
  return forbidden ?? own(() => answer(context, approval, decision));
}

/** A yes to what may not be done any more, or not in that room's mode, would be a yes to nothing. */
async function forbiddenNow(context: CommandContext, approval: Approval): Promise<CommandReply | null> {
  const tool = context.tools.find(({ name }) => name === approval.tool);
  if (!tool) return null;
  const setting = await settingOfCall(context, approval);
  const verdict = refusedNow(
    context.rules,
    tool,
    approval.args as Readonly<Record<string, unknown>>,
    setting,
  );
  if (verdict === null) return null;
  const line = refusalLine(verdict, { room: setting.room, isAdmin: context.admin });
  return { text: line(context.say), refused: verdict.why };
}

/** Whose call it was, and where: not who answers. */
async function settingOfCall({ tx, ...context }: CommandContext, approval: Approval): Promise<Setting> {
  const person = await loadPerson(tx, approval.person_id);
  const conversation = await tx
    .selectFrom('conversation')
    .select(['persona', 'room_id'])
    .where('id', '=', approval.conversation_id)
    .executeTakeFirstOrThrow();
  const room = await tx
    .selectFrom('room')
    .selectAll()
    .where('id', '=', conversation.room_id)
    .executeTakeFirstOrThrow();
  const slug = personaOf({ conversation, room, person, otherwise: context.defaultPersona });
  return {
    person: person.id,
    isAdmin: await wasAdmin(tx, approval.turn_id),
    room: { id: room.id, kind: room.kind, mode: room.mode },
    persona: context.personas.find(slug)?.slug ?? context.defaultPersona,
  };
}

async function answer(
  context: CommandContext,
  approval: Approval,
  decision: Decision,
): Promise<CommandReply> {
  const { tx, person, now, say } = context;
  const { id } = approval;
  if (approval.expires_at && approval.expires_at <= now) {
    await expire(tx, approval);
    const text = say('decide.too-late', { id });
    return { text, noted: [noted(approval, 'expired')] };
  }
  if (!(await isOnPath(tx, approval.conversation_id, approval.turn_id))) {
    const withdrawn = await withdrawQuestions(tx, [approval.turn_id]);
    const text = say('decide.left', { id });
    return { text, noted: withdrawn.map((each) => noted(each, 'withdrawn')) };
  }
  const permission = await recordDecision(tx, approval, person.id, decision, now);
  const reply = decision === 'deny' ? denied(context, approval) : approved(context, approval, decision);
  await replace(context, approval, decision, permission);
  const state = decision === 'deny' ? 'denied' : 'approved';
  return { ...(await reply), noted: [{ ...noted(approval, state), by: person.id }] };
}

/** The question of this number, locked, if it can be answered here: one's own anywhere, others' in the room where they were asked. */
export async function questionHere(context: CommandContext, id: ApprovalId): Promise<Approval | null> {
  const approval = Number.isSafeInteger(id) ? await lockApproval(context.tx, id) : undefined;
  return approval && (await stands(context, approval)) ? approval : null;
}

/** If its own room was gone, a question is in the person's DM. */
async function stands({ tx, room, person }: CommandContext, approval: Approval): Promise<boolean> {
  if (approval.person_id === person.id) return true;
  const { id } = await tx
    .selectFrom('conversation')
    .select('room_id as id')
    .where('id', '=', approval.conversation_id)
    .executeTakeFirstOrThrow();
  if (id === room.id) return true;
  const shown = await tx
    .selectFrom('outbox')
    .select('id')
    .where('key', '=', questionKey(approval.id))
    .where('room_id', '=', room.id)
    .executeTakeFirst();
  return shown !== undefined;
}

async function replace(
  { tx, person, say: own }: CommandContext,
  approval: Approval,
  decision: Decision,
  permission: PermissionId | null,
): Promise<void> {
  const { id, tool } = approval;
  const call = {
    id,
    tool,
    args: approval.args as Readonly<Record<string, unknown>>,
    bound: approval.bound as Bound,
  };
  const state = decision === 'deny' ? ('denied' as const) : ('approved' as const);
  const say = approval.person_id === person.id ? own : sayFor(await loadPerson(tx, approval.person_id));
  await replaceQuestion(
    tx,
    { ...approval, state },
    decidedText(call, person.name, decision, permission, say),
  );
}

async function approved(
  { tx, say }: CommandContext,
  approval: Approval,
  decision: Decision,
): Promise<CommandReply> {
  await tellConversation(tx, approval, 'decision', { approval: approval.id });
  return { text: say('decide.approved', { extent: extentOf(decision, say), id: approval.id }) };
}

async function denied(
  { tx, person, conversation, say }: CommandContext,
  approval: Approval,
): Promise<CommandReply> {
  const text = `${person.name} denied #${approval.id}: ${approval.tool} was not done`;
  const reply = { text: say('decide.denied', { id: approval.id }) };
  if (conversation === approval.conversation_id)
    return {
      ...reply,
      entries: [{ type: 'decision', payload: { text }, tainted: false, person: person.id }],
    };
  await tellConversation(tx, approval, 'notice', { notice: text });
  return reply;
}

const noted = ({ id, tool }: Approval, state: Noted['state']): Noted => ({
  approval: id,
  tool,
  state,
  by: null,
});

/** Two may answer at once: the second is told what the first has said. */
async function overText({ tx, say }: CommandContext, approval: Approval): Promise<string> {
  const by = approval.decided_by ? await loadPerson(tx, approval.decided_by) : null;
  const { id, state } = approval;
  if (state === 'expired' || state === 'withdrawn') return say(`decide.over-${state}`, { id });
  if (!by) return say('decide.over-approved', { id });
  return say(state === 'denied' ? 'decide.over-denied-by' : 'decide.over-approved-by', { id, name: by.name });
}
