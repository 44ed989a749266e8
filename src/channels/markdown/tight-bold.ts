// `** so **` and `**so **` as `**so**`: models write it, and with the spaces inside it is not bold everywhere. Pure.

/** Two stars, not more and not escaped. */
const marks = /(?<![\\*])\*\*(?!\*)/g;
const lineBegins = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+)?$/;

/** Rewrites a line. Stars with a space on both sides are none, except at its begin; what does not pair stays. */
export function tightBold(line: string): string {
  if (!line.includes('**')) return line;
  const all = [...line.matchAll(marks)].map((match) => match.index);
  const first = all[0];
  const begins = first !== undefined && isFloating(line, first) && lineBegins.test(line.slice(0, first));
  const anchored = all.filter((at) => !isFloating(line, at));
  const fromBegin = all.filter((at, index) => index < 2 || !isFloating(line, at));
  const used = begins && fromBegin.length % 2 === 0 ? fromBegin : anchored;
  if (used.length % 2 === 1) return line;
  let out = '';
  let from = 0;
  for (let index = 0; index + 1 < used.length; index += 2) {
    const [open = 0, close = 0] = used.slice(index, index + 2);
    const inner = line.slice(open + 2, close);
    out += line.slice(from, open) + tightened(inner, line.slice(from, open), line.slice(close + 2));
    from = close + 2;
  }
  return out + line.slice(from);
}

const isFloating = (line: string, at: number): boolean =>
  /^$|\s/.test(line.charAt(at - 1)) && /^$|\s/.test(line.charAt(at + 2));

function tightened(inner: string, before: string, after: string): string {
  const words = inner.trim();
  if (words === '' || words === inner || /[\p{L}\p{N}]$/u.test(before)) return `**${inner}**`;
  return `**${words}**${/\s$/.test(inner) && /^[^\s.,;:!?)]/.test(after) ? ' ' : ''}`;
}
