// What a delegate has read, for those who judge its answer: addresses, handles of this conversation, and calls that looked
// elsewhere, each once. Pure.
import type { LoopCall, LoopStep } from '../../../agent/outcome.ts';
import { oneLine } from '../../../context/text.ts';

/** A delegate's own results: these handles work for no one else. */
const OWN = /^t0\./;

/** @param before handles that its brief held */
export function sourcesOf(before: readonly string[], steps: readonly LoopStep[]): readonly string[] {
  const calls = steps.flatMap((step) => step.calls).filter(({ ran, result }) => ran && result.ok);
  return [...new Set([...before, ...calls.flatMap(sourcesIn)])];
}

function sourcesIn({ name, args, result }: LoopCall): readonly string[] {
  if (typeof args.url === 'string') return [oneLine(args.url, 80)];
  if (result.handles !== undefined) return result.handles.filter((handle) => !OWN.test(handle));
  const { justification: _, ...asked } = args;
  return [`${name} ${oneLine(JSON.stringify(asked), 40)}`];
}
