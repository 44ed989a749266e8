// One shape through the real loop: once with a model that then goes on sensibly, once with one that repeats itself.
import { refuseMessages } from '../../demo/strict.ts';
import { type LoopOutcome, runLoop } from '../../src/agent/loop.ts';
import type { ModelClient, ModelRequest, StreamDelta } from '../../src/agent/model.ts';
import { readDelta } from '../../src/agent/wire.ts';
import { silentLog } from '../../src/log.ts';
import type { ToolRunner } from '../../src/tools/tool.ts';
import { offeredTools } from './offer.ts';
import { judge } from './want.ts';

export interface Shape {
  readonly id: string;
  readonly want: string;
  /** The stream's finish_reason; null when it ended without one. */
  readonly finish?: string | null;
  readonly content?: string;
  readonly deltas?: readonly unknown[];
  /** The tools to offer: names, parameters, and types such as `string`, `number!` (required) or `a|b`. Guessed if absent. */
  readonly tools?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the person said. */
  readonly user?: string;
  /** What must come of it; `want` is read if absent. */
  readonly expect?: Expected;
}

export interface Expected {
  /** Exactly these, in this order. */
  readonly calls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  /** Any of these will do as well: asked again or refused, shown exactly as written, ended without an answer. */
  readonly or?: readonly ('ask' | 'text' | 'fail')[];
  /** Pieces that nobody may see. */
  readonly hide?: readonly string[];
  /** How many calls are refused. */
  readonly refused?: number;
}

export interface Verdict {
  readonly id: string;
  readonly want: string;
  readonly ok: boolean;
  /** In a few words: what was done. */
  readonly did: string;
  /** What a person would have seen. */
  readonly shown: string;
  readonly why: readonly string[];
  /** With a model that answers when it is asked again, and with one that repeats itself. */
  readonly once: Happened;
  readonly always: Happened;
}

/** What happened to a shape. */
export interface Happened {
  readonly ran: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  readonly refused: number;
  /** Asked again: nudged, or after an empty answer. */
  readonly askedAgain: boolean;
  readonly shown: string;
  readonly outcome: LoopOutcome;
}

/** More requests than this is no bound. */
const BOUND = 12;
const SENSIBLE = 'All right.';

export async function evaluate(shape: Shape): Promise<Verdict> {
  const once = await play(shape, false);
  const always = await play(shape, true);
  const why = [
    ...judge(shape, once.happened, always.happened),
    ...once.refusals,
    ...always.refusals,
    ...(always.requests > BOUND ? [`not bounded: ${always.requests} requests`] : []),
  ];
  return {
    id: shape.id,
    want: shape.want,
    ok: why.length === 0,
    did: describe(once.happened),
    shown: once.happened.shown,
    once: once.happened,
    always: always.happened,
    why: [...new Set(why)],
  };
}

async function play(
  shape: Shape,
  repeats: boolean,
): Promise<{ happened: Happened; refusals: string[]; requests: number }> {
  const requests: ModelRequest[] = [];
  const refusals: string[] = [];
  const model: ModelClient = {
    async *stream(request) {
      requests.push(request);
      const refusal = refuseMessages(request.messages);
      if (refusal) refusals.push(`a strict server would refuse the next request: ${refusal.message}`);
      if (requests.length > 1 && !repeats) yield { text: SENSIBLE };
      else yield* deltasOf(shape);
      if (shape.finish !== null || (requests.length > 1 && !repeats))
        yield { finish: shape.finish ?? 'stop' };
    },
  };
  const ran: { name: string; args: Readonly<Record<string, unknown>> }[] = [];
  const outcome = await runLoop({
    model,
    messages: [{ role: 'user', content: shape.user ?? 'Hello.' }],
    runner: recording(shape, ran),
    signal: AbortSignal.timeout(20_000),
    log: silentLog,
    limits: { retryDelayMs: 0 },
  });
  const calls = outcome.steps.flatMap((step) => step.calls);
  const shown = [...outcome.steps.map((step) => step.text), outcome.text === SENSIBLE ? '' : outcome.text];
  const happened: Happened = {
    ran,
    refused: calls.filter((call) => !call.ran).length,
    askedAgain: outcome.requests.length > 1 && calls.length === 0,
    shown: shown.filter((text) => text !== '').join('\n'),
    outcome,
  };
  return { happened, refusals, requests: requests.length };
}

function deltasOf(shape: Shape): readonly StreamDelta[] {
  if (shape.deltas !== undefined) return shape.deltas.map(readDelta);
  return ((shape.content ?? '').match(/[\s\S]{1,7}/g) ?? []).map((text) => ({ text }));
}

function recording(
  shape: Shape,
  ran: { name: string; args: Readonly<Record<string, unknown>> }[],
): ToolRunner {
  const { schemas, parse } = offeredTools(shape);
  return {
    schemas,
    isSafe: () => false,
    parse,
    async run(call) {
      ran.push({ name: call.name, args: call.args as Record<string, unknown> });
      return { ok: true, text: 'Result.' };
    },
  };
}

function describe(happened: Happened): string {
  const calls = happened.ran.map((call) => `${call.name}(${JSON.stringify(call.args)})`);
  if (calls.length > 0) return `called ${calls.join(', ')}`;
  if (happened.refused > 0) return `refused ${happened.refused} with an error`;
  return happened.askedAgain ? 'asked again' : 'text';
}
