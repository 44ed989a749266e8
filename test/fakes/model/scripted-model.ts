// A model server on loopback that says what a test wants and is as strict as real servers: what it answers 400 to would
// fail somewhere. Streams can be held open until something has happened, cut, stalled, or ended without a word.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseMessages, refuseTools } from '../../../demo/strict.ts';
import type { ChatMessage, ToolSchema } from '../../../src/context/message.ts';
import { refuseForFamily } from './families.ts';
import { imagesOfContent, refuseParts, textOfContent, withoutParts } from './parts.ts';
import { eventsOf, type Step, type StreamEvent } from './steps.ts';
import { createTokenCounter, type TokenCounter } from './tokens.ts';

export type { ScriptedCall, Step, StreamEvent } from './steps.ts';
export { callEvents, textEvents } from './steps.ts';

export interface ScriptedModelOptions {
  /** Tokens of a request and its answer together; larger ones get 400. 24,000 unless told. */
  readonly window?: number;
  readonly mostTools?: number;
  /** Whether it takes images; else they are refused. */
  readonly sees?: boolean;
  /** Refuse nested tool schemas. */
  readonly flat?: boolean;
  /** As strict as the chat template of this family, besides. */
  readonly family?: string;
  /** Parameters that are refused with a 400, such as `stream_options`, wherever they stand in the body. */
  readonly refuses?: readonly string[];
  /** When set, other keys get 401. */
  readonly apiKey?: string;
  /** The entries of /models, with whatever else a server tells of each; other names get 404 then. */
  readonly models?: readonly { readonly id: string; readonly [more: string]: unknown }[];
  /** What further addresses answer: `{ '/props': { ... } }`. */
  readonly pages?: Readonly<Record<string, unknown>>;
  /** Answers come as one JSON document, whatever is asked for. */
  readonly plain?: boolean;
  /** For benches: tokens are estimated by characters, words come in one chunk. */
  readonly instant?: boolean;
}

export interface SeenRequest {
  /** From 1, refused ones included. */
  readonly number: number;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSchema[];
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it came: for comparing bytes. */
  readonly raw: string;
  readonly promptTokens: number;
  /** Why it was refused, if it was. */
  readonly refused: string | undefined;
  /** The text of the newest user message. */
  readonly lastUser: string;
  /** The addresses of the images in it. */
  readonly images: readonly string[];
}

export type Script = (request: SeenRequest) => Step | Promise<Step>;

/** See the header of this file. Start it with {@link ScriptedModel.start}, and stop it after the test. */
export class ScriptedModel {
  /** Every request, in order of arrival. */
  readonly requests: SeenRequest[] = [];
  readonly options: ScriptedModelOptions;
  readonly #server: Server;
  readonly #counter: TokenCounter;
  #steps: Step[] = [];
  #rules: Script | undefined;
  #waiting: { readonly number: number; readonly resolve: (request: SeenRequest) => void }[] = [];

