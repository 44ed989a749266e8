// How results look once they are old, by the tool that made them.
import type { CompileInput } from '../../../context/compile.ts';
import type { AnyTool } from '../../../tools/runner.ts';

/** How a tool's results age, by its name; what is unknown can be read again by handle. */
export function ageingOf(tools: readonly Pick<AnyTool, 'name' | 'ages'>[]): CompileInput['ageing'] {
  const rules = new Map(tools.map(({ name, ages }) => [name, ages]));
  return (name) => rules.get(name) ?? 'offload';
}
