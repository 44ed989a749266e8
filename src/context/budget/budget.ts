// How much room there is, and what takes it. All shares scale with the window. Limits for single texts are in estimated
// tokens without the model's factor, so that a text is cut the same way in every request, whatever was measured meanwhile.
import { PeacrabError } from '../../errors.ts';
import type { ChatMessage, ToolSchema } from '../message.ts';
import { imageTokens } from '../render/files.ts';
import { estimate } from './estimate.ts';

export interface Limits {
  /** The model's window, tokens. */
  readonly window: number;
  /** Room reserved for the answer, tokens. */
  readonly maxOutput: number;
}

/** Limits of single texts, in estimated tokens without a factor: they never depend on measurements. */
export interface TextLimits {
  /** The words of one user message; beyond it they are cut in the middle. */
  readonly message: number;
  /** The same once it is before the elision boundary. */
  readonly oldMessage: number;
  /** One tool result at birth; beyond it head and tail stay. */
  readonly result: number;
  /** The bracketed lines at the front of one user message. */
  readonly markers: number;
}

/** Tokens of whole requests, with the model's factor. */
export interface Budget extends TextLimits {
  /** What a request may have at most: window less answer less a margin. */
  readonly request: number;
  /** What a turn's first request may have, so that its tool results find room. */
  readonly start: number;
  /** What a request has about after older turns were cut: low, so that the prefix then holds still for long. */
  readonly afterCut: number;
  /** System prompt and tool schemas. */
  readonly fixed: number;
}

const MARGIN = 0.02;
const TURN_ROOM = 0.25;
const MESSAGE_SHARE = 0.3;
const OLD_MESSAGE_SHARE = 0.05;
const RESULT_SHARE = 0.12;
const MARKER_SHARE = 0.025;

/** What a chat template may put around a message, and around a tool call, at most. */
export const MESSAGE_TOKENS = 10;
const CALL_TOKENS = 24;

/** The window to go on with after the server has said that a request was larger than it. */
export const windowAfterOverflow = (window: number): number => Math.floor(window * 0.7);

export function textLimits({ window, maxOutput }: Limits): TextLimits {
  const room = Math.max(0, window - maxOutput);
  return {
    message: Math.max(100, Math.floor(MESSAGE_SHARE * room)),
    oldMessage: Math.max(80, Math.floor(OLD_MESSAGE_SHARE * room)),
    result: Math.max(80, Math.floor(RESULT_SHARE * room)),
    markers: Math.max(150, Math.floor(MARKER_SHARE * room)),
  };
}

/**
 * The budget of requests to one model.
 *
 * @param schemasAndSystem tokens of system prompt and schemas, see {@link fixedTokens}
 * @throws PeacrabError MODEL_WINDOW if they leave no room to talk
 */
export function budgetFor(input: Limits & { readonly schemasAndSystem: number }): Budget {
  const request = Math.floor(input.window * (1 - MARGIN)) - input.maxOutput;
  const fixed = Math.ceil(input.schemasAndSystem);
  const free = request - fixed;
  if (free < 500) {
    throw new PeacrabError(
      'MODEL_WINDOW',
      `A window of ${input.window} tokens is too small: ${fixed} go to the system prompt and tools and ${input.maxOutput} ` +
        'to the answer. Set CONTEXT_WINDOW to what the model really has, lower MAX_OUTPUT_TOKENS, or use another model.',
    );
  }
  const start = request - Math.floor(TURN_ROOM * free);
  return { ...textLimits(input), request, start, afterCut: Math.floor(start / 2), fixed };
}

/** System prompt and schemas, in tokens. */
export function fixedTokens(system: string, tools: readonly ToolSchema[], factor: number): number {
  return Math.ceil((estimate(system) + MESSAGE_TOKENS + schemaTokens(tools)) * factor);
}

/** Tool schemas, in estimated tokens without a factor. */
export function schemaTokens(tools: readonly ToolSchema[]): number {
  return tools.length === 0 ? 0 : estimate(JSON.stringify(tools)) + 20;
}

/** One message, in estimated tokens without a factor, not rounded. */
export function messageTokens(message: ChatMessage): number {
  let tokens = MESSAGE_TOKENS + estimate(message.content);
  if (message.role === 'user') tokens += imageTokens * (message.images?.length ?? 0);
  if (message.role === 'tool') tokens += estimate(message.tool_call_id) + 4;
  if (message.role === 'assistant')
    for (const call of message.tool_calls ?? []) tokens += callTokens(call.function, call.id);
  return tokens;
}

/** One tool call within its message, in estimated tokens without a factor. */
export function callTokens(call: { readonly name: string; readonly arguments: string }, id: string): number {
  return CALL_TOKENS + estimate(id) + estimate(call.name) + 1.1 * estimate(call.arguments);
}
