// What a delegate's requests hold: system prompt, brief, and all that it has done so far, made to fit into the window and
// into what is left of its budget. Messages accumulate; when there is little left, older results become a line each, and the
// last one says that it is time to answer.
import { createHistory } from '../../../agent/history.ts';
import type { LoopStep, RequestRecord } from '../../../agent/outcome.ts';
import { LAST_ROUND } from '../../../agent/stops.ts';
import {
  budgetFor,
  fixedTokens,
  type Limits,
  messageTokens,
  schemaTokens,
  windowAfterOverflow,
} from '../../../context/budget/budget.ts';
import { estimate } from '../../../context/budget/estimate.ts';
import { fit } from '../../../context/elide/fit.ts';
import { handleFor } from '../../../context/elide/offload.ts';
import type { ChatMessage, ToolSchema } from '../../../context/message.ts';
import { PeacrabError } from '../../../errors.ts';

interface DelegateBounds extends Limits {
  /** Tokens that all requests may take together. */
  readonly budget: number;
  /** The model's factor on estimates. */
  readonly factor: number;
}

/** The nth result of a delegate, from 0: `t0.1`. No turn has the number 0, so none of them is another's. */
export const ownHandle = (index: number): string => handleFor(0, index + 1);

export class DelegateContext {
  /** Estimated tokens of each request, with the factor. */
  readonly sent: number[] = [];
  /** All requests so far, as the loop records them. */
  requests: readonly RequestRecord[] = [];
  readonly #initial: readonly ChatMessage[];
  readonly #tools: readonly ToolSchema[];
  readonly #bounds: DelegateBounds;
  readonly #history: ReturnType<typeof createHistory>;
  #window: number;
  /** How many messages there were when it was told that this is the last step; null before that. */
  #lastAt: number | null = null;
  /** Whether the newest result says so already. */
  #isTold = false;

  constructor(system: string, brief: string, tools: readonly ToolSchema[], bounds: DelegateBounds) {
    this.#initial = [
      { role: 'system', content: system },
      { role: 'user', content: brief },
    ];
    this.#tools = tools;
    this.#bounds = bounds;
    this.#history = createHistory(this.#initial);
    this.#window = bounds.window;
  }

  get initial(): readonly ChatMessage[] {
    return this.#initial;
  }

  append(step: LoopStep): void {
    this.#history.append(step);
    this.#isTold = step.last === true;
  }

  /** The next request's messages. @throws PeacrabError MODEL_WINDOW when window or budget have no room for it */
  next(overflowed: boolean, requests: readonly RequestRecord[]): readonly ChatMessage[] {
    this.requests = requests;
    if (overflowed) this.#window = windowAfterOverflow(this.#window);
    const { maxOutput, factor, budget } = this.#bounds;
    const left = budget - this.#spent();
    const whole = this.#history.messages();
    if (this.#lastAt !== null && whole.length > this.#lastAt) throw full();
    const { request } = budgetFor({
      window: Math.min(this.#window, left),
      maxOutput,
      schemasAndSystem: fixedTokens(this.#initial[0]?.content ?? '', this.#tools, factor),
    });
    const before = this.#initial.reduce((sum, one) => sum + messageTokens(one), schemaTokens(this.#tools));
    const limit = request / factor - estimate(LAST_ROUND) - 1;
    const handleAt = (index: number) => handleOf(whole, index);
    const fitted = fit(whole, { limit, before, from: this.#initial.length, handleAt });
    if (!fitted.fits) throw full();
    const tokens = Math.ceil(fitted.tokens * factor);
    this.sent.push(tokens);
    const isLast = left - tokens - maxOutput < tokens + maxOutput;
    if (!isLast || fitted.messages.at(-1)?.role !== 'tool') return fitted.messages;
    this.#lastAt = whole.length;
    return this.#isTold ? fitted.messages : withLastLine(fitted.messages);
  }

  /** Tokens of the requests so far: as the server counted them, else as they were estimated, with the longest answer. */
  #spent(): number {
    return this.requests.reduce(
      (sum, { usage }, index) =>
        sum + (usage ? usage.input + usage.output : (this.sent[index] ?? 0) + this.#bounds.maxOutput),
      0,
    );
  }
}

/** The handle of the tool message at this index; null for other messages. */
function handleOf(messages: readonly ChatMessage[], index: number): string | null {
  if (messages[index]?.role !== 'tool') return null;
  return ownHandle(messages.slice(0, index).filter(({ role }) => role === 'tool').length);
}

/** Behind the newest result: there is no further request for what would be called now. */
function withLastLine(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return messages;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n${LAST_ROUND}` }];
}

const full = () =>
  new PeacrabError(
    'MODEL_WINDOW',
    'There is no room for another request of this delegate. Give its kind a larger budget, or it a smaller task.',
  );
