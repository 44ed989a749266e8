// The requests of a turn, compiled from what was gathered: the first one, with the elision boundary moved if that pays,
// and the later ones, which extend it.
import type { Clock } from '../clock.ts';
import { nextBoundary } from '../context/boundary.ts';
import { textLimits } from '../context/budget.ts';
import { type Compiled, compile } from '../context/compile.ts';
import type { EntryBody } from '../context/entry.ts';
import type { ToolSchema } from '../context/message.ts';
import type { Bounds } from '../context/plan.ts';
import type { Database } from '../database/database.ts';
import type { Lease } from '../delivery/lease.ts';
import type { AnyTool } from '../tools/runner.ts';
import { keepBounds } from './begin.ts';
import type { Gathered } from './gather.ts';

export interface CompileParts {
  readonly database: Database;
  readonly tools: readonly AnyTool[];
  readonly system: string;
  readonly clock: Clock;
  /** Tokens. */
  readonly window: number;
  readonly maxOutput: number;
  readonly cacheMinutes: number;
}

/**
 * Compiles the turn's first request. If old results should be elided from now on, that is stored at once, so that a
 * restart compiles the same bytes.
 */
export async function compileStart(
  parts: CompileParts,
  lease: Lease,
  facts: Gathered,
  schemas: readonly ToolSchema[],
): Promise<Compiled> {
  const compiled = compileFor(parts, facts, schemas);
  const last = facts.path.at(-1);
  const limits = { window: parts.window, maxOutput: parts.maxOutput };
  const { move, elisionBefore } = nextBoundary({
    path: facts.path,
    firstKept: compiled.firstKept,
    elisionBefore: compiled.elisionBefore,
    rendering: {
      room: facts.room.kind,
      texts: textLimits(limits),
      ageing: (name) => ageingOf(parts.tools, name),
    },
    factor: facts.factor,
    idleMinutes: last ? (parts.clock.now().getTime() - last.at.getTime()) / 60_000 : null,
    cacheMinutes: parts.cacheMinutes,
    tokens: compiled.tokens,
    start: compiled.budget.start,
    fitted: false,
  });
  const bounds = { firstKept: compiled.firstKept, elisionBefore };
  if (compiled.moved === 'none' && move === 'hold') return compiled;
  await keepBounds(parts.database, lease, bounds);
  return compileFor(parts, facts, schemas, { bounds });
}

/** Compiles a request of this turn; `turn` is what the turn has brought so far. */
export function compileFor(
  parts: CompileParts,
  facts: Gathered,
  schemas: readonly ToolSchema[],
  more: { readonly turn?: readonly EntryBody[]; readonly window?: number; readonly bounds?: Bounds } = {},
): Compiled {
  const { first_kept_entry_id: firstKept, elision_entry_id: elisionBefore } = facts.conversation;
  return compile({
    system: parts.system,
    tools: schemas,
    path: facts.path,
    newest: { messages: facts.messages, head: facts.head },
    turn: more.turn ?? [],
    ...(more.bounds ?? { firstKept, elisionBefore }),
    ageing: (name) => ageingOf(parts.tools, name),
    room: facts.room.kind,
    limits: { window: more.window ?? parts.window, maxOutput: parts.maxOutput },
    factor: facts.factor,
  });
}

function ageingOf(tools: readonly AnyTool[], name: string) {
  const ages = tools.find((tool) => tool.name === name)?.ages ?? 'handle';
  return ages === 'handle' ? 'offload' : ages;
}
