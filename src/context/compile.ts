// Compiles what the model sees from the entries: never a raw transcript. Pure and deterministic: the same rows give the
// same bytes, within a turn each request extends the one before, and no request exceeds the window. When it must, it moves
// the elision boundary, then leaves out the oldest turns in one large step; the caller stores both, so that the prefix
// then holds still for long.

import type { EntryId } from '../database/ids.ts';
import {
  type Budget,
  budgetFor,
  fixedTokens,
  type Limits,
  MESSAGE_TOKENS,
  schemaTokens,
  type TextLimits,
} from './budget/budget.ts';
import { estimate } from './budget/estimate.ts';
import { frontBlock } from './compact/front.ts';
import type { Ageing } from './elide/elide.ts';
import { fit } from './elide/fit.ts';
import { earlierHandle } from './elide/offload.ts';
import type { Entry, EntryBody, SpokenMessage, Summary } from './entry.ts';
import type { ChatMessage, ToolSchema } from './message.ts';
import { type Bounds, plan } from './plan.ts';
import { imagesIn, imageTokens } from './render/files.ts';
import { type Part, partOf, type Rendering } from './render/parts.ts';
import {
  type MarkerLine,
  type MessageHandle,
  markerLines,
  type RoomKind,
  wordsOf,
} from './render/render-user.ts';
import { NO_WORDS, Thread } from './render/thread.ts';

export interface CompileInput extends Bounds {
  readonly system: string;
  readonly tools: readonly ToolSchema[];
  /** Entries before this turn, oldest first, up to the leaf. May begin anywhere at or before `firstKept`. */
  readonly path: readonly Entry[];
  /** What this turn is about. Without messages (a task that fell due) it has only marker lines and head. */
  readonly newest: {
    readonly messages: readonly SpokenMessage[];
    readonly head: string;
    /** Data URLs of the images that came with the messages. Without them all else is the same, tokens included. */
    readonly images?: readonly string[];
  };
  /** What this turn has brought so far, oldest first: assistant messages, tool results, nudges, markers. */
  readonly turn: readonly EntryBody[];
  readonly ageing: (tool: string) => Ageing;
  readonly room: RoomKind;
  readonly limits: Limits;
  /** The model's factor on estimates, see calibrate.ts. The same throughout a turn. */
  readonly factor: number;
  readonly handle?: MessageHandle;
  /** Tokens without a factor to keep free for a front block that is still to be made. */
  readonly frontReserve?: number;
}

export interface Compiled extends Bounds {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSchema[];
  /** Index of the newest user message: what comes before it holds still until a boundary moves. */
  readonly prefixEnd: number;
  /** Estimated tokens of the whole request, with the factor; the window less the answer is never exceeded if `fits`. */
  readonly tokens: number;
  /** The same without the factor: what {@link calibrate} wants beside the server's usage. */
  readonly estimated: number;
  readonly budget: Budget;
  /** Which of the bounds moved in this call, because the budget forced it; store them. */
  readonly moved: 'none' | 'elision' | 'cut';
  /** Results of this turn that were shrunk: a reason to move the boundary when it ends. */
  readonly shrunk: number;
  /** True if the newest words were cut in the middle. */
  readonly trimmed: boolean;
  /** False only if system, schemas and the bare turn alone are too much. */
  readonly fits: boolean;
}

/** Put at the front where turns were left out and no log replaces them. */
export const leftOut = (firstKept: EntryId): string =>
  `[Earlier turns of this conversation are left out here. To read them: recall ${earlierHandle(firstKept)}]`;

/**
 * Compiles one request. Store the bounds it returns before the request is sent.
 *
 * @throws PeacrabError MODEL_WINDOW if system and schemas leave no room to talk
 */
