// Sections of docs/measurements.md: each benchmark writes its own and leaves the others alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const title =
  '# Measurements\n\nTimings are noisy: medians, and ratios within one run. Each section names the command that makes it.\n';

/** Replaces the section under this heading, or appends it. */
export function writeSection(file: string, heading: string, body: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : title;
  const sections = text.split(/^(?=## )/m).filter((section) => !section.startsWith(`## ${heading}\n`));
  writeFileSync(
    file,
    `${[...sections.map((section) => section.trimEnd()), `## ${heading}\n\n${body}`].join('\n\n')}\n`,
  );
}

/** The value in the middle; of two, the lower. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** The value below which a share of all lie. */
export function percentile(values: readonly number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
    Number.NaN
  );
}

export type Share = { readonly hits: number; readonly of: number };

/** Wilson's interval for a share, in percent; null for an empty one. */
export function wilson({ hits, of }: Share): readonly [number, number] | null {
  if (of === 0) return null;
  const z = 1.96;
  const p = hits / of;
  const middle = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  const scale = 100 / (1 + (z * z) / of);
  return [Math.max(0, (middle - spread) * scale), Math.min(100, (middle + spread) * scale)];
}
