// The system prompt as it is sent: the file's text in one byte-stable form, whatever editor saved it, with what is
// appended to it (the skills inventory) in the order given.

/**
 * The prompt without its list items on tools that have no place: those whose first name in backticks is one of these.
 * Pure.
 */
export function withoutTools(text: string, absent: readonly string[]): string {
  if (absent.length === 0) return text;
  const isAbout = (line: string) => absent.includes(/^- [^`]*`([a-z_]+)`/.exec(line)?.[1] ?? '');
  return text
    .split('\n')
    .filter((line) => !isAbout(line))
    .join('\n');
}

/**
 * @param text `prompts/system.md` as read
 * @param inventory further blocks, each with its own heading; empty ones are left out
 */
export function systemPrompt(text: string, inventory: readonly string[] = []): string {
  return [text, ...inventory]
    .map((block) =>
      block
        .replace(/^\uFEFF/, '')
        .replace(/\r\n?/g, '\n')
        .trim(),
    )
    .filter((block) => block !== '')
    .join('\n\n');
}
