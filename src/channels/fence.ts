// Code fences in Markdown, as much of them as cutting a text needs: which line opens one, which line closes it, and how
// to write it again in the next message. Fences in lists and quotes count, at any depth. Pure.

/** A fence that is open: the lines with which it is opened and closed again elsewhere. */
export interface Fence {
  readonly opening: string;
  readonly closing: string;
}

const opener = /^((?:[ \t]|>)*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)$/;
const closer = /^(?:[ \t]|>)*(`{3,}|~{3,})[ \t]*$/;

/**
 * The fence that this line opens, or null. Where messages are at most `limit` long, a line opens none if it could not be
 * repeated in each; a very long language is left out when it is.
 */
export function opensFence(line: string, limit: number): Fence | null {
  const match = line.length > limit / 2 ? null : opener.exec(line);
  if (!match) return null;
  const [, quote = '', bullet = '', marks = '', info = ''] = match;
  if (marks.startsWith('`') && info.includes('`')) return null;
  const closing = quote + ' '.repeat(bullet.length) + marks;
  if (closing.length > limit / 4) return null;
  const opening = closing + info.trimEnd();
  return { opening: opening.length > limit / 3 ? closing : opening, closing };
}

/** Whether this line closes the fence. */
export function closesFence(line: string, fence: Fence, limit: number): boolean {
  const marks = line.length > limit / 4 ? undefined : closer.exec(line)?.[1];
  const opened = /[`~]+$/.exec(fence.closing)?.[0] ?? '';
  return marks?.startsWith(opened) ?? false;
}

/** Whether a message that began with this text would begin with a fence. */
export const looksLikeFence = (text: string): boolean => /^(?:[ \t]|>)*(?:`{3}|~{3})/.test(text);
