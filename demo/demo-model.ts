// The offline demo model: a small rule-based server on loopback that speaks the chat completions protocol, so that
// Peacrab can be tried without any token, through the same client as a real model. It is as strict as real servers are.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Decision, decide, type WireTool } from './decide.ts';
import { refuseMessages, refuseTools } from './strict.ts';
import type { WireMessage } from './words.ts';

export interface DemoModel {
  /** The base address, for OPENAI_BASE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Larger bodies are refused, in bytes. */
const LARGEST_BODY = 4_000_000;

/**
 * Starts the demo model on a free port of the loopback address.
 *
 * @param options.window tokens, counted as four characters each, above which a request is refused
 */
export async function startDemoModel(options: { readonly window?: number } = {}): Promise<DemoModel> {
  const window = options.window ?? 24_000;
  const server: Server = createServer((request, response) => {
    serve(request, response, window).catch(() => {
      if (!response.headersSent) refuse(response, 400, 'The request could not be read.');
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, window: number): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (path.endsWith('/models'))
    return json(response, 200, { object: 'list', data: [{ id: 'demo', object: 'model' }] });
  if (!path.endsWith('/chat/completions')) return refuse(response, 404, `There is nothing at ${path}.`);
  if (request.method !== 'POST') return refuse(response, 405, 'Use POST.');
  const raw = await read(request);
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(raw) as Record<string, unknown>;
  } catch {
    return refuse(response, 400, 'The body is not valid JSON.');
  }
  const wrong = refuseMessages(body.messages) ?? refuseTools(body.tools);
  if (wrong !== undefined) return refuse(response, wrong.status, wrong.message);
  const input = Math.ceil(
    (JSON.stringify(body.messages).length + JSON.stringify(body.tools ?? []).length) / 4,
  );
  if (input > window)
    return refuse(
      response,
      400,
      `the request exceeds the available context size: ${input} > ${window} tokens`,
    );
  const decision = decide(body.messages as WireMessage[], (body.tools ?? []) as WireTool[]);
  if (body.stream === true) stream(response, decision, usageOf(input, decision), body);
  else json(response, 200, whole(decision, usageOf(input, decision)));
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

function usageOf(input: number, decision: Decision): Usage {
  const output = Math.ceil((decision.text.length + JSON.stringify(decision.calls).length) / 4);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

const HEAD = { id: 'chatcmpl-demo', created: 0, model: 'demo' } as const;

function wireCalls(decision: Decision): object[] {
  return decision.calls.map((call, index) => ({
    index,
    id: `demo_${index}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  }));
}

const finishOf = (decision: Decision): string => (decision.calls.length > 0 ? 'tool_calls' : 'stop');

function stream(
  response: ServerResponse,
  decision: Decision,
  usage: Usage,
  body: Record<string, unknown>,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (fields: object): void => {
    response.write(`data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', ...fields })}\n\n`);
  };
  const delta = (part: object, finish: string | null = null): void =>
    send({ choices: [{ index: 0, delta: part, finish_reason: finish }] });
  delta({ role: 'assistant', content: '' });
  for (const content of decision.text.match(/\S+\s*/g) ?? []) delta({ content });
  for (const call of wireCalls(decision)) delta({ tool_calls: [call] });
  delta({}, finishOf(decision));
  const options = body.stream_options as { include_usage?: unknown } | undefined;
  if (options?.include_usage === true) send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function whole(decision: Decision, usage: Usage): object {
  const calls = decision.calls.length > 0 ? { tool_calls: wireCalls(decision) } : {};
  const message = { role: 'assistant', content: decision.text === '' ? null : decision.text, ...calls };
  return {
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishOf(decision) }],
    usage,
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_BODY) throw new Error('too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  json(response, status, { error: { message, type: 'invalid_request_error', code: status } });
}
