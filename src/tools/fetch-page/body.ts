// A response's bytes and what they spell: unpacked within a limit, decoded by the charset that the header, a mark at the front
// or the page itself names.
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Refusal } from './web-address.ts';

/** What {@link bytesOf} can unpack, for the request's header. */
export const encodings = 'gzip, br';

/**
 * The body, unpacked, up to a limit in bytes. What comes after it is not read; `cut` says so.
 *
 * @throws Refusal for a packing that was not asked for; the stream's own error when it breaks off
 */
export async function bytesOf(
  response: IncomingMessage,
  limit: number,
): Promise<{ readonly bytes: Buffer; readonly cut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), cut: size > limit };
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return response;
  if (encoding !== 'gzip' && encoding !== 'x-gzip' && encoding !== 'br')
    throw new Refusal('That page is packed in a way that I cannot read. Try another source.');
  const unpack = encoding === 'br' ? createBrotliDecompress() : createGunzip();
  // Errors reach the reader through the last stream; the callback is only there because it must be.
  return pipeline(response, unpack, () => undefined);
}

const MARKS: readonly (readonly [mark: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];
const DECLARED =
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]+)/i;

/** Text from bytes. Without a known charset it is UTF-8, or windows-1252 if the bytes are not UTF-8. */
export function decoded(bytes: Buffer, contentType: string): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const named = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1];
  const [, inMeta, inXml] = DECLARED.exec(bytes.subarray(0, 2048).toString('latin1')) ?? [];
  // Where its declaration could be read as ASCII, it is not UTF-16, whatever it says.
  const declared = (inMeta ?? inXml)?.replace(/^utf-?16.*/i, 'utf-8');
  const decoder = [marked, named, declared].map(decoderFor).find((each) => each !== null);
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function decoderFor(charset: string | undefined): TextDecoder | null {
  try {
    return charset === undefined ? null : new TextDecoder(charset);
  } catch {
    return null;
  }
}
