// The end of a turn: entries, messages, the turn's state and its requests in one transaction under the lease's epoch. A
// task that failed says nothing yet: its occurrence is tried again, and only the last failure is told.
import { sql } from 'kysely';
import type { RequestRecord } from '../../agent/outcome.ts';
import type { SettledAsk } from '../../claims/asks/ask.ts';
import type { NewEntry } from '../../context/entry.ts';
import type { Tx } from '../../database/database.ts';
import type { NewOutgoing } from '../../delivery/outbox.ts';
import type { Button } from '../../delivery/outgoing.ts';
import { closeTrouble, recordTrouble } from '../../delivery/trouble.ts';
import { messageOf } from '../../errors.ts';
import { type Line, sayFor } from '../../language/say.ts';
import { withoutSecrets } from '../../process/secrets.ts';
import { withdrawQuestions } from '../../tools/approvals/settle.ts';
import type { TurnTools } from '../../tools/runner.ts';
import type { EarlyEnd } from '../dispatch/early-end.ts';
import { commitWork, endTurn } from './commit.ts';
import { taskFooter, taskTurnFailed } from './due-task.ts';
import { letGoOfFiles } from './facts/attachments.ts';
import { bringsOthers } from './facts/provenance.ts';
import type { TurnFacts } from './facts/turn-facts.ts';
import { inPlace } from './in-place.ts';
import { receiptTimes, replyMessages, standing, type Waiting, withReceipts, withUndone } from './reply.ts';
import type { OpenRequest, SentRequest } from './request/sent.ts';
import { recordAside, recordRequests } from './request/usage-rows.ts';
import type { TurnServices, UsageServices } from './services.ts';
import { speakingAs } from './speaking-as.ts';
import type { BegunTurn } from './state.ts';
import type { TurnRow } from './turn-row.ts';

export interface End {
  readonly state: 'committed' | 'failed';
  /** Why it failed, a sentence for people. */
  readonly reason?: Line;
  /** Set if it was set aside: what an operator finds on the list of troubles. */
  readonly trouble?: unknown;
  readonly entries: readonly NewEntry[];
  readonly text: string;
  readonly buttons: readonly Button[];
  readonly effects: TurnTools['effects'];
  /** Set if it was ended early: by whom or what, and whether people are told. */
  readonly early?: { readonly end: EarlyEnd; readonly silent: boolean };
  /** What a person was asked about in this turn. */
  readonly waiting?: readonly Waiting[];
  /** What the person asked for, and what became of it. */
  readonly asks?: readonly SettledAsk[];
  /** True if the model saw tainted text: then its words are tainted too. */
  readonly tainted: boolean;
  /** The turn's requests, those sent beside what came of them; absent if none was sent. */
  readonly asked?: {
    readonly opened: OpenRequest;
    readonly sent: readonly SentRequest[];
    readonly requests: readonly RequestRecord[];
  };
}

/** Commits a turn that has come to its end, well or badly. @throws PeacrabError LEASE_LOST */
export async function commitEnd(turn: BegunTurn, end: End): Promise<void> {
  const { services, lease, row, facts } = turn;
  await services.database.transaction(async (tx) => {
    const { outgoing, said } = await saying(tx, turn, end);
    const where = { platform: facts.room.platform, room: facts.room.id, conversation: lease.conversation };
    const placed = await inPlace(
      tx,
      row,
      facts.insteadOf,
      end.early?.silent ? [] : outgoing,
      where,
      sayFor(facts.person),
    );
    if (end.early) await settleEarly(tx, row, end.early.end);
    await commitWork(tx, lease, facts.conversation.leaf_id, {
      turn: row.id,
      entries: [...askedEntries(facts), ...end.entries, said],
      outgoing: placed,
      done: facts.inboxIds,
    });
    await endTurn(tx, row.id, end.state, end.asks);
    // A turn that failed may be tried again, with the bytes that it had.
    if (end.state === 'committed') await letGoOfFiles(tx, facts);
    await noteTrouble(tx, turn, end);
    if (end.asked) await record(tx, services, row, end.asked);
  });
  services.committed(end.effects);
  if (end.asked) await learn(services, end.asked);
}

async function noteTrouble(tx: Tx, { lease, row, facts }: BegunTurn, end: End): Promise<void> {
  const of = { kind: 'turn', ref: row.id } as const;
  const about = { conversation_id: lease.conversation, person_id: facts.person.id };
  if (end.trouble !== undefined) await recordTrouble(tx, { ...of, ...about }, end.trouble);
  else if (end.state === 'committed' && row.run > 0) await closeTrouble(tx, of.kind, of.ref);
}

