// The requests of one turn: the first as it was opened, the later ones extending it. Each is compiled from the turn's
// entries, held against the conversation's last request, and remembered for its row.
import { readStrictly } from '../../../agent/calls/strict.ts';
import { type LoopOutcome, type LoopStep, runLoop } from '../../../agent/loop.ts';
import { type Limits, textLimits, windowAfterOverflow } from '../../../context/budget/budget.ts';
import type { Compiled } from '../../../context/compile.ts';
import { handleFor, offload } from '../../../context/elide/offload.ts';
import type { NewEntry, SpokenMessage } from '../../../context/entry.ts';
import { NOTICE } from '../../../context/notices.ts';
import { offloadOutside } from '../../../context/render/outside.ts';
import { PeacrabError } from '../../../errors.ts';
import { type Line, sayFor } from '../../../language/say.ts';
import { withoutSecrets } from '../../../process/secrets.ts';
import type { ToolResult } from '../../../tools/tool.ts';
import type { RunningTurn } from '../state.ts';
import { positionOf, stepsAsEntries } from '../turn-entries.ts';
import { compileFor } from './open-request.ts';
import { cacheKey } from './prefix-watch.ts';
import type { OpenRequest, SentRequest } from './sent.ts';

/** Takes in what the person says while the turn works. */
interface Hearing {
  take(
    fits: (said: readonly SpokenMessage[]) => boolean,
    signal: AbortSignal,
  ): Promise<readonly SpokenMessage[]>;
}

export class ModelSession {
  /** The first request. */
  readonly opened: OpenRequest;
  readonly #turn: RunningTurn;
  readonly #hearing: Hearing;
  readonly #sent: SentRequest[] = [];
  #steps: LoopStep[] = [];
  #window: number;

  constructor(turn: RunningTurn, opened: OpenRequest, hearing: Hearing) {
    this.#turn = turn;
    this.opened = opened;
    this.#hearing = hearing;
    this.#window = turn.services.window;
  }

  /** The requests in the order in which they were sent: one for each of the outcome's. */
  get sent(): readonly SentRequest[] {
    return this.#sent;
  }

  /** What the turn has brought so far. */
  get entries(): readonly NewEntry[] {
    return stepsAsEntries(this.#turn.row, this.#steps);
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
    const { tools, model, log, limits, maxOutput, without } = this.#turn.services;
    const steps = [...before];
    this.#steps = steps;
    const calls = before.reduce((count, step) => count + step.calls.length, 0);
    return runLoop({
      model,
      messages: this.#compile(before).messages,
      runner: this.#turn.tools.runner,
      signal,
      log,
      say: sayFor(this.opened.facts.person),
      options: { maxTokens: maxOutput, cacheKey: cacheKey(this.opened.facts.conversation.id) },
      ...(limits ? { limits } : {}),
      ...(without?.has('repair') ? { read: readStrictly } : {}),
      fit: (_, { overflowed }) => this.#next(steps, overflowed),
      earlier,
      offload: (result, index) => this.offloaded(result, calls + index),
      meanwhile: (step) =>
        this.#hearing.take((joined) => this.#compile([...steps, { ...step, joined }]).fits, signal),
      recorded: (step) => {
        steps.push(step);
        // What a call has put into the outbox, such as the task list, is sent while the turn goes on.
        if (step.calls.length > 0) this.#turn.services.enqueued();
      },
      onStatus: (event) => {
        if (event.type === 'tool')
          status(tools.find((tool) => tool.name === event.name)?.doing ?? ((say) => say('doing.working')));
      },
    });
  }

  /**
   * A result as the model sees it: of a long one, head and tail with the handle to the rest; fenced if it is from outside,
   * and without secrets.
   *
   * @param index from 0
   */
  offloaded(result: ToolResult, index: number): ToolResult {
    return bornAs(
      handleFor(this.#turn.row.id, positionOf(this.#turn.row, index)),
      result,
      this.#turn.services,
    );
  }

  #next(steps: readonly LoopStep[], overflowed: boolean): Compiled['messages'] {
    // A window that turned out smaller stays so for the rest of the turn.
    if (overflowed) this.#window = windowAfterOverflow(this.#window);
    const compiled = this.#compile(steps);
    if (!compiled.fits) throw tooSmall(this.#window);
    const { conversation, factor } = this.opened.facts;
    const repeat = this.#turn.services.prefixes.sent(conversation.id, compiled, factor);
    const entries = stepsAsEntries(this.#turn.row, steps).length;
    this.#sent.push({ compiled, repeat, steps: entries, window: this.#window });
    return compiled.messages;
  }

  #compile(steps: readonly LoopStep[]): Compiled {
    if (steps.length === 0 && this.#window === this.#turn.services.window) return this.opened.compiled;
    const entries = stepsAsEntries(this.#turn.row, steps);
    return compileFor(this.#turn.services, this.opened, entries, this.#window);
  }
}

/** A result with its handle. What it shows of a longer whole says by which handle that is read. */
export function bornAs(
  handle: string,
  result: ToolResult,
  { secrets, ...limits }: Limits & { readonly secrets: readonly string[] },
): ToolResult {
  const cut = result.tainted ? offloadOutside : offload;
  const born = cut(withoutSecrets(result.text, secrets), handle, textLimits(limits).result);
  const { full } = result;
  return full === undefined
    ? { ...result, ...born }
    : {
        ...result,
        ...born,
        text: `${born.text}\n[${NOTICE.allOfIt}${handle}]`,
        full: withoutSecrets(full, secrets),
      };
}

const tooSmall = (window: number) =>
  new PeacrabError(
    'MODEL_WINDOW',
    `This message with what belongs to it does not fit into the model's window of ${window} tokens. Write less at once, ` +
      'or set CONTEXT_WINDOW to what the model really has.',
  );
