// What one turn's loop is given: the model, the messages, the tools, and what its caller wants to be told.
import type { SpokenMessage } from '../context/entry.ts';
import type { ChatMessage } from '../context/message.ts';
import type { Say } from '../language/say.ts';
import type { Log } from '../log.ts';
import type { ToolRunner } from '../tools/tool.ts';
import type { readReply } from './calls/reply.ts';
import type { LoopLimits } from './limits.ts';
import type { ModelClient, ModelRequest } from './model.ts';
import type { LoopStep, Offload, RequestRecord } from './outcome.ts';

export interface LoopInput {
  readonly model: ModelClient;
  /** The compiled context; ends with a user message (or with tool results, when a turn is taken up again). */
  readonly messages: readonly ChatMessage[];
  readonly runner: ToolRunner;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** The language of the notes at a stop; English if absent. */
  readonly say?: Say;
  readonly limits?: Partial<LoopLimits>;
  /** How an answer is read; without it everything that can be recovered from it is. */
  readonly read?: typeof readReply;
  /** Steps that are in the messages already, and whose failures the words must not deny. */
  readonly earlier?: readonly LoopStep[];
  readonly options?: Pick<ModelRequest, 'maxTokens' | 'temperature' | 'cacheKey'>;
  /**
   * Called before every request; may return shorter messages, which then are the messages. `overflowed` is true when
   * the server has just refused them as larger than its window; `requests` are those sent so far. A MODEL_WINDOW error from
   * it ends the loop as failed.
   */
  fit?(
    messages: readonly ChatMessage[],
    why: { readonly overflowed: boolean; readonly requests: readonly RequestRecord[] },
  ): readonly ChatMessage[] | Promise<readonly ChatMessage[]>;
  /** Called for every result before it enters the messages; `callIndex` counts the turn's calls from 0. */
  offload?: Offload;
  /** Called with a step that another request follows: what the person said while it ran, which `fit` then has in the messages. */
  meanwhile?(step: LoopStep): Promise<readonly SpokenMessage[]>;
  /** What is going on, for a status line. Must not throw. */
  onStatus?(status: LoopStatus): void;
  /** Called with each step when all its results are there, before the next request: the caller may store it. */
  recorded?(step: LoopStep): void | Promise<void>;
}

type LoopStatus =
  | { readonly type: 'thinking' }
  | { readonly type: 'tool'; readonly name: string; readonly args: unknown };
