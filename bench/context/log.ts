// A stand-in for the model that writes the log of a conversation. It forgets half of the facts, always the same ones, so
// that facts outlive a compaction only by luck or by our own rules; what it writes has the form and about the length of a
// real log.
import type { Entry } from '../../src/context/entry.ts';
import { oneLine } from '../../src/context/text.ts';
import { mulberry } from '../../test/fakes/mulberry.ts';
import { squeezed } from './script.ts';

const MOST_LINES = 14;

/**
 * @param facts the script's, by id
 * @param known ids of those that stand in the request: only they can be written down
 * @param path the entries that the log is about, for what was done
 */
export function writeLog(
  facts: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
  path: readonly Entry[],
): string {
  const lines = [...facts].filter(([id]) => known.has(id));
  const kept = lines.filter(([id, fact]) => remembers(id, fact)).map(([, fact]) => `- Noted: ${fact}`);
  const lost = lines.filter(([id, fact]) => !remembers(id, fact)).map(([, fact]) => squeezed(fact));
  const gists = path.flatMap((entry) =>
    entry.type === 'user'
      ? entry.payload.messages.map(({ name, text: said }) => `- ${name}: ${oneLine(said, 16)}`)
      : [],
  );
  const done = gists.filter((line) => !lost.some((fact) => squeezed(line).includes(fact))).slice(-MOST_LINES);
  const people = [
    ...new Set(
      path.flatMap((entry) => (entry.type === 'user' ? entry.payload.messages.map(({ name }) => name) : [])),
    ),
  ];
  return [
    '## People and aims',
    ...people.map((name) => `- ${name} asks about daily work and wants short, reliable answers.`),
    '## Decided',
    '- none',
    '## Facts',
    ...(kept.length === 0 ? ['- none'] : kept),
    '## Open',
    '- none',
    '## Done',
    ...(done.length === 0 ? ['- none'] : done),
    '## Remember',
    '- none',
  ].join('\n');
}

/** A coin for each fact, the same in every run. */
function remembers(id: string, fact: string): boolean {
  const seed = [...`${id} ${fact}`].reduce(
    (sum, sign) => (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) >>> 0,
    7,
  );
  return mulberry(seed)() < 0.5;
}
