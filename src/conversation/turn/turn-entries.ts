// What a turn's loop has brought about, as entries: assistant messages with their calls, the results, nudges, and a
// marker for a persona that was switched to.
import type { LoopCall, LoopOutcome, LoopStep } from '../../agent/outcome.ts';
import { type Born, handleFor } from '../../context/elide/offload.ts';
import type { NewEntry } from '../../context/entry.ts';
import type { PersonId } from '../../database/ids.ts';
import type { Personas } from '../../personas/personas.ts';
import type { TurnTools } from '../../tools/runner.ts';
import type { ToolResult } from '../../tools/tool.ts';
import type { TurnRow } from './turn-row.ts';

/** What the handles of a turn's results are made of. */
type Numbered = Pick<TurnRow, 'id' | 'run'>;

/** A turn that is run again has results of its own: their handles go on where no other run's can be. @param index from 0 */
export function positionOf({ run }: Numbered, index: number): number {
  return run * 1000 + index + 1;
}

/** The entries between the user's and the last assistant's. Pure but for the personas' titles. */
export function turnEntries(
  turn: Numbered,
  outcome: LoopOutcome,
  tools: TurnTools,
  person: PersonId,
  personas: Personas,
): NewEntry[] {
  const entries = stepsAsEntries(turn, outcome.steps);
  const switched = tools.effects.findLast(({ effect }) => effect.persona !== undefined)?.effect.persona;
  if (switched === undefined) return entries;
  const title = personas.find(switched)?.title ?? switched;
  return [...entries, { type: 'persona', payload: { persona: switched, title }, tainted: false, person }];
}

/** A loop's steps as entries, results with their handles. Pure. */
export function stepsAsEntries(turn: Numbered, steps: readonly LoopStep[]): NewEntry[] {
  let calls = 0;
  return steps.flatMap((step) => {
    const entries = stepEntries(turn, step, calls);
    calls += step.calls.length;
    return entries;
  });
}

function stepEntries(turn: Numbered, step: LoopStep, before: number): NewEntry[] {
  const calls = step.calls.map((call) => ({
    id: call.id,
    name: call.name,
    arguments: JSON.stringify(call.args),
  }));
  const assistant: NewEntry = {
    type: 'assistant',
    payload: { text: step.text, calls },
    tainted: false,
    person: null,
  };
  const results = step.calls.map((call, index) =>
    resultEntry(call, handleFor(turn.id, positionOf(turn, before + index))),
  );
  const nudge: NewEntry[] =
    step.nudge === undefined
      ? []
      : [
          {
            type: 'nudge',
            payload: { text: step.nudge, ...(step.claim ? { claim: step.claim } : {}) },
            tainted: false,
            person: null,
          },
        ];
  return [assistant, ...results, ...nudge, ...joinedEntries(step)];
}

/** What the person said meanwhile comes where the model heard it. */
function joinedEntries({ joined }: LoopStep): NewEntry[] {
  const [first] = joined ?? [];
  if (!joined || !first) return [];
  const payload = { messages: joined, head: '', meanwhile: true } as const;
  return [{ type: 'user', payload, tainted: false, person: first.person }];
}

function resultEntry(call: LoopCall, handle: string): NewEntry {
  const result = call.result as ToolResult & Partial<Born>;
  return {
    type: 'tool_result',
    payload: {
      callId: call.id,
      name: call.name,
      ok: result.ok,
      text: result.text,
      handle,
      ...(result.full === undefined ? {} : { full: result.full }),
      ...(result.gist === undefined ? {} : { gist: result.gist }),
      ...(result.asked === undefined ? {} : { asked: result.asked }),
      ...(result.refused && result.refused.by !== 'others-words' ? { refused: result.refused.because } : {}),
      ...(result.skill === undefined ? {} : { skill: result.skill }),
    },
    tainted: result.tainted === true,
    person: null,
  };
}
