// Within a turn tool results pile up. When the request no longer fits, the older results of this turn become one line
// each, in a large step; the newest stay as long as they can; in the end whole calls of this turn go. What comes before
// the turn is never touched. The steps are replayed from the turn's start, so the same messages always give the same
// bytes, and a shrunk result stays shrunk.
import { messageTokens } from '../budget/budget.ts';
import { estimate } from '../budget/estimate.ts';
import type { ChatMessage } from '../message.ts';
import { cutMiddle, grouped } from '../text.ts';
import { stub } from './elide.ts';
import { leftOutNote } from './offload.ts';

/** Tokens here are estimates without the model's factor. */
interface FitLimits {
  /** What the whole request may have. */
  readonly limit: number;
  /** What schemas and the messages before `from` take: `estimated` of the turn's first {@link Compiled}. */
  readonly before: number;
  /** Index of the first message of this turn after the newest user message. */
  readonly from: number;
  /** The handle of the tool result at this index; null if it has none. */
  readonly handleAt: (index: number) => string | null;
}

interface Fitted {
  readonly messages: readonly ChatMessage[];
  /** Estimated tokens of the whole request, without the factor. */
  readonly tokens: number;
  /** Results of this turn that were shrunk or left out in this call. */
  readonly shrunk: number;
  /** False if even that was not enough: nothing more can be taken from this turn. */
  readonly fits: boolean;
}

/** How far down one shrinking step goes, as a share of what this turn may have. */
const DOWN_TO = 0.5;
const gone = (handle: string | null) => (handle === null ? '[left out]' : `[left out: ${handle}]`);
/** What the notes that are put in may take. */
const NOTE_TOKENS = 60;

/** The messages of a request, made to fit. Messages before `from` are handed back as they are. */
export function fit(messages: readonly ChatMessage[], limits: FitLimits): Fitted {
  const work = new Work(messages, limits);
  let group = limits.from;
  for (let index = limits.from; index < messages.length; index += 1) {
    if (messages[index]?.role === 'assistant') {
      work.settle(group, index);
      group = index;
    }
    work.add(index);
  }
  work.settle(group, messages.length);
  return work.done();
}

/** The messages of one request while they are made to fit. */
class Work {
  private readonly out: ChatMessage[];
  private readonly limits: FitLimits;
  private readonly costs: number[];
  private readonly changed = new Set<number>();
  private readonly target: number;
  private tokens: number;
  /** The first message of this turn that is not left out. */
  private first: number;

  constructor(messages: readonly ChatMessage[], limits: FitLimits) {
    this.out = [...messages];
    this.limits = limits;
    this.costs = messages.map((message, index) => (index < limits.from ? 0 : messageTokens(message)));
    this.target = limits.before + DOWN_TO * Math.max(0, limits.limit - limits.before);
    this.tokens = limits.before;
    this.first = limits.from;
  }

  add(index: number): void {
    this.tokens += this.costs[index] ?? 0;
  }

  /** Makes the request of `end` messages fit, whose newest results begin after `group`. */
  settle(group: number, end: number): void {
    const { limit, handleAt } = this.limits;
    if (this.tokens <= limit) return;
    for (let index = this.first; index < group && this.tokens > this.target; index += 1) {
      this.replace(index, stub({ text: this.text(index) }, handleAt(index)));
    }
    for (let index = group; index < end - 1 && this.tokens > limit; index += 1) {
      this.replace(index, stub({ text: this.text(index) }, handleAt(index)));
    }
    // The newest result keeps half of what the turn may have; beyond that it gives way before the calls themselves do.
    const half = DOWN_TO * (limit - this.limits.before);
    if (this.tokens > limit) this.replace(end - 1, this.cut(end - 1, half));
    for (let index = this.first; index < group && this.tokens > limit; index += 1)
      this.replace(index, gone(handleAt(index)));
    while (this.tokens > limit && this.first < group) this.leaveOut(group);
    if (this.tokens > limit) this.replace(end - 1, this.cut(end - 1, 0));
    for (let index = group; index < end && this.tokens > limit; index += 1)
      this.replace(index, gone(handleAt(index)));
  }

  done(): Fitted {
    const { from, limit } = this.limits;
    const kept = [...this.out.slice(0, from), ...this.out.slice(this.first)];
    return {
      messages: this.first === from ? kept : withNote(kept, from, this.handlesGone()),
      tokens: this.tokens,
      shrunk: this.changed.size,
      fits: this.tokens <= limit,
    };
  }

  /** Where the results of the calls that are left out can be read again: ": t12.1 to t12.7". */
  private handlesGone(): string {
    const { from, handleAt } = this.limits;
    const handles = Array.from({ length: this.first - from }, (_, at) => handleAt(from + at));
    const named = handles.filter((handle) => handle !== null);
    return named.length === 0 ? '' : `: ${named[0]} to ${named.at(-1)}`;
  }

  private text(index: number): string {
    return this.out[index]?.content ?? '';
  }

  /** The newest result, cut so that the request just fits, but not below `least` tokens. */
  private cut(index: number, least: number): string {
    const text = this.text(index);
    const handle = this.limits.handleAt(index);
    const room = Math.max(least, estimate(text) - (this.tokens - this.limits.limit)) - NOTE_TOKENS;
    if (room < 20) return stub({ text }, handle);
    return cutMiddle(text, room, (leftOut) =>
      handle === null ? `[… ${grouped(leftOut)} characters are left out …]` : leftOutNote(leftOut, handle),
    );
  }

  /** Puts a smaller text into a tool result. */
  private replace(index: number, content: string): void {
    const message = this.out[index];
    if (message?.role !== 'tool') return;
    const smaller: ChatMessage = { ...message, content };
    const saved = (this.costs[index] ?? 0) - messageTokens(smaller);
    if (saved <= 0) return;
    this.out[index] = smaller;
    this.costs[index] = (this.costs[index] ?? 0) - saved;
    this.tokens -= saved;
    this.changed.add(index);
  }

  /** Leaves out the oldest assistant message of the turn with all that belongs to it, up to the next one. */
  private leaveOut(group: number): void {
    if (this.first === this.limits.from) this.tokens += NOTE_TOKENS;
    do {
      this.tokens -= this.costs[this.first] ?? 0;
      this.changed.add(this.first);
      this.first += 1;
    } while (this.first < group && this.out[this.first]?.role !== 'assistant');
  }
}

/** Says in the first result that is left that others are not. */
function withNote(messages: readonly ChatMessage[], from: number, handles: string): readonly ChatMessage[] {
  const index = messages.findIndex((message, at) => at >= from && message.role === 'tool');
  return messages.map((message, at) =>
    at === index
      ? {
          ...message,
          content: `[Earlier calls of this turn are left out here${handles}]\n${message.content}`,
        }
      : message,
  );
}
