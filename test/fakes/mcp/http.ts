// The fake MCP server over streamable HTTP on loopback. It dies by cutting all its connections.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { fakeMcpServer } from './server.ts';

export interface FakeHttp {
  readonly url: string;
  readonly seen: readonly { readonly method: string; readonly headers: IncomingHttpHeaders }[];
  /** As after a restart: no session is known any more. */
  forget(): void;
  sessions(): number;
  /** Nobody listens any more. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param refuse a status that is answered to everything @param port where it listens; any that is free */
export async function startFakeHttp(calls: string, refuse?: number, port = 0): Promise<FakeHttp> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const seen: { method: string; headers: IncomingHttpHeaders }[] = [];
  const http = createServer(async (request, response) => {
    // A pooled connection that was just closed would make a race of the next request.
    response.setHeader('connection', 'close');
    seen.push({ method: request.method ?? '', headers: request.headers });
    if (refuse !== undefined) return response.writeHead(refuse).end('<now>secret</now>');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !known) return response.writeHead(404).end();
    await (known ?? (await begin())).handleRequest(request, response);
  });
  const begin = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = fakeMcpServer({ calls, die: () => http.closeAllConnections() });
    await server.connect(transport as Transport);
    return transport;
  };
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const stop = async () => {
    if (!http.listening) return;
    http.close();
    http.closeAllConnections();
    await once(http, 'close');
  };
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    seen,
    forget: () => sessions.clear(),
    sessions: () => sessions.size,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
