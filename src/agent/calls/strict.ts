// An answer read by the letter: native calls with the exact name of a tool and valid JSON, and the words as they came. It
// is what a plain loop reads, and what benchmarks hold the reading of calls against.
import type { ToolSchema } from '../../context/message.ts';
import { storable } from '../../text/storable.ts';
import type { Streamed } from '../stream.ts';
import type { RepairedCall, Reply } from './reply.ts';

/** Reads an answer without recovering anything from it. Never throws. */
export function readStrictly(answer: Pick<Streamed, 'text' | 'calls'>, tools: readonly ToolSchema[]): Reply {
  const calls = answer.calls.map((call): RepairedCall => {
    const named = { name: /^[\w-]{1,64}$/.test(call.name) ? call.name : 'unnamed', native: call.position };
    if (!tools.some((tool) => tool.function.name === call.name))
      return { ...named, ok: false, error: `There is no tool "${named.name}".` };
    const args = argumentsOf(call.arguments);
    return args
      ? { ...named, ok: true, args }
      : { ...named, ok: false, error: 'The arguments are not valid JSON.' };
  });
  return storable({ text: answer.text, calls, residue: false, thought: false });
}

function argumentsOf(written: unknown): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(String(written));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
