// A script's turns as the entries that the product would store: ids, handles, results cut at birth, markers in their places.
import { join } from 'node:path';
import type { TextLimits } from '../../src/context/budget/budget.ts';
import type { ScaffoldFacts } from '../../src/context/compact/scaffold.ts';
import { handleFor, offload } from '../../src/context/elide/offload.ts';
import type { Entry, EntryBody, SpokenMessage, Summary } from '../../src/context/entry.ts';
import { headBlock } from '../../src/context/head.ts';
import { oneLine } from '../../src/context/text.ts';
import type { ConversationKey, EntryId, PersonId, TurnId } from '../../src/database/ids.ts';
import { loadPersonas } from '../../src/personas/load.ts';
import type { Script, ScriptMarker, ScriptTurn } from './script.ts';

/** Read once: the folder does not change while we run. */
const known = new Map(
  loadPersonas(join(import.meta.dirname, '../../personas'))
    .list()
    .map((persona) => [persona.slug, persona]),
);

/** Results that a scaffold names, as in the product. */
const RESULTS = 6;

export type TimedTurn = Script['turns'][number];

/** A turn before it runs: what stands in front of it, who speaks, the head block. */
export interface Opening {
  readonly turn: TurnId;
  readonly messages: readonly SpokenMessage[];
  readonly head: string;
}

export class Conversation {
  readonly path: Entry[] = [];
  private readonly script: Script;
  private persona: string;
  private turns = 0;

  constructor(script: Script) {
    this.script = script;
    this.persona = script.persona;
  }

  /** Folds in what stands before the turn, and says what it is about. */
  open(turn: TimedTurn): Opening {
    const lastAt = this.path.at(-1)?.at ?? null;
    for (const marker of turn.markers) {
      if (marker.type === 'persona') this.persona = marker.persona;
      this.append(markerEntry(marker), turn.time);
    }
    this.turns += 1;
    const id = this.turns as TurnId;
    return { turn: id, messages: spoken(turn, this.turns), head: this.headFor(turn, lastAt) };
  }

  /** The path as the product loads it: what was compacted is not read again. */
  visible(firstKept: EntryId | null): readonly Entry[] {
    return firstKept === null ? this.path : this.path.slice(this.path.findIndex(({ id }) => id >= firstKept));
  }

  /** The markers that wait for the next user message. */
  waiting(): readonly Entry[] {
    return this.path.slice(this.path.findLastIndex((entry) => entry.type === 'assistant') + 1);
  }

  /** Appends a finished turn. */
  close(opening: Opening, steps: readonly EntryBody[], reply: string, at: Date): void {
    this.append({ type: 'user', payload: { messages: opening.messages, head: opening.head } }, at);
    for (const step of steps) this.append(step, at);
    this.append({ type: 'assistant', payload: { text: reply, calls: [] } }, at);
  }

  /** Appends what stands behind a turn: a log written ahead. */
  note(body: EntryBody): void {
    this.append(body, this.path.at(-1)?.at ?? new Date(this.script.starts));
  }

  /** Appends a compaction; the line of a task that is just due stays the last. */
  compact(summary: Summary): void {
    const last = this.path.at(-1);
    const due = last?.type === 'task' ? this.path.pop() : undefined;
    this.note({ type: 'summary', payload: summary });
    if (due !== undefined) this.note(due);
  }

  /** What is put back after a compaction, as the product takes it from its rows. */
  scaffoldFacts(turn: TimedTurn, going: readonly Entry[]): ScaffoldFacts {
    const results = going.flatMap((entry) =>
      entry.type === 'tool_result' && entry.payload.ok
        ? [
            {
              handle: entry.payload.handle,
              gist: `${entry.payload.name}: ${oneLine(entry.payload.text, 20)}`,
            },
          ]
        : [],
    );
    const persona = known.get(this.persona)?.title ?? this.persona;
    const schedules = turn.head?.upcoming ?? [];
    return {
      persona,
      brief: [],
      tasks: [],
      schedules,
      skills: [],
      results: results.slice(-RESULTS).toReversed(),
    };
  }

  private append(body: EntryBody, at: Date): void {
    const last = this.path.at(-1);
    const rest = {
      id: ((last?.id ?? 0) + 1) as EntryId,
      parentId: last?.id ?? null,
      conversation: this.script.name as ConversationKey,
      turn: this.turns as TurnId,
      tainted: false,
      at,
    };
    this.path.push({ ...body, ...rest });
  }

  private headFor(turn: TimedTurn, lastAt: Date | null): string {
    const { room, zone } = this.script;
    const persona = known.get(this.persona);
    return headBlock({
      now: turn.time,
      zone,
      lastAt,
      speaker: turn.speaker ?? 'nobody',
      room: { kind: room.kind, platform: room.platform, name: room.name ?? null },
      persona: { title: persona?.title ?? this.persona, body: persona?.body ?? '' },
      topic: turn.head?.topic ?? null,
      brief: turn.head?.brief ?? null,
      agenda: turn.head?.agenda ?? null,
      upcoming: turn.head?.upcoming ?? [],
      notes: turn.head?.notes ?? [],
      tasks: turn.head?.tasks ?? [],
      notices: turn.head?.notices ?? [],
    });
  }
}

function spoken(turn: TimedTurn, number: number): SpokenMessage[] {
  if (turn.speaker === undefined) return [];
  return [
    {
      messageId: String(1000 + number),
      person: turn.speaker as PersonId,
      name: turn.speaker,
      text: turn.text,
      attachments: [],
      sentAt: turn.time.toISOString(),
      late: false,
    },
  ];
}

function markerEntry(marker: ScriptMarker): EntryBody {
  switch (marker.type) {
    case 'persona':
      return {
        type: 'persona',
        payload: { persona: marker.persona, title: known.get(marker.persona)?.title ?? marker.persona },
      };
    case 'notice':
      return { type: 'notice', payload: { text: marker.text } };
    case 'fired': {
      const { type, ...payload } = marker;
      return { type, payload };
    }
    case 'task': {
      const { type, ...payload } = marker;
      return { type, payload };
    }
  }
}

/** What cutting a result costs is paid once for all policies. */
const born = new Map<string, ReturnType<typeof offload>>();

function bornOf(text: string, handle: string, limit: number): ReturnType<typeof offload> {
  const key = `${handle} ${limit} ${text}`;
  const known = born.get(key) ?? offload(text, handle, limit);
  born.set(key, known);
  return known;
}

/** A turn's steps as entries, one list per request. @param limits null keeps results whole */
export function stepsOf(
  turn: ScriptTurn,
  id: TurnId,
  limits: Pick<TextLimits, 'result'> | null,
): EntryBody[][] {
  let position = 0;
  return turn.steps.map((step) => {
    const calls = step.calls.map((call) => {
      position += 1;
      return { ...call, id: `call_${id}_${position}`, handle: handleFor(id, position) };
    });
    return [
      {
        type: 'assistant',
        payload: {
          text: step.text,
          calls: calls.map((call) => ({
            id: call.id,
            name: call.name,
            arguments: JSON.stringify(call.arguments),
          })),
        },
      },
      ...calls.map(
        (call): EntryBody => ({
          type: 'tool_result',
          payload: {
            callId: call.id,
            name: call.name,
            ok: call.ok,
            handle: call.handle,
            ...(limits === null ? { text: call.result } : bornOf(call.result, call.handle, limits.result)),
          },
        }),
      ),
    ];
  });
}
