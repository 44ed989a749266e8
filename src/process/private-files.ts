// What we write is for the user that runs Peacrab alone: conversations, notes, backups. New files by the process's umask,
// existing ones by taking the others' rights away. On Windows the folders' own rights decide.
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { Log } from '../log.ts';

/** The rights of the group and of all others. */
const OTHERS = 0o077;

/** From now on, whatever this process or its children make is their user's alone. To be called before anything is written. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/** What of a folder is open to others. */
export interface Exposed {
  /** Paths that the group or others may read, write or enter. */
  readonly loose: readonly string[];
  /** Paths of another user. */
  readonly foreign: readonly string[];
}

/** Looks at a folder and all in it; symbolic links are not followed. What is not there exposes nothing. */
export function exposedIn(folder: string, user: number | undefined = process.getuid?.()): Exposed {
  if (user === undefined) return { loose: [], foreign: [] };
  const all = everythingIn(folder);
  return {
    loose: all.filter(({ stats }) => (stats.mode & OTHERS) !== 0).map(({ path }) => path),
    foreign: all.filter(({ stats }) => stats.uid !== user).map(({ path }) => path),
  };
}

/**
 * Takes the rights of others off a folder and all in it. A folder in which more than Peacrab's files are kept is left alone.
 *
 * @returns paths that could not be changed, as those of another user
 */
export function tighten(folder: string): readonly string[] {
  if (process.getuid === undefined || isShared(folder)) return [];
  return everythingIn(folder).flatMap(({ path, stats }) => {
    if ((stats.mode & OTHERS) === 0) return [];
    try {
      chmodSync(path, stats.mode & 0o7777 & ~OTHERS);
      return [];
    } catch {
      return statsOf(path) ? [path] : [];
    }
  });
}

/** Tightens the folders that we write into, before they are used; what cannot be changed is named in the log. */
export function tightenFolders(folders: readonly string[], log: Log): void {
  for (const folder of folders) {
    const [first, ...more] = tighten(folder);
    if (first !== undefined)
      log.warn(
        { path: first, more: more.length },
        'others may read files of ours; "npm run doctor" says more',
      );
  }
}

/** Whether a folder holds the home of its user or the place where we run: "." or "/" as DATA_DIR. */
export function isShared(folder: string, within: readonly string[] = [process.cwd(), homedir()]): boolean {
  return within.some((each) => relative(resolve(folder), resolve(each)).split(sep)[0] !== '..');
}

interface Found {
  readonly path: string;
  readonly stats: Stats;
}

/** The folder first. What goes away meanwhile is left out; so are links, whose rights are those of what they name. */
function everythingIn(path: string): readonly Found[] {
  const stats = statsOf(path);
  if (!stats || stats.isSymbolicLink()) return [];
  if (!stats.isDirectory()) return [{ path, stats }];
  return [{ path, stats }, ...namesIn(path).flatMap((name) => everythingIn(join(path, name)))];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Gone since, or of another user: it counts by itself.
    return [];
  }
}

/** Undefined if it is not there, or nothing of it may be known. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
