// How a fake platform serves a file that somebody attached: as it is, or as servers do that are broken, slow or sly.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type Serving =
  /** Another address is named in its place. */
  | { readonly how: 'redirect'; readonly to: string }
  /** Its first half, then nothing more. */
  | { readonly how: 'stall' }
  /** More than any limit, without an end, whatever size was told. */
  | { readonly how: 'endless' }
  /** Fifty megabytes, packed to a few kilobytes. */
  | { readonly how: 'bomb' };

export interface ServedFile {
  readonly content: Uint8Array;
  readonly type: string;
  readonly serving?: Serving | undefined;
}

export function serveFile(response: ServerResponse, { content, type, serving }: ServedFile): void {
  const headers = { 'content-type': type };
  switch (serving?.how) {
    case undefined:
      response.writeHead(200, headers).end(content);
      return;
    case 'redirect':
      response.writeHead(302, { location: serving.to }).end();
      return;
    case 'stall':
      response.writeHead(200, { ...headers, 'content-length': content.byteLength });
      response.write(content.subarray(0, content.byteLength / 2));
      return;
    case 'endless':
      response.writeHead(200, headers);
      pour(response);
      return;
    case 'bomb':
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(50_000_000, 'a')));
  }
}

/** As fast as it is taken, until the client goes away. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(16_384, 'a');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
