// What a server listed when it was last reached, so that its tools keep their parameters while it is away: the model's prefix
// stays, and a call says honestly that it cannot be done now.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Listed, listed } from './connection.ts';

/** Beside the server's own folder, into which it may write. */
const pathOf = (dataDir: string, server: string): string => join(dataDir, 'mcp', `${server}.json`);

/** @returns null if it was never reached, or what is there cannot be read */
export function knownListing(dataDir: string, server: string): readonly Listed[] | null {
  try {
    return z.array(listed).parse(JSON.parse(readFileSync(pathOf(dataDir, server), 'utf8')));
  } catch {
    return null;
  }
}

/** Keeps what is used of it. @throws what the file system says */
export function keepListing(dataDir: string, server: string, tools: readonly Listed[]): void {
  const path = pathOf(dataDir, server);
  const text = JSON.stringify(
    tools.map(({ name, description, inputSchema, execution }) => ({
      name,
      description,
      inputSchema,
      execution,
    })),
  );
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
