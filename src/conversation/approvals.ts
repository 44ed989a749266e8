// A click on a question: checked against its row and against the clicker, then written down. An approved call becomes an
// inbox row of its own and runs in the next turn; a denied one ends here.
import type { ApprovalId } from '../database/ids.ts';
import { storeOwn } from '../delivery/inbox.ts';
import type { DecisionPayload } from '../delivery/payload.ts';
import { loadPerson } from '../people/store.ts';
import { questionKey } from '../tools/approvals/ask.ts';
import { expire, recordDecision, replaceQuestion, withdrawQuestions } from '../tools/approvals/settle.ts';
import { type Approval, lockApproval } from '../tools/approvals/store.ts';
import { DECISIONS, type Decision, decidedText, extentOf, mayDecide } from '../tools/approvals/words.ts';
import type { CommandContext, CommandReply } from './commands/command.ts';
import { isOnPath } from './on-path.ts';

/** Answers a click on a question: the clicker alone reads the reply, everybody what stands in the question's place. */
export async function decideOn(context: CommandContext, id: ApprovalId, word: string): Promise<CommandReply> {
  const { tx, person, now } = context;
  const decision = DECISIONS.find((each) => each === word);
  const approval = decision && Number.isSafeInteger(id) ? await lockApproval(tx, id) : undefined;
  if (!decision || !approval || approval.conversation_id !== context.conversation)
    return { text: 'There is no such question here.' };
  const { name } = await loadPerson(tx, approval.person_id);
  const refusal = mayDecide(
    { person: approval.person_id, name },
    { person: person.id, isAdmin: context.admin },
    decision,
  );
  if (refusal) return { text: refusal };
  if (approval.state !== 'asking') return { text: await overText(context, approval) };
  if (approval.expires_at && approval.expires_at <= now) {
    await expire(tx, approval);
    return { text: `Too late: #${id} has expired, and nothing was done. Ask me again if you still want it.` };
  }
  if (!(await isOnPath(tx, context.conversation, approval.turn_id))) {
    await withdrawQuestions(tx, [approval.turn_id]);
    return { text: `#${id} no longer counts here, so I leave it.` };
  }
  await recordDecision(tx, approval, person.id, decision, now);
  const state = decision === 'deny' ? ('denied' as const) : ('approved' as const);
  await replaceQuestion(tx, { ...approval, state }, decidedText(approval, person.name, decision));
  return decision === 'deny' ? denied(context, approval) : approved(context, approval, decision);
}

async function approved(
  context: CommandContext,
  approval: Approval,
  decision: Decision,
): Promise<CommandReply> {
  const payload: DecisionPayload = { approval: approval.id };
  await storeOwn(context.tx, {
    platform: context.room.platform,
    room_id: context.room.id,
    message_id: `${questionKey(approval.id)}:decision`,
    conversation_id: approval.conversation_id,
    person_id: approval.person_id,
    kind: 'decision',
    payload: JSON.stringify(payload),
  });
  return { text: `Approved, ${extentOf(decision)}: #${approval.id} runs now.` };
}

function denied({ person }: CommandContext, approval: Approval): CommandReply {
  const text = `${person.name} denied #${approval.id}: ${approval.tool} was not done`;
  return {
    text: `Denied: #${approval.id} is not done.`,
    entries: [{ type: 'decision', payload: { text }, tainted: false, person: person.id }],
  };
}

/** Two may click at once: the second is told what the first has said. */
async function overText({ tx }: CommandContext, approval: Approval): Promise<string> {
  const by = approval.decided_by ? await loadPerson(tx, approval.decided_by) : null;
  const how = { denied: 'denied', expired: 'expired', withdrawn: 'no longer asked' }[
    approval.state as string
  ];
  return `#${approval.id} is over already: ${how ?? 'approved'}${by ? ` by ${by.name}` : ''}.`;
}
