// A part of a page as Markdown for a small model: links with their whole addresses where those are short, tables as rows,
// pictures by what they show, nothing escaped, no addresses that hold data.
import TurndownService from 'turndown';

const LONGEST_LINK = 150;
const LONGEST_ALT = 120;

/** As much of an element as the rules look at. */
interface Element {
  getAttribute(name: string): string | null;
}

/** @param node an element of any DOM @param base what its links are relative to */
export function toMarkdown(node: unknown, base: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  });
  service.escape = (text) => text;
  service.addRule('link', {
    filter: ['a'],
    replacement: (content, element) => linkOf(content, (element as Element).getAttribute('href'), base),
  });
  service.addRule('picture', {
    filter: ['img'],
    replacement: (_content, element) => pictureOf((element as Element).getAttribute('alt') ?? ''),
  });
  service.addRule('cell', { filter: ['td', 'th'], replacement: (content) => `${flat(content)} | ` });
  service.addRule('row', { filter: ['tr'], replacement: (content) => `| ${content.trimEnd()}\n` });
  service.addRule('table', { filter: ['table'], replacement: (content) => `\n\n${content.trim()}\n\n` });
  return service.turndown(node as Parameters<typeof service.turndown>[0]);
}

function linkOf(content: string, href: string | null, base: string): string {
  const text = flat(content);
  const url = href === null || href.startsWith('#') ? null : URL.parse(href, base);
  if (text === '' || url === null) return text;
  const address = shortened(url);
  return address === null || address === text ? text : `[${text}](${address})`;
}

/** Null for what is no place to go to, and for what stays too long without its query. */
function shortened(url: URL): string | null {
  if (!['https:', 'http:', 'mailto:'].includes(url.protocol)) return null;
  if (url.href.length <= LONGEST_LINK) return url.href;
  url.search = '';
  url.hash = '';
  return url.href.length <= LONGEST_LINK ? url.href : null;
}

function pictureOf(alt: string): string {
  const text = flat(alt);
  return text === ''
    ? ''
    : `(picture: ${text.length > LONGEST_ALT ? `${text.slice(0, LONGEST_ALT)}…` : text})`;
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
