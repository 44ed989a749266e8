// "npm run check": format and lint, then types. The first that fails ends it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
for (const [command, ...args] of [
  ['biome', 'ci', '--error-on-warnings', '.'],
  ['tsc', '--project', '.'],
] as const) {
  const { status } = spawnSync(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
