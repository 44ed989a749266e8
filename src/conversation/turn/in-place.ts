// Replies that replace a message already sent: the line that said it takes longer, or of the answer to a message
// that was edited since. What was not sent yet is simply not sent.
import type { Queries, Tx } from '../../database/database.ts';
import type { TurnId } from '../../database/ids.ts';
import type { Lease } from '../../delivery/lease.ts';
import { enqueue, type NewOutgoing } from '../../delivery/outbox.ts';
import type { Say } from '../../language/say.ts';

interface Numbered {
  readonly id: TurnId;
  readonly run: number;
}

type Where = Pick<NewOutgoing, 'platform' | 'room' | 'conversation'>;

const waitKey = ({ id, run }: Numbered): string => `turn:${id}:${run}:wait`;

/** Says that it takes longer, with a button that ends it. The same run of a turn says it once. */
export async function sayWaiting(
  queries: Queries,
  { conversation }: Lease,
  turn: Numbered,
  room: { readonly id: Where['room']; readonly platform: string },
  doing: string,
  say: Say,
): Promise<void> {
  const message: NewOutgoing = {
    key: waitKey(turn),
    platform: room.platform,
    room: room.id,
    conversation,
    kind: 'notice',
    turn: turn.id,
    text: say('reply.waiting', { doing }),
    buttons: [{ label: say('button.stop'), action: `stop:${turn.id}` }],
  };
  await enqueue(queries, [message]);
}

/**
 * The reply's messages, each in the place of an earlier one, as far as there are any; what is left over says why it no
 * longer counts.
 *
 * @param before the turn that this one does anew, if any
 */
export async function inPlace(
  tx: Tx,
  turn: Numbered,
  before: TurnId | null,
  messages: readonly NewOutgoing[],
  where: Where,
  say: Say,
): Promise<readonly NewOutgoing[]> {
  const places = await standing(tx, turn, before);
  let used = 0;
  const placed = messages.map((message) => {
    // A file cannot take the place of words.
    const place = message.file ? undefined : places[used++];
    // A message with a file is new: a sent one cannot get a file.
    return place === undefined || message.file ? message : { ...message, inPlaceOf: place };
  });
  const over = places.slice(used).map((key): NewOutgoing => {
    const text = say('reply.outdated');
    return { ...where, key: `${key}:over:${turn.id}`, kind: 'notice', turn: turn.id, text, inPlaceOf: key };
  });
  return [...placed, ...over];
}

/** The keys of our messages that are to be replaced, in order. Those not sent yet are dropped. */
async function standing(tx: Tx, turn: Numbered, before: TurnId | null): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['id', 'key', 'state', 'turn_id'])
    .where('turn_id', 'in', before === null ? [turn.id] : [before, turn.id])
    .where((eb) => eb.or([eb('kind', '=', 'reply'), eb('key', 'like', '%:wait')]))
    .where('state', '<>', 'failed')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const ours = rows.filter((row) => row.turn_id === before || row.key === waitKey(turn));
  const unsent = ours.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  if (unsent.length > 0) await tx.deleteFrom('outbox').where('id', 'in', unsent).execute();
  return placesOf(ours.filter(({ id }) => !unsent.includes(id)));
}

/** A reply that replaced its turn's waiting line is where that line was. */
function placesOf(
  rows: readonly { readonly key: string; readonly turn_id: TurnId | null }[],
): readonly string[] {
  const isReplaced = (row: (typeof rows)[number]) =>
    row.key.endsWith(':wait') &&
    rows.some((other) => other.turn_id === row.turn_id && !other.key.endsWith(':wait'));
  return rows.filter((row) => !isReplaced(row)).map(({ key }) => key);
}
