// Where the log goes while a conversation has the screen: a file, for its user alone, of bounded size. When it is full it
// becomes the file before, whose place it takes.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogDestination } from '../log.ts';

/** Bytes; with the file before it there are at most twice as many, and one line. */
const fullAt = 1_000_000;

/**
 * Written to line by line, at once, so that what was logged before a crash is there.
 *
 * @param otherwise gets what cannot be written, as on a full disk
 */
export function logFile(path: string, otherwise: LogDestination, full = fullAt): LogDestination {
  return {
    write(line) {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= full) renameSync(path, `${path}.1`);
        appendFileSync(path, line, { mode: 0o600 });
      } catch {
        otherwise.write(line);
      }
    },
  };
}
