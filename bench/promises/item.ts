// One line of a promise corpus, labelled or not, and the state that reconcile takes.
import type { Row, State } from '../../src/claims/index.ts';

export type Stored = {
  readonly kind: 'once' | 'cron';
  readonly due: string;
  readonly text: string;
  readonly created_this_turn: boolean;
};
export type Label = 'ok' | 'unbacked' | 'mismatch';

/** `claim`, `backed`, `expect` and `due` are the labels; a line to be predicted may lack them. */
export type Item = {
  readonly id: string;
  readonly lang: string;
  readonly user: string;
  readonly reply: string;
  readonly now: string;
  readonly tz: string;
  readonly stored: readonly Stored[];
  readonly persona: string;
  readonly memory_written: boolean;
  /** a note was erased, a change was taken back in this turn */
  readonly forgotten?: boolean;
  readonly undone?: boolean;
  readonly claim?: string;
  readonly backed?: boolean;
  readonly expect?: Label;
  readonly due?: string | null;
};

/** The items of a file with one JSON object on each line. Throws on a line that is no JSON. */
export function parseItems(text: string): readonly Item[] {
  const empty = { stored: [], persona: 'default', memory_written: false };
  return text
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [{ ...empty, ...(JSON.parse(line) as Item) }]));
}

/** The person's message; null where the scheduler started the turn. */
export const userOf = ({ user }: { readonly user: string }): string | null =>
  /^\((?:scheduled|no text)\)$/u.test(user) ? null : user;

/** What stands after the turn, as reconcile sees it. */
export function stateOf(item: Item): State {
  return {
    now: new Date(item.now),
    zone: item.tz,
    rows: item.stored.map((stored) => rowOf(stored, item.tz)),
    persona: item.persona,
    memoryWritten: item.memory_written,
    forgotten: item.forgotten === true,
    undone: item.undone === true,
  };
}

function rowOf(stored: Stored, zone: string): Row {
  const schedule =
    stored.kind === 'once'
      ? ({ kind: 'once', at: new Date(stored.due).toISOString(), zone } as const)
      : ({ kind: 'cron', expression: stored.due, zone } as const);
  return { schedule, text: stored.text, createdThisTurn: stored.created_this_turn };
}