  private constructor(options: ScriptedModelOptions, counter: TokenCounter) {
    this.options = options;
    this.#counter = counter;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        if (!response.headersSent) sendError(response, 500, String(error));
        else response.destroy();
      });
    });
    // A request may come late where everything runs in one busy process: an idle connection stays.
    this.#server.keepAliveTimeout = 0;
  }

  static async start(options: ScriptedModelOptions = {}): Promise<ScriptedModel> {
    const model = new ScriptedModel(options, await createTokenCounter(options.instant ?? false));
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  /** The base address, for OPENAI_BASE_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Adds answers, one per request; or a function that answers all requests once the list is used up. */
  script(steps: readonly Step[] | Script): this {
    if (typeof steps === 'function') this.#rules = steps;
    else this.#steps.push(...steps);
    return this;
  }

  /** Answers by content, for every request that the script does not answer. */
  rules(script: Script): this {
    this.#rules = script;
    return this;
  }

  /** The nth request, from 1, once it has arrived. */
  waitForRequest(number: number): Promise<SeenRequest> {
    const seen = this.requests[number - 1];
    if (seen) return Promise.resolve(seen);
    return new Promise((resolve) => this.#waiting.push({ number, resolve }));
  }

  /** Ends all streams and the server. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readBody(request);
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const page = this.options.pages?.[path];
    if (page !== undefined) return sendJson(response, 200, page);
    if (path.endsWith('/models')) {
      const wrongKey = this.#refuseKey(request);
      if (wrongKey) return sendError(response, wrongKey.status, wrongKey.message);
      return sendJson(response, 200, { object: 'list', data: this.options.models ?? [{ id: 'scripted' }] });
    }
    if (!path.endsWith('/chat/completions')) return sendError(response, 404, `There is nothing at ${path}.`);
    const parsed = parseBody(raw);
    if (parsed === undefined) return sendError(response, 400, 'The body is not valid JSON.');
    const refusal = this.#refuse(request, parsed);
    const seen = this.#see(parsed, raw, refusal?.message);
    if (refusal !== undefined) return sendError(response, refusal.status, refusal.message, refusal.type);
    const step = this.#steps.shift() ?? (await this.#rules?.(seen));
    if (step === undefined)
      return sendError(response, 400, `No answer is scripted for request ${seen.number}.`);
    await this.#answer(step, seen, response);
  }

  #refuse(
    request: IncomingMessage,
    body: Record<string, unknown>,
  ): { status: number; message: string; type?: string } | undefined {
    const { refuses, window = 24_000, mostTools, flat, family, models, sees = false } = this.options;
    const wrongKey = this.#refuseKey(request);
    if (wrongKey) return wrongKey;
    if (models && !models.some(({ id }) => id === body.model))
      return { status: 404, message: `The model '${String(body.model)}' does not exist.` };
    const unknown = refuses?.find((name) => names(body, name));
    if (unknown !== undefined) return { status: 400, message: `Unknown parameter: '${unknown}'.` };
    if (body.stream !== true) return { status: 400, message: 'Only streamed requests are served.' };
    const limits = { ...(mostTools === undefined ? {} : { most: mostTools }), ...(flat ? { flat } : {}) };
    const wrong =
      refuseParts(body.messages, sees) ??
      refuseMessages(withoutParts(body.messages)) ??
      refuseTools(body.tools, limits) ??
      (family === undefined ? undefined : refuseForFamily(family, body));
    if (wrong !== undefined) return wrong;
    const reserved = Number(body.max_tokens ?? body.max_completion_tokens ?? 0);
    const tokens = this.#counter.count(body);
    if (tokens + reserved <= window) return undefined;
    const message = `the request exceeds the available context size: ${tokens} + ${reserved} > ${window} tokens`;
    return { status: 400, message, type: 'exceed_context_size_error' };
  }

  #refuseKey(request: IncomingMessage): { status: number; message: string } | undefined {
    const { apiKey } = this.options;
    if (apiKey === undefined || request.headers.authorization === `Bearer ${apiKey}`) return undefined;
    return { status: 401, message: 'Incorrect API key provided.' };
  }

  #see(body: Record<string, unknown>, raw: string, refused: string | undefined): SeenRequest {
    const messages = (Array.isArray(body.messages) ? body.messages : []) as ChatMessage[];
    const newest = messages.findLast((message) => message.role === 'user')?.content;
    const seen: SeenRequest = {
      number: this.requests.length + 1,
      messages,
      tools: (Array.isArray(body.tools) ? body.tools : []) as ToolSchema[],
      body,
      raw,
      promptTokens: this.#counter.count(body),
      refused,
      lastUser: String(textOfContent(newest) ?? ''),
      images: imagesOfContent(newest),
    };
    this.requests.push(seen);
    for (const waiting of this.#waiting.filter(({ number }) => number === seen.number)) waiting.resolve(seen);
    this.#waiting = this.#waiting.filter(({ number }) => number !== seen.number);
    return seen;
  }

  async #answer(step: Step, seen: SeenRequest, response: ServerResponse): Promise<void> {
    if (typeof step === 'object' && 'until' in step) {
      await step.until;
      return this.#answer(step.step, seen, response);
    }
    if (typeof step === 'object' && 'status' in step) {
      if (step.retryAfter !== undefined) response.setHeader('retry-after', step.retryAfter);
      return sendJson(
        response,
        step.status,
        step.body ?? { error: { message: `scripted error ${step.status}` } },
      );
    }
    if (this.options.plain) {
      const message = { role: 'assistant', content: typeof step === 'string' ? step : '' };
      return sendJson(response, 200, {
        ...chunk(seen),
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      });
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    const cached = this.#counter.cached(seen.body);
    let written = '';
    for (const event of eventsOf(step, seen.number, this.options.instant ?? false)) {
      if (response.destroyed) return;
      if ('delta' in event) written += JSON.stringify(event.delta);
      if (!(await play(event, seen, response))) return;
    }
    if (wantsUsage(seen.body)) {
      const usage = {
        prompt_tokens: seen.promptTokens,
        completion_tokens: Math.ceil(written.length / 8),
        prompt_tokens_details: { cached_tokens: cached },
      };
      send(response, { ...chunk(seen), choices: [], usage });
    }
    response.end('data: [DONE]\n\n');
  }
}

/** Does what the event says; false when the stream is over with it. */
async function play(event: StreamEvent, seen: SeenRequest, response: ServerResponse): Promise<boolean> {
  if ('delta' in event) {
    send(response, { ...chunk(seen), choices: [{ index: 0, delta: event.delta, finish_reason: null }] });
  } else if ('wait' in event) {
    await (typeof event.wait === 'function' ? event.wait() : event.wait);
  } else if ('finish' in event) {
    send(response, { ...chunk(seen), choices: [{ index: 0, delta: {}, finish_reason: event.finish }] });
  } else if ('error' in event) {
    send(response, { error: { message: event.error } });
  } else if ('cut' in event) {
    await drained(response);
    response.destroy();
    return false;
  } else if ('end' in event) {
    response.end();
    return false;
  } else {
    await new Promise<void>((resolve) => response.once('close', resolve));
    return false;
  }
  return true;
}

const chunk = (seen: SeenRequest) => ({
  id: `chatcmpl-${seen.number}`,
  object: 'chat.completion.chunk',
  created: 0,
  model: 'scripted',
});

/** Whether a field of this name stands in the body itself or in a part of a message. */
function names(body: Readonly<Record<string, unknown>>, name: string): boolean {
  if (Object.hasOwn(body, name)) return true;
  const messages = Array.isArray(body.messages) ? (body.messages as { content?: unknown }[]) : [];
  return messages.some(
    ({ content }) => Array.isArray(content) && content.some((part) => Object.hasOwn(Object(part), name)),
  );
}

const wantsUsage = (body: Readonly<Record<string, unknown>>): boolean =>
  (body.stream_options as { include_usage?: unknown } | undefined)?.include_usage === true;

function send(response: ServerResponse, data: unknown): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

/** What was written has left the process, so that the client sees it before the cut. */
async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => response.write(': \n\n', () => resolve()));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  type = 'invalid_request_error',
): void {
  sendJson(response, status, { error: { message, type, code: status } });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const part of request) chunks.push(part as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(raw: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
