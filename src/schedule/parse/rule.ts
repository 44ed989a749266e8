// A few parser combinators. A rule gives every way it can match from a place, best first, so that the phrase
// is read as a whole: what one word means is settled by whether the rest then fits.
import type { Reading, ReadingOf, Role } from './reading.ts';
import type { Scan, Span } from './scan.ts';

export type Rule<T> = (scan: Scan, at: number) => readonly Span<T>[];

/** A reading of one kind, optionally only those that pass. */
export function reading<K extends Reading['k']>(
  k: K,
  pass?: (r: ReadingOf<K>) => boolean,
): Rule<ReadingOf<K>> {
  return (scan, at) => {
    const found: Span<ReadingOf<K>>[] = [];
    for (const { value, end } of scan.readings(at)) {
      if (value.k !== k) continue;
      const typed = value as ReadingOf<K>;
      if (!pass || pass(typed)) found.push({ value: typed, end });
    }
    return found;
  };
}

export function role(...roles: readonly Role[]): Rule<Role> {
  return (scan, at) => {
    const found: Span<Role>[] = [];
    for (const { value, end } of scan.readings(at)) {
      if (value.k === 'role' && roles.includes(value.r)) found.push({ value: value.r, end });
    }
    return found;
  };
}

/** A literal sign; `glued`: no space before it. */
export function sign(text: string, glued = false): Rule<string> {
  return (scan, at) => {
    const token = scan.tokens[at];
    return token?.text === text && (!glued || token.glued) ? [{ value: text, end: at + 1 }] : [];
  };
}

/** The digits of a number token; `glued`: no space before it. */
export function digits(pass: (text: string) => boolean, glued = false): Rule<string> {
  return (scan, at) => {
    const token = scan.tokens[at];
    if (token?.kind !== 'number' || (glued && !token.glued) || !pass(token.text)) return [];
    return [{ value: token.text, end: at + 1 }];
  };
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
  return (scan, at) => {
    if (scan.work.steps > scan.work.limit) return [];
    let partial: { values: unknown[]; end: number }[] = [{ values: [], end: at }];
    for (const rule of rules) {
      const grown: typeof partial = [];
      for (const { values, end } of partial) {
        for (const hit of rule(scan, end)) grown.push({ values: [...values, hit.value], end: hit.end });
      }
      scan.work.steps += 1 + grown.length;
      if (grown.length === 0) return [];
      partial = grown;
    }
    const found: Span<T>[] = [];
    for (const { values, end } of partial) {
      const value = make(...(values as never[]));
      if (value !== null) found.push({ value, end });
    }
    return found;
  };
}

/** All alternatives, in order. */
export function alt<T>(...rules: readonly Rule<T>[]): Rule<T> {
  return (scan, at) => rules.flatMap((rule) => rule(scan, at));
}

/** The rule, or nothing (null), preferring the rule. */
export function opt<T>(rule: Rule<T>): Rule<T | null> {
  return (scan, at) => [...rule(scan, at), { value: null, end: at }];
}

/** The rule any number of times, longest first. */
export function many<T>(rule: Rule<T>, most = 4): Rule<readonly T[]> {
  const walk = (scan: Scan, at: number, left: number): Span<readonly T[]>[] => {
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
  return (scan, at) => walk(scan, at, most);
}

/** For glue, only where a run ends matters: keeps the first way to each end. */
function dedupe<T>(spans: Span<T>[]): Span<T>[] {
  if (spans.length < 12) return spans;
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
  return (scan, at) => {
    const ends = [at];
    for (let i = 0; i < ends.length && i < 8; i++) {
      for (const { end } of one(scan, ends[i] ?? at)) if (!ends.includes(end)) ends.push(end);
    }
    return ends.sort((a, b) => a - b).map((end) => ({ value: null, end }));
  };
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
    places.set(at, []);
    const seen = new Set<string>();
    const found = rule(scan, at).filter(({ value, end }) => {
      const key = `${end}:${JSON.stringify(value)}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    places.set(at, found);
    return found;
  };
  return self;
}
