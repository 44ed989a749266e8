// One entry as it reads to the model at its age, with what it takes: the unit in which the plan counts and the thread is
// built. What is old is shorter: results by their tool's rule, long messages in the middle, head blocks gone.
import type { EntryId } from '../../database/ids.ts';
import { callTokens, MESSAGE_TOKENS, type TextLimits } from '../budget/budget.ts';
import { estimate } from '../budget/estimate.ts';
import { type Age, type Ageing, aged, type Purpose } from '../elide/elide.ts';
import { type EntryBody, isMarker, isSilent, type RecordedCall } from '../entry.ts';
import { type MarkerLine, type MessageHandle, markerLine, type RoomKind, wordsOf } from './render-user.ts';

/** `tokens`: estimated, without a factor, with what a chat template puts around it. */
export type Part =
  | {
      readonly kind: 'user';
      readonly text: string;
      readonly head: string;
      /** True if it was said while its turn worked. */
      readonly meanwhile?: true;
      readonly tokens: number;
    }
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
  | ({ readonly kind: 'marker'; readonly tokens: number } & MarkerLine)
  | { readonly kind: 'silent'; readonly tokens: 0 };

/** What rendering needs to know; the same for every entry of a request. */
export interface Rendering {
  readonly room: RoomKind;
  readonly texts: TextLimits;
  readonly ageing: (tool: string) => Ageing;
  readonly handle?: MessageHandle | undefined;
}

/** Where an entry is in the thread. */
interface Standing {
  readonly age: Age;
  /** For a result: what it was for. */
  readonly purpose?: Purpose;
  /** For a result: true if the same was read again before the boundary. */
  readonly again?: boolean;
  /** The stored entry's id. */
  readonly id?: EntryId;
  /** For a user entry: true if its head block is still shown. */
  readonly head?: boolean;
}

const NEW: Standing = { age: 'new' };
const NO_PURPOSE: Purpose = { call: null, answer: '' };
const SILENT: Part = { kind: 'silent', tokens: 0 };

/** The entry as it reads at its place. */
export function partOf(entry: EntryBody, rendering: Rendering, standing: Standing = NEW): Part {
  const { age } = standing;
  if (isSilent(entry)) return SILENT;
  if (isMarker(entry)) {
    const line = markerLine(entry);
    return { kind: 'marker', line, id: standing.id ?? null, tokens: 1 + estimate(line) };
  }
  switch (entry.type) {
    case 'user': {
      const { texts, room, handle } = rendering;
      const limit = age === 'new' ? texts.message : texts.oldMessage;
      const { messages, meanwhile } = entry.payload;
      const { text } = wordsOf(messages, room, limit, handle);
      const head = standing.head === true ? entry.payload.head : '';
      const tokens = MESSAGE_TOKENS + estimate(text) + estimate(head);
      return { kind: 'user', text, head, tokens, ...(meanwhile ? { meanwhile } : {}) };
    }
    case 'nudge': {
      const { text } = entry.payload;
      return { kind: 'user', text, head: '', tokens: MESSAGE_TOKENS + estimate(text) };
    }
    case 'assistant': {
      const { text, calls } = entry.payload;
      // Room for the line that is put where a call has no result.
      const tokens = calls.reduce(
        (sum, call) => sum + callTokens(call, call.id) + 2,
        MESSAGE_TOKENS + estimate(text),
      );
      return { kind: 'assistant', text, calls, tokens };
    }
    case 'tool_result': {
      const { callId, handle, name } = entry.payload;
      const purpose = standing.purpose ?? NO_PURPOSE;
      const text = aged(entry.payload, rendering.ageing(name), age, purpose, standing.again);
      return {
        kind: 'result',
        callId,
        text,
        handle,
        tokens: MESSAGE_TOKENS + 4 + estimate(callId) + estimate(text),
      };
    }
  }
}
