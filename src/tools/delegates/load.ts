// The `delegate` tool for the kinds of a folder. They are read once, at the start: the tool's description names them, and it
// has to hold still while the process runs.
import { join } from 'node:path';
import { withoutTools } from '../../context/prompt.ts';
import { PeacrabError } from '../../errors.ts';
import { markdownIn, ReadFiles } from '../../process/read-files.ts';
import type { AnyTool } from '../runner.ts';
import { createDelegate, DELEGATE } from './delegate.ts';
import { type DelegateKind, parseKind } from './kind.ts';

/**
 * The tool, if it has a place.
 *
 * @param folder its `*.md` files except README.md are the kinds
 * @param places the policy's
 * @param tools all there are, whether they have a place or not
 * @param warn told of each faulty file, and of each tool that a kind has to do without
 * @throws PeacrabError CONFIG if it has a place and there is no kind that could be used
 */
export function delegateFrom(
  folder: string,
  places: readonly string[] | null,
  tools: readonly AnyTool[],
  warn: (sentence: string) => void,
): readonly AnyTool[] {
  if (!places?.includes(DELEGATE)) return [];
  const files = new ReadFiles<DelegateKind>({
    names: () => markdownIn(folder),
    pathOf: (name) => join(folder, name),
    parse: (name, text) => parseKind(name.replace(/\.md$/, ''), text),
    noFolder: (why) => `The delegates' folder ${folder} cannot be read: ${why}. Set DELEGATES_DIR to it.`,
  });
  const read = files.values();
  const faults = files.faults();
  for (const sentence of faults) warn(sentence);
  if (read.length === 0)
    throw new PeacrabError(
      'CONFIG',
      `The policy gives delegate a place, but DELEGATES_DIR (${folder}) has no kind that can be used${faults.length > 0 ? `: ${faults.join(' ')}` : '.'}`,
    );
  const inner = tools.filter(({ name }) => places.includes(name));
  return [
    createDelegate(
      read.map((kind) => within(kind, inner, warn)),
      inner,
    ),
  ];
}

/** The kind with the tools that have a place, and without what its prompt says of the others. */
function within(
  kind: DelegateKind,
  inner: readonly AnyTool[],
  warn: (sentence: string) => void,
): DelegateKind {
  const isThere = (name: string) => inner.some((tool) => tool.name === name);
  const absent = kind.tools.filter((name) => !isThere(name));
  if (absent.length > 0)
    warn(`${kind.name}.md: ${absent.join(', ')} cannot be used by it (no place, or delegate itself).`);
  return { ...kind, tools: kind.tools.filter(isThere), body: withoutTools(kind.body, absent) };
}
