// Other names that small models give to an argument: "message" for "text", "time" for "when". Taken only where the required
// one is missing and the tool knows no parameter of the other name. Pure.

/** By parameter, the likelier name first; lower case, without signs. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  text: ['message', 'task', 'title', 'what', 'content', 'reminder', 'note', 'description'],
  when: ['datetime', 'date', 'day', 'time', 'at', 'schedule'],
};

/** Several of these make one value, in this order: `{"date":"tomorrow","time":"9:00"}`. */
const JOINED: ReadonlySet<string> = new Set(['date', 'day', 'time', 'at']);

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The arguments, with those that are required and missing taken from what stands under another name. */
export function withSynonyms(
  given: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, unknown>>,
  required: readonly string[],
): Record<string, unknown> {
  const known = new Set(Object.keys(shape).map(plain));
  const has = new Set(Object.keys(given).map(plain));
  const found = required.flatMap((name) => {
    if (has.has(plain(name))) return [];
    const values = (SYNONYMS[name] ?? [])
      .filter((other) => !known.has(other))
      .flatMap((other) =>
        Object.entries(given).flatMap(([key, value]) =>
          plain(key) === other && typeof value === 'string' && value.trim() !== '' ? [{ other, value }] : [],
        ),
      );
    const [first, ...more] = values;
    if (!first) return [];
    const joined = JOINED.has(first.other) ? more.filter(({ other }) => JOINED.has(other)) : [];
    return [[name, [first, ...joined].map(({ value }) => value.trim()).join(' ')] as const];
  });
  return { ...given, ...Object.fromEntries(found) };
}
