// A plain loop, for comparison: the same model, the same tools and database, the person's words as they come, and what the
// model says last is the reply. Arguments go through JSON.parse, the first error ends the turn, and of a conversation that
// grows too long the oldest messages are dropped.
import { join } from 'node:path';
import { sql } from 'kysely';
import { readStrictly } from '../../src/agent/calls/strict.ts';
import type { ModelClient } from '../../src/agent/model.ts';
import { createAccumulator } from '../../src/agent/stream.ts';
import { estimate } from '../../src/context/budget/estimate.ts';
import type { ChatMessage, ToolCall, ToolSchema } from '../../src/context/message.ts';
import type { TurnId } from '../../src/database/ids.ts';
import { loadPersonas } from '../../src/personas/load.ts';
import { sweep } from '../../src/schedule/sweep/sweep.ts';
import { loadSkills } from '../../src/skills/load.ts';
import { abilitiesOf } from '../../src/tools/abilities.ts';
import { tools } from '../../src/tools/index.ts';
import { toolSchema } from '../../src/tools/tool.ts';
import { openTestDatabase, type TestDatabase } from '../../test/fakes/databases.ts';
import type { Conversation } from './script.ts';
import { FILLED, type Heard, type Saying, type Stage, seatOf } from './stage.ts';
import { standingOf } from './standing.ts';

/** Requests after which even a plain loop gives up. */
const MOST = 20;
const SYSTEM = 'You are a helpful assistant in a team chat. Use your tools where they fit.';
const schemas: readonly ToolSchema[] = tools.map(toolSchema);
const personas = loadPersonas(join(import.meta.dirname, '../../personas'));
const skills = loadSkills(join(import.meta.dirname, '../../skills'));

/** Of the model, in tokens. */
interface Limits {
  readonly window: number;
  readonly maxOutput: number;
}

/** Opens the plain loop on a fresh database. */
export async function plainStage(client: ModelClient, limits: Limits): Promise<Stage> {
  return new PlainStage(await openTestDatabase('pglite'), client, limits);
}

class PlainStage implements Stage {
  readonly #opened: TestDatabase;
  readonly #client: ModelClient;
  readonly #limits: Limits;
  #histories = new Map<string, ChatMessage[]>();
  #conversation: Conversation | null = null;
  #now = new Date();

