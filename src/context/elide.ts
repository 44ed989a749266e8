// What old tool results look like, and when the boundary before which results are old moves. Every tool declares how its
// results age. The boundary moves in steps, because each move makes the server compute again what follows it.
import { estimate } from './estimate.ts';
import { oneLine } from './text.ts';

/** How a tool's old results appear: left out, one line, one line with the handle, or whole. */
export type AgeingRule = 'drop' | 'stub' | 'offload' | 'keep';

/** A rule, or `short` for results up to so many estimated tokens and `long` for longer ones. */
export type Ageing =
  | AgeingRule
  | { readonly upTo: number; readonly short: AgeingRule; readonly long: AgeingRule };

const GIST = 30;

/** A tool result behind the boundary. Never longer than the result itself, never empty. */
export function aged(
  result: { readonly text: string; readonly ok: boolean; readonly handle: string },
  ageing: Ageing,
): string {
  const rule =
    typeof ageing === 'string' ? ageing : estimate(result.text) <= ageing.upTo ? ageing.short : ageing.long;
  if (rule === 'keep') return result.text;
  const short =
    rule === 'drop' ? dropped(result.ok) : stub(result.text, rule === 'offload' ? result.handle : null);
  return short.length < result.text.length ? short : result.text || dropped(result.ok);
}

/** The first words of a result, and the handle by which it can be read again. */
export function stub(text: string, handle: string | null): string {
  const gist = oneLine(text, GIST);
  return handle === null ? `${gist} [rest left out]` : `${gist} [rest left out; recall ${handle} reads it]`;
}

function dropped(ok: boolean): string {
  return ok ? '[old result left out]' : '[failed; details left out]';
}

/** What bears on whether the boundary moves at the end of a turn. Tokens are estimates with the model's factor. */
export interface BoundaryFacts {
  /** Minutes since the previous request of this conversation; null if there was none. */
  readonly idleMinutes: number | null;
  /** How long the server's cache lives. */
  readonly cacheMinutes: number;
  /** What every later request saves if the boundary moves to the end of the path. */
  readonly saves: number;
  /** What stands behind the first result that would change, and is computed again. */
  readonly recomputes: number;
  /** What the next request is going to have at least. */
  readonly tokens: number;
  /** What a turn's first request may have. */
  readonly start: number;
  /** True if this turn's results had to be shrunk to fit. */
  readonly fitted: boolean;
}

export type BoundaryMove = 'hold' | 'cold' | 'pays' | 'budget';

/** Requests that are expected to profit from a move, and what a cached token costs beside a fresh one. */
const PAYBACK_REQUESTS = 8;
const CACHED_PRICE = 0.1;
const NEARLY_FULL = 0.85;
const WORTHWHILE = 200;

/**
 * Whether the boundary moves to the end of the path, and why. Asked when a turn begins (the cache may be cold) or ends.
 * Saving little never moves it: every move costs the cache behind it.
 */
export function moveBoundary(facts: BoundaryFacts): BoundaryMove {
  if (facts.saves <= 0) return 'hold';
  if (facts.fitted || facts.tokens > NEARLY_FULL * facts.start) return 'budget';
  if (facts.saves < WORTHWHILE) return 'hold';
  if (facts.idleMinutes !== null && facts.idleMinutes > facts.cacheMinutes) return 'cold';
  const gain = facts.saves * CACHED_PRICE * PAYBACK_REQUESTS;
  const cost = facts.recomputes * (1 - CACHED_PRICE);
  return gain > cost ? 'pays' : 'hold';
}
