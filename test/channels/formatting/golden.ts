// The exact payloads of every sample, one file for each platform: texts as lists of lines, so that a change can be read.
// What is too long to be read is a digest. GOLDEN=write makes the files anew.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readableAtMost = 3000;

const fileOf = (platform: string): string => join(import.meta.dirname, `golden-${platform}.txt`);

/** The payloads of each sample, by its name, as the file has them. */
export function readGolden(platform: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(fileOf(platform), 'utf8'));
}

export function writeGolden(platform: string, all: Readonly<Record<string, unknown>>): void {
  writeFileSync(fileOf(platform), `${JSON.stringify(all, null, 1)}\n`);
}

/** The payloads of a reply as the file has them: of many the first and the last, and how the others sum up. */
export function readableAll(payloads: readonly unknown[]): readonly unknown[] {
  if (payloads.length < 5) return payloads.map(readable);
  const between = payloads.slice(1, -1).map((payload) => JSON.stringify(payload));
  const sum = { payloads: between.length, longest: Math.max(...between.map((each) => each.length)) };
  return [readable(payloads[0]), { ...sum, sha256: sha256(between.join('\n')) }, readable(payloads.at(-1))];
}

/** A payload as the file has it. */
function readable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\n') ? linesOf(value) : digestOf(value);
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readable(inner)]));
}

const linesOf = (text: string) =>
  text.length > readableAtMost ? digestOf(text) : { lines: text.split('\n') };

function digestOf(text: string): unknown {
  if (text.length <= readableAtMost) return text;
  return { units: text.length, begins: text.slice(0, 60), ends: text.slice(-60), sha256: sha256(text) };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
