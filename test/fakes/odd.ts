// Odd forms of what a platform tells: fields missing, null, of another type, nested deep. Seeded: the same numbers give the
// same oddities.

type Json = Readonly<Record<string, unknown>>;

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, at) => (at % 2 ? [inner] : { inner }), 'deep');

const others: readonly (() => unknown)[] = [
  () => null,
  () => 0,
  () => -1.5,
  () => 1e300,
  () => true,
  () => '',
  () => 'x'.repeat(5000),
  () => '-7',
  () => [],
  () => [null],
  () => ({}),
  () => ({ id: null, length: -1 }),
  () => deep(6),
  () => deep(500),
];

/** The paths of all values in a payload, its own as []. */
function paths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...path, key]))];
}

/** The same with one to three values of it missing or replaced. */
export function oddly(payload: Json, random: () => number): unknown {
  let odd: unknown = structuredClone(payload);
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    const all = paths(odd);
    const path = all[Math.floor(random() * all.length)] ?? [];
    const other = others[Math.floor(random() * others.length)];
    odd = random() < 0.3 ? without(odd, path) : withValue(odd, path, other?.());
  }
  return odd;
}

function without(value: unknown, path: readonly string[]): unknown {
  const [last] = path.slice(-1);
  const owner = at(value, path.slice(0, -1));
  if (last !== undefined && typeof owner === 'object' && owner !== null) Reflect.deleteProperty(owner, last);
  return path.length === 0 ? null : value;
}

function withValue(value: unknown, path: readonly string[], other: unknown): unknown {
  const [last] = path.slice(-1);
  const owner = at(value, path.slice(0, -1));
  if (last !== undefined && typeof owner === 'object' && owner !== null) Reflect.set(owner, last, other);
  return path.length === 0 ? other : value;
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner instanceof Object ? Reflect.get(inner, key) : undefined),
    value,
  );
