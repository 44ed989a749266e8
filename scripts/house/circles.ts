// Circles of imports: files that reach themselves by their imports (Tarjan's strongly connected components, 1972).
import { dirname, posix } from 'node:path';
import type { Source } from './sources.ts';

const statement = /^(?:import|export)\s+(type\s)?(?:([^'";]*?)\s+from\s+)?'(\.[^']*)'/gm;

/**
 * The circles among these files.
 *
 * @param kind 'values' leaves out what is imported as a type, which is gone when the program runs
 * @returns for each circle its files, sorted
 */
export function circlesOf(
  sources: readonly Source[],
  kind: 'values' | 'all',
): readonly (readonly string[])[] {
  const known = new Set(sources.map(({ path }) => path));
  const edges = new Map(
    sources.map((source) => [source.path, importsOf(source, kind).filter((path) => known.has(path))]),
  );
  return components(edges).filter(
    (files) => files.length > 1 || edges.get(files[0] ?? '')?.includes(files[0] ?? ''),
  );
}

/** What a file of the project imports, as paths from the root. */
export function importsOf({ path, text }: Source, kind: 'values' | 'all'): readonly string[] {
  const found: string[] = [];
  for (const [, isType, names = '', target = ''] of text.matchAll(statement)) {
    const inner = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
    const onlyTypes =
      Boolean(isType) ||
      inner
        ?.split(',')
        .filter((name) => name.trim())
        .every((name) => /^\s*type\s/.test(name));
    if (kind === 'all' || !onlyTypes) found.push(posix.join(dirname(path), target));
  }
  return found;
}

function components(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (!done.has(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    for (const member of circle) done.add(member);
    found.push(circle.sort());
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}
