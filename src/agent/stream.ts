// Puts the pieces of a streamed answer together. Native calls are keyed by id, then by index, then by the call in
// progress, because servers label every call 0, leave the index out, or send a tail under another index. It also tells
// when a call is complete while the stream still runs, so that a safe tool can start early.
import { estimate } from '../context/budget/estimate.ts';
import type { CallDelta, StreamDelta, Usage } from './model.ts';

/** A native call as it came: nothing in it can be relied on. */
export interface RawCall {
  /** Its place among the native calls of this answer, from 0. */
  readonly position: number;
  readonly id: string | undefined;
  readonly name: string;
  /** All pieces joined, or the value itself when the server sent an object. */
  readonly arguments: unknown;
  /** The pieces one by one: some servers send the whole so far each time. */
  readonly pieces: readonly string[];
}

export interface Streamed {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly RawCall[];
  /** True when the server said that the answer has ended. False after the end of the stream: it was cut. */
  readonly finished: boolean;
  /** True when there was more than is ever needed and the rest was not kept. */
  readonly overlong: boolean;
  readonly usage: Usage | undefined;
}

interface Accumulator {
  /** Takes a chunk; returns the calls that became complete with it, each once. */
  add(delta: StreamDelta): readonly RawCall[];
  now(): Streamed;
  /** True when there was more than is kept. */
  overlong(): boolean;
}

interface Draft {
  readonly position: number;
  id: string | undefined;
  index: number | undefined;
  name: string;
  pieces: string[];
  value: unknown;
  reported: boolean;
}

/** @param mostChars characters of text, reasoning and arguments that are kept in all */
export function createAccumulator(mostChars = 200_000): Accumulator {
  const state = { text: [] as string[], reasoning: [] as string[], room: mostChars, overlong: false };
  const drafts: Draft[] = [];
  let finished = false;
  let usage: Usage | undefined;

  const keep = (piece: string): string => {
    const kept = piece.slice(0, Math.max(0, state.room));
    state.room -= kept.length;
    state.overlong ||= kept.length < piece.length;
    return kept;
  };

  return {
    add(delta) {
      if (delta.text) state.text.push(keep(delta.text));
      if (delta.reasoning) state.reasoning.push(keep(delta.reasoning));
      for (const piece of delta.calls ?? []) takeCall(drafts, piece, keep);
      finished ||= delta.finish !== undefined;
      usage = delta.usage ?? usage;
      const done = delta.calls === undefined ? [] : drafts.filter((draft) => isComplete(draft, drafts));
      for (const draft of done) draft.reported = true;
      return done.map(asRaw);
    },
    overlong: () => state.overlong,
    now: () => ({
      text: state.text.join(''),
      reasoning: state.reasoning.join(''),
      calls: drafts.map(asRaw),
      finished,
      overlong: state.overlong,
      usage,
    }),
  };
}

/** What was answered, in estimated tokens, reasoning and calls included. */
export function tokensSaid({ text, reasoning, calls }: Streamed): number {
  const called = calls.map(({ name, pieces }) => name + pieces.join(''));
  return Math.ceil([text, reasoning, ...called].reduce((sum, part) => sum + estimate(part), 0));
}

/** More calls than any answer needs; what comes after is taken for noise. */
const MOST_CALLS = 64;

function takeCall(drafts: Draft[], delta: CallDelta, keep: (piece: string) => string): void {
  let draft = findDraft(drafts, delta);
  if (draft === undefined) {
    if (drafts.length >= MOST_CALLS) return;
    draft = {
      position: drafts.length,
      id: delta.id,
      index: delta.index,
      name: '',
      pieces: [],
      value: undefined,
      reported: false,
    };
    drafts.push(draft);
  }
  draft.id ??= delta.id;
  draft.index ??= delta.index;
  if (delta.name !== undefined && delta.name !== draft.name) draft.name += keep(delta.name).slice(0, 200);
  if (typeof delta.arguments === 'string') draft.pieces.push(keep(delta.arguments));
  else if (delta.arguments !== undefined) draft.value = boundedValue(delta.arguments, keep);
}

function boundedValue(value: unknown, keep: (piece: string) => string): unknown {
  const written = JSON.stringify(value) ?? '';
  return keep(written).length === written.length ? value : written.slice(0, 10);
}

/** The call a piece belongs to, or undefined when it starts a new one. */
function findDraft(drafts: readonly Draft[], delta: CallDelta): Draft | undefined {
  const named = delta.name !== undefined && delta.name !== '';
  if (delta.id !== undefined) {
    const same = withId(drafts, delta);
    if (same) return named && isAnother(same, delta) ? undefined : same;
    if (named) return openTwin(drafts, delta);
  }
  const indexed =
    delta.index === undefined ? undefined : drafts.findLast((draft) => draft.index === delta.index);
  if (!named)
    return delta.id !== undefined && delta.index !== undefined ? indexed : (indexed ?? drafts.at(-1));
  if (indexed === undefined) return delta.index === undefined ? openRepeat(drafts, delta) : undefined;
  if (indexed.name === delta.name) return parses(indexed) ? undefined : indexed;
  return indexed.pieces.join('') === '' && indexed.value === undefined ? indexed : undefined;
}

/** Of the calls under one id: the one with the piece's index, else the newest. */
function withId(drafts: readonly Draft[], { id, index }: CallDelta): Draft | undefined {
  const same = drafts.filter((draft) => draft.id === id);
  return same.find((draft) => draft.index === index) ?? same.at(-1);
}

/** Whether a name under an id that was there before begins a call of its own: the one before is whole, and this one differs. */
const isAnother = (same: Draft, { name, index }: CallDelta): boolean =>
  (same.name !== name || (index !== undefined && same.index !== index)) && parses(same) !== undefined;

/** A call under the same index and name that gets its id only now, or a new id with every piece. */
function openTwin(drafts: readonly Draft[], delta: CallDelta): Draft | undefined {
  const last = drafts.at(-1);
  if (last === undefined || last.index !== delta.index || last.name !== delta.name || parses(last))
    return undefined;
  const goesOn = last.pieces.join('').trim() !== '' && !/^\s*\{/.test(String(delta.arguments ?? ''));
  return last.id === undefined || goesOn ? last : undefined;
}

/** Servers without ids and indexes that repeat the name with every piece. */
function openRepeat(drafts: readonly Draft[], delta: CallDelta): Draft | undefined {
  const last = drafts.at(-1);
  const open = last !== undefined && last.name === delta.name && last.pieces.length > 0 && !parses(last);
  return open && last.pieces.join('').trim() !== '' ? last : undefined;
}

/** Complete: arguments that are an object with something in it, or a later call has begun. */
function isComplete(draft: Draft, drafts: readonly Draft[]): boolean {
  if (draft.reported || draft.name === '') return false;
  if (draft !== drafts.at(-1)) return true;
  const value = parses(draft);
  return value !== undefined && Object.keys(value).length > 0;
}

function parses(draft: Draft): object | undefined {
  if (draft.value !== undefined) return isObject(draft.value) ? draft.value : undefined;
  const last = draft.pieces.at(-1)?.trimEnd() ?? '';
  if (!last.endsWith('}')) return undefined;
  try {
    const value: unknown = JSON.parse(draft.pieces.join(''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function asRaw(draft: Draft): RawCall {
  return {
    position: draft.position,
    id: draft.id,
    name: draft.name,
    arguments: draft.value ?? draft.pieces.join(''),
    pieces: [...draft.pieces],
  };
}
