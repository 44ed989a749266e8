// What a database or a strict JSON reader refuses, taken out of what people, pages and models write: the NUL character and
// halves of surrogate pairs. Pure.

/** A text without NUL; half a surrogate pair is shown as U+FFFD. */
export function storableText(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return whole.toWellFormed();
}

/** A JSON-like value with every text in it made storable; the very same value if there was nothing to do. */
export function storable<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) {
    const items = value.map(cleaned);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlain(value)) return value;
  const before = Object.entries(value);
  const fields = before.map(([key, field]) => [storableText(key), cleaned(field)] as const);
  const isSame = fields.every(
    ([key, field], index) => key === before[index]?.[0] && field === before[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(fields);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An escaped NUL or half pair, as JSON.stringify writes them. */
const escaped = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/**
 * A value on its way into a statement. Text loses what cannot be stored; so does the JSON of an object or a list, where such
 * characters are escaped. Other text that only looks like an escape stays as it is.
 */
export function storableParameter(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (!escaped.test(text) || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(storable(JSON.parse(text) as unknown));
  } catch {
    return text;
  }
}
