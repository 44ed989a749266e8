// What a person would read of a web page, as Markdown: the article if there is one, else all of the page's text. What nobody
// sees (scripts, comments, hidden elements) is a place to talk to a model behind people's backs, so it goes first.
import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { toMarkdown } from './markdown.ts';

export interface Readable {
  readonly title: string;
  readonly byline: string;
  /** As the page writes it; '' if it does not say. */
  readonly published: string;
  readonly text: string;
}

/** As much of the DOM as is used here; the project has no DOM types. */
interface Node {
  readonly textContent: string | null;
  remove(): void;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
}
interface Page {
  title: string;
  readonly body: Node;
  querySelector(selector: string): Node | null;
  querySelectorAll(selector: string): Iterable<Node>;
}

const UNREAD =
  'script,style,noscript,template,svg,math,iframe,object,embed,canvas,audio,video,select,textarea,input,button,' +
  'dialog:not([open]),[hidden],[aria-hidden="true"],[aria-hidden=""],.sr-only,.visually-hidden,.screen-reader-text';
/** Inline styles, without blanks, of what is there but not to be seen. */
const UNSEEN =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:0?\.?0*(?:[;!%]|$)|font(?:-size)?:0?\.?0+(?:px|pt|r?em|%)?(?:[;!/]|$)|(?:max-)?(?:height|width):0(?:px)?(?:[;!]|$)|color:transparent|(?:left|top|text-indent|margin-left):-\d{3,})/;
/** An article shorter than this is a teaser or a notice. */
const LEAST = 200;

/**
 * @param url where the page was found: its links are relative to it
 * @throws RangeError and the like on pages that are built to break their readers
 */
export function readable(html: string, url: string): Readable {
  const page = seen(html);
  const base = absolute(page.querySelector('base[href]')?.getAttribute('href') ?? '', url);
  const title = page.title || (page.querySelector('h1')?.textContent ?? '');
  const article = articleOf(page);
  if (article?.content) {
    const { byline, publishedTime, content } = article;
    return {
      title: article.title || title,
      byline: byline ?? '',
      published: publishedTime ?? '',
      text: toMarkdown(content, base),
    };
  }
  return { title, byline: '', published: '', text: wholeText(html, base) };
}

/** Looking for the article spoils the page. Null if there is none, or if the library stumbles over the page. */
function articleOf(page: Page) {
  try {
    if (!isProbablyReaderable(page)) return null;
    const article = new Readability<Node>(page, { serializer: (node) => node }).parse();
    return (article?.textContent?.trim().length ?? 0) < LEAST ? null : article;
  } catch {
    return null;
  }
}

function wholeText(html: string, base: string): string {
  const page = seen(html);
  const main = page.querySelector('main,[role="main"]');
  const isEnough = (main?.textContent?.trim().length ?? 0) >= LEAST;
  return toMarkdown(main && isEnough ? main : page.body, base);
}

/** The page without what is not to be seen. */
function seen(html: string): Page {
  const { document } = parseHTML(whole(html)) as unknown as { readonly document: Page };
  const [title, ...more] = document.querySelectorAll('title');
  for (const node of [...document.querySelectorAll(UNREAD), ...more]) node.remove();
  for (const node of [...document.querySelectorAll('[style]')]) {
    const style = node.getAttribute('style') ?? '';
    if (UNSEEN.test(style.toLowerCase().replace(/\/\*.*?\*\/|\s+/gs, ''))) node.remove();
    else node.removeAttribute('style');
  }
  title?.remove();
  document.title = title?.textContent ?? '';
  return document;
}

/** linkedom takes the first element for the page: so there is always one html, head and body, whatever was sent. */
function whole(html: string): string {
  const inner = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<!doctype[^>]{0,2000}>|<\/?(?:html|head|body)(?=[\s>/])[^>]{0,2000}>/gi, '');
  return `<!doctype html><html><head></head><body>${inner}</body></html>`;
}

function absolute(href: string, url: string): string {
  return URL.parse(href, url)?.href ?? url;
}
