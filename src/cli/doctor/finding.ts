// What a check finds: all well, something to know, or a fault with its mend. A check never throws and ends within its time.
import { messageOf, PeacrabError } from '../../errors.ts';

export type Found =
  | { readonly outcome: 'ok'; readonly says: string }
  /** A warning: it runs, but perhaps not as expected. A fault: it does not run, or a part of it does not. */
  | { readonly outcome: 'warning' | 'fault'; readonly says: string; readonly mend: string };

export type Finding = Found & {
  /** What was checked: "message content". */
  readonly check: string;
};

export const ok = (says: string): Found => ({ outcome: 'ok', says });
export const warning = (says: string, mend: string): Found => ({ outcome: 'warning', says, mend });
export const fault = (says: string, mend: string): Found => ({ outcome: 'fault', says, mend });

/** The error of one of our parts as a fault: its last sentence says what to do, as everywhere in this program. */
export function faultOf(error: unknown): Found {
  const text = messageOf(error);
  if (!(error instanceof PeacrabError))
    return fault(
      `unforeseen: ${text}.`,
      'Run it again; if it stays, report it with this line and the command.',
    );
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z"])/);
  const mend = sentences.pop() ?? '';
  return sentences.length > 0 ? fault(sentences.join(' '), mend) : fault(text, 'See the guides in docs/.');
}

/**
 * Runs one check.
 *
 * @param limitMs after which it counts as unanswered; the signal is aborted then
 */
export async function examine(
  check: string,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Found | readonly Found[]>,
): Promise<readonly Finding[]> {
  const ending = new AbortController();
  const late = Promise.withResolvers<Found>();
  const timer = setTimeout(() => {
    const seconds = Math.ceil(limitMs / 1000);
    late.resolve(
      fault(
        `there was no answer within ${seconds} s.`,
        'Check the network and the server, then run it again.',
      ),
    );
    ending.abort();
  }, limitMs);
  try {
    const found = await Promise.race([work(ending.signal).catch(faultOf), late.promise]);
    return [found].flat().map((each) => ({ check, ...each }));
  } finally {
    clearTimeout(timer);
  }
}
