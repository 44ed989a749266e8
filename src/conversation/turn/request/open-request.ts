// The first request of a turn: compiled from what was gathered, with the elision boundary moved if that pays, and with a
// compaction before it if older turns no longer fit. What moved is stored before the request is sent, so that a restart
// compiles the same bytes.
import { type Compiled, type CompileInput, compile } from '../../../context/compile.ts';
import type { EntryBody } from '../../../context/entry.ts';
import type { ToolSchema } from '../../../context/message.ts';
import { startTurn } from '../../../context/turn-start.ts';
import type { AnyTool } from '../../../tools/runner.ts';
import { compactNow } from '../../history/compaction.ts';
import type { TurnFacts } from '../facts/turn-facts.ts';
import type { TurnServices } from '../services.ts';
import type { BegunTurn } from '../state.ts';
import { keepBounds } from '../turn-row.ts';
import type { Prompt } from './prompts.ts';
import type { OpenRequest } from './sent.ts';

/** What a request is compiled with. */
type RequestServices = Pick<TurnServices, 'tools' | 'window' | 'maxOutput'>;

/**
 * Opens a turn: its first request, and what had to be done for it.
 *
 * @param onCompaction told at once when a compaction is committed: what follows may fail, and the leaf has moved
 * @throws PeacrabError MODEL_WINDOW if there is no room to talk; LEASE_LOST; the signal's reason
 */
export async function openRequest(
  turn: BegunTurn,
  schemas: readonly ToolSchema[],
  signal: AbortSignal,
  onCompaction: (facts: TurnFacts) => void,
): Promise<OpenRequest> {
  const { services, lease, facts } = turn;
  const { cacheMinutes, prompts } = services;
  const { idleMinutes } = facts;
  const isCold = idleMinutes !== null && idleMinutes > cacheMinutes;
  const prompt = await prompts.goingOn(facts.conversation.prompt_hash, schemas, isCold);
  const timing = { idleMinutes, cacheMinutes };
  const first = startTurn({ ...inputFor(services, facts, prompt, schemas), ...timing });
  if (first.compaction === null) {
    const { compiled, move } = first;
    if (move !== 'hold' || prompt.hash !== facts.conversation.prompt_hash)
      await keepBounds(services.database, lease, compiled, prompt.hash);
    return { facts, prompt, compiled, move, asked: null };
  }
  const input = inputFor(services, facts, prompt, schemas);
  const { facts: after, asked } = await compactNow(turn, input, first.compaction, signal);
  onCompaction(after);
  const fresh = await prompts.current(schemas);
  const { compiled } = startTurn({ ...inputFor(services, after, fresh, schemas), ...timing });
  await keepBounds(services.database, lease, compiled, fresh.hash);
  return { facts: after, prompt: fresh, compiled, move: 'compaction', asked };
}

/** Compiles a request of this turn; `turn` is what the turn has brought so far. @throws PeacrabError MODEL_WINDOW */
export function compileFor(
  services: RequestServices,
  { facts, prompt, compiled }: Pick<OpenRequest, 'facts' | 'prompt' | 'compiled'>,
  turn: readonly EntryBody[],
  window: number,
): Compiled {
  const { firstKept, elisionBefore, olderBefore } = compiled;
  const input = inputFor(services, facts, prompt, compiled.tools);
  const limits = { window, maxOutput: services.maxOutput };
  return compile({ ...input, turn, limits, firstKept, elisionBefore, olderBefore });
}

function inputFor(
  services: RequestServices,
  facts: TurnFacts,
  prompt: Prompt,
  tools: readonly ToolSchema[],
): CompileInput {
  const { conversation, path, messages, images, head, room, factor } = facts;
  return {
    system: prompt.system,
    tools,
    path,
    newest: { messages, head, images },
    turn: [],
    firstKept: conversation.first_kept_entry_id,
    elisionBefore: conversation.elision_entry_id,
    olderBefore: conversation.older_entry_id,
    ageing: ageingOf(services.tools),
    room: room.kind,
    limits: { window: services.window, maxOutput: services.maxOutput },
    factor,
  };
}

/** How a tool's results age, by its name; what is unknown can be read again by handle. */
export function ageingOf(tools: readonly Pick<AnyTool, 'name' | 'ages'>[]): CompileInput['ageing'] {
  const rules = new Map(tools.map(({ name, ages }) => [name, ages]));
  return (name) => rules.get(name) ?? 'offload';
}
