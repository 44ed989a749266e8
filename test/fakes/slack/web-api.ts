// The HTTP side: reads a request, lets faults strike, checks token and scopes, runs the method, writes the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveFile } from '../file-serving.ts';
import { ApiError, Args, type MethodEntry } from './api.ts';
import type { Fault } from './faults.ts';
import { chatMethods } from './methods/chat.ts';
import { conversationMethods } from './methods/conversations.ts';
import { otherMethods } from './methods/other.ts';
import { answerResponseUrl } from './response-urls.ts';
import type { Call, Fields } from './types.ts';
import type { World } from './world.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const METHODS: Readonly<Record<string, MethodEntry>> = {
  ...chatMethods,
  ...conversationMethods,
  ...otherMethods,
  'apps.connections.open': { run: openConnection, scopes: [], token: 'app' },
};

/** Serves one HTTP request of the app. */
export async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (world.faults.outage) {
    request.socket.destroy();
    return;
  }
  const path = new URL(request.url ?? '/', 'http://slack.test').pathname;
  const body = await read(request);
  const [, area, name = ''] = path.split('/');
  if (area === 'files') return download(world, request, response, name);
  if (request.method !== 'POST') return send(response, json(404, {}));
  if (area === 'upload') return send(response, takeUpload(world, name, body));
  const args = parse(request.headers['content-type'] ?? '', body);
  if (area === 'response') {
    const { status, body: answer } = answerResponseUrl(world, name, args);
    return send(response, json(status, answer));
  }
  await serveMethod(world, request, response, name, args);
}

async function serveMethod(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
  args: Fields,
): Promise<void> {
  const { token: _token, ...rest } = args;
  const call: Call = { method, args: rest, at: world.settings.now(), outcome: 'under way' };
  world.calls.push(call);
  const fault = world.faults.strike(method, rest);
  const before = fault === undefined ? undefined : struckBefore(fault);
  const answer = before ?? answerCall(world, method, new Args(args), tokenOf(request, args), call);
  if (before !== undefined && fault !== undefined)
    call.outcome = fault.kind === 'error' ? String(fault.error) : fault.kind;
  const after = fault === undefined || before !== undefined ? undefined : struckAfter(fault);
  if (after !== undefined && fault !== undefined) call.outcome = `${fault.kind} after ${call.outcome}`;
  world.changes.touch();
  if (world.faults.apiDelayMs > 0) await pause(world, world.faults.apiDelayMs);
  const last = after ?? answer;
  if (last === 'hang') return;
  if (last === 'drop') {
    request.socket.destroy();
    return;
  }
  send(response, last);
}

/** What a fault does instead of processing the call; undefined when the call is processed. */
function struckBefore(fault: Fault): Answer | 'drop' | 'hang' | undefined {
  if (fault.kind === 'drop-before') return 'drop';
  if (fault.kind === 'hang' && fault.processed !== true) return 'hang';
  if (fault.kind === 'http-500' && fault.processed !== true)
    return { ...json(fault.status ?? 500, {}), body: 'Internal Server Error' };
  if (fault.kind === 'ratelimited') return limited(fault.retryAfter ?? 1);
  if (fault.kind === 'error') return json(200, { ok: false, error: fault.error ?? 'fatal_error' });
  return undefined;
}

/** What a fault does to the answer of a call that was processed. */
function struckAfter(fault: Fault): Answer | 'drop' | 'hang' {
  if (fault.kind === 'hang') return 'hang';
  if (fault.kind === 'http-500') return { ...json(fault.status ?? 500, {}), body: 'Internal Server Error' };
  return 'drop';
}

