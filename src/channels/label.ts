// The label of a button. Pure.

/** The label within so many UTF-16 units, not ending inside a character; platforms refuse an empty one. */
export function labelOf(label: string, atMost: number): string {
  const words = label.trim() || '…';
  if (words.length <= atMost) return words;
  return `${words
    .slice(0, atMost - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
