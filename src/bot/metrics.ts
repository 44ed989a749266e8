// Counts of this process in Prometheus' text form: what model requests took, repeated, cost and waited for. No text and
// no person's ids. They begin at zero with the process, as Prometheus expects of counters.
import type { NewRow } from '../database/tables.ts';
import type { Noted } from '../tools/approvals/noted.ts';

interface Kind {
  readonly name: string;
  readonly help: string;
  readonly label?: 'purpose' | 'reason' | 'state';
}

const kinds = {
  requests: { name: 'requests_total', help: 'Model requests.', label: 'purpose' },
  input: { name: 'input_tokens_total', help: 'Tokens sent, as the server counted them.', label: 'purpose' },
  cached: {
    name: 'cached_tokens_total',
    help: 'Tokens sent that the server had in its cache.',
    label: 'purpose',
  },
  output: { name: 'output_tokens_total', help: 'Tokens answered.', label: 'purpose' },
  unknown: { name: 'requests_without_usage_total', help: 'Requests of which the server told no usage.' },
  repeated: {
    name: 'repeated_tokens_total',
    help: "Estimated tokens that repeated the conversation's last request.",
  },
  fresh: { name: 'fresh_tokens_total', help: 'Estimated tokens that did not.' },
  breaks: {
    name: 'prefix_breaks_total',
    help: 'Requests by why they stopped repeating the last one.',
    label: 'reason',
  },
  cost: { name: 'cost_total', help: 'Cost by the prices that are set.', label: 'purpose' },
  approvals: {
    name: 'approvals_total',
    help: 'Calls that a person was asked about or that reached outside, by what became of them.',
    label: 'state',
  },
} as const satisfies Readonly<Record<string, Kind>>;

type Name = keyof typeof kinds;

/** Upper bounds of the waits' buckets, seconds. */
const buckets = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64] as const;

const waits = {
  first: { name: 'first_token_seconds', help: 'Wait for the first token of an answer in a turn.' },
  whole: { name: 'answer_seconds', help: 'Wait for a whole answer in a turn.' },
} as const satisfies Readonly<Record<string, Kind>>;

/** The process's counters. */
export class Metrics {
  readonly #counters = new Map<Name, Map<string, number>>();
  readonly #waits = { first: new Waits(), whole: new Waits() };

  /** Counts a request by its row. */
  count(row: NewRow<'request'>): void {
    const { purpose } = row;
    this.#add('requests', purpose, 1);
    this.#add('input', purpose, row.input_tokens ?? 0);
    this.#add('cached', purpose, row.cached_tokens ?? 0);
    this.#add('output', purpose, row.output_tokens ?? 0);
    this.#add('unknown', '', (row.input_tokens ?? null) === null ? 1 : 0);
    this.#add('cost', purpose, row.cost);
    if (purpose !== 'turn') return;
    this.#add('repeated', '', row.repeated_tokens ?? 0);
    this.#add('fresh', '', row.fresh_tokens);
    this.#add('breaks', row.break_reason ?? 'unknown', 1);
    if (typeof row.waited_ms === 'number') this.#waits.first.add(row.waited_ms / 1000);
    this.#waits.whole.add(row.milliseconds / 1000);
  }

  /** Counts what became of a call that needed approval, or that reached outside. */
  approval(state: Noted['state']): void {
    this.#add('approvals', state, 1);
  }

  /** All of it, in Prometheus' text form. */
  text(): string {
    const names = Object.keys(kinds) as Name[];
    const lines = names.flatMap((name) => this.#lines(name));
    for (const name of ['first', 'whole'] as const) lines.push(...this.#waits[name].lines(waits[name]));
    return `${lines.join('\n')}\n`;
  }

  #add(name: Name, value: string, count: number): void {
    const values = this.#counters.get(name) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + count);
    this.#counters.set(name, values);
  }

  #lines(name: Name): readonly string[] {
    const kind: Kind = kinds[name];
    const values = [...(this.#counters.get(name) ?? (kind.label ? [] : [['', 0] as const]))];
    return [
      ...heading(kind, 'counter'),
      ...values.map(
        ([value, count]) => `peacrab_${kind.name}${kind.label ? `{${kind.label}="${value}"}` : ''} ${count}`,
      ),
    ];
  }
}

/** A histogram. */
class Waits {
  readonly #counts = buckets.map(() => 0);
  #sum = 0;
  #count = 0;

  add(seconds: number): void {
    for (const [index, bound] of buckets.entries())
      if (seconds <= bound) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += seconds;
    this.#count += 1;
  }

  lines(kind: Kind): readonly string[] {
    const name = `peacrab_${kind.name}`;
    return [
      ...heading(kind, 'histogram'),
      ...buckets.map((bound, index) => `${name}_bucket{le="${bound}"} ${this.#counts[index]}`),
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#sum}`,
      `${name}_count ${this.#count}`,
    ];
  }
}

const heading = ({ name, help }: Kind, type: string): readonly string[] => [
  `# HELP peacrab_${name} ${help}`,
  `# TYPE peacrab_${name} ${type}`,
];

/** What is set aside, by kind, as a gauge in Prometheus' text form. */
export function asideLines(counts: Readonly<Record<string, number>>): string {
  const kind = {
    name: 'set_aside',
    help: 'What could not be stored, read or sent and waits for an operator.',
  };
  const lines = Object.entries(counts).map(
    ([what, count]) => `peacrab_${kind.name}{kind="${what}"} ${count}`,
  );
  return `${[...heading(kind, 'gauge'), ...lines].join('\n')}\n`;
}
