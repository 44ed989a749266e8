// Globs of the policy and of approvals: `*` matches any text, also none and also slashes, `\*` for a star; letters' case
// does not count.

/** Whether the whole text fits the glob. Pure; linear in the text for each star. */
export function matches(glob: string, text: string): boolean {
  const [first = '', ...rest] = partsOf(glob.toLowerCase());
  const low = text.toLowerCase();
  if (rest.length === 0) return low === first;
  const last = rest.pop() ?? '';
  if (!low.startsWith(first) || low.length < first.length + last.length || !low.endsWith(last)) return false;
  const end = low.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = low.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** A text as a glob that only itself fits. Pure. */
export const literal = (text: string): string => text.replace(/[\\*]/g, '\\$&');

/** The texts between the stars. */
function partsOf(glob: string): string[] {
  const parts = [''];
  for (const [sign] of glob.matchAll(/\\[\\*]|[\s\S]/g))
    if (sign === '*') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign.length > 1 ? sign.slice(1) : sign}`);
  return parts;
}
