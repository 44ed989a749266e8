// Two reads and a write in one streamed answer: what it saves that the reads start while the model still speaks, beside a
// loop that waits for the end of the stream and then runs one call after the other.
import { runLoop } from '../../src/agent/loop.ts';
import type { ModelClient } from '../../src/agent/model.ts';
import { createModelClient } from '../../src/agent/openai.ts';
import { createAccumulator } from '../../src/agent/stream.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { silentLog } from '../../src/log.ts';
import type { ToolRunner } from '../../src/tools/tool.ts';
import { callEvents, ScriptedModel, type StreamEvent } from '../../test/fakes/model/scripted-model.ts';
import { median } from '../report.ts';

const RUNS = 25;
/** How long a read and the write take, and how long the model needs for a piece of its answer, in milliseconds. */
const READ_MS = 120;
const WRITE_MS = 30;
const PIECE_MS = 10;

const messages: readonly ChatMessage[] = [
  { role: 'user', content: 'What is on, what about tea, and remind me.' },
];
const calls = [
  { name: 'list_reminders', args: { query: 'reminders of this week' } },
  { name: 'recall', args: { query: 'what Ann likes to drink' } },
  { name: 'set_reminder', args: { text: 'stretch, then water the plants', when: 'tomorrow at 9' } },
];

/** An answer of three calls, piece by piece. */
function answer(finished: () => void): readonly StreamEvent[] {
  const pieces = calls.flatMap((call, at) => callEvents(call, at, `c${at}`));
  const spoken = pieces.flatMap((piece): StreamEvent[] => [{ wait: () => sleep(PIECE_MS) }, piece]);
  return [...spoken, { wait: async () => finished() }, { finish: 'tool_calls' }];
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Run {
  readonly ms: number;
  /** Reads that had started when the model finished. */
  readonly early: number;
  readonly writeAfter: boolean;
}

async function run(loop: (model: ModelClient, runner: ToolRunner) => Promise<unknown>): Promise<Run> {
  const server = await ScriptedModel.start({ instant: true });
  const started: string[] = [];
  let atFinish: readonly string[] = [];
  server.script([
    {
      events: answer(() => {
        atFinish = [...started];
      }),
    },
    'There you are.',
  ]);
  const client = createModelClient({ baseUrl: server.url, apiKey: 'none', model: 'scripted' });
  const runner: ToolRunner = {
    schemas: calls.map(({ name }) => ({
      type: 'function',
      function: { name, description: '', parameters: { type: 'object', properties: {} } },
    })),
    isSafe: (name) => name !== 'set_reminder',
    parse: (_, args) => ({ ok: true, args }),
    async run({ name }) {
      started.push(name);
      await sleep(name === 'set_reminder' ? WRITE_MS : READ_MS);
      return { ok: true, text: `${name}: fine` };
    },
  };
  const began = performance.now();
  await loop(client, runner);
  const ms = performance.now() - began;
  await server.stop();
  const write = atFinish.includes('set_reminder');
  return { ms, early: atFinish.length - (write ? 1 : 0), writeAfter: !write };
}

const ours = (model: ModelClient, runner: ToolRunner) =>
  runLoop({ model, messages, runner, signal: AbortSignal.timeout(20_000), log: silentLog });

/** Reads each answer to its end, then runs its calls one after the other. */
async function serial(model: ModelClient, runner: ToolRunner): Promise<void> {
  const { signal } = new AbortController();
  const accumulator = createAccumulator();
  for await (const delta of model.stream({ messages, tools: runner.schemas }, signal)) accumulator.add(delta);
  const results: ChatMessage[] = [];
  const made = accumulator.now().calls;
  for (const { id = '', name, arguments: args } of made) {
    const { text } = await runner.run({ id, name, args }, signal);
    results.push({ role: 'tool', tool_call_id: id, content: text });
  }
  const tool_calls = made.map(({ id = '', name, arguments: args }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: String(args) },
  }));
  const next: readonly ChatMessage[] = [
    ...messages,
    { role: 'assistant', content: '', tool_calls },
    ...results,
  ];
  for await (const delta of model.stream({ messages: next, tools: runner.schemas }, signal))
    accumulator.add(delta);
}

/** A paragraph for the measurements. */
export async function measureStreamed(): Promise<string> {
  const both: { readonly ours: Run; readonly serial: Run }[] = [];
  for (let turn = 0; turn < RUNS + 3; turn++) both.push({ ours: await run(ours), serial: await run(serial) });
  const counted = both.slice(3);
  const [fast, slow] = [
    median(counted.map((one) => one.ours.ms)),
    median(counted.map((one) => one.serial.ms)),
  ];
  const early = counted.filter((one) => one.ours.early === 2 && one.ours.writeAfter).length;
  return (
    `Two reads (${READ_MS} ms each) and a write (${WRITE_MS} ms) in one streamed answer of a piece each ${PIECE_MS} ms, ${RUNS} runs: ` +
    `both reads had started before the model finished, and the write only after it, in ${early} of ${RUNS}. Until the last words: ` +
    `${fast.toFixed(0)} ms at the median, ${slow.toFixed(0)} ms for a loop that waits for the end and runs one call after the other ` +
    `(ratio ${(slow / fast).toFixed(2)}).`
  );
}
