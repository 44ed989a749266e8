// What the model gets of a page: its title, where and when it was read, its text within the cap.
import { DateTime } from 'luxon';
import { grouped, oneLine } from '../../context/text.ts';
import { unlessAborted } from '../../process/waiting.ts';
import { pagesOf } from '../pages.ts';
import { decoded } from './body.ts';
import { type RequestOptions, requestPage } from './guarded-request.ts';
import { readApart } from './read-apart.ts';
import type { Queue } from './waiting.ts';
import { Refusal } from './web-address.ts';

const MOST_CHARACTERS = 40_000;
/** What people do not see and a model reads: signs that turn the writing direction, spell with invisible letters, have no width. */
const INVISIBLE = /[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|[^\P{Cc}\n\t]/gu;

/**
 * Asks for the page and says what it holds.
 *
 * @param at when it is read, shown in `zone`; UTC if that is null
 * @param queue who takes pages apart, and how many at once
 * @throws Refusal, network errors, the signal's reason
 */
export async function pageText(
  address: string,
  options: RequestOptions,
  at: { readonly now: Date; readonly zone: string | null },
  queue: Queue,
  signal: AbortSignal,
): Promise<string> {
  const { url, type, contentType, bytes, cut } = await requestPage(address, options, signal);
  const whole = decoded(bytes, contentType);
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const page = isHtml
    ? await unlessAborted(
        queue(() => readApart(whole, url.href, signal)),
        signal,
      )
    : { text: whole };
  const text = visible(page.text);
  if (text === '') throw new Refusal('That page has no text of its own that I can read. Try another source.');
  const when = DateTime.fromJSDate(at.now, { zone: at.zone ?? 'utc' }).setLocale('en');
  const from = `From ${oneLine(url.href)}, read ${when.toFormat('ccc d LLL yyyy, HH:mm')}${at.zone ? '' : ' UTC'}.`;
  const head = 'title' in page ? [`# ${shown(page.title, 60) || 'A page without a title'}`, from] : [from];
  if ('byline' in page && page.byline !== '') head.push(`By ${shown(page.byline, 20)}.`);
  if ('published' in page && page.published !== '') head.push(`Published ${shown(page.published, 20)}.`);
  return [...head, '', ...capped(text, cut)].join('\n');
}

const shown = (text: string, tokens: number): string => oneLine(visible(text), tokens);

/** The text without invisible signs, blanks at the ends of lines and more than one empty line. Linear: pages are not trusted. */
function visible(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replace(INVISIBLE, '').trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function capped(text: string, isCut: boolean): readonly string[] {
  const [first = ''] = pagesOf(text.slice(0, 2 * MOST_CHARACTERS), MOST_CHARACTERS);
  const left = text.length - first.length;
  if (left > 0)
    return [first.trimEnd(), `[cut here: ${grouped(left)} more characters of this page are not kept]`];
  return isCut ? [first, '[cut here: the page is larger than what I may load]'] : [first];
}
