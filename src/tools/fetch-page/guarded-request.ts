// Asks for a page without ever speaking to a machine inside: we resolve the name ourselves, every address it has must be
// public, and the connection goes to exactly those addresses, so that a name whose answer changes in between wins nothing.
// Redirects are followed by hand, each judged anew. No cookies, no referrer, no credentials.
import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { unlessAborted } from '../../process/waiting.ts';
import { bytesOf, encodings } from './body.ts';
import { isPublicAddress } from './public-address.ts';
import { privateNetwork, Refusal, unknownName, webAddress } from './web-address.ts';

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface RequestOptions {
  /** All addresses of a name. The operating system's resolver, unless given. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
  /** Whether an address may be spoken to. {@link isPublicAddress}, unless given. */
  readonly isPublic?: (address: string) => boolean;
  /** The ports that may be asked. 80, 443, 8080 and 8443, unless given. */
  readonly ports?: readonly number[];
  /** Unpacked bytes of a page, at most. 2 MB, unless given. */
  readonly mostBytes?: number;
}

interface Loaded {
  /** Where the redirects led. */
  readonly url: URL;
  /** The type alone, in lower case: "text/html"; '' if the server names none. */
  readonly type: string;
  /** The whole header. */
  readonly contentType: string;
  readonly bytes: Buffer;
  /** True if there was more than the limit. */
  readonly cut: boolean;
}

const MOST_REDIRECTS = 5;
const MOST_BYTES = 2_000_000;
const MOST_HEADER_BYTES = 16_384;
const HEADERS = {
  accept: 'text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5',
  'accept-encoding': encodings,
  'user-agent': 'Peacrab',
};
const READABLE =
  /^(?:$|text\/|application\/(?:[\w.-]+\+)?(?:json|xml)$|application\/(?:yaml|x-yaml|x-ndjson)$)/;

/**
 * The page at an address, or at the one that it redirects to.
 *
 * @param signal ends it, wherever it is
 * @throws Refusal for what may not or cannot be read; network errors as they are; the signal's reason
 */
export async function requestPage(
  text: string,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<Loaded> {
  let url = webAddress(text, undefined, options.ports);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await send(url, await addressesOf(url, options, signal), signal);
    try {
      const to = redirectOf(response);
      if (to === null) return await read(url, response, options.mostBytes ?? MOST_BYTES);
      url = sameSite(url, webAddress(to, url, options.ports));
    } finally {
      response.destroy();
    }
  }
  throw new Refusal('That page sends me from one address to the next without end. Try another source.');
}

/** What was permitted is this site: whatever it sends us to elsewhere is asked for anew. @throws Refusal */
function sameSite(from: URL, to: URL): URL {
  const site = ({ hostname }: URL) => hostname.replace(/^www\./, '');
  if (site(from) === site(to)) return to;
  throw new Refusal(
    `That page leads to another site: ${to.href.slice(0, 500)} . Call again with that address if the person wants it.`,
  );
}

/** The addresses of a host, every one of them public. A name with even one inside is refused. */
async function addressesOf(
  { hostname }: URL,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  const { resolve = resolveAll, isPublic = isPublicAddress } = options;
  const literal = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  const addresses: readonly Address[] =
    family === 4 || family === 6
      ? [{ address: literal, family }]
      : await unlessAborted(resolve(hostname), signal);
  if (addresses.length === 0) throw new Refusal(unknownName);
  if (!addresses.every(({ address }) => isPublic(address))) throw new Refusal(privateNetwork);
  return addresses;
}

async function resolveAll(host: string): Promise<readonly Address[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/** Sends the request to one of the addresses; TLS still asks for the certificate of the name. */
function send(url: URL, addresses: readonly Address[], signal: AbortSignal): Promise<IncomingMessage> {
  const known: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request } = url.protocol === 'https:' ? https : http;
  const options = { agent: false, headers: HEADERS, lookup: known, maxHeaderSize: MOST_HEADER_BYTES, signal };
  request(url, options)
    .on('response', resolve)
    // 101: it wants to speak something else than HTTP. Nothing else would close that connection.
    .on('upgrade', ({ statusCode = 101 }, socket) => {
      socket.destroy();
      reject(new Refusal(answered(statusCode)));
    })
    .on('error', reject)
    .on('close', () => reject(new Error('it closed the connection without an answer')))
    .end();
  return unlessAborted(promise, signal);
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) && location ? location : null;
}

async function read(url: URL, response: IncomingMessage, limit: number): Promise<Loaded> {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) throw new Refusal(answered(statusCode));
  const contentType = headers['content-type'] ?? '';
  const type = /^\s*([\w.+-]{1,40}\/[\w.+-]{1,60})/.exec(contentType)?.[1]?.toLowerCase() ?? '';
  if (!READABLE.test(type))
    throw new Refusal(`That address holds ${type}, which I cannot read: I read pages and plain text only.`);
  return { url, type, contentType, ...(await bytesOf(response, limit)) };
}

function answered(status: number): string {
  if (status === 404 || status === 410)
    return `There is no page at that address (${status}). Check the address, or try the site's front page.`;
  if (status === 401 || status === 402 || status === 403)
    return `That site does not show the page to me (${status}). Ask for the text, or try another source.`;
  if (status === 429) return 'That site has been asked too often (429). Try again later.';
  if (status >= 500) return `That site has a fault of its own (${status}). Try again later.`;
  return `That site answered ${status} instead of a page. Try another source.`;
}
