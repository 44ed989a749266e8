// "why": how a turn of this conversation came about and what was done in it, from the rows; "why silent": why nothing was
// said. In a channel only the person who asks sees the answer, and arguments are for the turn's principal and admins.

import type { SettledAsk } from '../../../claims/asks/ask.ts';
import type { EntryBody } from '../../../context/entry.ts';
import type { Tx } from '../../../database/database.ts';
import type { TurnId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import { readEvent } from '../../../delivery/event.ts';
import type { Say } from '../../../language/say.ts';
import type { Command, CommandContext, CommandReply } from '../command.ts';
import { leftOutOf, tokensOf } from './requests.ts';
import { silence } from './silence.ts';
import { atMinute, type WhyCall, type WhyFacts, type WhyQuestion, whyText } from './text.ts';
import { turnMeant } from './turn.ts';
import { limitsLine } from './usage.ts';

export const whyCommand: Command = {
  name: 'why',
  usage: 'why [silent]',
  help: (say) => say('help.why'),
  forms: ['why', 'why silent', 'why r3|n3|#7|t12.3', 'why MESSAGE-ID'],
  async run(context, args) {
    const said = args.trim();
    if (/\b(?:silent|silence|quiet|no answer|not answer)\b/iu.test(said))
      return { text: await silence(context), quiet: true };
    const turn = await turnMeant(context, said);
    if (!turn)
      return { text: context.say(said === '' ? 'why.nothing-yet' : 'why.no-such-turn'), quiet: true };
    return { text: await explain(context, turn), quiet: true } satisfies CommandReply;
  },
};

async function explain(context: CommandContext, turn: Row<'turn'>): Promise<string> {
  const { tx, person, room, admin, say } = context;
  const mine = turn.person_id === person.id;
  const entries = await entriesOf(tx, turn.id);
  const facts: WhyFacts = {
    turn: turn.id,
    at: atMinute(turn.created_at, context),
    began: await beganBy(tx, turn.id),
    room: room.kind,
    principal: await nameOf(tx, turn),
    persona: turn.persona,
    state: turn.state,
    attempts: turn.attempts,
    calls: callsOf(entries),
    mayRead: mine || (admin && room.kind === 'channel'),
    questions: await questionsOf(tx, turn.id),
    receipts: await receiptsOf(tx, turn.id, say),
    asks: mine || (admin && room.kind === 'channel') ? asksOf(turn, say) : [],
    ...promisesOf(entries, say),
    ...(await tokensOf(tx, turn.id)),
    leftOut: await leftOutOf(context, turn.id),
    undelivered: await undeliveredOf(tx, turn.id, say),
  };
  return [whyText(facts, say), ...(mine ? [await limitsLine(context, null)] : [])].join('\n');
}

async function entriesOf(tx: Tx, turn: TurnId): Promise<readonly EntryBody[]> {
  const rows = await tx
    .selectFrom('entry')
    .select(['type', 'payload'])
    .where('turn_id', '=', turn)
    .orderBy('id')
    .execute();
  return rows as unknown as readonly EntryBody[];
}

async function beganBy(tx: Tx, turn: TurnId): Promise<WhyFacts['began']> {
  const row = await tx
    .selectFrom('inbox')
    .select(['kind', 'payload'])
    .where('turn_id', '=', turn)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const event = row && readEvent(row);
  if (event?.kind === 'message') return event.payload.reason ?? null;
  return row?.kind === 'task' || row?.kind === 'decision' ? row.kind : null;
}

async function nameOf(tx: Tx, turn: Row<'turn'>): Promise<string> {
  const { name } = await tx
    .selectFrom('person')
    .select('name')
    .where('id', '=', turn.person_id)
    .executeTakeFirstOrThrow();
  return name;
}

/** Each call with what the model was told of it. Ids are unique within a turn. */
function callsOf(entries: readonly EntryBody[]): readonly WhyCall[] {
  const results = new Map(
    entries.flatMap((entry) => (entry.type === 'tool_result' ? [[entry.payload.callId, entry.payload]] : [])),
  );
  return entries.flatMap((entry) =>
    entry.type !== 'assistant'
      ? []
      : entry.payload.calls.map(({ id, name, arguments: args }) => {
          const { ok = false, text: result = null, asked, refused } = results.get(id) ?? {};
          return { name, args, ok, result, asked, refused };
        }),
  );
}

/** What was asked for, each with what became of it. */
const asksOf = ({ asks }: Row<'turn'>, say: Say): readonly string[] =>
  ((asks ?? []) as readonly SettledAsk[]).map(({ words, state }) => say('why.ask', { words, state }));

/** What keep-promises.ts has left in the history. */
function promisesOf(entries: readonly EntryBody[], say: Say): Pick<WhyFacts, 'promises' | 'nudges'> {
  const nudges = entries.flatMap((entry) => (entry.type === 'nudge' ? [entry.payload] : []));
  const claims = nudges.filter(({ claim }) => claim);
  const notices = entries.flatMap((entry) => (entry.type === 'notice' ? [entry.payload] : []));
  return {
    promises: [
      ...claims.map(() => say('why.put-to-model')),
      ...notices.flatMap(({ claim, text }) => {
        if (claim === undefined) return [];
        return claim === true ? text : say(`why.claim-${claim}`);
      }),
    ],
    nudges: nudges.length - claims.length,
  };
}

async function questionsOf(tx: Tx, turn: TurnId): Promise<readonly WhyQuestion[]> {
  const rows = await tx
    .selectFrom('approval')
    .leftJoin('person', 'person.id', 'approval.decided_by')
    .select(['approval.id', 'approval.tool', 'approval.state', 'approval.decision', 'person.name'])
    .where('turn_id', '=', turn)
    .orderBy('approval.id')
    .execute();
  return rows
    .filter(({ decision }) => decision !== 'rule')
    .map(({ id, tool, state, name }) => ({ id, tool, state, by: name }));
}

async function receiptsOf(tx: Tx, turn: TurnId, say: Say): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('effect')
    .select(['receipt', 'undone_at'])
    .where('turn_id', '=', turn)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ receipt, undone_at: undone }) =>
    receipt === null ? [] : [undone ? say('why.taken-back', { receipt }) : receipt],
  );
}

async function undeliveredOf(tx: Tx, turn: TurnId, say: Say): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('outbox')
    .select('error')
    .where('turn_id', '=', turn)
    .where('state', '=', 'failed')
    .orderBy('id')
    .execute();
  return rows.map(({ error }) => error ?? say('why.unknown'));
}
