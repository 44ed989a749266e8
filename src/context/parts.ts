// One entry as it reads to the model, with what it takes: the unit in which the plan counts and the thread is built.
import { callTokens, MESSAGE_TOKENS, type TextLimits } from './budget.ts';
import { type Ageing, aged } from './elide.ts';
import type { EntryBody, RecordedCall } from './entry.ts';
import { estimate } from './estimate.ts';
import { type MessageHandle, markerLine, type RoomKind, wordsOf } from './words.ts';

/** `tokens`: estimated, without a factor, with what a chat template puts around it. */
export type Part =
  | { readonly kind: 'user'; readonly text: string; readonly tokens: number }
  | {
      readonly kind: 'assistant';
      readonly text: string;
      readonly calls: readonly RecordedCall[];
      readonly tokens: number;
    }
  | {
      readonly kind: 'result';
      readonly callId: string;
      readonly text: string;
      readonly handle: string;
      readonly tokens: number;
    }
  | { readonly kind: 'marker'; readonly line: string; readonly tokens: number };

/** What rendering needs to know; the same for every entry of a request. */
export interface Rendering {
  readonly room: RoomKind;
  readonly texts: TextLimits;
  readonly ageing: (tool: string) => Ageing;
  readonly handle?: MessageHandle | undefined;
}

/** @param old true if it stands before the elision boundary */
export function partOf(entry: EntryBody, rendering: Rendering, old: boolean): Part {
  switch (entry.type) {
    case 'user': {
      const { text } = wordsOf(
        entry.payload.messages,
        rendering.room,
        rendering.texts.message,
        rendering.handle,
      );
      return { kind: 'user', text, tokens: MESSAGE_TOKENS + estimate(text) };
    }
    case 'nudge':
      return {
        kind: 'user',
        text: entry.payload.text,
        tokens: MESSAGE_TOKENS + estimate(entry.payload.text),
      };
    case 'assistant': {
      const { text, calls } = entry.payload;
      // Room for the line that stands where a call has no result.
      const tokens = calls.reduce(
        (sum, call) => sum + callTokens(call, call.id) + 2,
        MESSAGE_TOKENS + estimate(text),
      );
      return { kind: 'assistant', text, calls, tokens };
    }
    case 'tool_result': {
      const { callId, handle, name } = entry.payload;
      const text = old ? aged(entry.payload, rendering.ageing(name)) : entry.payload.text;
      return {
        kind: 'result',
        callId,
        text,
        handle,
        tokens: MESSAGE_TOKENS + 4 + estimate(callId) + estimate(text),
      };
    }
    default: {
      const line = markerLine(entry);
      return { kind: 'marker', line, tokens: 1 + estimate(line) };
    }
  }
}
