// The system prompt as it is sent: the file's text in one byte-stable form, whatever editor saved it, with what is
// appended to it (the skills inventory) in the order given.

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
