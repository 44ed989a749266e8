// The requests of one turn: the first as it was opened, the later ones extending it. Each is compiled from the turn's
// entries, held against the conversation's last request, and remembered for its row.

import { type LoopLimits, type LoopOutcome, type LoopStep, runLoop } from '../../../agent/loop.ts';
import { withoutSecrets } from '../../../common/secrets.ts';
import { type Limits, textLimits } from '../../../context/budget/budget.ts';
import type { Repeat } from '../../../context/budget/watchdog.ts';
import type { Compiled } from '../../../context/compile.ts';
import { handleFor, offload } from '../../../context/elide/offload.ts';
import type { NewEntry } from '../../../context/entry.ts';
import { offloadOutside } from '../../../context/render/outside.ts';
import { PeacrabError } from '../../../errors.ts';
import { type Line, sayFor } from '../../../language/say.ts';
import type { TurnTools } from '../../../tools/runner.ts';
import type { ToolResult } from '../../../tools/tool.ts';
import type { Joining } from '../../dispatch/join-running-turn.ts';
import type { TurnServices } from '../turn.ts';
import { positionOf, stepsAsEntries } from '../turn-entries.ts';
import type { TurnRow } from '../turn-row.ts';
import { compileFor, type OpenRequest } from './open-request.ts';
import { cacheKey } from './prefix-watch.ts';

/** A request as it was sent. */
export interface SentRequest {
  readonly compiled: Compiled;
  readonly repeat: Repeat;
  /** How many of the turn's entries after the user's it held. */
  readonly steps: number;
  readonly window: number;
}

/** What of the window is used after the server has said that a request was larger than it. */
const afterOverflow = 0.7;

export class ModelSession {
  readonly #parts: TurnServices & { readonly limits?: Partial<LoopLimits> };
  readonly #begun: TurnRow;
  readonly #opening: OpenRequest;
  readonly #tools: TurnTools;
  readonly #joining: Pick<Joining, 'take'>;
  readonly #sent: SentRequest[] = [];
  #steps: LoopStep[] = [];
  #window: number;

  /** @param joining what the person says while it works */
  constructor(
    parts: TurnServices,
    begun: TurnRow,
    opening: OpenRequest,
    tools: TurnTools,
    joining: Pick<Joining, 'take'>,
  ) {
    this.#parts = parts;
    this.#joining = joining;
    this.#begun = begun;
    this.#opening = opening;
    this.#tools = tools;
    this.#window = parts.window;
  }

  /** The requests in the order in which they were sent: one for each of the outcome's. */
  get sent(): readonly SentRequest[] {
    return this.#sent;
  }

  /** What the turn has brought so far. */
  get entries(): readonly NewEntry[] {
    return stepsAsEntries(this.#begun, this.#steps);
  }

  /**
   * Runs the loop on from these steps.
   *
   * @param earlier those of them whose failures its words may not deny
   */
  async run(
    before: readonly LoopStep[],
    status: (doing: string | Line) => void,
    signal: AbortSignal,
    earlier: readonly LoopStep[] = [],
  ): Promise<LoopOutcome> {
    const { tools, model, log, limits, maxOutput } = this.#parts;
    const steps = [...before];
    this.#steps = steps;
    const calls = before.reduce((count, step) => count + step.calls.length, 0);
    return runLoop({
      model,
      messages: this.#compile(before).messages,
      runner: this.#tools.runner,
      signal,
      log,
      say: sayFor(this.#opening.facts.person),
      options: { maxTokens: maxOutput, cacheKey: cacheKey(this.#opening.facts.conversation.id) },
      ...(limits ? { limits } : {}),
      fit: (_, { overflowed }) => this.#next(steps, overflowed),
      earlier,
      offload: (result, index) => this.offloaded(result, calls + index),
      meanwhile: (step) =>
        this.#joining.take((joined) => this.#compile([...steps, { ...step, joined }]).fits, signal),
      recorded: (step) => {
        steps.push(step);
        // What a call has put into the outbox, such as the task list, is sent while the turn goes on.
        if (step.calls.length > 0) this.#parts.enqueued();
      },
      onStatus: (event) => {
        if (event.type === 'tool')
          status(tools.find((tool) => tool.name === event.name)?.doing ?? ((say) => say('doing.working')));
      },
    });
  }

  /**
   * A result as the model sees it: of a long one, head and tail with the handle to the rest; fenced if it is from outside,
   * and without what nobody may read.
   *
   * @param index from 0
   */
  offloaded(result: ToolResult, index: number): ToolResult {
    return bornAs(handleFor(this.#begun.id, positionOf(this.#begun, index)), result, this.#parts);
  }

  #next(steps: readonly LoopStep[], overflowed: boolean): Compiled['messages'] {
    // A window that turned out smaller stays so for the rest of the turn.
    if (overflowed) this.#window = Math.floor(this.#window * afterOverflow);
    const compiled = this.#compile(steps);
    if (!compiled.fits) throw tooSmall(this.#window);
    const { conversation, factor } = this.#opening.facts;
    const repeat = this.#parts.prefixes.sent(conversation.id, compiled, factor);
    const entries = stepsAsEntries(this.#begun, steps).length;
    this.#sent.push({ compiled, repeat, steps: entries, window: this.#window });
    return compiled.messages;
  }

  #compile(steps: readonly LoopStep[]): Compiled {
    if (steps.length === 0 && this.#window === this.#parts.window) return this.#opening.compiled;
    const entries = stepsAsEntries(this.#begun, steps);
    return compileFor(this.#parts, this.#opening, entries, this.#window);
  }
}

/** A result with its handle. What it shows of a longer whole says by which handle that is read. */
export function bornAs(
  handle: string,
  result: ToolResult,
  { secrets, ...limits }: Limits & { readonly secrets: TurnServices['secrets'] },
): ToolResult {
  const cut = result.tainted ? offloadOutside : offload;
  const born = cut(withoutSecrets(result.text, secrets), handle, textLimits(limits).result);
  const { full } = result;
  return full === undefined
    ? { ...result, ...born }
    : {
        ...result,
        ...born,
        text: `${born.text}\n[All of it: recall ${handle}]`,
        full: withoutSecrets(full, secrets),
      };
}

const tooSmall = (window: number) =>
  new PeacrabError(
    'MODEL_WINDOW',
    `This message with what belongs to it does not fit into the model's window of ${window} tokens. Write less at once, ` +
      'or set CONTEXT_WINDOW to what the model really has.',
  );
