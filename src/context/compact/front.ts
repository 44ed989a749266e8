// What is put at the front of the first kept user message after a compaction: that earlier turns are left out and how to
// read them, the log, what was kept word for word, the scaffold. Nothing in it can forge its frame: only the first and the
// last line have brackets, and no line has a tag.

import { oneLine } from '../text.ts';
import { safeLog } from './log-form.ts';
import { type KeepItem, keptLine } from './salient.ts';

interface FrontParts {
  /** The log as `readLog` gave it; '' if no model wrote one. */
  readonly log: string;
  /** What the log lost, the best first: see lost.ts. */
  readonly kept: readonly KeepItem[];
  readonly scaffold: string;
  /** Reads the left out turns again by `recall`. */
  readonly handle: string;
}

/** The block, from its opening to its closing line. The same parts give the same bytes. */
export function frontBlock({ log, kept, scaffold, handle }: FrontParts): string {
  const written = safeLog(log);
  const words = safeLog(kept.map(keptLine).join('\n'));
  return [
    `[Earlier turns are left out here; the log below stands for them. To read them: recall ${oneLine(handle, 20)}]`,
    ...(written === '' ? [] : [written]),
    ...(words === '' ? [] : ['Kept word for word:', words]),
    ...(scaffold === '' ? [] : [safeLog(scaffold)]),
    '[End of the log. The conversation goes on below.]',
  ].join('\n');
}
