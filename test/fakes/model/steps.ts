// What the scripted model can be told to answer: words, calls, both, and every way in which a stream goes wrong.

/** One thing that happens in a stream, in order. */
export type StreamEvent =
  /** A `choices[0].delta`, as it is. */
  | { readonly delta: Readonly<Record<string, unknown>> }
  /** Nothing more is sent until this has settled. */
  | { readonly wait: Promise<unknown> | (() => Promise<unknown>) }
  | { readonly finish: string }
  /** The connection is destroyed. */
  | { readonly cut: true }
  /** The stream ends politely, without finish_reason. */
  | { readonly end: true }
  /** Nothing more comes, ever. */
  | { readonly stall: true }
  /** An error object inside the stream. */
  | { readonly error: string };

export interface ScriptedCall {
  readonly name: string;
  /** An object is written as JSON; a string is sent as it is. */
  readonly args?: unknown;
  readonly id?: string;
}

export type Step =
  | string
  | { readonly text?: string; readonly calls?: readonly ScriptedCall[]; readonly reasoning?: string }
  | { readonly events: readonly StreamEvent[] }
  /** An HTTP error before the stream. */
  | { readonly status: number; readonly body?: unknown; readonly retryAfter?: string }
  /** Headers come only when `until` has settled. */
  | { readonly until: Promise<unknown>; readonly step: Step };

/** The events of a call, its arguments in small pieces. */
export function callEvents(call: ScriptedCall, index: number, id: string): StreamEvent[] {
  const written = typeof call.args === 'string' ? call.args : JSON.stringify(call.args ?? {});
  const head = { index, id: call.id ?? id, type: 'function', function: { name: call.name, arguments: '' } };
  const pieces = written.match(/[\s\S]{1,12}/g) ?? [];
  return [
    { delta: { tool_calls: [head] } },
    ...pieces.map((piece) => ({ delta: { tool_calls: [{ index, function: { arguments: piece } }] } })),
  ];
}

/** The events of words, a few at a time, or all at once. */
export function textEvents(text: string, whole = false): StreamEvent[] {
  const pieces = whole ? [text] : (text.match(/[\s\S]{1,24}/g) ?? []);
  return pieces.map((content) => ({ delta: { content } }));
}

/** Any step that is a stream, as events with its end. `number` makes the ids of its calls unique. */
export function eventsOf(
  step: Exclude<Step, { status: number } | { until: Promise<unknown> }>,
  number: number,
  whole: boolean,
): readonly StreamEvent[] {
  if (typeof step === 'string') return [...textEvents(step, whole), { finish: 'stop' }];
  if ('events' in step) return step.events;
  const calls = step.calls ?? [];
  return [
    ...(step.reasoning ? [{ delta: { reasoning_content: step.reasoning } }] : []),
    ...(step.text ? textEvents(step.text, whole) : []),
    ...calls.flatMap((call, at) => callEvents(call, at, `srv_${number}_${at}`)),
    { finish: calls.length > 0 ? 'tool_calls' : 'stop' },
  ];
}
