// What a rule changes in a call's arguments: numbers clamped, texts redacted or cut, values set. Each change is a line that
// the model and people see.
import type { Line } from '../../language/say.ts';

export interface Amendment {
  readonly at_least?: number;
  readonly at_most?: number;
  /** Characters of a text, items of a list. */
  readonly longest?: number;
  /** A regular expression: what it finds is blanked. */
  readonly redact?: string;
  readonly set?: string | number | boolean;
}

interface Amended {
  readonly args: Readonly<Record<string, unknown>>;
  readonly changes: readonly Line[];
}

/** The arguments after the amendments. What is missing stays missing, unless it is set. Pure. */
export function amend(
  args: Readonly<Record<string, unknown>>,
  amendments: Readonly<Record<string, Amendment>>,
): Amended {
  const after: Record<string, unknown> = { ...args };
  const changes: Line[] = [];
  for (const [name, amendment] of Object.entries(amendments)) {
    const value = amended(args[name], amendment);
    if (same(value, args[name])) continue;
    after[name] = value;
    changes.push(changeOf(name, args[name], value, amendment));
  }
  return { args: after, changes };
}

function amended(value: unknown, amendment: Amendment): unknown {
  const { at_least: least, at_most: most, longest, redact, set } = amendment;
  if (set !== undefined) return set;
  if (typeof value === 'number')
    return Math.min(Math.max(value, least ?? Number.NEGATIVE_INFINITY), most ?? Number.POSITIVE_INFINITY);
  if (Array.isArray(value)) return value.slice(0, longest).map((item) => amended(item, { ...amendment }));
  if (typeof value !== 'string') return value;
  const clean = redact === undefined ? value : value.replace(new RegExp(redact, 'giu'), '[redacted]');
  return longest === undefined ? clean : clean.slice(0, longest);
}

/** What was redacted is not told. */
function changeOf(name: string, before: unknown, after: unknown, { redact, set }: Amendment): Line {
  if (set === undefined && (redact !== undefined || typeof before !== 'number'))
    return (say) => say(redact === undefined ? 'amended.cut' : 'amended.redacted', { name });
  return (say) => say('amended.made', { name, value: JSON.stringify(after) });
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
