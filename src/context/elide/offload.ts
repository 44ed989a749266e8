// Large tool results are offloaded the moment they arrive: head and tail stay in the entry's text, the whole is kept
// beside it, and the note between them names the handle by which `recall` reads it.

import { cutMiddle, grouped } from '../text.ts';
import { gistOf } from './digest.ts';

/** `t12.3`: the third tool result of turn 12. */
export function handleFor(turn: number, position: number): string {
  return `t${turn}.${position}`;
}

/** `e57`: reads the turns before entry 57 of this conversation. */
export function earlierHandle(entry: number): string {
  return `e${entry}`;
}

/** A tool result's text as its entry stores it; `full` only if `text` is not all of it. */
export interface Born {
  readonly text: string;
  readonly full?: string;
  /** What stays of it in one line, see {@link gistOf}; absent for short results. */
  readonly gist?: string;
}

/**
 * The result as the model sees it at birth. Never empty.
 *
 * @param limit estimated tokens, see `textLimits(...).result`; what is returned stays within it plus one line
 */
export function offload(text: string, handle: string, limit: number): Born {
  const clean = text.trim() === '' ? '(empty result)' : text;
  const seen = cutMiddle(clean, limit, (leftOut) => leftOutNote(leftOut, handle));
  const gist = gistOf(clean);
  return {
    text: seen,
    ...(seen === clean ? {} : { full: clean }),
    ...(gist === null ? {} : { gist }),
  };
}

/** The line that replaces what was left out and says how to read it. */
export function leftOutNote(characters: number, handle: string): string {
  return `[… ${grouped(characters)} characters are left out here. To read them: recall ${handle} …]`;
}
