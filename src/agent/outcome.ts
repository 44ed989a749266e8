// What a loop hands back: what to tell the person, what ran, what was appended to the messages, what it cost.
import type { SpokenMessage } from '../context/entry.ts';
import type { ChatMessage } from '../context/message.ts';
import type { PeacrabError } from '../errors.ts';
import type { ToolResult } from '../tools/tool.ts';
import type { Usage } from './model.ts';

export type StopReason =
  /** More rounds than a turn may have. */
  | 'rounds'
  /** The same call again and again. */
  | 'repeated'
  /** Every call failed, several rounds in a row. */
  | 'failures'
  /** Words that only announce, also when asked again. */
  | 'announced'
  /** No answer, also when asked again. */
  | 'empty'
  /** The words claimed what was only asked for, and were replaced. */
  | 'only-asked'
  /** The words claimed what a failed call had not done, and were replaced. */
  | 'false-done';

/** A call as it is in the history, and its result. */
export interface LoopCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as they are in the history: always an object. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
  /** False when the call was refused (malformed, unknown, over a limit) and no tool ran. */
  readonly ran: boolean;
  /** True when it started before the model had finished. */
  readonly early: boolean;
  /** True when it was made too often and did not run again. */
  readonly repeated?: true;
}

/** Shortens a result before it enters the messages; `callIndex` counts the turn's calls from 0. */
export type Offload = (
  result: ToolResult,
  callIndex: number,
  call: { readonly name: string; readonly args: unknown },
) => ToolResult | Promise<ToolResult>;

/** One answer of the model that was not the last word. */
export interface LoopStep {
  readonly text: string;
  readonly calls: readonly LoopCall[];
  /** The user message that followed, when the loop had to ask again. */
  readonly nudge?: string;
  /** True if the nudge is about a false claim in the words. */
  readonly claim?: true;
  /** What the person said while it ran: it comes after the results. */
  readonly joined?: readonly SpokenMessage[];
  /** True when its last result says that the model has to answer now. */
  readonly last?: true;
  /** True when the stream was cut and only finished safe calls were kept. */
  readonly cut?: boolean;
}

export interface RequestRecord {
  readonly usage: Usage | undefined;
  /** Milliseconds from sending to the end of the stream, and to its first chunk. */
  readonly ms: number;
  readonly firstTokenMs: number | undefined;
  readonly result: 'ok' | 'cut' | 'error';
  readonly code?: string;
  /** Of a question: what was sent, in estimated tokens without the model's factor. */
  readonly estimated?: number;
  /** Where the server told no usage: what was answered, in estimated tokens. */
  readonly said?: number;
}

export interface LoopOutcome {
  /** stopped: a stop rule ended it; failed: no answer could be had; aborted: the signal. */
  readonly status: 'done' | 'stopped' | 'failed' | 'aborted';
  /** For the person, honest as it is, with the note of a stop in it. Empty when failed or aborted without words. */
  readonly text: string;
  readonly steps: readonly LoopStep[];
  readonly requests: readonly RequestRecord[];
  /** All messages that were appended to those given, in order, without the final text. */
  readonly appended: readonly ChatMessage[];
  readonly reason?: StopReason;
  /** When a stop rule ended it: the words without its note. */
  readonly said?: string;
  readonly error?: PeacrabError;
}