export function compile(input: CompileInput): Compiled {
  const { factor } = input;
  const schemasAndSystem = fixedTokens(input.system, input.tools, factor);
  const budget = budgetFor({ ...input.limits, schemasAndSystem });
  const rendering = renderingOf(input, budget);
  const summary = latestSummary(input.path, input.firstKept);
  const standing = estimate(frontOf(summary, input.firstKept));
  const frontTokens = Math.max(standing, input.frontReserve ?? 0);
  // A front to be made may turn out short: then the newest words get more room, and what goes must leave it.
  const newest = newestOf(input, budget, input.frontReserve === undefined ? standing : 0);
  const planned = plan({
    ...input,
    budget,
    rendering,
    newestTokens: newest.tokens,
    frontTokens: Math.ceil(frontTokens * factor),
  });

  const thread = new Thread(input.system);
  const before = frontOf(summary, planned.firstKept);
  const lines = feed(thread, planned.parts, before === '' ? [] : [before], budget.markers);
  const message = blocks(lines, newest.words, input.newest.head);
  thread.user(message, MESSAGE_TOKENS + estimate(message) + imageTokens * imagesIn(input.newest.messages));
  const taken = thread.tokens;
  const prefixEnd = thread.messages.length - 1;
  feed(
    thread,
    input.turn.map((entry) => partOf(entry, rendering)),
    [],
    budget.markers,
  );
  thread.settle();

  const fitted = fit(thread.messages, {
    limit: budget.request / factor,
    before: taken + schemaTokens(input.tools),
    from: prefixEnd + 1,
    handleAt: (index) => thread.handles.get(index) ?? null,
  });
  const { firstKept, elisionBefore, olderBefore, moved } = planned;
  return {
    messages: withImages(fitted.messages, prefixEnd, input.newest.images),
    tools: input.tools,
    prefixEnd,
    tokens: Math.ceil(fitted.tokens * factor),
    estimated: fitted.tokens,
    budget,
    firstKept,
    elisionBefore,
    olderBefore,
    moved,
    shrunk: fitted.shrunk,
    trimmed: newest.trimmed,
    fits: fitted.fits,
  };
}

/** Images go with the words that they came with, in their own turn only: the text of that message is the same for ever. */
function withImages(
  messages: readonly ChatMessage[],
  at: number,
  images: readonly string[] = [],
): readonly ChatMessage[] {
  if (images.length === 0) return messages;
  return messages.map((message, index) =>
    index === at && message.role === 'user' ? { ...message, images } : message,
  );
}

/** How the entries of this request are rendered. */
export function renderingOf(
  input: Pick<CompileInput, 'room' | 'ageing' | 'handle'>,
  texts: TextLimits,
): Rendering {
  const { room, ageing, handle } = input;
  return { room, texts, ageing, handle };
}

/** The last compaction on a path; null if nothing was ever left out. */
export function latestSummary(path: readonly Entry[], firstKept: EntryId | null): Summary | null {
  if (firstKept === null) return null;
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || entry.id < firstKept) return null;
    if (entry.type === 'summary') return entry.payload;
  }
  return null;
}

/** What replaces the turns that are left out; '' if none are. */
export function frontOf(summary: Summary | null, firstKept: EntryId | null): string {
  if (firstKept === null) return '';
  return summary === null ? leftOut(firstKept) : frontBlock({ ...summary, handle: earlierHandle(firstKept) });
}

const LEFT_OUT_TOKENS = 40;

/** The newest words within what the budget leaves them, and what the whole message takes at most. */
function newestOf(
  input: CompileInput,
  budget: Budget,
  front: number,
): { words: string; tokens: number; trimmed: boolean } {
  const { head, messages } = input.newest;
  const images = imageTokens * imagesIn(messages);
  const around = estimate(head) + budget.markers + 2 * MESSAGE_TOKENS + LEFT_OUT_TOKENS + images;
  const room = (budget.start - budget.fixed) / input.factor - around - front;
  const limit = Math.max(60, Math.min(budget.message, room));
  const { text, trimmed } = wordsOf(messages, input.room, limit, input.handle);
  return { words: text, tokens: Math.ceil((estimate(text) + around) * input.factor), trimmed };
}

/**
 * Feeds parts to a thread; marker lines gather for the next user message.
 *
 * @param front lines that come before the markers of the first user message
 * @returns the lines that still wait
 */
function feed(
  thread: Thread,
  parts: readonly Part[],
  front: readonly string[],
  limit: number,
): readonly string[] {
  let before = front;
  let markers: MarkerLine[] = [];
  const take = (): readonly string[] => {
    const lines = [...before, ...markerLines(markers, limit)];
    before = [];
    markers = [];
    return lines;
  };
  for (const part of parts) {
    if (part.kind === 'silent') continue;
    if (part.kind === 'marker') markers.push(part);
    else if (part.kind === 'user') {
      const lines = take();
      const tokens = lines.reduce((sum, line) => sum + estimate(line) + 1, part.tokens);
      thread.user(blocks(lines, part.text, part.head), tokens, part.meanwhile);
    } else if (part.kind === 'assistant') thread.assistant(part.text, part.calls, part.tokens);
    else thread.result(part.callId, part.text, part.handle, part.tokens);
  }
  return take();
}

/** Marker lines, words, a blank line, the head block: what there is of them. Without its head it is the same message. */
function blocks(lines: readonly string[], words: string, head: string): string {
  const said = [...lines, words].filter((part) => part !== '').join('\n');
  return head === '' ? said || NO_WORDS : `${said || NO_WORDS}\n\n${head}`;
}
