// Rebuilds a request from its row, byte for byte as it was sent: the path to the leaf before its turn, the turn's own
// entries as far as it held them, the bounds, the prompt, the factor and the window of that moment. How old results look
// comes from the tools as they are now; so the tokens are held against those of then, and a difference is told.
import { type Compiled, type CompileInput, compile } from '../../../context/compile.ts';
import type { Entry } from '../../../context/entry.ts';
import type { ToolSchema } from '../../../context/message.ts';
import type { Queries } from '../../../database/database.ts';
import type { ConversationKey, EntryId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import type { Line } from '../../../language/say.ts';
import type { AnyTool } from '../../../tools/runner.ts';
import { loadPath, loadTurn } from '../../history/tree.ts';
import { isAged } from '../../privacy/retention/retention.ts';
import { ageingOf } from './open-request.ts';

export interface RebuildParts {
  readonly tools: readonly Pick<AnyTool, 'name' | 'ages'>[];
  /** Tokens reserved for the answer. */
  readonly maxOutput: number;
}

export interface Rebuilt {
  readonly row: Row<'request'>;
  /** The first request of its turn: says why the boundary moved. */
  readonly opening: Row<'request'>;
  readonly input: CompileInput;
  readonly compiled: Compiled;
  /** False if it takes other tokens now than it took then: tools, MAX_OUTPUT_TOKENS or entries have changed, a discussion was blanked. */
  readonly exact: boolean;
}

/**
 * A turn's request as it was sent; null if the row does not say enough: another purpose, an older version, entries that were
 * erased or are no longer kept ({@link whyNot} says which).
 *
 * @throws PeacrabError MODEL_WINDOW if MAX_OUTPUT_TOKENS has grown so much that there is no room to talk any more
 */
export async function rebuild(
  queries: Queries,
  parts: RebuildParts,
  row: Row<'request'>,
): Promise<Rebuilt | null> {
  const { turn_id: turn, prompt_hash: hash, window_tokens: window } = row;
  if (row.purpose !== 'turn' || turn === null || hash === null || window === null) return null;
  const conversation = row.conversation_id;
  const [prompt, opening, entries, room] = [
    await queries.selectFrom('prompt').selectAll().where('hash', '=', hash).executeTakeFirst(),
    await openingOf(queries, row),
    await loadTurn(queries, conversation, turn, row.leaf_id),
    await roomOf(queries, conversation),
  ];
  const user = entries.find((entry) => entry.type === 'user');
  if (!prompt || user?.type !== 'user' || (await isAged(queries, turn))) return null;
  // Later requests of a turn were compiled from where the first one had put the bounds.
  const bounds = { id: conversation, leaf_id: row.leaf_id, first_kept_entry_id: opening.first_kept_entry_id };
  const path = await loadPath(queries, bounds);
  const input: CompileInput = {
    system: prompt.system,
    tools: JSON.parse(prompt.tools) as readonly ToolSchema[],
    path: [...path, ...triggerBefore(entries, row.leaf_id)],
    newest: user.payload,
    turn: entries.slice(entries.indexOf(user) + 1).slice(0, row.steps),
    firstKept: opening.first_kept_entry_id,
    elisionBefore: opening.elision_entry_id,
    olderBefore: opening.older_entry_id,
    ageing: ageingOf(parts.tools),
    room: room.kind,
    limits: { window, maxOutput: parts.maxOutput },
    factor: row.factor,
  };
  const compiled = compile(input);
  return { row, opening, input, compiled, exact: compiled.tokens === row.estimated_tokens };
}

/** Why a request cannot be rebuilt, for people: the end of a sentence. */
export async function whyNot(queries: Queries, row: Row<'request'>): Promise<Line> {
  if (row.turn_id !== null && (await isAged(queries, row.turn_id))) return (say) => say('context.aged');
  return (say) => say('context.only-turns');
}

/** A task's or a decision's line was the end of the path, with the id after the leaf's. */
function triggerBefore(entries: readonly Entry[], leaf: EntryId | null): readonly Entry[] {
  const first = entries[0];
  return first?.type === 'task' || first?.type === 'decision'
    ? [{ ...first, id: ((leaf ?? 0) + 1) as EntryId }]
    : [];
}

/** The first request of the same run of the turn: a turn that is tried again starts from another leaf. */
async function openingOf(queries: Queries, row: Row<'request'>): Promise<Row<'request'>> {
  const first = await requestsOf(queries, row.conversation_id)
    .where('turn_id', '=', row.turn_id)
    .where('leaf_id', 'is not distinct from', row.leaf_id)
    .where('id', '<=', row.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first ?? row;
}

const roomOf = (queries: Queries, conversation: ConversationKey) =>
  queries
    .selectFrom('conversation')
    .innerJoin('room', 'room.id', 'conversation.room_id')
    .select('room.kind')
    .where('conversation.id', '=', conversation)
    .executeTakeFirstOrThrow();

/** A conversation's last request of a turn, or the last one before `before`; undefined if there was none. */
export function lastRequest(
  queries: Queries,
  conversation: ConversationKey,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<Row<'request'> | undefined> {
  return requestsOf(queries, conversation)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const requestsOf = (queries: Queries, conversation: ConversationKey) =>
  queries
    .selectFrom('request')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('purpose', '=', 'turn');

/** The request of this number, of whatever purpose; undefined if there is none. @param id as typed */
export async function storedRequest(queries: Queries, id: string): Promise<Row<'request'> | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  return queries.selectFrom('request').selectAll().where('id', '=', Number(id)).executeTakeFirst();
}
