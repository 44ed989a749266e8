// Which words are the address of a page that may be asked for at all: what can be said before any name is looked up. What
// is behind the name is judged in guarded-request.ts, once it is resolved.
import { isIP } from 'node:net';

/** Why a page is not read: one sentence, fit to be the call's result. */
export class Refusal extends Error {}

export const privateNetwork =
  'That address is inside a private network, which I may not read. Use a public web address.';
export const unknownName = 'There is no website of that name. Check how the address is spelled.';

const PORTS: readonly number[] = [80, 443, 8080, 8443];
/** Names that only mean something inside a machine, a house or a company. */
const INSIDE = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const MOST_CHARACTERS = 2000;

/**
 * Reads a web address. Words without a scheme get https.
 *
 * @param base the address of the page that sent us here, for redirects
 * @param ports the ports that may be asked, without the schemes' own
 * @throws Refusal in one sentence that says what to do instead
 */
export function webAddress(text: string, base?: URL, ports: readonly number[] = PORTS): URL {
  const words = text.trim();
  if (words.length > MOST_CHARACTERS) throw new Refusal('That address is too long. Use a shorter one.');
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(words);
  const url = URL.parse(base || hasScheme ? words : `https://${words}`, base);
  if (!url) throw new Refusal('That is not a web address. Give a whole one, like https://example.com/news.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Refusal('I read web pages only: the address has to begin with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new Refusal('That address has a user name in it. Leave out what stands before the @.');
  if (base?.protocol === 'https:' && url.protocol === 'http:')
    throw new Refusal('That page leads from https to an unprotected address, which I may not follow.');
  if (url.port !== '' && !ports.includes(Number(url.port)))
    throw new Refusal(`I may not read port ${url.port}. Use an address without a port.`);
  checkHost(url.hostname, words.toLowerCase(), base);
  return url;
}

function checkHost(host: string, words: string, base: URL | undefined): void {
  const literal = host.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) {
    // 2130706433, 0x7f.1 and [::ffff:127.0.0.1] are read as other addresses than they look like: no one needs them.
    if (host !== base?.hostname && !words.includes(host)) throw new Refusal(privateNetwork);
    return;
  }
  if (host.endsWith('.')) throw new Refusal('Leave out the dot at the end of the name in that address.');
  if (INSIDE.test(host)) throw new Refusal(privateNetwork);
  if (!host.includes('.'))
    throw new Refusal('That address is not whole. Give it like https://example.com/news.');
}

/** The address as it is asked for, so that the same page has one spelling; words that are none stay as they are. */
export function spelled(text: string): string {
  try {
    return webAddress(text).href;
  } catch {
    return text;
  }
}