  constructor(opened: TestDatabase, client: ModelClient, limits: Limits) {
    [this.#opened, this.#client, this.#limits] = [opened, client, limits];
  }

  async begin(conversation: Conversation, now: Date): Promise<void> {
    const { db } = this.#opened.database;
    await sql.raw(`truncate ${FILLED} restart identity cascade`).execute(db);
    this.#histories = new Map();
    [this.#conversation, this.#now] = [conversation, now];
    for (const name of conversation.people) {
      const { person, room, conversation: key } = seatOf(conversation, name, 'before');
      const { zone, language: locale } = conversation;
      await db.insertInto('person').values({ id: person, platform: 'slack', name, zone, locale }).execute();
      await db
        .insertInto('room')
        .values({ ...room, platform: 'slack', name })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await this.#open(key, room.id, 'before');
      const row = {
        platform: 'slack',
        room_id: room.id,
        message_id: `hello-${person}`,
        person_id: person,
      } as const;
      await db
        .insertInto('inbox')
        .values({ ...row, conversation_id: key, kind: 'command', payload: '{}', state: 'done' })
        .execute();
    }
  }

  /** What the shared tools have stored falls due; a task is put to the model like a message. */
  async until(now: Date): Promise<readonly string[]> {
    const { db } = this.#opened.database;
    this.#now = now;
    await sweep(this.#opened.database, now);
    const sent = await db.deleteFrom('outbox').returning('payload').execute();
    const due = await db
      .updateTable('inbox')
      .set({ state: 'done' })
      .where('state', '<>', 'done')
      .returning(['kind', 'payload', 'conversation_id'])
      .execute();
    const fired = sent.map(({ payload }) => String((payload as { text?: unknown }).text ?? ''));
    for (const { kind, payload, conversation_id: key } of due) {
      if (kind !== 'task') continue;
      const seat = seatOf(this.#playing(), this.#playing().people[0] ?? '');
      fired.push(
        await this.#answer(
          { ...seat, conversation: key },
          String((payload as { task?: unknown }).task ?? ''),
        ),
      );
    }
    return fired;
  }

  async say({ who, text, thread, quiet, files }: Saying): Promise<Heard> {
    const seat = seatOf(this.#playing(), who, thread);
    if (quiet && !this.#histories.has(seat.conversation)) return { shown: [], choices: false };
    await this.#open(seat.conversation, seat.room.id, thread ?? null);
    const attached = Object.entries(files).map(([name, content]) => `\n\n${name}:\n${content}`);
    const named = this.#playing().room === 'channel' ? `${who}: ${text}` : text;
    const reply = await this.#answer({ ...seat, name: who }, named + attached.join(''));
    return { shown: reply === '' ? [] : [reply], choices: false };
  }

  standing(who: string, thread: string | undefined) {
    const conversation = this.#playing();
    return standingOf(this.#opened.database, seatOf(conversation, who, thread), conversation.zone);
  }

  stop(): Promise<void> {
    return this.#opened.close();
  }

  #playing(): Conversation {
    if (!this.#conversation) throw new Error('no conversation has begun');
    return this.#conversation;
  }

  async #answer(seat: PlainSeat, text: string): Promise<string> {
    const history = this.#histories.get(seat.conversation) ?? [];
    this.#histories.set(seat.conversation, history);
    history.push({ role: 'user', content: text });
    const turn = await this.#turn(seat);
    const reply = await this.#loop(history, (name, args) => this.#dispatch(seat, turn, name, args)).catch(
      (error: unknown) => {
        if (error instanceof Error && error.name === 'AbortError') throw error;
        return 'Sorry, something went wrong.';
      },
    );
    history.push({ role: 'assistant', content: reply === '' ? '...' : reply });
    return reply;
  }

  async #loop(
    history: ChatMessage[],
    run: (name: string, args: unknown) => Promise<string>,
  ): Promise<string> {
    const { signal } = new AbortController();
    for (let round = 0; round < MOST; round++) {
      this.#shorten(history);
      const accumulator = createAccumulator();
      const request = {
        messages: [this.#system(), ...history],
        tools: schemas,
        maxTokens: this.#limits.maxOutput,
      };
      for await (const delta of this.#client.stream(request, signal)) accumulator.add(delta);
      const { text, calls } = readStrictly(accumulator.now(), schemas);
      if (calls.length === 0) return text;
      const made = calls.map((call, at) => ({
        ...call,
        id: `call${String(round * 16 + at).padStart(5, '0')}`,
      }));
      const results: ChatMessage[] = [];
      for (const call of made) {
        if (!call.ok) throw new Error(call.error);
        results.push({ role: 'tool', tool_call_id: call.id, content: await run(call.name, call.args) });
      }
      const tool_calls = made.map(
        (call): ToolCall => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.ok ? call.args : {}) },
        }),
      );
      history.push({ role: 'assistant', content: text, tool_calls }, ...results);
    }
    throw new Error('too many steps');
  }

  #system(): ChatMessage {
    const when = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: this.#playing().zone,
    });
    return { role: 'system', content: `${SYSTEM} It is ${when.format(this.#now)}.` };
  }

  /** Drops the oldest messages until the rest has room. */
  #shorten(history: ChatMessage[]): void {
    const room = this.#limits.window - this.#limits.maxOutput - 1500;
    const size = () => history.reduce((sum, message) => sum + estimate(JSON.stringify(message)), 0);
    while (history.length > 1 && size() > room) {
      history.shift();
      while (history[0]?.role !== 'user' && history.length > 1) history.shift();
    }
  }

  /** Runs one tool. @throws Error for arguments that do not fit, a tool that did nothing */
  async #dispatch(seat: PlainSeat, turn: TurnId, name: string, args: unknown): Promise<string> {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const parsed = tool.parameters.parse(args);
    const { zone, language: locale } = this.#playing();
    return this.#opened.database.transaction(async (queries) => {
      const result = await tool.run(parsed as never, {
        principal: { id: seat.person, name: seat.name ?? '', zone, locale, persona: null },
        room: { ...seat.room, platform: 'slack' },
        conversation: seat.conversation,
        turn,
        askedAt: this.#now,
        tainted: false,
        clock: { now: () => this.#now },
        queries,
        personas,
        skills,
        abilities: abilitiesOf({ tools, readImages: false, channel: undefined }),
      });
      if (!result.ok) throw new Error(result.text);
      return result.text;
    });
  }

  async #open(
    id: PlainSeat['conversation'],
    room_id: PlainSeat['room']['id'],
    thread: string | null,
  ): Promise<void> {
    await this.#opened.database.db
      .insertInto('conversation')
      .values({ id, room_id, thread })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async #turn({ conversation, person }: PlainSeat): Promise<TurnId> {
    const { id } = await this.#opened.database.db
      .insertInto('turn')
      .values({ conversation_id: conversation, person_id: person, state: 'committed' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
}

type PlainSeat = ReturnType<typeof seatOf> & { readonly name?: string };
