// The kinds of mention of a time that facts.ts finds. `at` and `end` are places in the text.

export type Span = { readonly at: number; readonly end: number };

export type Clock = Span & {
  readonly kind: 'clock';
  readonly hour: number;
  readonly minute: number;
  /** morning or evening is left open */
  readonly spoken: boolean;
  readonly half: 'am' | 'pm' | null;
  /** stands for something else than the promised time ("instead of 7") */
  readonly aside: boolean;
};
export type Day = Span & {
  readonly kind: 'day';
  readonly phrase: string;
  readonly also: readonly string[];
  readonly past: boolean;
  readonly weekday: boolean;
};
export type Elapsed = Span & { readonly kind: 'elapsed'; readonly phrase: string; readonly days: boolean };
export type Before = Span & { readonly kind: 'before'; readonly minutes: number };
export type Repeat = Span & { readonly kind: 'repeat'; readonly phrase: string };
export type PartName = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'midnight';
export type Part = Span & { readonly kind: 'part'; readonly part: PartName };
export type Instant = Span & { readonly kind: 'instant'; readonly ms: number };
type ZoneFact = Span & { readonly kind: 'zone'; readonly zone: string };
export type Fact = Clock | Day | Elapsed | Before | Repeat | Part | Instant | ZoneFact;
