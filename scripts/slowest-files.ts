// A reporter beside the usual one: at the end, the ten test files that took longest, in seconds.
interface Report {
  readonly type: string;
  readonly data: { readonly file?: string; readonly duration_ms?: number };
}

const SHOWN = 10;

export default async function* slowestFiles(reports: AsyncIterable<Report>): AsyncGenerator<string> {
  const files: { readonly file: string; readonly seconds: number }[] = [];
  for await (const { type, data } of reports)
    if (type === 'test:summary' && data.file !== undefined)
      files.push({ file: data.file, seconds: (data.duration_ms ?? 0) / 1000 });
  if (files.length <= SHOWN) return;
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN);
  yield `\nThe slowest of ${files.length} files, in seconds:\n`;
  for (const { file, seconds } of slowest) yield `${seconds.toFixed(1).padStart(7)}  ${file}\n`;
}
