// Downloads an attached file, within limits: redirects are followed by hand, so that each address is judged
// before it is asked and no token goes further than it should; bytes are counted as they come, unpacked, whatever the
// headers say.
import { type FetchLimits, sizeOf } from '../delivery/files.ts';

export type Download =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      /** The media type alone, in lower case; '' if there is none. */
      readonly type: string;
      /** Where redirects have led. */
      readonly from: URL;
    }
  /** `status`: what was answered in place of the file; null if something else prevented it. */
  | { readonly ok: false; readonly why: string; readonly status: number | null };

const redirectsAtMost = 3;
const refused = (why: string, status: number | null = null) => ({ ok: false, why, status }) as const;

/**
 * @param headersFor what an address is told; null if it is not to be asked
 * @throws the signal's reason
 */
export async function download(
  start: string,
  { mostBytes, signal }: FetchLimits,
  headersFor: (url: URL) => Readonly<Record<string, string>> | null,
): Promise<Download> {
  try {
    let url = URL.parse(start);
    for (let redirects = 0; redirects <= redirectsAtMost; redirects += 1) {
      const headers = url && headersFor(url);
      if (!url || !headers) return refused('it is kept elsewhere');
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const to = response.headers.get('location');
      if (to === null || response.status < 300 || response.status > 399)
        return await read(response, url, mostBytes);
      await response.body?.cancel();
      url = URL.parse(to, url);
    }
    return refused('it is kept elsewhere');
  } catch {
    signal.throwIfAborted();
    return refused('it could not be fetched');
  }
}

async function read(response: Response, from: URL, mostBytes: number): Promise<Download> {
  const { body, headers, status, ok } = response;
  if (!ok || !body) {
    await body?.cancel();
    return ok ? { ok, bytes: new Uint8Array(), type: '', from } : refused('it could not be fetched', status);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early ends the stream.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) return refused(`too large: I read ${sizeOf(mostBytes)}`);
    chunks.push(chunk);
  }
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return { ok, bytes: Buffer.concat(chunks), type, from };
}

/** Whether an address is one of these hosts, or a part of them, over TLS; or the other address of a test or proxy. */
export function isAt(url: URL, hosts: readonly string[], apiUrl: string | null): boolean {
  if (apiUrl !== null && url.origin === URL.parse(apiUrl)?.origin) return true;
  return (
    url.protocol === 'https:' &&
    hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  );
}
