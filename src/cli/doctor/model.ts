// The model: whether its server answers, takes the key and knows the name, streams, answers a question that wants a tool
// with a call, takes such a call back in the history, and has the window that we count on. Two or three small requests in
// the form in which Peacrab sends its own.
import { readReply } from '../../agent/calls/reply.ts';
import { type ModelClient, ModelError } from '../../agent/model.ts';
import { createModelClient } from '../../agent/openai.ts';
import { type Profile, profileFor } from '../../agent/profiles/profile.ts';
import { loadedWindow, type ServedModel, servedModels } from '../../agent/served.ts';
import { createAccumulator } from '../../agent/stream.ts';
import type { Config } from '../../config.ts';
import type { ChatMessage } from '../../context/message.ts';
import { tools as builtIn } from '../../tools/index.ts';
import { toolSchema } from '../../tools/tool.ts';
import { examine, type Finding, type Found, fault, faultOf, ok, warning } from './finding.ts';
import { floorLine } from './floor.ts';

type ModelServer = Extract<Config['model'], { kind: 'server' }>;

interface ModelParts {
  readonly server: ModelServer;
  /** MODEL_PROFILE. */
  readonly profile: string;
  /** CONTEXT_WINDOW and MAX_OUTPUT_TOKENS, in tokens. */
  readonly window: number;
  readonly maxOutput: number;
  /** For all requests together, in milliseconds: a local server may have to load the model first. */
  readonly limitMs: number;
}

const schemas = builtIn.map(toolSchema);
const asked: readonly ChatMessage[] = [
  { role: 'system', content: 'You are a helpful assistant in a team chat. Use your tools where they fit.' },
  {
    role: 'user',
    content: 'Which reminders do I have? Call the tool list_reminders, then answer with what it says.',
  },
];
/** A small model may miss a call once. */
const tries = 2;

export async function modelRoom(parts: ModelParts): Promise<readonly Finding[]> {
  const { server, limitMs } = parts;
  // A wrong MODEL_PROFILE is a finding of the settings; here the names decide.
  const profile = profileOf(parts);
  let served: readonly ServedModel[] | null = null;
  const reached = await examine('server', limitMs, async (signal) => {
    try {
      served = await servedModels(server, signal);
    } catch (error) {
      if (!hasAnswered(error)) throw error;
    }
    return ok('it answers.');
  });
  if (reached.some(({ outcome }) => outcome === 'fault')) return reached;
  const client = createModelClient({ ...server, model: server.name, profile });
  const answers = await examine('answers', limitMs, (signal) =>
    answering(client, parts, served ?? [], signal),
  );
  const isWell = answers.every(({ outcome }) => outcome !== 'fault');
  const window = isWell
    ? await examine('window', limitMs, (signal) => windowOf(parts, profile, served ?? [], signal))
    : [];
  const work = isWell ? [{ check: 'work', ...ok(floorLine) }] : [];
  return [...reached, ...answers, ...window, ...work];
}

function profileOf({ server, profile }: ModelParts): Profile {
  try {
    return profileFor(server.name, server.baseUrl, profile);
  } catch {
    return profileFor(server.name, server.baseUrl);
  }
}

/** A server without a list, or with trouble about it: whether it is one of ours, the next request tells. */
function hasAnswered(error: unknown): boolean {
  return error instanceof ModelError && error.status !== undefined && ![401, 403].includes(error.status);
}

async function answering(
  client: ModelClient,
  parts: ModelParts,
  served: readonly ServedModel[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  try {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const answer = await answerTo(client, asked, parts, signal);
      if (!answer.finished) return [notStreamed];
      const [call] = answer.calls;
      if (!call?.ok) continue;
      const how = call.native === undefined ? 'as text, which Peacrab reads' : 'in the protocol’s own form';
      return [
        ok('as a stream.'),
        ok(`with a tool call ${how}.`),
        await history(client, parts, answer.text, call, signal),
      ];
    }
  } catch (error) {
    return [unknownName(error, parts, served) ?? faultOf(error)];
  }
  return [ok('as a stream.'), noCall];
}

const notStreamed = fault(
  'the server does not stream: no answer came as events, or none that ended.',
  'Switch streaming on in the server, or leave out the proxy that gathers its answers.',
);

const noCall = fault(
  `the model did not call a tool in ${tries} tries when it was told to: reminders and notes would not come about.`,
  'Serve it with its own chat template and tool support (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice), try MODEL_PROFILE=gemma3, which writes tools as text, or take a model that knows tools.',
);

/** One request, read as a turn reads it. */
async function answerTo(
  client: ModelClient,
  messages: readonly ChatMessage[],
  { maxOutput }: ModelParts,
  signal: AbortSignal,
) {
  const accumulator = createAccumulator();
  const request = { messages, tools: schemas, maxTokens: maxOutput };
  for await (const delta of client.stream(request, signal)) accumulator.add(delta);
  const streamed = accumulator.now();
  return { finished: streamed.finished, ...readReply(streamed, schemas) };
}

/** Sends the call back with its result, as every turn with a tool does: templates are strict about that. */
async function history(
  client: ModelClient,
  parts: ModelParts,
  text: string,
  { name, args }: { readonly name: string; readonly args: unknown },
  signal: AbortSignal,
): Promise<Found> {
  const id = 'call00001';
  const messages: readonly ChatMessage[] = [
    ...asked,
    {
      role: 'assistant',
      content: text,
      tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: id, content: 'There are no reminders.' },
  ];
  try {
    await answerTo(client, messages, parts, signal);
    return ok('also after a tool’s result.');
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== 'MODEL_REFUSED') throw error;
    return fault(
      `the server refuses a well-formed history with a tool call and its result: ${error.message}`,
      'Name the model’s family with MODEL_PROFILE (docs/models.md), or serve it with the chat template that belongs to it.',
    );
  }
}

const namedAtMost = 8;

/** Servers answer 404 or 400 to a name they do not know. */
function unknownName(error: unknown, { server }: ModelParts, served: readonly ServedModel[]): Found | null {
  if (!(error instanceof ModelError) || error.code !== 'MODEL_REFUSED') return null;
  if (error.status === 401 || error.status === 403) return null;
  if (served.length === 0 || served.some(({ name }) => name === server.name)) return null;
  const names = served.slice(0, namedAtMost).map(({ name }) => name);
  return fault(
    `the server does not know the model ${server.name}.`,
    `Set MODEL to one that it serves: ${names.join(', ')}${served.length > namedAtMost ? ', ...' : ''}.`,
  );
}

async function windowOf(
  { server, window }: ModelParts,
  profile: Profile,
  served: readonly ServedModel[],
  signal: AbortSignal,
): Promise<Found> {
  const isOwn = profile.server === 'llamacpp' || profile.server === 'ollama';
  const loaded = isOwn ? await loadedWindow(server, server.name, signal) : null;
  const told = loaded ?? served.find(({ name }) => name === server.name)?.window ?? null;
  if (told === null)
    return warning(
      `the server does not tell how large its window is; ${window} tokens are counted on.`,
      'Look it up with whoever serves the model (a local server: its start option), and set CONTEXT_WINDOW to it if it is smaller.',
    );
  if (told >= window) return ok(`${told} tokens, ${window} of them in use.`);
  return fault(
    `the server takes ${told} tokens, CONTEXT_WINDOW is ${window}: long conversations would be refused or cut without a word.`,
    `Set CONTEXT_WINDOW=${told}, or serve the model with more (llama.cpp: -c, divided by its slots; Ollama: OLLAMA_CONTEXT_LENGTH; vLLM: --max-model-len).`,
  );
}
