// A few parser combinators. A rule gives every way it can match from a place, best first, so that the phrase
// is read as a whole: what one word means is settled by whether the rest then fits.
import type { Reading, ReadingOf, Role } from './reading.ts';
import type { Scan, Span } from './scan.ts';

export type Rule<T> = {
  (scan: Scan, at: number): readonly Span<T>[];
  /** What a place must be for a match; a rule without it is tried everywhere. */
  readonly starts?: Starts;
};

/** Most of some 250 rules match at few places: of alternatives only those are tried that can begin with what is there. */
type Starts = {
  /** as `Scan.marks` names them */
  readonly marks: ReadonlySet<string>;
  /** whether it also matches nothing at all */
  readonly empty: boolean;
};

const startingWith = <T>(rule: Rule<T>, starts: Starts | undefined): Rule<T> =>
  starts ? Object.assign(rule, { starts }) : rule;

const marked = (marks: readonly string[]): Starts => ({ marks: new Set(marks), empty: false });

/** What one after the other begins with. */
function startsOfAll(rules: readonly Rule<unknown>[]): Starts | undefined {
  const marks: string[] = [];
  for (const { starts } of rules) {
    if (!starts) return undefined;
    marks.push(...starts.marks);
    if (!starts.empty) return marked(marks);
  }
  return { marks: new Set(marks), empty: true };
}

/** What one or another begins with. */
function startsOfAny(rules: readonly Rule<unknown>[]): Starts | undefined {
  const all = rules.flatMap(({ starts }) => (starts ? [starts] : []));
  if (all.length < rules.length) return undefined;
  return { marks: new Set(all.flatMap(({ marks }) => [...marks])), empty: all.some(({ empty }) => empty) };
}

const NONE: readonly never[] = [];

/** A reading of one kind, optionally only those that pass. */
export function reading<K extends Reading['k']>(
  k: K,
  pass?: (r: ReadingOf<K>) => boolean,
): Rule<ReadingOf<K>> {
  const rule: Rule<ReadingOf<K>> = (scan, at) => {
    let found: Span<ReadingOf<K>>[] | undefined;
    for (const { value, end } of scan.readings(at)) {
      if (value.k !== k) continue;
      const typed = value as ReadingOf<K>;
      if (pass && !pass(typed)) continue;
      found ??= [];
      found.push({ value: typed, end });
    }
    return found ?? NONE;
  };
  return startingWith(rule, marked([k]));
}

export function role(...roles: readonly Role[]): Rule<Role> {
  const rule: Rule<Role> = (scan, at) => {
    let found: Span<Role>[] | undefined;
    for (const { value, end } of scan.readings(at)) {
      if (value.k !== 'role' || !roles.includes(value.r)) continue;
      found ??= [];
      found.push({ value: value.r, end });
    }
    return found ?? NONE;
  };
  return startingWith(rule, marked(roles.map((each) => `role ${each}`)));
}

/** A literal sign; `glued`: no space before it. */
export function sign(text: string, glued = false): Rule<string> {
  const rule: Rule<string> = (scan, at) => {
    const token = scan.tokens[at];
    return token?.text === text && (!glued || token.glued) ? [{ value: text, end: at + 1 }] : NONE;
  };
  return startingWith(rule, marked([`text ${text}`]));
}

/** The digits of a number token; `glued`: no space before it. */
export function digits(pass: (text: string) => boolean, glued = false): Rule<string> {
  const rule: Rule<string> = (scan, at) => {
    const token = scan.tokens[at];
    if (token?.kind !== 'number' || (glued && !token.glued) || !pass(token.text)) return NONE;
    return [{ value: token.text, end: at + 1 }];
  };
  return startingWith(rule, marked(['digits']));
}

/** The rules one after another; `make` gives the value, or null if they do not go together after all. */
export function seq<A, T>(rules: readonly [Rule<A>], make: (a: A) => T | null): Rule<T>;
export function seq<A, B, T>(rules: readonly [Rule<A>, Rule<B>], make: (a: A, b: B) => T | null): Rule<T>;
export function seq<A, B, C, T>(
  rules: readonly [Rule<A>, Rule<B>, Rule<C>],
  make: (a: A, b: B, c: C) => T | null,
): Rule<T>;
export function seq<A, B, C, D, T>(
  rules: readonly [Rule<A>, Rule<B>, Rule<C>, Rule<D>],
  make: (a: A, b: B, c: C, d: D) => T | null,
): Rule<T>;
export function seq<A, B, C, D, E, T>(
  rules: readonly [Rule<A>, Rule<B>, Rule<C>, Rule<D>, Rule<E>],
  make: (a: A, b: B, c: C, d: D, e: E) => T | null,
): Rule<T>;
export function seq<A, B, C, D, E, F, T>(
  rules: readonly [Rule<A>, Rule<B>, Rule<C>, Rule<D>, Rule<E>, Rule<F>],
  make: (a: A, b: B, c: C, d: D, e: E, f: F) => T | null,
): Rule<T>;
export function seq<A, B, C, D, E, F, G, T>(
  rules: readonly [Rule<A>, Rule<B>, Rule<C>, Rule<D>, Rule<E>, Rule<F>, Rule<G>],
  make: (a: A, b: B, c: C, d: D, e: E, f: F, g: G) => T | null,
): Rule<T>;
export function seq<A, B, C, D, E, F, G, H, T>(
  rules: readonly [Rule<A>, Rule<B>, Rule<C>, Rule<D>, Rule<E>, Rule<F>, Rule<G>, Rule<H>],
  make: (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H) => T | null,
): Rule<T>;
export function seq<T>(rules: readonly Rule<unknown>[], make: (...values: never[]) => T | null): Rule<T> {
  const [first, ...rest] = rules;
  const rule: Rule<T> = (scan, at) => {
    const { work } = scan;
    if (!first || work.steps > work.limit) return NONE;
    const begun = first(scan, at);
    work.steps += 1 + begun.length;
    if (begun.length === 0) return NONE;
    let partial = begun.map(({ value, end }) => ({ values: [value], end }));
    for (const next of rest) {
      const grown: typeof partial = [];
      for (const { values, end } of partial) {
        for (const hit of next(scan, end)) grown.push({ values: [...values, hit.value], end: hit.end });
      }
      work.steps += 1 + grown.length;
      if (grown.length === 0) return NONE;
      partial = grown;
    }
    const found: Span<T>[] = [];
    for (const { values, end } of partial) {
      const value = make(...(values as never[]));
      if (value !== null) found.push({ value, end });
    }
    return found;
  };
  return startingWith(rule, startsOfAll(rules));
}

