// The longest functions and parameter lists, read off the syntax tree. Node takes the types away and leaves every line
// where it was, so what acorn says of lines holds for the file.
import { stripTypeScriptTypes } from 'node:module';
import { type Function as FunctionNode, parse } from 'acorn';
import { ancestor } from 'acorn-walk';
import type { Source } from './sources.ts';

export interface Measured {
  readonly size: number;
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** The functions with the most lines, longest first. */
export function longestFunctions(sources: readonly Source[], count: number): readonly Measured[] {
  return largest(sources, count, (node) => (node.loc ? node.loc.end.line - node.loc.start.line + 1 : 0));
}

/** The functions with the most parameters, most first. */
export function mostParameters(sources: readonly Source[], count: number): readonly Measured[] {
  return largest(sources, count, (node) => node.params.length);
}

function largest(
  sources: readonly Source[],
  count: number,
  sizeOf: (node: FunctionNode) => number,
): readonly Measured[] {
  const found = sources.flatMap(({ path, text }) => {
    const inFile: Measured[] = [];
    const tree = parse(stripTypeScriptTypes(text), {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
    });
    ancestor(tree, {
      Function(node, _state, ancestors) {
        const name = node.id?.name ?? nameFrom(ancestors.at(-2));
        inFile.push({ size: sizeOf(node), name, path, line: node.loc?.start.line ?? 0 });
      },
    });
    return inFile;
  });
  return found.sort((a, b) => b.size - a.size).slice(0, count);
}

/** What a method or an arrow function is called by the node around it. */
function nameFrom(parent: unknown): string {
  if (typeof parent !== 'object' || parent === null) return '(anonymous)';
  const holder = 'key' in parent ? parent.key : 'id' in parent ? parent.id : null;
  if (typeof holder === 'object' && holder !== null && 'name' in holder) return String(holder.name);
  return '(anonymous)';
}
