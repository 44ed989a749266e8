// The two ways a mirror file is written: appended to, or, only to put an id on a line that a person added, replaced as
// a whole. Both have reached the disk when they return.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file's text; empty if there is none. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** Appends in one write and waits for the disk; makes the folder if need be. */
export async function appendText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeSynced(path, 'a', text);
}

/** Replaces the file at once: a reader sees the old text or the new. */
export async function replaceText(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeSynced(draft, 'w', text);
  await rename(draft, path);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function writeSynced(path: string, flags: 'a' | 'w', text: string): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
