// The machine: Node, the clock against the servers', and room on the disk.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../clock.ts';
import { examine, type Finding, type Found, fault, ok, warning } from './finding.ts';

interface MachineParts {
  readonly clock: Clock;
  /** "26.1.0" */
  readonly nodeVersion: string;
  readonly dataDir: string;
  /** Bytes free on the disk of a folder that exists. */
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Addresses of servers that are on and tell the time. */
  readonly clocks: readonly string[];
  readonly limitMs: number;
}

const nodeNeeded = 26;
const offAtMostMs = 30_000;
/** How long a server may take to tell the time. */
const tellMs = 5000;
const megabyte = 1024 * 1024;
const fullBelow = 200 * megabyte;
const scarceBelow = 1024 * megabyte;

export async function machineRoom(parts: MachineParts): Promise<readonly Finding[]> {
  const { limitMs } = parts;
  const findings = await Promise.all([
    examine('Node', limitMs, async () => node(parts.nodeVersion)),
    examine('clock', limitMs, (signal) => clockAgainst(parts, signal)),
    examine('disk', limitMs, () => disk(parts)),
  ]);
  return findings.flat();
}

function node(version: string): Found {
  if (Number(version.split('.')[0]) >= nodeNeeded) return ok(`${version}.`);
  return fault(
    `${version} is older than ${nodeNeeded}.`,
    'Use "npm start", which brings the right Node along, or install Node 26.',
  );
}

async function clockAgainst({ clock, clocks }: MachineParts, signal: AbortSignal): Promise<Found> {
  const offs = await Promise.all(clocks.map((address) => offBy(address, clock, signal)));
  const told = offs.filter((off) => off !== null);
  if (told.length === 0) return ok('no server is on that tells the time; not compared.');
  // The one that is nearest to ours: a server's own clock may be wrong too.
  const off = told.reduce((near, each) => (Math.abs(each) < Math.abs(near) ? each : near));
  if (Math.abs(off) <= offAtMostMs) return ok(`within ${offAtMostMs / 1000} s of the servers'.`);
  const seconds = Math.round(Math.abs(off) / 1000);
  return fault(
    `it is ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} the servers': reminders would come that much too ${off > 0 ? 'early' : 'late'}.`,
    'Let the machine set its clock (timedatectl set-ntp true, or the host of the container).',
  );
}

/** How far our clock is ahead of a server's, in milliseconds; null if it does not tell. */
async function offBy(address: string, clock: Clock, signal: AbortSignal): Promise<number | null> {
  try {
    const { headers, body } = await fetch(address, {
      method: 'HEAD',
      signal: AbortSignal.any([signal, AbortSignal.timeout(tellMs)]),
    });
    const now = clock.now().getTime();
    await body?.cancel();
    const told = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(told) ? null : now - told;
  } catch {
    return null;
  }
}

async function disk({ dataDir, freeBytes }: MachineParts): Promise<Found> {
  const free = await freeBytes(nearest(dataDir));
  const size = `${Math.round(free / megabyte).toLocaleString('en')} MB are free for ${dataDir}`;
  if (free < fullBelow)
    return fault(`${size}: the database may break off.`, 'Make room, or move DATA_DIR to another disk.');
  return free < scarceBelow ? warning(`${size}.`, 'Make room before it is full.') : ok(`${size}.`);
}

/** The folder, or the nearest one above it that exists. */
export function nearest(folder: string): string {
  const whole = resolve(folder);
  return existsSync(whole) || dirname(whole) === whole ? whole : nearest(dirname(whole));
}
