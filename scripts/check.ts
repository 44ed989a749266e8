// "npm run check": format and lint, then who imports whom, then types. The first that fails ends it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const installed = (name: string) => join(root, 'node_modules', '.bin', name);
for (const [command, ...args] of [
  [installed('biome'), 'ci', '--error-on-warnings', '.'],
  [process.execPath, join(root, 'scripts', 'layers.ts')],
  [installed('tsc'), '--project', '.'],
] as const) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
