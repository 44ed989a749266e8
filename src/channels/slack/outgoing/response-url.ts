// Answers to a slash command by its response URL: they work where our bot is no member, for half an hour, five times.
import { SendError } from '../../../delivery/outgoing.ts';
import { failureOf, ofStatus } from '../errors.ts';

/** Slack takes answers for 30 minutes. */
const validMs = 29 * 60_000;

/**
 * Shows an answer to the person who used the command, and only to them.
 *
 * @returns false if the URL does not take it any more: another way must be found
 * @throws SendError
 */
export async function answerPrivately(
  url: string,
  content: { readonly text: string; readonly blocks: readonly unknown[] },
  limits: { readonly timeoutMs: number; readonly ageMs: number },
): Promise<boolean> {
  if (limits.ageMs > validMs || !/^https?:\/\//.test(url)) return false;
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, ...content }),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.timeoutMs),
    });
    await response.arrayBuffer();
  } catch (error) {
    const { failure, retryAfterMs, code } = failureOf(error);
    throw new SendError(failure, `Slack did not take a private answer: ${code}`, retryAfterMs, {
      cause: error,
    });
  }
  if (response.ok) return true;
  if (response.status < 500 && response.status !== 429) return false;
  const { failure, retryAfterMs, code } = ofStatus(response.status);
  const seconds = Number(response.headers.get('retry-after'));
  throw new SendError(
    failure,
    `Slack did not take a private answer: ${code}`,
    seconds > 0 ? seconds * 1000 : retryAfterMs,
  );
}
