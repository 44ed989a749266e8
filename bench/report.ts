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
