// A lock that dies with its process, however that dies: an exclusive transaction on a small SQLite file, whose lock the
// operating system gives back.
import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

/** Takes the lock of a file, made if missing. @throws what SQLite says if another process holds it */
export function lockFile(path: string): FileLock {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}
