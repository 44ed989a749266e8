// `fetch_page`: a web page as readable text. Its text is not the principal's, so all of it is tainted. What it needs is
// loaded when it is first called: a bot that reads no pages pays nothing for it.
import { z } from 'zod';
import { unlessAborted } from '../../process/waiting.ts';
import { literal } from '../policy/glob.ts';
import { defineTool, justification, type ToolResult } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';
import type { RequestOptions } from './guarded-request.ts';
import { atOnce } from './waiting.ts';
import { Refusal, spelled, unknownName } from './web-address.ts';

interface FetchPageOptions extends RequestOptions {
  /** Milliseconds for everything: name, redirects, body, reading. 15 s, unless given. */
  readonly limitMs?: number;
}

/** Pages taken apart at once: each takes 100 MB while it lasts, and one that is tangled should hold up no other. */
const READERS = 2;

/** The tool; tests hand in a resolver, a rule and limits of their own. Nothing is logged. */
export function createFetchPage({ limitMs = 15_000, ...options }: FetchPageOptions = {}) {
  const queue = atOnce(READERS);
  return defineTool({
    name: 'fetch_page',
    description:
      'Read one web page as text. Use it when the answer is on a page whose address a person gave, or that another page ' +
      'links to. Not for searching the web, not for an address you guess, not for a page whose text you have already. ' +
      'Example: {"url": "https://example.com/news", "justification": "Ann asked what it says"}',
    parameters: z.object({
      url: z.string().trim().min(1).overwrite(spelled).meta({ description: 'the whole address' }),
      justification,
    }),
    safe: true,
    outside: true,
    bound: ({ url }) => ({ url: `${literal(URL.parse(url)?.origin ?? url)}/*` }),
    doing: (say) => say('doing.fetch-page'),
    ages: { upTo: 80, short: 'keep', long: 'summarise', older: 'offload' },
    timeoutMs: limitMs + 2000,
    async run({ url }, { clock, principal, signal: stop }: ToolContext): Promise<ToolResult> {
      const limit = AbortSignal.timeout(limitMs);
      const signal = stop ? AbortSignal.any([stop, limit]) : limit;
      try {
        const { pageText } = await import('./page-text.ts');
        const at = { now: clock.now(), zone: principal.zone };
        // Whatever it waits for, it waits no longer than the limit.
        const text = await unlessAborted(pageText(url, options, at, queue, signal), signal);
        return { ok: true, text, tainted: true };
      } catch (error) {
        if (stop?.aborted) return failed('Reading the page was stopped.');
        return failed(
          limit.aborted ? 'That page took too long. Try again later, or another source.' : reason(error),
        );
      }
    },
  });
}

/** Even its failures may repeat what a server said. */
const failed = (text: string): ToolResult => ({ ok: false, text, tainted: true });

/** Why it failed, in one sentence that says what to do next. */
function reason(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return unknownName;
  if (/CERT|SSL|TLS|SIGNATURE|ALTNAME/.test(code))
    return 'That site cannot prove that it is the one it says it is. Try another source.';
  return 'That site could not be reached, or it broke off. Check the address, or try again later.';
}