/** All alternatives, in order. */
export function alt<T>(...rules: readonly Rule<T>[]): Rule<T> {
  const always = bits(rules, ({ starts }) => !starts || starts.empty);
  const marks = new Set(rules.flatMap(({ starts }) => [...(starts?.marks ?? [])]));
  const byMark = new Map(
    [...marks].map((mark) => [mark, bits(rules, ({ starts }) => starts?.marks.has(mark) === true)]),
  );
  const rule: Rule<T> = (scan, at) => {
    let left = always;
    for (const mark of scan.marks(at)) left |= byMark.get(mark) ?? 0;
    let found: readonly Span<T>[] = NONE;
    for (let n = 0; left !== 0; n++, left >>>= 1) {
      if ((left & 1) === 0) continue;
      const hits = rules[n]?.(scan, at) ?? NONE;
      if (hits.length > 0) found = found.length === 0 ? hits : [...found, ...hits];
    }
    return found;
  };
  return startingWith(rule, startsOfAny(rules));
}

/** Which of at most 31 rules, as bits. */
const bits = <T>(rules: readonly Rule<T>[], is: (rule: Rule<T>) => boolean): number =>
  rules.reduce((set, rule, n) => (is(rule) ? set | (1 << n) : set), 0);

/** The rule, or nothing (null), preferring the rule. */
export function opt<T>(rule: Rule<T>): Rule<T | null> {
  const orNothing: Rule<T | null> = (scan, at) => {
    const hits = rule(scan, at);
    const without = { value: null, end: at };
    return hits.length === 0 ? [without] : [...hits, without];
  };
  return startingWith(orNothing, rule.starts && { ...rule.starts, empty: true });
}

/** The rule any number of times, longest first. */
export function many<T>(rule: Rule<T>, most = 4): Rule<readonly T[]> {
  const walk = (scan: Scan, at: number, left: number): readonly Span<readonly T[]>[] => {
    const found: Span<readonly T[]>[] = [];
    if (left > 0) {
      for (const hit of rule(scan, at)) {
        if (hit.end === at) continue;
        for (const rest of walk(scan, hit.end, left - 1))
          found.push({ value: [hit.value, ...rest.value], end: rest.end });
      }
    }
    found.push({ value: [], end: at });
    return dedupe(found);
  };
  return startingWith((scan, at) => walk(scan, at, most), rule.starts && { ...rule.starts, empty: true });
}

/** For glue, only where a run ends matters: keeps the first way to each end. */
function dedupe<T>(spans: readonly Span<T>[]): readonly Span<T>[] {
  return spans.length < 12 ? spans : withoutDoubles(spans);
}

function withoutDoubles<T>(spans: readonly Span<T>[]): readonly Span<T>[] {
  if (spans.length < 2) return spans;
  const seen = new Set<string>();
  return spans.filter(({ value, end }) => {
    const key = `${end}:${JSON.stringify(value)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Skips any of these roles, as many as there are; only the distinct ends matter. */
export function skip(...roles: readonly Role[]): Rule<null> {
  const one = role(...roles);
  const rule: Rule<null> = (scan, at) => {
    if (one(scan, at).length === 0) return [{ value: null, end: at }];
    const ends = [at];
    for (let i = 0; i < ends.length && i < 8; i++) {
      for (const { end } of one(scan, ends[i] ?? at)) if (!ends.includes(end)) ends.push(end);
    }
    return ends.sort((a, b) => a - b).map((end) => ({ value: null, end }));
  };
  return startingWith(rule, one.starts && { ...one.starts, empty: true });
}

/** Remembers results by place: for rules that many others try. Drops doubles. */
export function memo<T>(rule: Rule<T>): Rule<T> {
  const self: Rule<T> = (scan, at) => {
    let places = scan.memo.get(self) as Map<number, readonly Span<T>[]> | undefined;
    if (!places) {
      places = new Map();
      scan.memo.set(self, places as Map<number, unknown>);
    }
    const known = places.get(at);
    if (known) return known;
    places.set(at, NONE);
    const found = withoutDoubles(rule(scan, at));
    places.set(at, found);
    return found;
  };
  return startingWith(self, rule.starts);
}