function answerCall(world: World, method: string, args: Args, token: string | undefined, call: Call): Answer {
  const headers = { 'x-oauth-scopes': scopesOf(world, token).join(',') };
  try {
    const entry = METHODS[method];
    if (entry === undefined) throw new ApiError('unknown_method', { req_method: method });
    authorize(world, entry, token);
    const fields = entry.run(world, args);
    call.outcome = 'ok';
    return json(
      200,
      { ok: true, ...fields },
      { ...headers, 'x-accepted-oauth-scopes': entry.scopes.join(',') },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    call.outcome = error.code;
    if (error.code === 'ratelimited') return limited(Number(error.extra.retry_after ?? 1));
    return json(200, { ok: false, error: error.code, ...error.extra }, headers);
  }
}

function authorize(world: World, entry: MethodEntry, token: string | undefined): void {
  const { botToken, appToken } = world.identity;
  if (token === undefined || token === '') throw new ApiError('not_authed');
  if (token !== botToken && token !== appToken) throw new ApiError('invalid_auth');
  if ((entry.token === 'app') !== (token === appToken)) throw new ApiError('not_allowed_token_type');
  const provided = scopesOf(world, token);
  if (entry.scopes.length > 0 && !entry.scopes.some((scope) => provided.includes(scope))) {
    throw new ApiError('missing_scope', { needed: entry.scopes.join(','), provided: provided.join(',') });
  }
}

function scopesOf(world: World, token: string | undefined): readonly string[] {
  if (token === world.identity.appToken) return ['connections:write'];
  return token === world.identity.botToken ? world.settings.scopes : [];
}

function openConnection(world: World): Fields {
  if (world.faults.refusesConnections) throw new ApiError('internal_error');
  const ticket = world.random.uuid();
  world.sockets.tickets.add(ticket);
  return {
    url: `${world.origin().replace('http', 'ws')}/link/?ticket=${ticket}&app_id=${world.identity.appId}`,
  };
}

function download(world: World, request: IncomingMessage, response: ServerResponse, id: string): void {
  const file = world.state.files.get(id);
  const { botToken } = world.identity;
  const mayRead = world.settings.scopes.includes('files:read');
  const allowed = mayRead && request.headers.authorization === `Bearer ${botToken}`;
  world.calls.push({
    method: 'download',
    args: { file: id },
    at: world.settings.now(),
    outcome: allowed ? 'ok' : 'sign in',
  });
  world.changes.touch();
  // Without a token that may, Slack answers 200 with its sign-in page: a trap worth having.
  if (!allowed) {
    const page = '<html>Sign in to Slack</html>';
    send(response, { status: 200, headers: { 'content-type': 'text/html' }, body: page });
  } else if (file === undefined) send(response, json(404, {}));
  else serveFile(response, { content: file.content, type: file.mimetype, serving: file.serving });
}

/** The content of a file that was announced: as many bytes as was said. */
function takeUpload(world: World, id: string, body: Buffer): Answer {
  const file = world.state.files.get(id);
  const fault = world.faults.strike('upload', {});
  world.calls.push({
    method: 'upload',
    args: { file: id },
    at: world.settings.now(),
    outcome: fault?.kind ?? 'ok',
  });
  world.changes.touch();
  if (fault !== undefined) return { ...json(fault.status ?? 500, {}), body: 'Internal Server Error' };
  if (file === undefined || file.announced !== body.length) return json(400, {});
  file.content = body;
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: `OK - ${body.length}` };
}

function tokenOf(request: IncomingMessage, args: Fields): string | undefined {
  const match = /^Bearer (.+)$/.exec(request.headers.authorization ?? '');
  return match?.[1] ?? (typeof args.token === 'string' ? args.token : undefined);
}

function parse(contentType: string, body: Buffer): Fields {
  const text = body.toString('utf8');
  if (contentType.startsWith('application/json')) {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  }
  return Object.fromEntries(new URLSearchParams(text));
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function json(status: number, fields: Fields, headers: Readonly<Record<string, string>> = {}): Answer {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(fields) };
}

function limited(retryAfter: number): Answer {
  return json(429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(retryAfter) });
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers });
  response.end(answer.body);
}

function pause(world: World, ms: number): Promise<void> {
  return new Promise((resolve) => world.timers.after(ms, resolve));
}
