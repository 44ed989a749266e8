// The words that a turn is for, as far as they have come: what a tool says is missing is looked for in them.
import type { ToolContext } from './tool-context.ts';

/** The words, and how their times are read. */
export interface Said {
  readonly text: string;
  readonly now: Date;
  readonly zone: string;
  readonly locale: string;
}

type Saying = Pick<ToolContext, 'principal' | 'askedAt' | 'task' | 'running'>;

/** What the principal has said in this turn, without code and quotes; of a scheduled task its text. */
export function saidIn({ principal, askedAt, task, running }: Saying): Said {
  const words = (running?.() ?? []).flatMap((entry) =>
    entry.type === 'user' ? entry.payload.messages.filter(({ person }) => person === principal.id) : [],
  );
  const text = task ?? words.map((message) => message.text).join('\n');
  const own = text.replace(/```[\s\S]*?(?:```|$)|^\s*>.*$/gmu, ' ');
  return { text: own, now: askedAt, zone: principal.zone ?? 'UTC', locale: principal.locale };
}
