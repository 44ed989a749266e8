// Two bots on one Slack app or one Discord token with stores of their own do harm: Slack gives each a part of the messages,
// Discord all to both. Neither platform tells who the other is, but on one machine we can: each process holds a locked
// file for what it uses. Processes on one store share the work, and are welcome.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { type FileLock, lockFile } from '../database/file-lock.ts';
import { type Holder, holderAt, holderInWords, howToEnd, noteHolder } from '../database/holder.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import type { Log } from '../log.ts';

type Used = { readonly what: 'Slack app' | 'Discord token'; readonly key: string };

/**
 * Claims the Slack app and the Discord token of these settings for as long as the process lives.
 *
 * @param folder where the claims of this machine are
 * @returns what gives them back
 * @throws PeacrabError ALREADY_RUNNING if a process on another store uses one of them
 */
export function claimApps(config: Config, log: Log, folder = claimsFolder()): () => void {
  const releases: (() => void)[] = [];
  const release = () => {
    for (const each of releases.splice(0)) each();
  };
  try {
    if (!isOurs(folder)) throw new Error(`${folder} belongs to somebody else`);
    for (const used of usedBy(config)) {
      releases.push(claim(folder, used, storeOf(config)));
      const other = othersOf(folder, used).find(({ store }) => store !== storeOf(config));
      if (other) throw taken(used, other);
    }
  } catch (error) {
    if (error instanceof PeacrabError) {
      release();
      throw error;
    }
    // A help for people, not a condition: without it the bot starts as well.
    log.warn(
      { error: messageOf(error) },
      'it cannot be seen whether another bot on this machine uses the same app',
    );
  }
  return release;
}

const claimsFolder = () => join(tmpdir(), `peacrab-${process.getuid?.() ?? userInfo().username}`);

function isOurs(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function usedBy({ slack, discord }: Config): readonly Used[] {
  // xapp-1-A0123456-...: Slack shares out the messages of an app, whatever its token.
  const app = /^xapp-\d+-([A-Z0-9]+)-/.exec(slack?.appToken ?? '')?.[1] ?? slack?.appToken;
  return [
    ...(slack ? [{ what: 'Slack app', key: `${slack.apiUrl} ${app}` } as const] : []),
    ...(discord ? [{ what: 'Discord token', key: `${discord.apiUrl} ${discord.token}` } as const] : []),
  ];
}

/** Where the data is, without user and password. */
function storeOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return resolve(dataDir);
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
}

/** The keys are secrets: only a digest of them is in a name. */
const nameOf = ({ what, key }: Used): string =>
  createHash('sha256').update(`${what} ${key}`).digest('hex').slice(0, 24);

function claim(folder: string, used: Used, store: string): () => void {
  const path = join(folder, `${nameOf(used)}-${process.pid}`);
  const lock: FileLock = lockFile(`${path}.lock`);
  const forget = noteHolder(`${path}.json`, { store });
  return () => {
    forget();
    lock.release();
    rmSync(`${path}.lock`, { force: true });
  };
}

/** The living others; what the dead have left is removed. */
function othersOf(folder: string, used: Used): readonly Holder[] {
  const mine = `${nameOf(used)}-${process.pid}.lock`;
  const locks = readdirSync(folder).filter(
    (name) => name.startsWith(nameOf(used)) && name.endsWith('.lock') && name !== mine,
  );
  return locks.flatMap((name) => {
    const [path, note] = [join(folder, name), join(folder, name.replace(/lock$/, 'json'))];
    if (isHeld(path)) return holderAt(note) ?? [];
    rmSync(path, { force: true });
    rmSync(note, { force: true });
    return [];
  });
}

function isHeld(path: string): boolean {
  try {
    lockFile(path).release();
    return false;
  } catch {
    return true;
  }
}

function taken({ what }: Used, other: Holder): PeacrabError {
  const harm =
    what === 'Slack app'
      ? 'each of the two would get a part of the messages'
      : 'both would answer everything';
  return new PeacrabError(
    'ALREADY_RUNNING',
    `Another Peacrab uses this ${what}: ${holderInWords(other)}, with its data in ${other.store ?? 'a place unknown'}; ${harm}. ` +
      `${howToEnd(other)}, give this one an app of its own, or let both share one PostgreSQL server (DATABASE_URL).`,
  );
}
