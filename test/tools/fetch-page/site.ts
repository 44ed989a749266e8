// A website on loopback, and the tool as it sees that site: names are resolved by the test, and 127.0.0.1 counts as public.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetchPage } from '../../../src/tools/fetch-page/fetch-page.ts';
import type { ToolResult } from '../../../src/tools/tool.ts';
import type { ToolContext } from '../../../src/tools/tool-context.ts';

export const LOOPBACK = [{ address: '127.0.0.1', family: 4 }] as const;
/** What counts as inside here. */
export const INSIDE = [{ address: '10.0.0.7', family: 4 }] as const;

interface Site extends AsyncDisposable {
  readonly port: number;
  /** Requests so far. */
  readonly seen: readonly IncomingMessage[];
  /** Reads a page of `page.example`; `/news` or a whole address. */
  fetch(
    where: string,
    more?: Parameters<typeof createFetchPage>[0],
    signal?: AbortSignal,
  ): Promise<ToolResult>;
}

export async function site(answer: RequestListener): Promise<Site> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    seen,
    fetch: (where, more = {}, signal) => {
      const tool = createFetchPage({
        resolve: async () => LOOPBACK,
        isPublic: (address) => address === '127.0.0.1',
        ports: [port],
        ...more,
      });
      const url = where.startsWith('/') ? `http://page.example:${port}${where}` : where;
      return tool.run({ url, justification: 'Ann asked' }, useWith(signal));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers every request with this page. */
export function page(body: string | Buffer, type = 'text/html; charset=utf-8', more = {}): RequestListener {
  return (_request, response) => response.writeHead(200, { 'content-type': type, ...more }).end(body);
}

export function useWith(signal?: AbortSignal): ToolContext {
  const use = {
    clock: { now: () => new Date('2026-11-21T13:05:00Z') },
    principal: { zone: 'Europe/Berlin' },
    ...(signal ? { signal } : {}),
  };
  return use as unknown as ToolContext;
}

export function assertFailed(result: ToolResult, because: RegExp): void {
  assert.equal(result.ok, false);
  assert.equal(result.tainted, true);
  assert.match(result.text, because);
  assert.ok(!result.text.includes('\n'));
}
