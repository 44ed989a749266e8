// Pages are taken apart in a process of their own, which may neither write, nor start others, nor reach the network. A page
// built to take for ever, or all memory, ends with it while all turns go on; and the parser and its libraries, some
// 30 MB, leave the memory when the page is read.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Readable } from './readable.ts';
import { Refusal } from './web-address.ts';

const SCRIPT = join(import.meta.dirname, 'reading-process.ts');
/** Megabytes of memory: ordinary pages take a tenth. */
const FLAGS = ['--permission', '--allow-fs-read=*', '--max-old-space-size=160', '--max-semi-space-size=4'];
/** Milliseconds: ordinary pages take 400. */
const LIMIT_MS = 8000;
const MOST_BYTES = 16_000_000;

/** @throws Refusal for a page that the process dies of; the signal's reason */
export async function readApart(html: string, url: string, signal: AbortSignal): Promise<Readable> {
  signal.throwIfAborted();
  const limits = { timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES } as const;
  const running = promisify(execFile)(process.execPath, [...FLAGS, SCRIPT], { ...limits, signal, env: {} });
  // A process that dies early has not read all of it; its end says enough.
  running.child.stdin?.on('error', () => undefined).end(JSON.stringify({ html, url }));
  try {
    return JSON.parse((await running).stdout) as Readable;
  } catch {
    signal.throwIfAborted();
    throw new Refusal('That page is too large or too tangled to read. Try another source.');
  }
}
