// What Ctrl-C does: it clears a line that is being typed, as shells do; else it stops the turn; pressed again, it quits. Pure.

export type Interrupted = 'clear' | 'stop' | 'hint' | 'quit';

/** @param now `isWarned`: whether the key before this one was Ctrl-C too, and said that once more quits */
export function interrupted(now: {
  readonly typed: string;
  readonly working: boolean;
  readonly isWarned: boolean;
}): Interrupted {
  if (now.typed !== '') return 'clear';
  if (now.isWarned) return 'quit';
  return now.working ? 'stop' : 'hint';
}