/** What was asked for in a turn that was stopped is asked no longer; a stop is answered as having stopped it. */
async function settleEarly(tx: Tx, turn: TurnRow, { why, row }: EarlyEnd): Promise<void> {
  await withdrawQuestions(tx, [turn.id]);
  if (why !== 'stop') return;
  await tx
    .updateTable('inbox')
    .set({ payload: sql`payload || '{"stopped": true}'::jsonb` })
    .where('id', '=', row)
    .execute();
}

async function record(
  tx: Tx,
  services: UsageServices,
  turn: TurnRow,
  { opened, sent, requests }: NonNullable<End['asked']>,
): Promise<void> {
  const { asked, facts } = opened;
  const of = { conversation: facts.conversation.id, turn: turn.id, purpose: 'summary' } as const;
  if (asked) await recordAside(tx, services, of, asked, (asked.estimated ?? 0) * facts.factor);
  const rows = requests.map((request, index) => ({ record: request, sent: sent[index] }));
  await recordRequests(tx, services, turn.id, opened, rows);
}

/** The estimator learns from what the server counted. The turn is committed: a failure here is only logged. */
async function learn(
  { calibrator, log }: Pick<TurnServices, 'calibrator' | 'log'>,
  { sent, requests }: NonNullable<End['asked']>,
): Promise<void> {
  try {
    if (requests.some(({ code }) => code === 'MODEL_WINDOW')) await calibrator.refused();
    else
      for (const [index, { usage }] of requests.entries()) {
        const estimated = sent[index]?.compiled.estimated;
        if (usage && estimated !== undefined) await calibrator.learn(estimated, usage.input);
      }
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'what the server counted could not be stored');
  }
}

/** What the turn was about, as entries: a task's or a decision's line, the person's words with the head block. */
export function askedEntries(
  facts: Pick<TurnFacts, 'messages' | 'head' | 'person' | 'trigger'>,
): readonly NewEntry[] {
  const user = {
    type: 'user',
    payload: { messages: facts.messages, head: facts.head },
    tainted: facts.messages.some(bringsOthers),
    person: facts.person.id,
  } as const;
  return facts.trigger ? [facts.trigger.entry, user] : [user];
}

/** What people are told, and what the history holds of it. */
async function saying(
  tx: Tx,
  turn: BegunTurn,
  end: End,
): Promise<{ readonly outgoing: readonly NewOutgoing[]; readonly said: NewEntry }> {
  const { services, facts } = turn;
  const { task } = facts;
  const say = sayFor(facts.person);
  const now = services.clock.now();
  const answer = (text: string): NewEntry => ({
    type: 'assistant',
    payload: { text, calls: [] },
    tainted: end.tainted,
    person: null,
  });
  if (task && end.state === 'failed') {
    const { said, noted } = await taskTurnFailed(
      tx,
      task,
      `${end.reason?.(say) ?? say('reason.ours')} ${standing(end.effects, say)}`,
      now,
      say,
    );
    const outgoing = said ? messagesOf(turn, said, end.buttons, { mention: task.mention }) : [];
    return { outgoing, said: answer(noted) };
  }
  const words = end.state === 'committed' ? withReceipts(end.text, end.effects, end.waiting, say) : end.text;
  const receipts = withUndone(words, facts.undone, say);
  const text = task ? `${receipts}\n\n${taskFooter(task, now, say)}` : receipts;
  // In a DM the receipt is in the only reader's zone already.
  const shared = facts.room.kind === 'channel' && end.state === 'committed';
  const times = shared ? receiptTimes(end.effects) : [];
  const about = {
    ...(task ? { mention: task.mention, occurrence: task.occurrence } : {}),
    persona: end.state === 'committed' ? await speakingAs(tx, services, facts) : null,
  };
  return {
    outgoing: messagesOf(turn, text, end.buttons, { ...about, times }),
    said: answer(end.text),
  };
}

function messagesOf(
  { services, lease, row, facts }: BegunTurn,
  text: string,
  buttons: readonly Button[],
  { times = [], ...about }: Pick<NewOutgoing, 'mention' | 'occurrence' | 'persona' | 'times'>,
): NewOutgoing[] {
  const { platform, id: room } = facts.room;
  const clean = withoutSecrets(text, services.secrets);
  const base = { platform, room, conversation: lease.conversation, fallback: facts.person.id, ...about };
  const reply = { turn: row.id, run: row.run, text: clean, buttons, times };
  return replyMessages(base, reply, services.channels.get(platform), sayFor(facts.person));
}
