// A plain loop, for comparison: accumulate the stream, JSON.parse the arguments, dispatch by name, send the result back;
// the first error ends the turn, and what the model says last is the reply. The tools, the database and the person's
// words are the same as ours.
import { join } from 'node:path';
import type { ChatMessage, ToolCall } from '../../src/context/message.ts';
import type { Database } from '../../src/database/database.ts';
import type { TurnId } from '../../src/database/ids.ts';
import { loadPersonas } from '../../src/personas/load.ts';
import { loadSkills } from '../../src/skills/load.ts';
import { abilitiesOf } from '../../src/tools/abilities.ts';
import { tools } from '../../src/tools/index.ts';
import { openTestDatabase } from '../../test/fakes/databases.ts';
import { eventsOf, type Step } from '../../test/fakes/model/steps.ts';
import { NOW } from '../../test/fakes/weak-model/tasks.ts';
import type { WeakModel } from '../../test/fakes/weak-model/weak-model.ts';
import { conversationOf, personOf, roomOf, type Seat, type Stage, zone } from './stage.ts';

/** Requests after which even a plain loop gives up. */
const MOST = 20;
const personas = loadPersonas(join(import.meta.dirname, '../../personas'));
const skills = loadSkills(join(import.meta.dirname, '../../skills'));

interface Answer {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly written: string }[];
}

export async function plainStage(model: WeakModel): Promise<Stage> {
  const opened = await openTestDatabase('pglite');
  const histories = new Map<string, ChatMessage[]>();
  return {
    model,
    database: opened.database,
    async say(seat, text) {
      await arrive(opened.database, seat);
      const key = conversationOf(seat);
      const messages = histories.get(key) ?? [{ role: 'system', content: 'You are an assistant.' }];
      histories.set(key, messages);
      messages.push({ role: 'user', content: text });
      const turn = await newTurn(opened.database, seat);
      const reply = await runPlainLoop(model, messages, (name, args) =>
        dispatch(opened.database, seat, turn, name, args),
      ).catch(() => 'Sorry, something went wrong.');
      messages.push({ role: 'assistant', content: reply });
      return [reply];
    },
    stop: () => opened.close(),
  };
}

async function runPlainLoop(
  model: WeakModel,
  messages: ChatMessage[],
  run: (name: string, args: unknown) => Promise<string>,
): Promise<string> {
  for (let turn = 0; turn < MOST; turn++) {
    const answer = accumulate(model.answer(messages), turn);
    if (answer.calls.length === 0) return answer.text;
    const tool_calls = answer.calls.map(
      ({ id, name, written }): ToolCall => ({ id, type: 'function', function: { name, arguments: written } }),
    );
    messages.push({ role: 'assistant', content: answer.text, tool_calls });
    for (const { id, name, written } of answer.calls)
      messages.push({ role: 'tool', tool_call_id: id, content: await run(name, JSON.parse(written)) });
  }
  throw new Error('too many steps');
}

/** Text and calls of a stream, the calls keyed by index. */
function accumulate(step: Step, turn: number): Answer {
  if (typeof step === 'object' && ('status' in step || 'until' in step)) throw new Error('no stream');
  let text = '';
  const calls: { id: string; name: string; written: string }[] = [];
  for (const event of eventsOf(step, turn, true)) {
    if (!('delta' in event)) continue;
    const { content, tool_calls } = event.delta as {
      content?: string;
      tool_calls?: { index: number; id?: string; function: { name?: string; arguments?: string } }[];
    };
    text += content ?? '';
    for (const piece of tool_calls ?? []) {
      calls[piece.index] ??= { id: piece.id ?? '', name: piece.function.name ?? '', written: '' };
      const call = calls[piece.index];
      if (call) call.written += piece.function.arguments ?? '';
    }
  }
  return { text, calls };
}

/** Runs one tool. @throws Error for an unknown tool, arguments that do not fit, a tool that did nothing */
async function dispatch(
  database: Database,
  seat: Seat,
  turn: TurnId,
  name: string,
  args: unknown,
): Promise<string> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const parsed = tool.parameters.parse(args);
  return database.transaction(async (queries) => {
    const result = await tool.run(parsed as never, {
      principal: { id: personOf(seat), name: seat.user, zone, locale: 'en', persona: null },
      room: { ...roomOf(seat), platform: 'slack' },
      conversation: conversationOf(seat),
      turn,
      askedAt: NOW,
      tainted: false,
      clock: { now: () => NOW },
      queries,
      personas,
      skills,
      abilities: abilitiesOf({ tools, readImages: false, channel: undefined }),
    });
    if (!result.ok) throw new Error(result.text);
    return result.text;
  });
}

/** The rows of a person who writes. */
async function arrive({ db }: Database, seat: Seat): Promise<void> {
  const once = { platform: 'slack', name: seat.user };
  const room = roomOf(seat);
  await db
    .insertInto('person')
    .values({ id: personOf(seat), ...once, zone, locale: 'en' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('room')
    .values({ ...room, ...once })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('conversation')
    .values({ id: conversationOf(seat), room_id: room.id, thread: seat.thread })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function newTurn({ db }: Database, seat: Seat): Promise<TurnId> {
  const { id } = await db
    .insertInto('turn')
    .values({ conversation_id: conversationOf(seat), person_id: personOf(seat), state: 'committed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
