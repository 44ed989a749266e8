// What a compiled request is made of, part by part: for people who want to see where their tokens go. Sizes and handles
// only, no text. Pure.

import { type Compiled, type CompileInput, frontOf, latestSummary, renderingOf } from '../compile.ts';
import { isTurnStart } from '../entry.ts';
import type { ChatMessage } from '../message.ts';
import { Renderer } from '../render/render.ts';
import { messageTokens, schemaTokens } from './budget.ts';
import { estimate } from './estimate.ts';

/** Estimated tokens with the factor, and handles that `recall` reads. */
interface Breakdown {
  readonly tools: number;
  readonly system: number;
  /** The log of compacted turns; 0 without one. */
  readonly log: number;
  readonly history: number;
  /** How many turns the history has. */
  readonly turns: number;
  /** The newest message without its head block. */
  readonly newest: number;
  readonly head: number;
  /** What this turn has brought so far. */
  readonly turn: number;
  /** Old results that appear shorter than they were, oldest first. */
  readonly elided: readonly string[];
  /** Results that were shortened the moment they arrived. */
  readonly offloaded: readonly string[];
}

/** Takes a compiled request apart. */
export function breakdown(input: CompileInput, compiled: Compiled): Breakdown {
  const { messages, prefixEnd } = compiled;
  const from = messages[0]?.role === 'system' ? 1 : 0;
  const log = estimate(frontOf(latestSummary(input.path, input.firstKept), input.firstKept));
  const head = estimate(input.newest.head);
  // The log is at the front of the first user message: of the history, or the newest if there is none.
  const withLog = messages.findIndex(({ role }) => role === 'user');
  const history = sum(messages.slice(from, prefixEnd)) - (withLog < prefixEnd ? log : 0);
  const newest = sum(messages.slice(prefixEnd, prefixEnd + 1)) - head - (withLog < prefixEnd ? 0 : log);
  const scaled = (tokens: number) => Math.max(0, Math.round(tokens * input.factor));
  const visible = input.path.filter(({ id }) => compiled.firstKept === null || id >= compiled.firstKept);
  const results = [...visible, ...input.turn].flatMap((entry) =>
    entry.type === 'tool_result' ? [entry.payload] : [],
  );
  return {
    tools: scaled(schemaTokens(input.tools)),
    system: scaled(sum(messages.slice(0, from))),
    log: scaled(log),
    history: scaled(history),
    turns: visible.filter(isTurnStart).length,
    newest: scaled(newest),
    head: scaled(head),
    turn: scaled(sum(messages.slice(prefixEnd + 1))),
    elided: elided(input, compiled),
    offloaded: results.filter(({ full }) => full !== undefined).map(({ handle }) => handle),
  };
}

function elided(input: CompileInput, compiled: Compiled): readonly string[] {
  const { path } = input;
  const renderer = new Renderer(path, renderingOf(input, compiled.budget), compiled);
  const handles: string[] = [];
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || entry.id < (compiled.firstKept ?? 0)) break;
    const part = renderer.part(index);
    if (entry.type === 'tool_result' && part.kind === 'result' && part.text !== entry.payload.text)
      handles.push(entry.payload.handle);
  }
  return handles.reverse();
}

const sum = (messages: readonly ChatMessage[]): number =>
  messages.reduce((tokens, message) => tokens + messageTokens(message), 0);
