// The source files of a folder, with their lines counted.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Source {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

/** Reads all files with an ending below a folder; none if there is no such folder. */
export function readSources(root: string, folder: string, ending = '.ts'): readonly Source[] {
  if (!existsSync(join(root, folder))) return [];
  return globSync(`${folder}/**/*${ending}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });
}
